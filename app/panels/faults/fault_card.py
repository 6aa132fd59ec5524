"""The fault card: a red card with the newest error, over the old scene, which continues."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.panel import OVER, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.published.status import Fault


def draw(ui: Ui) -> None:
    """The newest fault, until the user closes it."""
    fault = ui.state.fault
    if fault is None:
        return
    imgui.push_style_color(imgui.Col_.border, color(ui.palette.bad))
    imgui.push_style_color(imgui.Col_.window_bg, _reddish(ui))
    place = ui.layout.card
    with ui.window("fault", Rect(place.x, place.y, place.width, 0), imgui.WindowFlags_.no_focus_on_appearing):
        imgui.dummy(ImVec2(place.width - 2 * imgui.get_style().window_padding.x, 0))
        with ui.colored(ui.palette.bad), ui.bold(17):
            imgui.text(f"{icons.ICON_FA_CIRCLE_XMARK}  {fault.title}")
        _text(ui, fault.text, place)
        if fault.path:
            imgui.text_disabled("The details are in")
            imgui.push_text_wrap_pos(0)
            imgui.text_unformatted(fault.path)
            imgui.pop_text_wrap_pos()
        _buttons(ui, fault)
    imgui.pop_style_color(2)


def _reddish(ui: Ui) -> imgui.ImVec4:
    """The panels' colour with some red in it."""
    window, bad = color(ui.palette.window), color(ui.palette.bad)
    mixed = [a + 0.12 * (b - a) for a, b in zip((window.x, window.y, window.z), (bad.x, bad.y, bad.z), strict=True)]
    return type(window)(*mixed, 0.97)


def _text(ui: Ui, text: str, place: Rect) -> None:
    """The whole text; a long one scrolls."""
    inner = place.width - 2 * imgui.get_style().window_padding.x
    needed = imgui.calc_text_size(text, False, inner - 12 * ui.unit).y + 6 * ui.unit
    imgui.begin_child("##text", ImVec2(inner, min(needed, place.height)))
    imgui.push_text_wrap_pos(0)
    imgui.text_unformatted(text)
    imgui.pop_text_wrap_pos()
    imgui.end_child()


def _buttons(ui: Ui, fault: Fault) -> None:
    if imgui.button(f"{icons.ICON_FA_COPY}  Copy"):
        imgui.set_clipboard_text("\n".join(part for part in (fault.title, fault.text, fault.path) if part))
        ui.state.say("Copied", "good")
    imgui.same_line()
    if imgui.button("Close"):
        ui.state.close_fault()
    ui.note("button:close fault")
    if fault.file:
        imgui.same_line()
        if imgui.button(f"{icons.ICON_FA_ROTATE_RIGHT}  Open again"):
            ui.state.act("reload")
        ui.note("button:open again")


PANEL = Panel(lambda: draw, OVER + 2, hideable=False)
