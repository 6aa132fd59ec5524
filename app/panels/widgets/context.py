"""Context: ImGui's own settings, the same in the window and in tests of panels."""
from __future__ import annotations

from imgui_bundle import imgui


def configure() -> None:
    """Set up the present context, before its first frame.

    What ImGui has for the programmer is off: marks over widgets that share an id, and tooltips about misuse.  Tests look for
    shared ids.
    """
    io = imgui.get_io()
    io.set_ini_filename("")                           # no imgui.ini in the working directory
    io.config_drag_click_to_input_text = True
    context = imgui.get_current_context()
    context.config_nav_windowing_key_next = context.config_nav_windowing_key_prev = 0      # Ctrl+Tab would list names of ours
    io.config_debug_highlight_id_conflicts = False
    io.config_debug_highlight_id_conflicts_show_item_picker = False
    io.config_error_recovery_enable_tooltip = False
