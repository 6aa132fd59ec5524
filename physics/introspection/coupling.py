"""The coupling of rows: J M^-1 J^T of an island, which says how each row's speed answers an impulse of every other row."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.definitions.body_types import DYNAMIC
from physics.introspection.causes import body_row
from physics.introspection.record import Record, record_of
from physics.introspection.refusal import NoInsight, uid_of
from physics.introspection.row_table import KINDS
from physics.lab.rows.row import matrix_between, taken

MOST_ROWS = 600                                  # of an island: a picture of so many cells a side, 3 MB


class Coupling(NamedTuple):
    """The matrix of an island with m rows; read-only."""

    rows: np.ndarray              # (m,) numbers in `world.rows()`
    labels: list[str]             # of each row: kind, and the bodies' uids
    color: np.ndarray             # (m,) colour in the constraint graph
    matrix: np.ndarray            # (m, m) J M^-1 J^T [1/kg], of rotations [1/(kg m2)]


def island_of(record: Record, row: int) -> np.ndarray:
    """Numbers of the rows of a body's island: those of all dynamic bodies that constraints connect with it."""
    rows, kinds = record.substeps[-1].rows, record.state.bodies.type
    members = np.zeros(len(kinds), bool)
    members[row] = True
    while True:
        mine = members[rows.a] | members[rows.b]
        reached = np.zeros_like(members)
        reached[rows.a[mine]] = reached[rows.b[mine]] = True
        reached = members | reached & (kinds == DYNAMIC) & (np.arange(len(kinds)) >= FIRST)
        if (reached == members).all():
            return np.flatnonzero(mine)
        members = reached


def coupling_of(world, body: Any) -> Coupling:
    """The coupling of the rows of a body's island in the last step, body by handle or uid.  Raises NoInsight."""
    record = record_of(world)
    if record is None:
        raise NoInsight("all bodies slept in the last step: no rows were solved")
    mine = island_of(record, body_row(record, world._beginning.run.count, uid_of(body, world)))
    if len(mine) > MOST_ROWS:
        raise NoInsight(f"the island has {len(mine):,} rows; the matrix is made of at most {MOST_ROWS}")
    rows, uid = taken(record.substeps[-1].rows, mine), record.state.bodies.uid
    names = [["the world" if body < FIRST else str(uid[body]) for body in side] for side in (rows.a, rows.b)]
    labels = [f"{KINDS[kind]} {a} - {b}" for kind, a, b in zip(rows.kind, *names)]
    found = Coupling(mine, labels, record.places.color[mine], matrix_between(rows))
    for column in (found.rows, found.color, found.matrix):
        column.flags.writeable = False
    return found
