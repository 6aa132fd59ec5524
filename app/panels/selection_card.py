"""What is known about the selected body."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, icons_fontawesome_6 as icons, imgui

from app.panels.fields import number_text
from app.panels.layout import Rect
from app.panels.ui import Ui

SHAPES = ("sphere", "box", "plane")
TYPES = ("dynamic", "static", "kinematic")


def draw(ui: Ui, place: Rect) -> None:
    """A small card at `place`; nothing when no body is selected."""
    view, uid = ui.desk.view, ui.desk.status.selection
    row = None if view is None or uid is None else view.table.index(uid)
    if row is None:
        return
    with ui.window("selection", place, imgui.WindowFlags_.no_nav):
        imgui.dummy(ImVec2(place.width - 2 * imgui.get_style().window_padding.x, 0))
        table = view.table
        ui.heading(table.names[row] or f"Body {uid}")
        imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(8 * ui.unit, 3 * ui.unit))
        from app.panels.statistics import row as line
        line(ui, "Kind", f"{TYPES[table.types[row]]} {SHAPES[table.kinds[row]]}")
        line(ui, "Size", size_text(int(table.kinds[row]), table.sizes[row]))
        if np.isfinite(table.masses[row]):
            line(ui, "Mass", number_text(float(table.masses[row]), "kg"))
            line(ui, "Speed", f"{np.linalg.norm(view.velocities[row]):.2f} m/s")
            line(ui, "Spin", f"{np.linalg.norm(view.angular_velocities[row]):.2f} rad/s")
        line(ui, "Position", " ".join(f"{x:.2f}" for x in view.positions[row]))
        imgui.pop_style_var()
        _buttons(ui)


def _buttons(ui: Ui) -> None:
    for number, (icon, action, tip) in enumerate(((icons.ICON_FA_CROSSHAIRS, "frame_selection", "Look at it (F)"),
                                                  (icons.ICON_FA_TRASH, "remove", "Remove it (Delete)"),
                                                  (icons.ICON_FA_XMARK, "cancel", "Unselect (Escape)"))):
        if number:
            imgui.same_line(0, 6 * ui.unit)
        if imgui.button(f"{icon}##{action}", ImVec2(34 * ui.unit, 0)):
            ui.desk.act(action)
        ui.tip(tip)


def size_text(kind: int, size: np.ndarray) -> str:
    """The size for people: a radius, three edge lengths, or nothing for a plane."""
    if kind == 0:
        return f"r {size[0]:.3g} m"
    return " × ".join(f"{2 * x:.3g}" for x in size) + " m" if kind == 1 else "endless"
