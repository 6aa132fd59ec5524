"""Lasting faults: joints that came apart or passed their stops, and bodies that stay inside each other, for the note of a step.

    open        gap > size                          largest extent of the smaller of the joint's bodies that can move
    askew       tilt > ASKEW                        of rotations that a joint holds, or of an angle beyond its stop
    inside      depth > INSIDE least extent         of the thinner of two bodies, of those that can move

A fault lasts if the last look found it too, or if its body sleeps: what is pushed out of an overlap, or pulled together, is not.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import COUNT, FAR, FIRST, MANIFOLD_SLOTS, POINT_SLOTS, POINTS, SEPARATION
from physics.compile.decorators import kernel
from physics.constraints.part import ERROR, HOLD, LIMIT, PART_SLOTS, USE
from physics.constraints.parts import TURNS
from physics.definitions.body_types import DYNAMIC
from physics.simd.functions import absolute, any_lane, full_like, maximum
from physics.simd.memory import as_lanes, load
from physics.simd.value import W

ASKEW = 0.25                       # [rad] seen at once; less hides stops that are passed, more tells of soft joints under load
INSIDE = 0.25                      # of the least extent; less tells of soft contacts under load
SEPARATIONS = [POINTS + k * POINT_SLOTS + SEPARATION for k in range(4)]      # slots of a manifold
MOST = 3                           # faults that are named
JOINTS, OVERLAPS = 1, 2            # bits of what `suspects` finds
SAYINGS = {(True, True): ("{:.3g} rad past its stop", ""), (True, False): ("turned by {:.3g} rad out of its place", ""),
           (False, True): ("{:.3g} m past its stop", ", more than the size of its bodies"),
           (False, False): ("open by {:.3g} m", ", more than the size of its bodies")}     # by whether it turns, and is a stop


class Bounds(NamedTuple):
    """From where a fault is one."""

    askew: float                   # [rad]
    inside: float                  # of the least extent


class Fault(NamedTuple):
    """A fault of a joint or of two bodies."""

    share: float                   # how many times the bound
    text: str                      # for people
    bodies: tuple                  # their uids


Faults = dict[tuple, Fault]        # by kind and uids of the joint or of the bodies


@kernel
def suspects(bodies, end, pairs, store, bounds) -> int:
    """JOINTS where a part of a joint, OVERLAPS where a pair may have a fault, so that they are looked at; as a rule 0.

    Reads   bodies.shape bodies.type bodies.owner pairs.manifolds store bounds
    Writes
    """
    least, largest = FAR, FAR
    for row in range(FIRST, end):
        if bodies.type[bodies.owner[row]] == DYNAMIC:
            x, y, z = bodies.shape[row, 0], bodies.shape[row, 1], bodies.shape[row, 2]
            least, largest = min(least, 2.0 * min(x, y, z)), min(largest, 2.0 * max(x, y, z))
    found, error, depth = 0, as_lanes(bodies.pose, 0.0), as_lanes(bodies.pose, 0.0)
    for block in range(len(pairs.manifolds) // (MANIFOLD_SLOTS * W)):
        for k in range(4):
            at = block * MANIFOLD_SLOTS + POINTS + k * POINT_SLOTS + SEPARATION
            depth = maximum(depth, -load(pairs.manifolds, at * W))
    for block in range(len(store) // (PART_SLOTS * W)):
        for k in range(3):
            error = maximum(error, absolute(load(store, (block * PART_SLOTS + ERROR + k) * W)))
    if any_lane(depth > full_like(depth, bounds.inside * least)):
        found |= OVERLAPS
    if any_lane(error > full_like(error, min(bounds.askew, largest))):
        found |= JOINTS
    return found


def faults_note(world) -> str:
    """The faults of a world that last, worst first; "" as a rule."""
    pool = world._bodies
    suspected = suspects(pool.arrays, FIRST + pool.row_count, world._contacts.pairs, world._joints.store, Bounds(ASKEW, INSIDE))
    found = (joint_faults(world) if suspected & JOINTS else {}) | (overlaps(world) if suspected & OVERLAPS else {})
    before, pool.faults = pool.faults, frozenset(found)
    if not found:
        return ""
    sleeping = pool.sleeping()
    lasting = [fault for key, fault in found.items() if key in before or any(sleeping[pool.rows[uid]] for uid in fault.bodies)]
    texts = [fault.text for fault in sorted(lasting, key=lambda fault: -fault.share)]
    return "; ".join(texts[:MOST] + ([f"{len(texts) - MOST:,} more such faults"] if len(texts) > MOST else []))


def joint_faults(world) -> Faults:
    """Joints that are open or askew, at the end of the last step."""
    pool, bodies = world._joints, world._bodies
    largest = _extents(bodies, np.max)
    pool.close_up()
    rows, uses = pool.rows, pool.parts.columns(USE, 1)[:, 0]
    turns = np.array(TURNS)[pool.parts.kinds[:pool.parts.count]]
    owners, sizes = pool.owners(), largest[pool.body_rows(bodies)].min(axis=1)
    lengths = np.linalg.norm(pool.parts.columns(ERROR, 3), axis=1)
    bounds = np.where(turns, ASKEW, sizes[owners])
    wrong = ((uses == HOLD) | (uses == LIMIT)) & (lengths > bounds) & rows.enabled[owners]
    found: Faults = {}
    for part in np.flatnonzero(wrong)[np.argsort(lengths[wrong])].tolist():
        uid, length = int(rows.uid[owners[part]]), float(lengths[part])
        definition, (wrong_by, kept) = pool.members[uid].definition, SAYINGS[bool(turns[part]), uses[part] == LIMIT]
        said = f"joint {definition.name or uid} is {wrong_by.format(length)}{kept}"
        partners = tuple(body.uid for body in (definition.a, definition.b) if body is not None)
        found["askew" if turns[part] else "open", uid] = Fault(length / float(bounds[part]), said, partners)
    return found


def overlaps(world) -> Faults:
    """Bodies that are inside others, as the last step found them."""
    pool, pairs = world._bodies, world._contacts.pairs
    slots, least = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W), _extents(pool, np.min)
    entries = pairs.order[:pairs.number[0]]
    block, lane = entries // W, entries % W
    there = np.arange(len(SEPARATIONS)) < slots[block, COUNT, lane][:, None]
    depths = np.where(there, -slots[block[:, None], SEPARATIONS, lane[:, None]], 0.0).max(axis=1, initial=0.0)
    a, b = (pool.arrays.owner[rows[entries]] for rows in (pairs.a, pairs.b))
    bounds = INSIDE * np.minimum(least[pairs.a[entries]], least[pairs.b[entries]])
    found: Faults = {}
    for k in np.flatnonzero(depths > bounds).tolist():
        rows = (a[k], b[k]) if pool.arrays.type[a[k]] == DYNAMIC else (b[k], a[k])
        uids = tuple(int(pool.arrays.uid[row]) for row in rows)
        one, other = (pool.definitions[uid].name or f"body {uid}" for uid in uids)
        share = float(depths[k] / bounds[k])
        if ("inside", *uids) not in found or share > found["inside", *uids].share:
            text = f"{one} is {depths[k]:.3g} m inside {other}, {INSIDE * share:.2g} of its thickness"
            found["inside", *uids] = Fault(share, text, uids)
    return found


def _extents(pool, which) -> np.ndarray:
    """(rows,) least or largest extent of bodies, and of their parts, that can move [m]; inf of others."""
    arrays = pool.arrays
    moves = arrays.type[arrays.owner] == DYNAMIC
    return np.where(moves, 2 * which(arrays.shape[:, :3], axis=1), np.inf)
