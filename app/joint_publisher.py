"""World -> Joints: copies what drawing and panels show of the joints out of a world, between two steps.

The table of what is fixed is made anew only when a joint came, went, broke or was tuned; the rest is copied from the
world's own arrays, all joints at once.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from app.view import FIXED, FREE, LIMITED, Joints, JointTable

AXES = ("x", "y", "z", "rx", "ry", "rz")                         # six_dof's, in the order of JointTable.modes
MODES = {"free": FREE, "limit": LIMITED, "fixed": FIXED}
LOWER, UPPER = ("lower", "twist_lower"), ("upper", "twist_upper")          # names by which definitions say the same
REST, STRENGTH = ("rest", "length", "angle"), ("motor_torque", "motor_force")
RATIO = ("ratio", "radius")


class JointPublisher:
    """Makes what the views of one world say of its joints."""

    def __init__(self, world: Any):
        self.world = world
        self._table: JointTable | None = None
        self._revision: Any = None

    def joints(self) -> Joints | None:
        """The joints as they are now; None when the world has none."""
        found = self.world.joint_arrays()
        if not len(found.uids):
            return None
        joints = Joints(
            table=self.table(found.uids), anchors=np.array(found.anchors, np.float32), frames=np.array(found.frames, np.float32),
            forces=np.array(found.forces, np.float32), torques=np.array(found.torques, np.float32),
            errors=np.array(found.errors, np.float32), measures=np.array(found.measures, np.float32),
            enabled=np.array(found.enabled, bool))
        for array in (joints.anchors, joints.frames, joints.forces, joints.torques, joints.errors, joints.measures, joints.enabled):
            array.setflags(write=False)
        return joints

    def table(self, uids: np.ndarray) -> JointTable:
        """What is fixed about the joints with these uids (m,)."""
        revision = self.world.joint_revision
        if self._table is None or self._revision != revision or not np.array_equal(self._table.uids, uids):
            self._table, self._revision = table_of(list(self.world.joints)), revision
        return self._table


def table_of(joints: list[Any]) -> JointTable:
    """The table of these joints (handles with uid, name, type_name, definition, broken)."""
    told = [joint.definition for joint in joints]
    six = [[getattr(definition, axis, None) for axis in AXES] for definition in told]
    return JointTable(
        uids=np.array([joint.uid for joint in joints], np.int64),
        names=tuple(definition.name or "" for definition in told), kinds=tuple(definition.type_name for definition in told),
        bodies=np.array([[_uid(definition.a), _uid(definition.b)] for definition in told], np.int64).reshape(-1, 2),
        limits=_columns(told, LOWER, UPPER), cones=_columns(told, ("cone",))[:, 0],
        springs=np.nan_to_num(_columns(told, ("hertz",), REST)), motors=np.nan_to_num(_columns(told, ("motor_speed",), STRENGTH)),
        ratios=_columns(told, RATIO)[:, 0],
        grounds=np.array([_point(definition, "ground_a") + _point(definition, "ground_b") for definition in told],
                         np.float64).reshape(-1, 2, 3),
        modes=np.array([[MODES[axis.mode] if hasattr(axis, "mode") else FIXED for axis in axes] for axes in six],
                       np.uint8).reshape(-1, 6),
        ranges=np.array([[(axis.lower, axis.upper) if hasattr(axis, "mode") else (0.0, 0.0) for axis in axes] for axes in six],
                        np.float64).reshape(-1, 6, 2),
        whole=np.array([definition.type_name == "angle" and definition.axis is None for definition in told], bool),
        broken=np.array([joint.broken for joint in joints], bool))


def _columns(definitions: list[Any], *names: tuple[str, ...]) -> np.ndarray:
    """(m, k) float64: for each of k tuples of names the first number a definition has by one of them, NaN without."""
    rows = [[_number(definition, choices) for choices in names] for definition in definitions]
    return np.array(rows, np.float64).reshape(-1, len(names))


def _number(definition: Any, names: tuple[str, ...]) -> float:
    found = (getattr(definition, name, None) for name in names)
    return next((float(value) for value in found if isinstance(value, int | float)), math.nan)


def _point(definition: Any, name: str) -> tuple[float, float, float]:
    point = getattr(definition, name, None)
    return (math.nan,) * 3 if point is None else tuple(map(float, point))


def _uid(body: Any) -> int:
    return 0 if body is None else body.uid
