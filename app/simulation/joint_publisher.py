"""World -> Joints: copies the joints' data for drawing and panels from a world, between two steps.

The table of constant properties is rebuilt only when a joint was added or removed, rows of it when joints broke or were changed;
the rest is copied from the world's own arrays, all joints at once.
"""
from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

import numpy as np

from app.published.view import FIXED, FREE, LIMITED, Joints, JointTable
from physics.joints.six_dof import ROTATIONS, TRANSLATIONS

AXES = (*TRANSLATIONS, *ROTATIONS)                               # in the order of JointTable.modes
MODES = {"free": FREE, "limit": LIMITED, "fixed": FIXED}
LOWER, UPPER = ("lower", "twist_lower"), ("upper", "twist_upper")          # alternative names in definitions
REST, STRENGTH = ("rest", "length", "angle"), ("motor_torque", "motor_force")
RATIO = ("ratio", "radius")


class JointPublisher:
    """Makes the joints of the views of one world."""

    def __init__(self, world: Any):
        self.world = world
        self._table: JointTable | None = None
        self._definitions: list[Any] = []               # the definitions in the table

    def joints(self) -> Joints | None:
        """The joints as they are now; None when the world has none."""
        found = self.world.joint_arrays()
        if not len(found.uids):
            return None
        arrays = {name: np.array(getattr(found, name), np.float32)
                  for name in ("anchors", "frames", "forces", "torques", "gaps", "tilts", "measures")}
        joints = Joints(table=self.table(found.uids, found.bodies), enabled=np.array(found.enabled, bool), **arrays)
        for array in (joints.enabled, *arrays.values()):
            array.setflags(write=False)
        return joints

    def table(self, uids: np.ndarray, bodies: np.ndarray) -> JointTable:
        """The constant properties of the joints with these uids (m,) between these bodies (m, 2); only changed rows are
        rebuilt."""
        definitions, known = self.world.joint_definitions, self._table
        if known is None or not np.array_equal(known.uids, uids):
            self._table = self._of(uids, bodies, definitions)
        elif definitions != self._definitions:
            pairs = zip(definitions, self._definitions, strict=True)
            rows = [row for row, (now, before) in enumerate(pairs) if now is not before]
            self._table = merged(known, rows, self._of(uids[rows], bodies[rows], [definitions[row] for row in rows]))
        self._definitions = definitions
        return self._table

    def _of(self, uids: np.ndarray, bodies: np.ndarray, definitions: list[Any]) -> JointTable:
        return table_of(uids, bodies, definitions, [self.world.joint(uid).broken for uid in uids.tolist()])


def table_of(uids: np.ndarray, bodies: np.ndarray, definitions: list[Any], broken: list[bool]) -> JointTable:
    """The table of joints with these uids (m,), uids of bodies (m, 2), definitions, and broken states."""
    six = [[getattr(definition, axis, None) for axis in AXES] for definition in definitions]
    return JointTable(
        uids=np.array(uids, np.int64), names=tuple(definition.name or "" for definition in definitions),
        kinds=tuple(definition.type_name for definition in definitions), bodies=np.array(bodies, np.int64).reshape(-1, 2),
        limits=_columns(definitions, LOWER, UPPER), cones=_columns(definitions, ("cone",))[:, 0],
        springs=np.nan_to_num(_columns(definitions, ("hertz",), REST)),
        motors=np.nan_to_num(_columns(definitions, ("motor_speed",), STRENGTH)),
        ratios=_columns(definitions, RATIO)[:, 0],
        grounds=np.array([_point(definition, "ground_a") + _point(definition, "ground_b") for definition in definitions],
                         np.float64).reshape(-1, 2, 3),
        modes=np.array([[MODES[axis.mode] if hasattr(axis, "mode") else FIXED for axis in axes] for axes in six],
                       np.uint8).reshape(-1, 6),
        ranges=np.array([[(axis.lower, axis.upper) if hasattr(axis, "mode") else (0.0, 0.0) for axis in axes] for axes in six],
                        np.float64).reshape(-1, 6, 2),
        whole=np.array([getattr(definition, "axis", AXES) is None for definition in definitions], bool),
        broken=np.array(broken, bool))


def merged(table: JointTable, rows: list[int], part: JointTable) -> JointTable:
    """The table with `rows` replaced by those of `part`."""
    values = {}
    for field in fields(table):
        whole, new = getattr(table, field.name), getattr(part, field.name)
        if isinstance(whole, tuple):
            changed = list(whole)
            for row, value in zip(rows, new, strict=True):
                changed[row] = value
            values[field.name] = tuple(changed)
        else:
            values[field.name] = whole.copy()
            values[field.name][rows] = new
    return JointTable(**values)


def _columns(definitions: list[Any], *names: tuple[str, ...]) -> np.ndarray:
    """(m, k) float64: for each of k tuples of names the first number of a definition under one of them, else NaN."""
    rows = [[_number(definition, choices) for choices in names] for definition in definitions]
    return np.array(rows, np.float64).reshape(-1, len(names))


def _number(definition: Any, names: tuple[str, ...]) -> float:
    found = (getattr(definition, name, None) for name in names)
    return next((float(value) for value in found if isinstance(value, int | float)), math.nan)


def _point(definition: Any, name: str) -> tuple[float, float, float]:
    point = getattr(definition, name, None)
    return (math.nan,) * 3 if point is None else tuple(map(float, point))
