"""The fields of a body of the scene in its card, while the scene is at its beginning and the gizmo is out.

Name, kind, place, size and mass; each change is an edit.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from imgui_bundle import imgui

from app.draw.frame_builder import BOX, PLANE
from app.panels.widgets.ui import Ui
from app.simulation.commands import EditBody, RenameBody, SettleEdits

TYPES = ("dynamic", "static", "kinematic")               # as `BodyTable.types` numbers them
LEAST, MOST = 1e-3, 1e4                                  # [m] of sizes
SPEED = 0.02                                             # of a value for each pixel of a drag, over 1 or the value


def draw(ui: Ui, uid: int, row: int) -> None:
    """The fields, as the window's view has them at the beginning."""
    state, table = ui.state, ui.state.view.table
    if not state.gizmo or state.view.step:
        return
    imgui.separator()
    ui.heading("In the scene")
    _name(ui, uid, table.names[row])
    _type(ui, uid, int(table.types[row]), int(table.kinds[row]))
    if table.kinds[row] != PLANE:
        _numbers(ui, uid, "position", state.view.positions[row], lambda values: {"position": values})
        if table.kinds[row] == BOX:
            _numbers(ui, uid, "size", 2 * table.sizes[row],
                     lambda values: {"shape": {"box": {"half": [short(_size(x) / 2) for x in values]}}})
        else:
            _numbers(ui, uid, "radius", table.sizes[row][:1], lambda values: {"shape": {"sphere": {"radius": _size(values[0])}}})
        if np.isfinite(table.masses[row]):
            _numbers(ui, uid, "mass", table.masses[row:row + 1], lambda values: {"mass": max(values[0], LEAST)})
    imgui.separator()


def _name(ui: Ui, uid: int, name: str) -> None:
    imgui.set_next_item_width(-1)
    entered, typed = imgui.input_text_with_hint("##name", "name", name, imgui.InputTextFlags_.enter_returns_true)
    ui.note("edit:name")
    ui.tip("Its name; Enter gives it another one, in joints and events too")
    if entered and typed.strip() and typed != name:
        ui.state.submit(RenameBody(uid, typed.strip()))


def _type(ui: Ui, uid: int, kind: int, shape: int) -> None:
    imgui.set_next_item_width(-1)
    imgui.begin_disabled(shape == PLANE)
    opened = imgui.begin_combo("##type", TYPES[kind])
    ui.note("edit:type")
    if opened:
        for name in TYPES:
            if imgui.selectable(name, name == TYPES[kind])[0] and name != TYPES[kind]:
                ui.state.submit(EditBody(uid, {"type": name} | ({"velocity": None, "angular_velocity": None}
                                                                if name == "static" else {})))
            ui.note(f"choice:type:{name}")
        imgui.end_combo()
    imgui.end_disabled()


def _numbers(ui: Ui, uid: int, label: str, values: Any, keys: Any) -> None:
    """One to three numbers that are dragged or typed; a drag is one edit."""
    shown = [float(x) for x in values]
    imgui.text_disabled(label)
    imgui.same_line(0.34 * imgui.get_window_width())
    imgui.set_next_item_width(-1)
    speed = SPEED * max(1.0, abs(shown[0]))
    drag = {1: imgui.drag_float, 3: imgui.drag_float3}[len(shown)]
    changed, made = drag(f"##{label}", shown[0] if len(shown) == 1 else shown, speed, 0.0, 0.0, "%.3g")
    ui.note(f"edit:{label}")
    if changed:
        ui.state.submit(EditBody(uid, keys([short(x) for x in ([made] if len(shown) == 1 else made)]), f"{label} {uid}"))
    if imgui.is_item_deactivated_after_edit():
        ui.state.submit(SettleEdits())


def _size(value: float) -> float:
    return min(max(value, LEAST), MOST)


def short(value: float) -> float:
    """A number of six significant digits, as fields show them and people write them."""
    return float(f"{value:.6g}")
