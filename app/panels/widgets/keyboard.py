"""Keyboard: whose it is, the scene's or the panels'.

It is the scene's, whatever the mouse has pressed.  A text that is edited, an open list and an open sheet take it while they last.
A key of its own gives it to the panels, for work without a mouse: Tab and arrows walk through one panel, Space and Enter press
what is marked, the same key goes to the next panel; Escape or a click gives it back.

While a sheet is open, and then until the pointer moves, widgets under the pointer have no tooltips.
"""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from app.ui.ui_state import UiState

DEAF = imgui.WindowFlags_.no_nav_inputs | imgui.WindowFlags_.no_nav_focus | imgui.WindowFlags_.no_mouse_inputs


def any_list_open() -> bool:
    """Whether a list hangs open from a widget."""
    return imgui.is_popup_open("", imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level)


def keyboard_is_theirs() -> bool:
    """Whether ImGui's navigation is on in this frame."""
    return bool(imgui.get_io().config_flags & imgui.ConfigFlags_.nav_enable_keyboard)


def arrows() -> int:
    """Of the last widget: -1 or 1 where the arrow to the left or to the right is pressed while the keyboard marks it, else 0.
    These arrows then turn it, and go to no other widget."""
    if not (imgui.is_item_focused() and imgui.get_io().nav_visible):
        return 0
    found, owner = 0, imgui.get_item_id()
    for key, by in ((imgui.Key.left_arrow, -1), (imgui.Key.right_arrow, 1)):
        imgui.internal.set_key_owner(key, owner)
        if imgui.is_key_pressed(key):
            found = by
    return found


class Keyboard:
    """Hands the keyboard over at the beginning of each frame."""

    def __init__(self):
        self._turn = 0                   # the request of the state that was followed last
        self._place: tuple[float, float] | None = None        # of the panel that has the keyboard

    def follow(self, state: UiState) -> None:
        """Inside a frame, before all panels: who has the keyboard from now on."""
        if state.walking and (imgui.is_mouse_clicked(0) or imgui.is_mouse_clicked(1) or not state.settings.panels):
            state.walking = 0
        theirs = bool(state.walking) or any_list_open() or bool(state.open_sheet)
        io, context = imgui.get_io(), imgui.get_current_context()
        flag = int(imgui.ConfigFlags_.nav_enable_keyboard)
        io.config_flags = io.config_flags | flag if theirs else io.config_flags & ~flag
        context.config_nav_enable_tabbing = theirs
        if not theirs:
            context.nav_cursor_visible = False
        state.pointing = not state.open_sheet and (state.pointing or bool(io.mouse_delta.x or io.mouse_delta.y or state.walking))
        if state.walking != self._turn:
            self._turn = state.walking
            if state.walking and not state.open_sheet:
                self._go_on()
            else:
                self._place = None

    def _go_on(self) -> None:
        """Mark the first widget of the next panel: from the right to the left, in a column from the top down."""
        found = sorted(_walkable(), key=_order)
        if not found:
            return
        panel = next((each for each in found if self._place is not None and _order(each) > self._place), found[0])
        self._place = _order(panel)
        imgui.set_window_focus(panel.name)
        imgui.internal.nav_init_window(panel, True)
        imgui.get_current_context().nav_cursor_visible = True


def _walkable() -> list[Any]:
    """The panels of the last frame with widgets for the keyboard, and the tables that scroll in them, which Tab does not
    enter."""
    return [window for window in imgui.get_current_context().windows
            if window.was_active and not window.hidden and not window.flags & DEAF and not window.is_fallback_window
            and (window.parent_window is None or _is_apart(window))]


def _is_apart(window: Any) -> bool:
    """Whether a part of a panel has widgets of its own to walk through."""
    flattened = window.child_flags & imgui.ChildFlags_.nav_flattened
    return bool(window.flags & imgui.WindowFlags_.child_window) and not flattened and bool(window.dc.nav_layers_active_mask & 1)


def _order(panel: Any) -> tuple[float, float]:
    return -panel.pos.x, panel.pos.y
