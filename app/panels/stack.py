"""The panel stack: draws all panels of the folder once a frame, from the lowest level to the highest."""
from __future__ import annotations

import dataclasses
import math
from functools import cache
from typing import Any

from app.draw.view_setting import view_setting
from app.headless.scanning import modules_in
from app.panels import tuning_panel
from app.panels.faults.guard import GuardedPanel
from app.panels.free_bottom import EDITORS, Box, cards
from app.panels.panel import COLUMN, DOCK, PLOTS, TIMELINE, Panel
from app.panels.widgets import theme
from app.panels.widgets.keyboard import Keyboard
from app.panels.widgets.layout import Places, Rect, layout
from app.panels.widgets.ui import Fonts, Ui
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings

GAP, LEAST = 10, 0.4      # [design px] beside a card over the scene, and share of the scene's height that it leaves in any case
NARROWEST = 0.2           # share of the scene's width that the cards at its left leave


@cache
def panels() -> tuple[Panel, ...]:
    """The records of all panels, lowest level first."""
    found = [module.PANEL for module in modules_in("app.panels") if hasattr(module, "PANEL")]
    return tuple(sorted(found, key=lambda panel: panel.level))


def _hidden(settings: Any) -> str | None:
    return None if settings.panels else "the panels are hidden"


@cache
def window_settings() -> type[ViewSettings]:
    """The view settings of a window: the common ones, and the switches of all panels."""
    described = ("label", "help", "keys", "sheet", "needs", "instead")
    switches = [(panel.switch, bool, view_setting(panel.default, **{name: getattr(panel, name) for name in described},
                                                  unused=_hidden if panel.hideable else None))
                for panel in panels() if panel.switch]
    switches += [(name, bool, about) for name, about in tuning_panel.folds().items()]
    return dataclasses.make_dataclass("WindowSettings", switches, bases=(ViewSettings,), frozen=True, kw_only=True,
                                      namespace={"__doc__": ViewSettings.__doc__, "__module__": __name__})


def clear_area(area: Rect, card: Box | None, editor: Box | None, unit: float) -> Rect:
    """The part of `area` in which the scene is seen, where `card` lies over its upper edge and `editor` over its left one."""
    left = area.x if editor is None else min(max(editor[2] + GAP * unit, area.x), area.right - NARROWEST * area.width)
    top = area.y if card is None else min(card[3] + GAP * unit, area.bottom - LEAST * area.height)
    return Rect(left, top, area.right - left, area.bottom - top)


class PanelStack:
    """Draws every panel once a frame, between ImGui's begin and end."""

    def __init__(self, fonts: Fonts):
        self._fonts = fonts
        self._panels = [GuardedPanel(panel) for panel in panels()]
        self._keyboard = Keyboard()
        self._style: tuple[str, float] | None = None

    @staticmethod
    def roams(state: UiState) -> bool:
        """Whether something is drawn in the scene that may reach under panels."""
        return any(panel.roams and panel.shown(state) for panel in panels())

    def draw(self, state: UiState, scale: float) -> None:
        """`scale` is the system's scale of the user interface."""
        unit = scale * state.settings.scale
        self._dress(state.settings.theme, unit)
        self._keyboard.follow(state)
        covered = state.widgets.get("window:introduction")
        editor = next(iter(cards(state, EDITORS)), None)
        state.legend = state.widgets.get("window:legend")
        heights = {id(one): one.height(state) for one in self._panels if one.panel.place == DOCK}
        state.widgets.clear()
        shown = [one for one in self._panels if one.panel.shown(state)]
        docks = [one for one in shown if one.panel.place == DOCK]              # settings may name several: the last one is shown
        shown = [one for one in shown if one not in docks[:-1]]
        taken = {one.panel.place for one in shown}
        places = layout(*state.size, unit, Places(*(name in taken for name in (COLUMN, PLOTS, DOCK, TIMELINE)),
                                                  moments=state.publication.inside is not None),
                        heights[id(docks[-1])] if docks else math.inf)
        state.area = clear_area(places.pictures if state.settings.panels else Rect(0.0, 0.0, *state.size),
                                covered if state.settings.panels else None, editor, unit)
        ui = Ui(state, theme.PALETTES[state.settings.theme], self._fonts, places, unit)
        for one in shown:
            one.draw(ui)

    def _dress(self, name: str, unit: float) -> None:
        """Apply theme and sizes when they have changed."""
        if self._style != (name, unit):
            self._style = (name, unit)
            theme.apply(theme.PALETTES[name], unit)
