"""Waking and sleeping by hand, between steps: what handles and the world call when a person changes something.

A body wakes with its whole island.  What does not sleep itself, a floor or a wall, wakes all that touches it.
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
    """Wake the islands of these rows, as far as they sleep, and let their rest begin anew."""
    arrays = pool.arrays
    arrays.still[rows] = 0
    asleep = rows[(arrays.awake[rows] == 0) & (arrays.type[rows] == DYNAMIC)]
    if len(asleep):
        woken = pool.sleeping() & np.isin(arrays.island, arrays.island[asleep])
        arrays.awake[woken], arrays.still[woken] = 1, 0
        pool.count_sleepers()


def wake_all(pool: BodyStore) -> None:
    """Wake everybody."""
    wake_rows(pool, np.arange(FIRST, FIRST + pool.count))


def wake(pool: BodyStore, state: ContactStore, row: int) -> None:
    """Something about a body changed: it wakes, and where it is not dynamic, what touches it."""
    if pool.arrays.type[row] == DYNAMIC:
        wake_rows(pool, np.array([row]))
    else:
        wake_neighbours(pool, state, row)


def wake_neighbours(pool: BodyStore, state: ContactStore, row: int) -> None:
    """A body goes, or goes elsewhere: it wakes, and so does all that touches it."""
    a, b = touching_rows(state)
    wake_rows(pool, np.concatenate((b[a == row], a[b == row], (row,))))


def wake_joint(pool: BodyStore, definition: JointDefinition) -> None:
    """A joint came, went or changed: its dynamic bodies wake."""
    rows = [pool.rows[body.uid] for body in (definition.a, definition.b) if body is not None and body.uid in pool.rows]
    wake_rows(pool, np.array([row for row in rows if pool.arrays.type[row] == DYNAMIC], np.int64))


def touching_rows(state: ContactStore) -> tuple[np.ndarray, np.ndarray]:
    """Rows a and b of all pairs with contact points, sleeping ones included, as the last step knew them."""
    entries = touching_entries(state)
    return state.pairs.a[entries], state.pairs.b[entries]


def touching_entries(state: ContactStore) -> np.ndarray:
    """Entries of all pairs with contact points, sleeping ones included."""
    pairs = state.pairs
    entries = pairs.order[:pairs.number[0]]
    counts = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[entries // W, COUNT, entries % W]
    return entries[counts > 0]


def islands(pool: BodyStore, state: ContactStore, joints: JointStore) -> np.ndarray:
    """(rows,) the first row of each body's island as the last step knew it; of what is not dynamic, its own."""
    parent = np.arange(len(pool.arrays.uid), dtype=np.int32)
    a, b = touching_rows(state)
    begin_islands(FIRST, FIRST + pool.count, parent)
    unite(ConstraintList(a, b, a, a), len(a), pool.arrays, parent)
    constraints, _, count = joints.constraints(pool)
    unite(constraints, count, pool.arrays, parent)
    while (parent[parent] != parent).any():
        parent = parent[parent]
    return parent


def force_sleep(pool: BodyStore, rows: np.ndarray) -> None:
    """Let bodies count as at rest for as long as it takes; they sleep from the next step on if their whole island does so."""
    pool.arrays.velocity[rows] = 0
    pool.arrays.still[rows] = np.inf
    pool.tired = pool.asked = True
