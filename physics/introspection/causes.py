"""Causes: what moved a body in the last step.  Their changes add up to its velocity after less its velocity before.

Within a substep J is fixed, so a row's cause is the sum over substeps of M^-1 J^T times its impulse.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.definitions.body_types import KINEMATIC
from physics.introspection.record import Record, record_of
from physics.introspection.refusal import NoInsight, uid_of
from physics.introspection.row_table import KINDS
from physics.lab.rows.row import OF_PARTS

DRIVE = "kinematic drive"


class Cause(NamedTuple):
    """One cause of a body's change of velocity in the last step."""

    name: str                     # "gravity", ...; of a row its kind and what it is of, "normal against 1"
    row: int | None               # number of its row in `world.rows()`
    change: np.ndarray            # (6,) change of velocity [m/s] and angular velocity [rad/s]


def causes_of(world, body: Any) -> list[Cause]:
    """The causes of a body, given by handle or uid, largest first; none of a body that slept.  Raises NoInsight."""
    uid = uid_of(body, world)
    record = record_of(world)
    if uid not in world._bodies.rows:
        raise NoInsight(f"there is no body {uid} in this world")
    if record is None:
        return []
    row = body_row(record, world._beginning.run.count, uid)
    if record.state.bodies.type[row] == KINEMATIC:
        return [Cause(DRIVE, None, record.after[row] - record.before[row])]
    found = [Cause(name, None, change[row].copy()) for name, change in record.causes.items() if change[row].any()]
    return sorted(found + _of_rows(record, row), key=lambda cause: -float(np.linalg.norm(cause.change)))


def body_row(record: Record, count: int, uid: int) -> int:
    """The row of a body in a record of so many bodies.  Raises NoInsight for one that came later."""
    uids = record.state.bodies.uid[FIRST:FIRST + count]
    place = int(np.searchsorted(uids, uid))
    if place >= count or uids[place] != uid:
        raise NoInsight(f"body {uid} has no part in the last step: it came after it, or there is none")
    return FIRST + place


def changes_by_rows(record: Record, row: int) -> tuple[np.ndarray, np.ndarray]:
    """(numbers of the rows of a body row, (k, 6) changes of its velocity by them in the step)."""
    first = record.substeps[0].rows
    mine = np.flatnonzero((first.a == row) | (first.b == row))
    total = np.zeros((len(mine), 6))
    for substep in record.substeps:
        response, impulse = substep.rows.response[mine], substep.impulse[mine, None]
        total += np.where((first.a[mine] == row)[:, None], response[:, :6], 0) * impulse
        total += np.where((first.b[mine] == row)[:, None], response[:, 6:], 0) * impulse
    return mine, total


def _of_rows(record: Record, row: int) -> list[Cause]:
    """Causes of a body row by constraint rows."""
    rows, uid = record.substeps[-1].rows, record.state.bodies.uid
    found = []
    for number, change in zip(*changes_by_rows(record, row)):
        if change.any():
            other = rows.b[number] if rows.a[number] == row else rows.a[number]
            whom = uid[other] if other >= FIRST else "the world"
            found.append(Cause(f"{KINDS[rows.kind[number]]} {'against' if rows.kind[number] < OF_PARTS else 'to'} {whom}",
                               int(number), change))
    return found
