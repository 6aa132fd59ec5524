"""The card with what to do next while an event is being drawn: its kind, and a button to draw none."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.input.event_tool import KINDS, UNITS
from app.panels.panel import SHEET, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

WIDTH = 470                # [design px]


def draw(ui: Ui) -> None:
    """The card at the top of the scene."""
    tool, place = ui.state.events, ui.layout.card
    width = min(WIDTH * ui.unit, place.width)
    with ui.window("event tool", Rect(place.x + place.width / 2, place.y, width, 0), pivot=(0.5, 0.0)):
        ui.heading(f"A {tool.kind}" if tool.kind != "impulse" else "An impulse")
        imgui.same_line(0, 10 * ui.unit)
        imgui.text("press on a body, and drag the arrow")
        imgui.align_text_to_frame_padding()
        imgui.text_disabled("Kind")
        for kind in KINDS:
            imgui.same_line(0, 6 * ui.unit)
            if kind_button(ui, kind, kind == tool.kind, "tool"):
                tool.kind = kind
        imgui.same_line(0, 18 * ui.unit)
        if imgui.button(f"{icons.ICON_FA_XMARK}##give up", ImVec2(34 * ui.unit, 0)):
            tool.cancel()
        ui.note("button:give up event")
        ui.tip("Draw none (Escape)")


def kind_button(ui: Ui, kind: str, mine: bool, scope: str) -> bool:
    """A button for one kind of event, marked if it is the present one."""
    if mine:
        imgui.push_style_color(imgui.Col_.button, imgui.get_style_color_vec4(imgui.Col_.header_active))
    pressed = imgui.button(f"{kind}##{scope}")
    if mine:
        imgui.pop_style_color()
    ui.note(f"kind:{scope}:{kind}")
    ui.tip(f"In {UNITS[kind]}" + ("; all at once" if kind == "impulse" else "; for a time"))
    return pressed


def wanted(state: UiState) -> bool:
    """Whether an event is being drawn."""
    return state.events.active


PANEL = Panel(lambda: draw, SHEET + 4, wanted, hideable=False)
