"""Sheet: a modal window over everything, the rest dimmed, closed by Escape or a click beside it."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import ImVec2, imgui

from app.panels.widgets.layout import Rect
from app.panels.widgets.theme import color, packed
from app.panels.widgets.ui import FIXED, Ui


@contextmanager
def sheet(ui: Ui, name: str, place: Rect | None = None) -> Iterator[None]:
    """A sheet at `place` (the layout's, when None) that takes all input while it is open."""
    place = place or ui.layout.sheet
    view = imgui.get_main_viewport().size
    imgui.set_next_window_pos(ImVec2(0, 0))
    imgui.set_next_window_size(view)
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 0)
    imgui.push_style_var(imgui.StyleVar_.window_rounding, 0)
    imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0, 0))
    flags = FIXED | imgui.WindowFlags_.no_background | imgui.WindowFlags_.no_nav | imgui.WindowFlags_.no_scrollbar
    imgui.begin(f"{name} backdrop", None, flags)
    imgui.get_window_draw_list().add_rect_filled(ImVec2(0, 0), view, packed("000000", 0.35))
    if imgui.is_window_appearing():
        imgui.set_window_focus()
    imgui.invisible_button("##beside", view)
    beside = imgui.is_item_hovered() and imgui.is_mouse_clicked(0)       # the release comes after the focus
    imgui.end()
    imgui.pop_style_var(3)
    if beside:
        ui.state.open_sheet = ""
    focused = imgui.get_current_context().nav_window
    if focused is None or focused.root_window.name != name:
        imgui.set_next_window_focus()          # once: Tab starts anew with each
    imgui.push_style_color(imgui.Col_.window_bg, color(ui.palette.popup))
    imgui.push_style_color(imgui.Col_.nav_cursor, 0)          # the list itself marks its row
    with ui.window(name, place):
        yield
    imgui.pop_style_color(2)
