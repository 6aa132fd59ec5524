"""Stored impulses after a change by hand: they turn with their bodies, and begin at zero where a support is gone.

A step starts with the impulses of the last one because what they answered is still there.  A pose that is set by hand turns it.
The impulses of points, friction and resistance are vectors of the world, and each acts on two bodies.  Half turns with each,

    impulse = (R_a + R_b) impulse / 2             R: rotation by hand since the last step; 1 of a body that stayed

so the impulse between bodies that were turned together turns with them exactly.  Of one between bodies that were turned against
each other the part remains that both agree about.

A removed body, a moved body and a broken joint leave neighbours with impulses that answered theirs.  Bodies that contacts and
joints connect, but that nothing immovable supports, fall together.  If one of them has just lost a contact or joint, all impulses
between them are cleared.  Where a support remains they are kept: from there the sweeps find the new ones sooner than from zero
(a stack of twenty that loses its top box sinks by 0.3 mm under Soft step, from zero by 5 mm).
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import (
    ANCHOR_SLOTS,
    CENTRE_IMPULSE,
    FIRST,
    FOUND_SEPARATION,
    MANIFOLD_SLOTS,
    NORMAL_IMPULSE,
    POINT_IMPULSES,
    POINT_SLOTS,
    POINTS,
    RESISTANCE_IMPULSE,
    SEPARATION,
    TANGENT_IMPULSE,
)
from physics.bodies.rotation import opposite, product, rotate
from physics.constraints.part import CARRIED, IDENTITY
from physics.constraints.parts.point import POINT
from physics.definitions.body_types import DYNAMIC
from physics.dynamics.coloring import ConstraintList
from physics.dynamics.islands import begin_islands, unite
from physics.simd.value import W
from physics.storage.body_store import BodyStore
from physics.storage.contact_store import ContactStore
from physics.storage.joint_store import JointStore

STARTS = np.arange(0, 4 * POINT_IMPULSES, POINT_IMPULSES)                                       # of the points in an impulse row
NORMALS, VECTORS = NORMAL_IMPULSE + STARTS, np.add.outer(STARTS, TANGENT_IMPULSE + np.arange(3))                 # (4,), (4, 3)
CENTRE_VECTORS = np.add.outer((CENTRE_IMPULSE, RESISTANCE_IMPULSE), np.arange(3))                # (2, 3) of a centre row


def close_up(pool: BodyStore, state: ContactStore) -> None:
    """Close the gaps of removed bodies in both stores; bodies that they pressed on are noted as loosened."""
    if pool.gone:
        _loosen_neighbours(pool, state, np.array(pool.gone))
    moved = pool.close_up()
    if moved is not None:
        state.follow(moved)


def follow_edits(pool: BodyStore, joints: JointStore, state: ContactStore) -> None:
    """Turn stored impulses with the bodies that were moved by hand since the last step, and note which are loosened."""
    moved, pool.moved = pool.moved, {}
    rows = np.array([pool.rows[uid] for uid in moved if uid in pool.rows], np.int64)
    if not len(rows):
        return
    _loosen_neighbours(pool, state, rows)
    pool.loosened |= dict.fromkeys(pool.arrays.uid[rows].tolist(), True)
    turns = np.zeros((len(pool.arrays.uid), 4))
    turns[:] = IDENTITY
    before = np.array([quaternion for uid, quaternion in moved.items() if uid in pool.rows])
    turns[rows] = product(pool.arrays.pose[rows, 3:7].astype(np.float64), opposite(before))
    turned = (turns != IDENTITY).any(axis=1)
    if turned.any():
        _turn_spins(pool, turns, np.flatnonzero(turned))
        turns, turned = turns[pool.arrays.owner], turned[pool.arrays.owner]
        _turn_joints(joints, pool, turns, turned)
        _turn_contacts(state, turns, turned)


def _turn_spins(pool: BodyStore, turns: np.ndarray, rows: np.ndarray) -> None:
    for lanes in (slice(0, 3), slice(4, 7)):
        pool.arrays.spin_change[rows, lanes] = rotate(turns[rows], pool.arrays.spin_change[rows, lanes].astype(np.float64))


def _turned(turns_a: np.ndarray, turns_b: np.ndarray, impulses: np.ndarray) -> np.ndarray:
    """Impulses (n, k, 3) that are half a's and half b's; turns (n, 4)."""
    impulses = impulses.astype(np.float64)
    return 0.5 * (rotate(turns_a[:, None, :], impulses) + rotate(turns_b[:, None, :], impulses))


def _turn_joints(joints: JointStore, pool: BodyStore, turns: np.ndarray, turned: np.ndarray) -> None:
    constraints, kinds, count = joints.constraints(pool)
    a, b = constraints.a[:count], constraints.b[:count]
    found = np.flatnonzero((turned[a] | turned[b]) & (kinds == POINT))
    numbers = constraints.index[found]
    carried = joints.parts.of(numbers, CARRIED, 3)[:, None, :]
    joints.parts.put(numbers, CARRIED, _turned(turns[a[found]], turns[b[found]], carried)[:, 0])


def _turn_contacts(state: ContactStore, turns: np.ndarray, turned: np.ndarray) -> None:
    pairs = state.pairs
    entries = pairs.order[:pairs.number[0]]
    entries = entries[turned[pairs.a[entries]] | turned[pairs.b[entries]]]
    a, b = turns[pairs.a[entries]], turns[pairs.b[entries]]
    for array, vectors in ((pairs.impulses, VECTORS), (pairs.centres, CENTRE_VECTORS)):
        array[entries[:, None, None], vectors] = _turned(a, b, array[entries[:, None, None], vectors])


def _loosen_neighbours(pool: BodyStore, state: ContactStore, rows: np.ndarray) -> None:
    """Note as loosened the dynamic bodies that have pressed on bodies of these rows, which are removed or were moved by hand."""
    pairs, owner, of = state.pairs, pool.arrays.owner, np.zeros(len(pool.arrays.uid), bool)
    of[rows] = True
    entries = pairs.order[:pairs.number[0]]
    entries = entries[of[owner[pairs.a[entries]]] | of[owner[pairs.b[entries]]]]
    entries = entries[pairs.impulses[entries][:, NORMALS].any(axis=1)]
    loose = owner[np.concatenate((pairs.a[entries], pairs.b[entries]))]
    pool.loosened |= dict.fromkeys(pool.arrays.uid[loose[pool.arrays.type[loose] == DYNAMIC]].tolist(), True)


def _keep_overlap(state: ContactStore, entries: np.ndarray) -> None:
    """Count the separations of points that have pressed from their present overlap, for as long as their manifolds are kept.

    A soft contact overlaps under its load, and would drive the bodies apart when the load is gone.
    """
    pairs = state.pairs
    manifolds, anchors = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W), pairs.anchors.reshape(-1, ANCHOR_SLOTS, W)
    block, lane = entries[:, None] // W, entries[:, None] % W
    slots = SEPARATION + POINTS + POINT_SLOTS * np.arange(4)
    overlap = np.where(pairs.impulses[entries][:, NORMALS] > 0, np.minimum(manifolds[block, slots, lane], 0), 0)
    manifolds[block, slots, lane] -= overlap
    anchors[block, FOUND_SEPARATION + np.arange(4), lane] -= overlap


def forget_unsupported(pool: BodyStore, joints: JointStore, state: ContactStore) -> None:
    """Clear the impulses between connected bodies of which one is loosened and that nothing immovable supports; after stage 2."""
    arrays, pairs, lost = pool.arrays, state.pairs, [pool.rows[uid] for uid in pool.loosened if uid in pool.rows]
    loose, pool.loosened = [row for row in lost if arrays.type[row] == DYNAMIC], {}
    if not loose:
        return
    constraints, _, number = joints.constraints(pool)
    touching, count = state.touching, state.touching_count
    entries = touching.index[:count]
    pressing = pairs.impulses[entries][:, NORMALS].any(axis=1)
    ends = [arrays.owner[np.concatenate((getattr(constraints, side)[:number], getattr(touching, side)[:count][pressing]))]
            for side in ("a", "b")]
    parent = np.arange(len(arrays.uid), dtype=np.int32)
    begin_islands(FIRST, FIRST + pool.count, parent)
    unite(ConstraintList(*ends, *ends), len(ends[0]), arrays, parent)
    while (parent[parent] != parent).any():
        parent = parent[parent]
    held, falls = np.zeros(len(parent), bool), np.zeros(len(parent), bool)
    dynamic = [arrays.type[rows] == DYNAMIC for rows in ends]
    held[parent[ends[0][~dynamic[1]]]] = held[parent[ends[1][~dynamic[0]]]] = True
    falls[parent[loose]] = True
    falls &= ~held
    fallen = entries[falls[parent[arrays.owner[touching.a[:count]]]] | falls[parent[arrays.owner[touching.b[:count]]]]]
    _keep_overlap(state, fallen)
    pairs.impulses[fallen] = 0
    pairs.centres[fallen] = 0
    free = falls[parent[constraints.a[:number]]] | falls[parent[constraints.b[:number]]]
    numbers = constraints.index[:number][free]
    joints.parts.put(numbers, CARRIED, np.zeros((len(numbers), 3)))
