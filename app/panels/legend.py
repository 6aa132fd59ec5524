"""The legend of what is drawn over the bodies, while anything is."""
from __future__ import annotations

from imgui_bundle import imgui

from app.controls import keys_of
from app.palette import AABB, CONTACT, IMPULSE, NORMAL
from app.panels.canvas import Canvas
from app.panels.layout import Rect
from app.panels.ui import Ui
from physics.tunable import tunables

TINTS = {"contacts": CONTACT, "normals": NORMAL, "impulses": IMPULSE, "aabbs": AABB}       # setting -> red, green, blue, opacity


def draw(ui: Ui) -> None:
    """A strip above the bottom edge, at the right of the scene."""
    settings = ui.desk.settings
    shown = [name for name in TINTS if getattr(settings, name)]
    if not shown:
        return
    stage = ui.layout.stage
    flags = imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_nav
    described = tunables(type(settings))
    with ui.window("legend", Rect(stage.right, stage.bottom, stage.width, 0), flags, pivot=(1.0, 1.0)):
        for name in shown:
            at, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
            Canvas().dot((at.x + 6 * ui.unit, at.y + line / 2), 5 * ui.unit, bytes(TINTS[name][:3]).hex())
            imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 20 * ui.unit)
            imgui.text(described[name].label)
            imgui.same_line()
            imgui.text_disabled(", ".join(keys_of(name)))
