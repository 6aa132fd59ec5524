"""The load path: which contacts and joints carry a body, and how its weight gets to the ground.

    sum over its contacts and joints of impulse + weight dt + forces dt = mass (v after - v before)

with the impulse on the body of each; at rest the right side is 0, so the upward impulses sum to the weight.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.definitions.body_types import DYNAMIC
from physics.introspection.causes import body_row
from physics.introspection.record import CAPS, CORRECTIONS, DAMPING, FORCES, GRAVITY, SLEEP, Record, record_of
from physics.introspection.refusal import NoInsight, uid_of
from physics.introspection.row_table import WORLD_UID


class Carrier(NamedTuple):
    """A contact or joint that carries a body."""

    body: int                     # uid of the body that it acts on
    other: int                    # uid of the one that it is against or joined to, -1: the world
    joint: int                    # uid of the joint, -1: a contact
    rows: np.ndarray              # numbers of its rows in `world.rows()`
    impulse: np.ndarray           # (3,) on the body in the whole step [N s]
    share: float                  # of the impulse that carries: along minus the load, over the load; negative: it pulls down


class LoadPath(NamedTuple):
    """What carries a body, and on to the ground."""

    load: np.ndarray              # (3,) impulse of weight and forces on the body in the step, which its carriers bear [N s]
    carriers: list[Carrier]       # of the body itself, most first
    path: list[Carrier]           # those and, breadth first, the carriers of what bears it, down to what does not move
    momentum: np.ndarray          # (3,) change of its momentum by all of this: carriers + load, 0 at rest [N s]
    other: np.ndarray             # (3,) change of its momentum by damping, caps and the like [N s]


def load_path_of(world, body: Any) -> LoadPath:
    """The load path of a dynamic body, by handle or uid, in the last step.  Raises NoInsight."""
    record = record_of(world)
    if record is None:
        raise NoInsight("all bodies slept in the last step: nothing was solved")
    row = body_row(record, world._beginning.run.count, uid_of(body, world))
    if record.state.bodies.type[row] != DYNAMIC:
        raise NoInsight("a body that is not dynamic carries and is not carried")
    joint = joints_of_rows(record, world)
    mass = 1 / float(record.state.bodies.local[row, 3])
    load = mass * (record.causes[GRAVITY][row, :3] + record.causes[FORCES][row, :3])
    other = mass * sum(record.causes[name][row, :3] for name in (DAMPING, CAPS, CORRECTIONS, SLEEP))
    carriers = carriers_of(record, row, load, joint)
    momentum = load + sum((one.impulse for one in carriers), np.zeros(3))
    return LoadPath(load, carriers, _path(record, row, load, joint), momentum, other)


def joints_of_rows(record: Record, world) -> np.ndarray:
    """(m,) uid of the joint of each row, -1: a contact."""
    rows, joints = record.substeps[-1].rows, world._joints
    owner = np.repeat(joints.rows.uid[:joints.count], joints.rows.parts[:joints.count])
    if not len(owner):
        return np.full(len(rows.a), WORLD_UID)
    return np.where(rows.part >= 0, owner[np.maximum(rows.part, 0)], WORLD_UID)


def carriers_of(record: Record, row: int, load: np.ndarray, joint: np.ndarray) -> list[Carrier]:
    """The carriers of a body row under a load, most first."""
    rows, uid = record.substeps[-1].rows, record.state.bodies.uid
    mine = np.flatnonzero((rows.a == row) | (rows.b == row))
    other = np.where(rows.a[mine] == row, rows.b[mine], rows.a[mine])
    size = float(load @ load)
    found = []
    for number, which in sorted({(int(a), int(b)) for a, b in zip(other, joint[mine])}):
        these = mine[(other == number) & (joint[mine] == which)]
        impulse = impulse_on(record, row, these)
        share = -float(impulse @ load) / size if size > 0 else 0.0
        found.append(Carrier(int(uid[row]), int(uid[number]) if number >= FIRST else WORLD_UID, which, these, impulse, share))
    return sorted(found, key=lambda one: -one.share)


def impulse_on(record: Record, row: int, these: np.ndarray) -> np.ndarray:
    """(3,) impulse of rows on a body row in the whole step [N s]."""
    total = np.zeros(3)
    for substep in record.substeps:
        rows, impulse = substep.rows, substep.impulse[these, None]
        total += (np.where((rows.a[these] == row)[:, None], rows.jacobian[these, :3], 0) * impulse).sum(0)
        total += (np.where((rows.b[these] == row)[:, None], rows.jacobian[these, 6:9], 0) * impulse).sum(0)
    return total


def _path(record: Record, row: int, load: np.ndarray, joint: np.ndarray) -> list[Carrier]:
    """Carriers that push against the load, of the body and of what carries it."""
    bodies, found, seen, front = record.state.bodies, [], {row}, [row]
    rows = {int(uid): FIRST + k for k, uid in enumerate(bodies.uid[FIRST:]) if uid > 0}
    while front:
        now = front.pop(0)
        for one in carriers_of(record, now, load, joint):
            if one.share > 0:
                found.append(one)
                below = rows.get(one.other, 0) if one.other != WORLD_UID else 0
                if below >= FIRST and bodies.type[below] == DYNAMIC and below not in seen:
                    seen.add(below)
                    front.append(below)
    return found
