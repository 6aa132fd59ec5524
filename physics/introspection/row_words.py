"""The words of expressions over the rows of a step: the columns of the table, and the names of kinds, states, bodies and joints.

    Filter("kind == normal and impulse > 10", world.row_columns()).mask(table, table.size)
    state == at_its_bound        a == crate or b == crate        a == world        joint == door
"""
from __future__ import annotations

from physics.expressions.columns import Columns
from physics.introspection.row_table import KINDS, STATES, WORLD_UID, empty_table
from physics.measure.quantities import names_in

NAMES = tuple(name for name, column in zip(empty_table()._fields, empty_table()) if column.ndim == 1)
WORLD = "world"


def row_columns(world) -> Columns:
    """The columns with one number or name a row, and the present names of a world's bodies and joints."""
    bodies, joints = names_in(world)
    uids = {WORLD: WORLD_UID} | bodies
    return Columns(NAMES, {"kind": {kind: kind for kind in KINDS}, "state": {state.replace(" ", "_"): state for state in STATES},
                           "a": uids, "b": uids, "joint": joints})
