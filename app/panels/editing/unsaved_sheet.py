"""The sheet that asks about unsaved edits before the scene or the program ends."""
from __future__ import annotations

from pathlib import Path

from imgui_bundle import ImVec2, imgui

from app.panels.panel import SHEET, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.sheet import sheet
from app.panels.widgets.strong_button import strong_button
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState
from app.ui.scene.unsaved import SHEET as WORD

WIDTH, HEIGHT = 420, 104           # [design px]
ENTER = (imgui.Key.enter, imgui.Key.keypad_enter)


def draw(ui: Ui) -> None:
    """The question and its three answers; Enter is the first one, until Tab marks another, and Escape the last."""
    state = ui.state
    base, unit, scene = ui.layout.sheet, ui.unit, state.status.scene
    width = min(WIDTH * unit, base.width)
    with sheet(ui, WORD, Rect(base.x + (base.width - width) / 2, base.y, width, HEIGHT * unit)):
        ui.heading("Save your changes?", Path(scene.file).name if state.status.edits.own_file else scene.title)
        imgui.text_disabled("Without saving they are lost")
        imgui.dummy(ImVec2(0, 4 * unit))
        entered = not imgui.get_io().nav_visible and any(imgui.is_key_pressed(key, repeat=False) for key in ENTER)
        imgui.push_style_color(imgui.Col_.nav_cursor, color(ui.palette.text))
        for label, name, answer in (("Save", "save changes", state.unsaved.save),
                                    ("Discard", "discard changes", state.unsaved.discard),
                                    ("Cancel", "cancel leaving", state.unsaved.cancel)):
            if strong_button(ui, label, name, label == "Save") or entered:
                answer()
                break
            imgui.same_line()
        imgui.new_line()
        imgui.pop_style_color()


def wanted(state: UiState) -> bool:
    """Whether it is open."""
    return state.open_sheet == WORD


PANEL = Panel(lambda: draw, SHEET + 6, wanted=wanted, hideable=False)
