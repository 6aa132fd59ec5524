"""The fields of a body of the scene in its card, while the scene is at its beginning and the gizmo is out.

Name, kind, place and size, then what it shares with the fields of several bodies; each change is an edit.
"""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from app.draw.frame_builder import BOX, PLANE
from app.panels.editing.scene_fields import buttons, draw_kind, draw_surface, putting_down
from app.panels.widgets.ui import Ui
from app.simulation.commands import EditBody, RenameBody, SettleEdits

LEAST, MOST = 1e-3, 1e4                                  # [m] of sizes
SPEED = 0.02                                             # of a value for each pixel of a drag, over 1 or the value


def draw(ui: Ui, uid: int, row: int) -> None:
    """The fields, as the window's view has them at the beginning."""
    state, table = ui.state, ui.state.view.table
    if not state.gizmo or state.view.step:
        return
    imgui.separator()
    ui.heading("In the scene")
    if (refusal := state.status.group.refusal):
        ui.aside(f"{refusal}, and cannot be edited by itself")
        imgui.separator()
        return
    _name(ui, uid, table.names[row])
    draw_kind(ui, (uid,))
    if table.kinds[row] != PLANE:
        _numbers(ui, uid, "position", state.view.positions[row], lambda values: {"position": values})
        if table.kinds[row] == BOX:
            _numbers(ui, uid, "size", 2 * table.sizes[row],
                     lambda values: {"shape": {"box": {"half": [short(_size(x) / 2) for x in values]}}})
        else:
            _numbers(ui, uid, "radius", table.sizes[row][:1], lambda values: {"shape": {"sphere": {"radius": _size(values[0])}}})
    else:
        _plane(ui, uid, table.sizes[row], float(table.offsets[row]))
    draw_surface(ui, (uid,))
    if table.kinds[row] != PLANE:
        buttons(ui, {"put_down": putting_down(ui)})
    imgui.separator()


def _plane(ui: Ui, uid: int, normal: Any, offset: float) -> None:
    """The normal of a plane, out of its solid half, and its offset along it [m]."""
    shown = [short(x) for x in normal]
    _numbers(ui, uid, "normal", shown, lambda values: {"shape": {"plane": {"normal": values, "offset": short(offset)}}})
    _numbers(ui, uid, "offset", [offset], lambda values: {"shape": {"plane": {"normal": shown, "offset": values[0]}}})


def _name(ui: Ui, uid: int, name: str) -> None:
    imgui.set_next_item_width(-1)
    entered, typed = imgui.input_text_with_hint("##name", "name", name, imgui.InputTextFlags_.enter_returns_true)
    ui.note("edit:name")
    ui.tip("Its name; Enter gives it another one, in joints and events too")
    if entered and typed.strip() and typed != name:
        ui.state.submit(RenameBody(uid, typed.strip()))


def _numbers(ui: Ui, uid: int, label: str, values: Any, keys: Any) -> None:
    """One to three numbers that are dragged or typed; a drag is one edit."""
    shown = [float(x) for x in values]
    imgui.align_text_to_frame_padding()
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
