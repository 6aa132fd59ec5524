"""What a panel is: a module of `app.panels` with a `PANEL`, its one record, found by scanning the folder.

A panel with a `switch` brings its own view setting, with key and default: `stack.window_settings` has them all, so they are
kept, set by `--set view.NAME=...` and listed by the help sheet and the manual like the others.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.draw.view_options import SHOW, in_force
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

Draw = Callable[[Ui], None]
COLUMN, PLOTS = "column", "plots"           # places that the layout keeps free only while a panel there is shown
UNDER, BESIDE, OVER, SHEET = 0, 10, 20, 30  # levels: in the scene, beside it, over it, over all


@dataclass(frozen=True)
class Panel:
    """The record of one panel.

    begin       called once a window; what it returns draws the panel, once a frame while it is shown
    level       panels of higher levels lie over those of lower ones
    wanted      whether there is anything to show
    place       COLUMN or PLOTS, when the panel lies there
    hideable    goes when all panels are hidden
    switch      name of the view setting that shows it, "" without one; the rest describes that setting, see `view_setting`
    """

    begin: Callable[[], Draw]
    level: int
    wanted: Callable[[UiState], bool] = lambda state: True
    place: str = ""
    hideable: bool = True
    switch: str = ""
    default: bool = True
    keys: tuple[str, ...] = ()
    sheet: str = SHOW
    needs: tuple[str, ...] = ()
    label: str = ""
    help: str = ""

    def shown(self, state: UiState) -> bool:
        """Whether it is drawn now."""
        if self.hideable and not state.settings.panels or self.switch and not in_force(state.settings, self.switch):
            return False
        return self.wanted(state)
