"""Waking and sleeping by hand, between steps: the calls of handles and of the world when a caller changes something.

A body wakes with its whole island.  A body that never sleeps, a floor or a wall, wakes all bodies that touch it.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import COUNT, FIRST, MANIFOLD_SLOTS
from physics.definitions.body_types import DYNAMIC
from physics.dynamics.coloring import ConstraintList
from physics.dynamics.islands import begin_islands, unite
from physics.joints import JointDefinition
from physics.simd.value import W
from physics.storage.body_store import BodyStore
from physics.storage.contact_store import ContactStore
from physics.storage.joint_store import JointStore


def wake_rows(pool: BodyStore, rows: np.ndarray) -> None:
    """Wake the islands of these rows that sleep, and restart the time at rest of the rows."""
    arrays = pool.arrays
    pool.edits += 1
    arrays.still[rows] = 0
    asleep = rows[(arrays.awake[rows] == 0) & (arrays.type[rows] == DYNAMIC)]
    if len(asleep):
        woken = pool.sleeping() & np.isin(arrays.island, arrays.island[asleep])
        arrays.awake[woken], arrays.still[woken] = 1, 0
        pool.count_sleepers()


def wake_all(pool: BodyStore) -> None:
    """Wake all bodies."""
    wake_rows(pool, np.arange(FIRST, FIRST + pool.count))


def wake(pool: BodyStore, state: ContactStore, row: int) -> None:
    """Wake a body that changed; if it is not dynamic, wake the bodies that touch it."""
    if pool.arrays.type[row] == DYNAMIC:
        wake_rows(pool, np.array([row]))
    else:
        wake_neighbours(pool, state, row)


def wake_neighbours(pool: BodyStore, state: ContactStore, row: int) -> None:
    """Wake a body that is removed or moved by hand, and the bodies that touch it."""
    a, b = touching_rows(pool, state)
    wake_rows(pool, np.concatenate((b[a == row], a[b == row], (row,))))


def wake_joint(pool: BodyStore, definition: JointDefinition) -> None:
    """Wake the dynamic bodies of a joint that came, went or changed."""
    rows = [pool.rows[body.uid] for body in (definition.a, definition.b) if body is not None and body.uid in pool.rows]
    wake_rows(pool, np.array([row for row in rows if pool.arrays.type[row] == DYNAMIC], np.int64))


def touching_rows(pool: BodyStore, state: ContactStore) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the bodies a and b of all pairs with contact points, sleeping ones included, after the last step."""
    entries, owner = touching_entries(state), pool.arrays.owner
    return owner[state.pairs.a[entries]], owner[state.pairs.b[entries]]


def touching_entries(state: ContactStore) -> np.ndarray:
    """Entries of all pairs with contact points, sleeping ones included."""
    pairs = state.pairs
    entries = pairs.order[:pairs.number[0]]
    counts = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[entries // W, COUNT, entries % W]
    return entries[counts > 0]


def islands(pool: BodyStore, state: ContactStore, joints: JointStore) -> np.ndarray:
    """(rows,) first row of each body's island after the last step; of bodies that are not dynamic, their own."""
    parent = np.arange(len(pool.arrays.uid), dtype=np.int32)
    a, b = touching_rows(pool, state)
    begin_islands(FIRST, FIRST + pool.count, parent)
    unite(ConstraintList(a, b, a, a), len(a), pool.arrays, parent)
    constraints, _, count = joints.constraints(pool)
    unite(constraints, count, pool.arrays, parent)
    while (parent[parent] != parent).any():
        parent = parent[parent]
    return parent


def force_sleep(pool: BodyStore, rows: np.ndarray) -> None:
    """Stop bodies and let them count as at rest for long enough; they fall asleep in the next step if their whole island is."""
    pool.edits += 1
    pool.arrays.velocity[rows] = 0
    pool.arrays.still[rows] = np.inf
    pool.sleep_candidates = pool.sleep_requested = True
