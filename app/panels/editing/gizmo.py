"""The gizmo: arrows or rings at the selected body, or amid several, by which they are moved or turned; Ctrl snaps to a grid.

A body of a generator moves the whole generator, and one that is being made has arrows too.

While it is dragged each place is an edit of the scene, and all of a drag are one.
"""
from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from imgui_bundle import ImVec2, imgui, imguizmo

from app.draw.camera import look_at, perspective
from app.draw.frame_builder import PLANE
from app.panels.panel import UNDER, Panel
from app.panels.widgets.ui import Ui
from app.published.view import View
from app.simulation.commands import EditBody, EditGenerator, MoveBodies, SettleEdits
from app.ui.ui_state import UiState
from physics.bodies.rotation import matrix
from scenes.editing.generator_fields import numbers_in

GRID, ANGLE = 0.25, 15.0           # [m], [deg] to which Ctrl snaps
DIGITS, STEPS = 9, 6               # decimals of numbers that go into the scene; of shifts, which are single precision
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
TOOLS = imguizmo.im_guizmo


class Gizmo:
    """Draws it, and remembers the drag."""

    def __init__(self) -> None:
        self._held: np.ndarray | None = None             # (4, 4) pose of what is dragged
        self._from: np.ndarray | None = None             # the same when the drag began
        self._what: tuple = ()                           # what is dragged

    def draw(self, ui: Ui) -> None:
        """The gizmo of the selected body or in the middle of several, of a generator, or of the one that is being made."""
        state = ui.state
        what, place, turning = self._seized(state)
        if self._what[:2] != what[:2]:
            self._held, self._what = None, what
        viewport = state.chosen_viewport
        pose = viewport.camera(state.motion.camera).pose
        TOOLS.begin_frame()
        TOOLS.set_orthographic(False)
        drawing = imgui.get_background_draw_list()
        drawing.push_clip_rect(ImVec2(viewport.x, viewport.y),                         # not in the picture of another variant
                               ImVec2(viewport.x + viewport.width, viewport.y + viewport.height))
        TOOLS.set_drawlist(drawing)
        TOOLS.set_rect(viewport.x, viewport.y, viewport.width, viewport.height)
        made = _packed(place if self._held is None else self._held)
        snap = TOOLS.Matrix3([ANGLE if turning else GRID] * 3) if imgui.get_io().key_ctrl else None
        changed = TOOLS.manipulate(_packed(look_at(pose.eye, pose.target)),
                                   _packed(perspective(pose, viewport.width / max(viewport.height, 1.0))),
                                   TOOLS.OPERATION.rotate if turning else TOOLS.OPERATION.translate,
                                   TOOLS.MODE.local if turning else TOOLS.MODE.world, made, None, snap)
        drawing.pop_clip_rect()
        state.gizmo_over = bool(TOOLS.is_over() or TOOLS.is_using())
        if TOOLS.is_using():
            if self._held is None:
                self._from, self._what = place, what
            self._held = np.array(made.values, float).reshape(4, 4).T
            if changed:
                self._move(state, turning)
        elif self._held is not None:
            self._held = None
            state.submit(SettleEdits())

    def _seized(self, state: UiState) -> tuple[tuple, np.ndarray, bool]:
        """What is moved, with the place that it had, its pose, and whether it is turned."""
        making, generator = state.making_generator, state.status.edits.generator
        if making.active:
            return ("making", making.name, _position(making.values)), pose_of(_position(making.values), UPRIGHT), False
        uids = movable(state)
        place = start(uids, state.view)
        if generator is not None and len(uids) == 1:
            return ("generator", generator.number, _position(generator.values)), place, False
        return ("bodies", uids), place, state.gizmo == "turn"

    def _move(self, state: UiState, turning: bool) -> None:
        """Give what is held its new place."""
        kind, which = self._what[:2]
        if kind == "bodies":
            state.submit(command_of(which, self._from, self._held, turning))
            return
        moved = [_short(x) for x in np.asarray(self._what[2]) + self._held[:3, 3] - self._from[:3, 3]]
        if kind == "making":
            state.making_generator.change({"position": moved})
        else:
            state.submit(EditGenerator(which, {"position": moved}, f"position of {which}"))


def _position(values: Mapping[str, Any]) -> tuple[float, float, float]:
    """The position of a generator with these keys [m]."""
    found = numbers_in(values.get("position", (0, 0, 0)), "m")
    return tuple(found) if found and len(found) == 3 else (0.0, 0.0, 0.0)


def movable(state: UiState) -> tuple[int, ...]:
    """The selected bodies that are no planes."""
    table = state.view.table
    return tuple(uid for uid in state.chosen if (row := table.index(uid)) is not None and table.kinds[row] != PLANE)


def start(uids: tuple[int, ...], view: View) -> np.ndarray:
    """(4, 4) where the gizmo stands: at a body, turned as it is, or upright in the middle of the box around several centres."""
    rows = [view.table.index(uid) for uid in uids]
    if len(rows) == 1:
        return pose_of(view.positions[rows[0]], view.rotations[rows[0]])
    centres = view.positions[rows].astype(float)
    return pose_of((centres.min(axis=0) + centres.max(axis=0)) / 2, UPRIGHT)


def command_of(uids: tuple[int, ...], begun: np.ndarray, held: np.ndarray, turning: bool) -> EditBody | MoveBodies:
    """The edit of a drag of the gizmo from one pose (4, 4) to another; several bodies move from where they were before it."""
    merges = f"{'turn' if turning else 'move'} {uids if len(uids) > 1 else uids[0]}"
    if len(uids) == 1:
        return EditBody(uids[0], keys_of(held, turning), merges)
    if turning:
        turn = quaternion_of(held[:3, :3] @ np.linalg.inv(begun[:3, :3]))
        return MoveBodies(uids, turn=tuple(_short(x) for x in turn), merges=merges)
    return MoveBodies(uids, shift=tuple(round(float(x), STEPS) + 0.0 for x in held[:3, 3] - begun[:3, 3]), merges=merges)


def _packed(place: np.ndarray) -> TOOLS.Matrix16:
    """A matrix as ImGuizmo takes it, column by column."""
    return TOOLS.Matrix16(np.asarray(place, float).T.reshape(-1).tolist())


def pose_of(position: np.ndarray, rotation: np.ndarray) -> np.ndarray:
    """(4, 4) of a body at a position [m] with a unit quaternion."""
    place = np.eye(4)
    place[:3, :3], place[:3, 3] = matrix(np.asarray(rotation, float)), position
    return place


def keys_of(place: np.ndarray, turning: bool) -> dict[str, list[float]]:
    """The key of a body in a scene for such a place: `rotation` when it turned, else `position` [m]."""
    if turning:
        return {"rotation": [_short(x) for x in quaternion_of(place[:3, :3])]}
    return {"position": [_short(x) for x in place[:3, 3]]}


def _short(value: float) -> float:
    return round(float(value), DIGITS) + 0.0


def quaternion_of(turn: np.ndarray) -> tuple[float, float, float, float]:
    """The unit quaternion (x, y, z, w) of a rotation matrix, by its largest component: the others are small divisors.

    Source: Shepperd, "Quaternion from Rotation Matrix", 1978.
    """
    turn = turn / np.linalg.norm(turn, axis=0)
    squares = np.array((turn[0, 0] - turn[1, 1] - turn[2, 2], turn[1, 1] - turn[2, 2] - turn[0, 0],
                        turn[2, 2] - turn[0, 0] - turn[1, 1], turn.trace())) + 1
    largest = int(squares.argmax())
    found, double = np.empty(4), math.sqrt(squares[largest])
    found[largest] = double / 2
    for other in range(4):
        if other == largest:
            continue
        if 3 in (other, largest):                        # w and an axis k: the difference of the two entries about it
            k = min(other, largest)
            i, j = (k + 1) % 3, (k + 2) % 3
            found[other] = (turn[j, i] - turn[i, j]) / (2 * double)
        else:
            found[other] = (turn[other, largest] + turn[largest, other]) / (2 * double)
    return tuple((found / np.linalg.norm(found)).tolist())


def wanted(state: UiState) -> bool:
    """Whether a generator is being made, or bodies are selected for it that are no planes, and no joint or body is being
    made, nor a box or an event drawn: their presses are the scene's."""
    busy = state.view is None or state.tool.active or state.box.active or state.events.active or state.new_body.active
    shown = not busy and (state.making_generator.active or bool(state.gizmo) and bool(movable(state)))
    if not shown:
        state.gizmo_over = False
    return shown


PANEL = Panel(lambda: Gizmo().draw, UNDER + 1, wanted, hideable=False, roams=True)
