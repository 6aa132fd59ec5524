"""Why bodies are awake: the reason of each body's own, and the body that keeps its island up.

An island falls asleep as a whole (`dynamics.islands`), so one restless body keeps all others of it awake.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.definitions.body_types import DYNAMIC, KINEMATIC

REASONS = ("fixed", "asleep", "moves", "at rest, but not for long enough", "may never sleep", "a neighbour is awake",
           "about to fall asleep", "sleep is off")
FIXED, ASLEEP, MOVES, RECENT, NEVER, NEIGHBOUR, ABOUT, OFF = range(len(REASONS))
OWN = (MOVES, RECENT, NEVER)       # reasons that a body itself gives its island


class AwakeReasons(NamedTuple):
    """Of n bodies in order of creation."""

    reasons: np.ndarray            # (n,) uint8 index in REASONS
    keepers: np.ndarray            # (n,) int64 uid of the body that keeps this one awake; its own where it does, 0: none
    rested: np.ndarray             # (n,) how long it has been at rest [s]


def awake_reasons(world) -> AwakeReasons:
    """Why each body of a world is awake, after a step."""
    pool, island = world._bodies, world.islands
    arrays = pool.arrays
    uid, kind, still = pool.living(arrays.uid), pool.living(arrays.type), pool.living(arrays.still).astype(np.float64)
    dynamic, awake = kind == DYNAMIC, pool.living(arrays.awake) > 0
    reasons = np.full(len(uid), FIXED, np.uint8)
    reasons[dynamic] = _own(still[dynamic], pool.living(arrays.restless)[dynamic] > 0, float(world.sleep_time))
    reasons[dynamic & ~awake] = ASLEEP
    if not world.sleep:
        reasons[dynamic & awake] = OFF
    reasons[(kind == KINEMATIC) & awake] = MOVES
    keepers = np.where(np.isin(reasons, OWN), uid, 0)
    rested = dynamic & (reasons == ABOUT)
    if rested.any():
        found = _keepers(world, (uid, island, still), reasons)
        keepers[rested] = found[rested]
        reasons[rested & (found > 0)] = NEIGHBOUR
    return AwakeReasons(reasons, keepers, still)


def _own(still: np.ndarray, restless: np.ndarray, sleep_time: float) -> np.ndarray:
    """Reasons that bodies have themselves."""
    return np.select([restless, still == 0, still < sleep_time], [NEVER, MOVES, RECENT], ABOUT)


def _keepers(world, columns: tuple[np.ndarray, np.ndarray, np.ndarray], reasons: np.ndarray) -> np.ndarray:
    """(n,) uid of the least rested body of each body's island, else of a moving kinematic body at it; 0: none."""
    uid, island, still = columns
    first = np.searchsorted(uid, island)                                   # place of each island's first body
    keeper = np.zeros(len(uid), np.int64)
    for touched, mover in reversed(_moved_by_kinematic(world)):
        keeper[first[touched]] = mover
    busy = np.flatnonzero(np.isin(reasons, OWN) & (world._bodies.living(world._bodies.arrays.type) == DYNAMIC))
    busy = busy[np.lexsort((busy, still[busy]))][::-1]                     # the least rested is written last
    keeper[first[busy]] = uid[busy]
    return keeper[first]


def _moved_by_kinematic(world) -> list[tuple[int, int]]:
    """(place of a dynamic body, uid of a kinematic body) where one that moves touches or holds it."""
    pool, state = world._bodies, world._contacts
    arrays, constraints = pool.arrays, world._joints.constraints(pool)
    touching, count = state.touching_count, constraints[2]
    a = np.concatenate((state.touching.a[:touching], constraints[0].a[:count]))
    b = np.concatenate((state.touching.b[:touching], constraints[0].b[:count]))
    rows, others = np.concatenate((a, b)), np.concatenate((b, a))
    moved = (arrays.type[others] == KINEMATIC) & (arrays.awake[others] > 0) & (arrays.type[rows] == DYNAMIC)
    return list(zip((rows[moved] - FIRST).tolist(), arrays.uid[others[moved]].tolist()))
