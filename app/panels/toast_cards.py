"""The toasts at the bottom left, newest at the bottom; one about a file has a button that copies its path, a click on one about a
step goes there."""
from __future__ import annotations

import math

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.free_bottom import EDITORS, GAP, Box, captions, cards, free_bottom
from app.panels.panel import OVER, Panel
from app.panels.progress_cards import CARDS
from app.panels.widgets.layout import Rect
from app.panels.widgets.shared_time import told
from app.panels.widgets.ui import Ui
from app.ui.toasts import Toast

ICONS = {"good": icons.ICON_FA_CIRCLE_CHECK, "info": icons.ICON_FA_CIRCLE_INFO, "warning": icons.ICON_FA_TRIANGLE_EXCLAMATION}
SMALL = 400               # [design px] height of a window below which toasts may lie over the toolbar
FADE = 0.25               # [s] to fade in and out
LEAST = 160               # [design px] width of a toast that stands beside a card of the editor
PAD, TEXT, BUTTON = (14, 10), 66, 30          # [design px] around a toast, beside its text, and height of its button


def draw(ui: Ui) -> None:
    """The present toasts, the newest first, as many as have room below the toolbar; the log has all of them."""
    highest = ui.layout.pictures.y if ui.state.size[1] >= SMALL * ui.unit else -math.inf
    bottom, taken = ui.layout.notices.bottom, _taken(ui)
    for number, toast in enumerate(reversed(ui.state.toasts.current(ui.state.now))):
        place = _place(ui, toast, bottom)
        height = _height(ui, toast, place.width)
        bottom = free_bottom(ui, (place.x, place.right), bottom, height, taken)
        if number and bottom - height < highest:
            break
        bottom = _card(ui, toast, number, Rect(place.x, bottom, place.width, 0)) - GAP * ui.unit


def _place(ui: Ui, toast: Toast, bottom: float) -> Rect:
    """The column of a toast that ends at `bottom`: that of the notices, or beside a card of the editor that comes down so far,
    where it has room there."""
    place = ui.layout.notices
    for card in cards(ui.state, EDITORS):
        if card[0] < place.right and card[3] + GAP * ui.unit > bottom - _height(ui, toast, place.width):
            left = card[2] + GAP * ui.unit
            width = min(place.width, ui.layout.stage.right - left)
            return Rect(left, place.y, width, 0.0) if width >= LEAST * ui.unit else place
    return place


def _taken(ui: Ui) -> list[Box]:
    """Where toasts have no place: cards, legend and captions."""
    return captions(ui) + cards(ui.state, (*CARDS, "legend"))


def _height(ui: Ui, toast: Toast, width: float) -> float:
    """How high the card of a toast will be."""
    lines = imgui.calc_text_size(toast.text, wrap_width=width - TEXT * ui.unit).y
    return lines + (2 * PAD[1] + (BUTTON if toast.path else 0)) * ui.unit


def _card(ui: Ui, toast: Toast, number: int, place: Rect) -> float:
    """One toast whose bottom is at the top of `place`; returns its top."""
    age = ui.state.now - toast.born
    alpha = max(0.05, min(1.0, age / FADE, (toast.life - age) / FADE))
    imgui.push_style_var(imgui.StyleVar_.alpha, alpha)
    imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(PAD[0] * ui.unit, PAD[1] * ui.unit))
    flags = imgui.WindowFlags_.no_focus_on_appearing
    if not toast.path:
        flags |= imgui.WindowFlags_.no_nav
    if not toast.path and toast.step is None:
        flags |= imgui.WindowFlags_.no_inputs
    tint = {"good": ui.palette.good, "warning": ui.palette.warning}.get(toast.kind, ui.palette.accent)
    with ui.window(f"toast {number}", place, flags, pivot=(0.0, 1.0)):
        with ui.colored(tint):
            imgui.text(ICONS.get(toast.kind, ICONS["info"]))
        imgui.same_line()
        imgui.push_text_wrap_pos(place.width - 30 * ui.unit)
        imgui.text_unformatted(toast.text)
        imgui.pop_text_wrap_pos()
        if toast.path:
            _path(ui, toast, place.width - 30 * ui.unit)
        if toast.step is not None:
            _step(ui, toast)
        top = imgui.get_window_pos().y
    imgui.pop_style_var(2)
    return top


def _step(ui: Ui, toast: Toast) -> None:
    """What a click on the toast does: the world goes to its step."""
    if imgui.is_window_hovered():
        with ui.tooltip():
            imgui.text_unformatted(told(ui, toast.step))
        if imgui.is_mouse_clicked(imgui.MouseButton_.left):
            ui.state.go_to(toast.step)


def _path(ui: Ui, toast: Toast, room: float) -> None:
    """The path, which ends at `room`, and the button that copies it."""
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(7 * ui.unit, 3 * ui.unit))
    pressed = imgui.button(f"{icons.ICON_FA_COPY}")
    ui.note("button:copy path")
    ui.tip("Copy the path")
    imgui.pop_style_var()
    imgui.same_line(0, 8 * ui.unit)
    with ui.colored(ui.palette.dim):
        imgui.push_text_wrap_pos(room)
        imgui.text_unformatted(broken(toast.path, imgui.calc_text_size(toast.path).x > room - imgui.get_cursor_pos_x()))
        imgui.pop_text_wrap_pos()
    if pressed:
        imgui.set_clipboard_text(toast.path)
        ui.state.toasts.drop(toast)
        ui.state.say("Copied", "good")


def broken(path: str, long: bool) -> str:
    """A path; a long one with the file's name in a line of its own, which can be read whole."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return f"{path[:len(path) - len(name)]}\n{name}" if long and len(name) < len(path) else path


PANEL = Panel(lambda: draw, OVER + 1, hideable=False)
