"""The lists of bookmarks and of keyframes."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.widgets.canvas import shortened
from app.panels.widgets.ui import Ui

BUTTON = 22                        # [design px] width of a small button
PAD = 6, 2                         # [design px] around the text of a small button
NO_VIEWS = "Look at the scene from somewhere and keep the view, to come back to it."
NO_PATH = "Stop where something happens, move the camera, and set a keyframe there. From one to the next it moves smoothly."


def bookmarks(ui: Ui) -> None:
    """Every view that is kept: a click goes there."""
    state, film = ui.state, ui.state.film
    heading(ui, "Views", "keep view", f"Keep this view  ({state.controls.keys('keep_view')})", "keep_view")
    if not film.plan.bookmarks:
        ui.aside(NO_VIEWS)
    for number, bookmark in enumerate(film.plan.bookmarks):
        imgui.push_id(number)
        if small_button(ui, icons.ICON_FA_LOCATION_ARROW, f"view:{bookmark.name}", "Go there"):
            film.go_to_view(bookmark.name)
        imgui.same_line(0, 4 * ui.unit)
        imgui.set_next_item_width(-(BUTTON + 6) * ui.unit)
        imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(PAD[0] * ui.unit, PAD[1] * ui.unit))
        changed, name = imgui.input_text("##name", bookmark.name, imgui.InputTextFlags_.enter_returns_true)
        imgui.pop_style_var()
        ui.note(f"field:view name {number}")
        if changed and name != bookmark.name:
            film.edit(lambda editor, number=number, name=name: editor.rename(number, name))
        remove(ui, "bookmarks", number)
        imgui.pop_id()


def path(ui: Ui) -> None:
    """Every keyframe: a click goes to its time and place."""
    state, film = ui.state, ui.state.film
    tip = f"The camera is here at the present time  ({state.controls.keys('set_keyframe')})"
    heading(ui, "Path", "set keyframe", tip, "set_keyframe")
    if not film.plan.path:
        ui.aside(NO_PATH)
    for number, key in enumerate(film.plan.path):
        imgui.push_id(number)
        room = imgui.get_content_region_avail().x - (BUTTON + 6) * ui.unit
        x, y, z = key.vantage.eye
        text = shortened(f"{key.at:.2f} s   at {x:.1f}, {y:.1f}, {z:.1f}", room - 2 * PAD[0] * ui.unit)
        if small_button(ui, text, f"keyframe:{number}", "Go to this time, if it is kept, and to this place", room):
            film.player.stop()
            state.motion.go(key.vantage)
            if state.view.dt > 0:
                state.go_to(round(key.at / state.view.dt))
        remove(ui, "path", number)
        imgui.pop_id()


def heading(ui: Ui, text: str, name: str, tip: str, action: str = "") -> bool:
    """The heading of a list with a button that adds an entry, by an action where there is one; whether it was pressed."""
    ui.heading(text)
    _at_the_end(ui)
    pressed = small_button(ui, icons.ICON_FA_PLUS, name, tip)
    if pressed and action:
        ui.state.act(action)
    return pressed


def remove(ui: Ui, part: str, number: int) -> None:
    """A button at the end of a line that removes an entry of a part of the plan."""
    _at_the_end(ui)
    if small_button(ui, icons.ICON_FA_XMARK, f"remove {part} {number}", "Remove it"):
        ui.state.film.edit(lambda editor: editor.remove(part, number))


def _at_the_end(ui: Ui) -> None:
    """Go on at the end of the line, where a small button has room."""
    imgui.same_line(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - (BUTTON + 2) * ui.unit)


def small_button(ui: Ui, text: str, name: str, tip: str, width: float = 0.0) -> bool:
    """A low button; whether it was pressed."""
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(PAD[0] * ui.unit, PAD[1] * ui.unit))
    imgui.push_style_var(imgui.StyleVar_.button_text_align, ImVec2(0.0 if width else 0.5, 0.5))
    pressed = imgui.button(f"{text}##{name}", ImVec2(width or BUTTON * ui.unit, 0))
    imgui.pop_style_var(2)
    ui.note(f"button:{name}")
    ui.tip(tip)
    return pressed
