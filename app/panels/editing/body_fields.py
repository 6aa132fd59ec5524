"""The fields of a body of the scene in its card, while the gizmo is out: name, kind, place, size, mass; each change is an edit.

A scene that runs shows those that its world can follow without a restart: name, friction, restitution.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from imgui_bundle import imgui

from app.draw.frame_builder import BOX, PLANE
from app.panels.widgets.ui import Ui
from app.simulation.commands import EditBody, RenameBody, SettleEdits
from app.ui.ui_state import UiState

TYPES = ("dynamic", "static", "kinematic")               # as `BodyTable.types` numbers them
LEAST, MOST = 1e-3, 1e4                                  # [m] of sizes
SPEED = 0.02                                             # of a value for each pixel of a drag, over 1 or the value


def shown(state: UiState) -> bool:
    """Whether the card of the selected body edits the scene."""
    return bool(state.gizmo) and state.status.edits.body is not None


def draw(ui: Ui, uid: int, row: int) -> None:
    """The fields, as the window's view has them."""
    state, table = ui.state, ui.state.view.table
    if not shown(state):
        return
    imgui.separator()
    ui.heading("In the scene", "with its settings")
    name = text(ui, "name", table.names[row], "Its name; Enter gives it another one, in joints and events too")
    if name:
        state.submit(RenameBody(uid, name))
    if not state.view.step:
        _at_beginning(ui, uid, row)
    imgui.separator()


def _at_beginning(ui: Ui, uid: int, row: int) -> None:
    """What only the beginning has: kind, place, size, mass."""
    state, table = ui.state, ui.state.view.table
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


def text(ui: Ui, label: str, value: str, tip: str) -> str:
    """A field of text; what was typed when Enter is pressed and it differs, else ""."""
    imgui.set_next_item_width(-1)
    entered, typed = imgui.input_text_with_hint(f"##{label}", label, value, imgui.InputTextFlags_.enter_returns_true)
    ui.note(f"edit:{label}")
    ui.tip(tip)
    return typed.strip() if entered and typed != value else ""


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
    """Numbers of a body; a drag is one edit."""
    made = numbers(ui, label, values)
    if made is not None:
        ui.state.submit(EditBody(uid, keys(made), f"{label} {uid}"))
    if imgui.is_item_deactivated_after_edit():
        ui.state.submit(SettleEdits())


def numbers(ui: Ui, label: str, values: Sequence[float], form: str = "%.3g") -> list[float] | None:
    """One to three numbers that are dragged or typed; the new ones, None while they stay.  The last item is the field."""
    given = [float(x) for x in values]
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(label.replace("_", " "))
    imgui.same_line(0.34 * imgui.get_window_width())
    imgui.set_next_item_width(-1)
    speed = SPEED * max(1.0, abs(given[0]))
    drag = {1: imgui.drag_float, 3: imgui.drag_float3}[len(given)]
    changed, made = drag(f"##{label}", given[0] if len(given) == 1 else given, speed, 0.0, 0.0, form)
    ui.note(f"edit:{label}")
    return [short(x) for x in ([made] if len(given) == 1 else made)] if changed else None


def _size(value: float) -> float:
    return min(max(value, LEAST), MOST)


def short(value: float) -> float:
    """A number of six significant digits, as fields show them and people write them."""
    return float(f"{value:.6g}")
