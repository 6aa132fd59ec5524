"""Lost bodies: those whose position or velocity is no number any more.  Nothing brings them back but a change by hand."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.definitions.body_types import DYNAMIC
from physics.definitions.known_names import PUT

NAMED = 3                          # bodies that a note names


class NumberLost(ArithmeticError):
    """A position or a velocity is no number any more.  The step was taken; a snapshot from before it brings the numbers back.

    step    the step in which that happened
    body    uid of the first body
    cause   what is likely to have caused it
    """

    def __init__(self, message: str, step: int, body: int, cause: str):
        super().__init__(message)
        self.step, self.body, self.cause = step, body, cause

    def __reduce__(self) -> tuple:
        return NumberLost, (str(self), self.step, self.body, self.cause)


def note_lost(world) -> None:
    """After a step in which there are lost bodies, or before which there were: find them, and say so in the note of a world."""
    pool, arrays, rows = world._bodies, world._bodies.arrays, slice(FIRST, FIRST + world._bodies.count)
    finite = np.isfinite(arrays.pose[rows, :7]).all(axis=1) & np.isfinite(arrays.velocity[rows, :6]).all(axis=1)
    uids = arrays.uid[rows][~finite].tolist()
    pool.just_lost = tuple(uid for uid in uids if uid not in pool.lost)
    pool.lost = {uid: pool.lost.get(uid, world.step_count) for uid in uids if uid in pool.rows}
    if pool.lost:
        PUT(world, "note", "; ".join(filter(None, (lost_note(world), world.note))))


def lost_note(world) -> str:
    """What is said of the lost bodies of a world."""
    pool, uids = world._bodies, first_lost(world)
    since, names = pool.lost[uids[0]], [pool.definitions[uid].name or f"body {uid}" for uid in uids]
    others = [f"{len(names) - NAMED:,} more"] if len(names) > NAMED else []
    named = ", ".join(names[:NAMED] + others)
    return f"NaN since step {since:,}: position or velocity of {named}"


def first_lost(world) -> list[int]:
    """Uids of the lost bodies, by step and number; what touches one is lost with it, so a floor comes after what moves."""
    pool = world._bodies
    return sorted(pool.lost, key=lambda uid: (pool.lost[uid], pool.arrays.type[pool.rows[uid]] != DYNAMIC, uid))
