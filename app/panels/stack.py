"""The stack: all panels, in the order in which they lie over each other."""
from __future__ import annotations

from app.panels import (
    fault_card,
    help_sheet,
    inspector,
    joint_text,
    legend,
    progress_cards,
    statistics,
    toast_cards,
    toolbar,
    tuning_panel,
)
from app.panels.command_palette import CommandPalette
from app.panels.joint_palette import JointPalette
from app.panels.scene_picker import ScenePicker
from app.panels.variants import plots, titles
from app.panels.widgets import theme
from app.panels.widgets.layout import layout
from app.panels.widgets.ui import Fonts, Ui
from app.ui.ui_state import UiState


class PanelStack:
    """Draws every panel once a frame, between ImGui's begin and end."""

    def __init__(self, fonts: Fonts):
        self._fonts = fonts
        self._plots = plots.VariantPlots()
        self._picker, self._palette, self._joints = ScenePicker(), CommandPalette(), JointPalette()
        self._style: tuple[str, float] | None = None

    def draw(self, state: UiState, scale: float) -> None:
        """`scale` is how much larger than designed the system wants things."""
        unit = scale * state.settings.text_size / theme.TEXT
        self._dress(state.settings.theme, unit)
        state.widgets.clear()
        settings = state.settings
        places = layout(*state.size, unit, settings.metrics or inspector.wanted(state), plots.wanted(state))
        state.area = places.pictures if settings.panels else (0.0, 0.0, *state.size)
        ui = Ui(state, theme.PALETTES[state.settings.theme], self._fonts, places, unit)
        joint_text.draw(ui)
        titles.draw(ui)
        if state.settings.panels:
            tuning_panel.draw(ui)
            toolbar.draw(ui)
            bottom = statistics.draw(ui) if state.settings.metrics else 0.0
            inspector.draw(ui, bottom)
            legend.draw(ui)
            self._plots.draw(ui)
        toast_cards.draw(ui)
        progress_cards.draw(ui)
        fault_card.draw(ui)
        help_sheet.draw(ui)
        self._picker.draw(ui)
        self._palette.draw(ui)
        self._joints.draw(ui)

    def _dress(self, name: str, unit: float) -> None:
        """Colours and sizes, when they changed."""
        if self._style != (name, unit):
            self._style = (name, unit)
            theme.apply(theme.PALETTES[name], unit)
