"""The fields of a body of the scene in its card, while the gizmo is out: name, kind, place, size, mass; each change is an edit.

Name, kind, place and size, then what it shares with the fields of several bodies; each change is an edit.  A scene that runs
shows those that its world can follow without a restart: name, friction, restitution.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui

from app.draw.frame_builder import BOX, FIELD, PLANE, SPHERE
from app.panels.editing import shape_fields
from app.panels.editing.labels import label
from app.panels.editing.scene_fields import buttons, draw_kind, draw_surface, putting_down
from app.panels.widgets.ui import Ui
from app.published.view import BodyTable
from app.simulation.commands import EditBody, RenameBody, SettleEdits
from app.ui.ui_state import UiState
from physics.definitions.shapes import HeightField
from scenes.schema.shapes import short, values_of

COLUMN = 0.34                                            # share of the panel's width at which values begin
WIDE_COLUMN = 0.415                                      # of those with longer labels
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
    ui.heading("In the scene", "" if not state.view.step else "with its settings")
    if (refusal := state.status.group.refusal):
        ui.aside(f"{refusal}, and cannot be edited by itself")
        imgui.separator()
        return
    name = text(ui, "name", table.names[row], "Its name; Enter gives it another one, in joints and events too")
    if name:
        state.submit(RenameBody(uid, name))
    if not state.view.step:
        _at_beginning(ui, uid, row)
    imgui.separator()


def _at_beginning(ui: Ui, uid: int, row: int) -> None:
    """What only the beginning has: kind, place, size, and what it shares with several bodies."""
    state, table = ui.state, ui.state.view.table
    draw_kind(ui, (uid,))
    if table.kinds[row] != PLANE:
        _numbers(ui, uid, "position", state.view.positions[row], lambda values: {"position": values})
    if table.kinds[row] == PLANE:
        _plane(ui, uid, table.sizes[row], float(table.offsets[row]))
    elif table.kinds[row] == FIELD:
        _field(ui, table.shapes[row])
    else:
        _shape(ui, uid, row)
    draw_surface(ui, (uid,))
    if table.kinds[row] not in (PLANE, FIELD):
        buttons(ui, {"put_down": putting_down(ui)})


def _shape(ui: Ui, uid: int, row: int) -> None:
    """Its kind and its lengths; a drag is one edit."""
    table = ui.state.view.table
    made = shape_fields.draw(ui, "edit", shape_values(table, row), table.sizes[row].tolist(), WIDE_COLUMN)
    if made.shape is not None:
        ui.state.submit(EditBody(uid, {"shape": made.shape}, f"{made.word} {uid}" if made.word else ""))
    if made.ended:
        ui.state.submit(SettleEdits())


def shape_values(table: BodyTable, row: int) -> dict[str, Any]:
    """The shape of a body as in a file."""
    if table.kinds[row] == SPHERE:
        return {"sphere": {"radius": float(table.sizes[row][0])}}
    if table.kinds[row] == BOX:
        return {"box": {"half": table.sizes[row].tolist()}}
    return values_of(table.shapes[row])


def _plane(ui: Ui, uid: int, normal: Any, offset: float) -> None:
    """The normal of a plane, out of its solid half, and its offset along it [m]."""
    shown = [short(x) for x in normal]
    _numbers(ui, uid, "normal", shown, lambda values: {"shape": {"plane": {"normal": values, "offset": short(offset)}}})
    _numbers(ui, uid, "offset", [offset], lambda values: {"shape": {"plane": {"normal": shown, "offset": values[0]}}})


def _field(ui: Ui, field: HeightField) -> None:
    """The grid of a height field, which is left to the file."""
    label(ui, "grid", COLUMN)
    imgui.text_disabled(f"{len(field.heights[0])} × {len(field.heights)}, {field.spacing:.3g} m apart")
    ui.note("edit:grid")
    ui.tip("Its heights are those of the file, there as rows or as a formula")


def text(ui: Ui, name: str, value: str, tip: str) -> str:
    """A field of text; what was typed when Enter is pressed and it differs, else ""."""
    imgui.set_next_item_width(-1)
    entered, typed = imgui.input_text_with_hint(f"##{name}", name, value, imgui.InputTextFlags_.enter_returns_true)
    ui.note(f"edit:{name}")
    ui.tip(tip)
    return typed.strip() if entered and typed != value else ""


def _numbers(ui: Ui, uid: int, name: str, values: Any, keys: Any) -> None:
    """Numbers of a body; a drag is one edit."""
    made = numbers(ui, name, values)
    if made is not None:
        ui.state.submit(EditBody(uid, keys(made), f"{name} {uid}"))
    if imgui.is_item_deactivated_after_edit():
        ui.state.submit(SettleEdits())


def numbers(ui: Ui, name: str, values: Sequence[float], form: str = "%.3g") -> list[float] | None:
    """One to three numbers that are dragged or typed; the new ones, None while they stay.  The last item is the field."""
    given = [float(x) for x in values]
    label(ui, name.replace("_", " "), COLUMN)
    speed = SPEED * max(1.0, abs(given[0]))
    drag = {1: imgui.drag_float, 3: imgui.drag_float3}[len(given)]
    changed, made = drag(f"##{name}", given[0] if len(given) == 1 else given, speed, 0.0, 0.0, form)
    ui.note(f"edit:{name}")
    return [short(x) for x in ([made] if len(given) == 1 else made)] if changed else None
