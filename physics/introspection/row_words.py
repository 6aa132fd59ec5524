"""The words of expressions over the rows of a step: the columns of the table, and the names of kinds, states, bodies and joints.

    Filter("kind == normal and impulse > 10", world.row_columns()).mask(table, table.size)
    state == at_its_bound        a == crate or b == crate        a == world        joint == door
    a == "upper"                 the body that is named like a column; likewise a == "world", where a body has that name
"""
from __future__ import annotations

from collections.abc import Mapping

from physics.definitions.method_names import OURS
from physics.expressions.columns import Columns
from physics.introspection.row_table import KINDS, NOT_INSIDE, RECORDED, STATES, WORLD_UID, empty_table
from physics.measure.quantities import names_in

NAMES = tuple(name for name, column in zip(empty_table()._fields, empty_table()) if column.ndim == 1)
WORLD = "world"


def row_columns(world, inside: bool = False) -> Columns:
    """The columns with one number or name a row, and the present names of a world's bodies and joints; `inside` a step there are
    fewer."""
    method, absent = world.solver.method, {}
    if method != OURS:
        absent = {name: f"{name} is not known of {method}, which keeps no record of sweeps; {OURS} does" for name in RECORDED}
    elif inside:
        absent = {name: f"{name} is not known inside a step, but of whole steps alone: look \"step\"" for name in NOT_INSIDE}
    return columns_with(*names_in(world))._replace(absent=absent)


def columns_with(bodies: Mapping[str, int], joints: Mapping[str, int]) -> Columns:
    """The columns with these names of bodies and joints and their uids; `_` may stand for the spaces of a name."""
    uids = _with_underscores(bodies) | {WORLD: WORLD_UID}
    if WORLD in bodies:
        uids[f'"{WORLD}"'] = bodies[WORLD]
    return Columns(NAMES, {"kind": {kind: kind for kind in KINDS}, "state": {state.replace(" ", "_"): state for state in STATES},
                           "a": uids, "b": uids, "joint": _with_underscores(joints)})


def _with_underscores(names: Mapping[str, int]) -> dict[str, int]:
    return {name.replace(" ", "_"): uid for name, uid in names.items()} | dict(names)
