"""The rectangle that is drawn over the scene to select the bodies in it."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.panels.panel import UNDER, Panel
from app.panels.widgets.theme import packed
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

FILL, LINE = 0.14, 1.5             # opacity of its inside; [design px] width of its edge


def draw(ui: Ui) -> None:
    """The rectangle, over the scene and under all panels."""
    rectangle = ui.state.box.rectangle
    if rectangle is None:
        return
    low, high = ImVec2(*rectangle[:2]), ImVec2(*rectangle[2:])
    canvas = imgui.get_background_draw_list()
    canvas.add_rect_filled(low, high, packed(ui.palette.accent, FILL))
    canvas.add_rect(low, high, packed(ui.palette.accent), 0.0, LINE * ui.unit)


def wanted(state: UiState) -> bool:
    """Whether one is being drawn."""
    return state.box.rectangle is not None


PANEL = Panel(lambda: draw, UNDER + 2, wanted, hideable=False, roams=True)
