"""A button in the accent's colour: what to do next."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui


def strong_button(ui: Ui, label: str, name: str, strong: bool = True) -> bool:
    """A button, in the accent's colour where it is what to do next."""
    shades = ((imgui.Col_.button, color(ui.palette.accent)), (imgui.Col_.button_hovered, color(ui.palette.accent, 0.85)),
              (imgui.Col_.text, color(ui.palette.on_accent))) if strong else ()
    for part, shade in shades:
        imgui.push_style_color(part, shade)
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(10 * ui.unit, 3 * ui.unit))
    pressed = imgui.button(f"{label}##{name}")
    imgui.pop_style_var()
    imgui.pop_style_color(len(shades))
    ui.note(f"button:{name}")
    return pressed
