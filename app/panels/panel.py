"""Panel: the record `PANEL` of a module of `app.panels`, found by a scan of the folder.

A panel with a `switch` has its own view setting, with key and default.  `stack.window_settings` includes all of them, so they
are saved, set by `--set view.NAME=...` and listed by the help sheet and the manual like the others.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from app.draw.view_setting import SHOW, in_force
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

Draw = Callable[[Ui], None]
COLUMN, PLOTS, DOCK, TIMELINE = "column", "plots", "dock", "timeline"       # places that are reserved while a panel is there
UNDER, BESIDE, OVER, SHEET = 0, 10, 20, 30  # levels: in the scene, beside it, over it, over everything


@dataclass(frozen=True)
class Panel:
    """The record of one panel.

    begin       called once for each window; returns the function that draws the panel in each frame while it is shown
    level       panels of higher levels are drawn over those of lower ones
    wanted      whether it has content
    place       COLUMN, PLOTS, DOCK or TIMELINE, for a panel there
    height      what a panel in the dock needs of the dock's height, from what it noted in the last frame [px]
    hideable    whether hiding all panels hides it
    roams       what it draws in the scene may reach under panels: these then draw their backs themselves, which lie over it
    switch      name of the view setting that shows it, "" without one; the other fields describe that setting, see `view_setting`
    """

    begin: Callable[[], Draw]
    level: int
    wanted: Callable[[UiState], bool] = lambda state: True
    place: str = ""
    height: Callable[[UiState], float] = lambda state: math.inf
    hideable: bool = True
    roams: bool = False
    switch: str = ""
    default: bool = True
    keys: tuple[str, ...] = ()
    sheet: str = SHOW
    needs: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    label: str = ""
    help: str = ""

    def shown(self, state: UiState) -> bool:
        """Whether it is shown in this state."""
        if self.hideable and not state.settings.panels or self.switch and not in_force(state.settings, self.switch):
            return False
        return self.wanted(state)
