"""Snapshots: all state that later steps depend on, copied out and put back; and a hash that distinguishes states.

A snapshot holds the stores of bodies and joints, the pair list with its fat boxes and impulses, settings, counters and touching
pairs.  Constraint blocks are made anew in each step, so they are copied for the views only; those of joints are laid out again.
"""
from __future__ import annotations

import copy
import hashlib
from typing import Any, NamedTuple

import numpy as np

from physics.bodies.arrays import Pairs
from physics.collision.broad_phase.pair_memory import copy_of
from physics.constraints.part import TOTAL
from physics.definitions.numbers import shown
from physics.simd.value import W
from physics.storage import snapshot_checks as checks

WORLD_FIELDS = ("_settings", "_solver", "_overrides", "_forces_act", "_last_h", "_held_h", "step_count", "time",
                "_turns_before")
NOTHING = np.empty(0)                            # in place of arrays that the snapshot holds elsewhere
STATE_FIELDS = ("pairs", "contacts", "touching", "touching_count", "contact_blocks", "part_blocks", "colors",
                "impulse_pairs", "impulse_pairs_before", "sleeping_impulse_pairs", "sleep_revision", "marked",
                "overlaps", "overlaps_before", "flush")


class Snapshot(NamedTuple):
    """A copy of a world's state."""

    world: dict[str, Any]          # WORLD_FIELDS of the world
    pool: dict[str, Any]           # of its BodyStore
    joints: dict[str, Any]         # `state` of its JointStore
    state: dict[str, Any]          # STATE_FIELDS of its ContactStore
    parts: Any                     # Parts without their store


def copied(thing: Any) -> Any:
    """A copy that shares no array and no container; immutable objects are shared."""
    if isinstance(thing, np.ndarray):
        return thing.copy()
    if isinstance(thing, Pairs):
        return copy_of(thing)
    if isinstance(thing, tuple) and hasattr(thing, "_fields"):
        return type(thing)(*(copied(field) for field in thing))
    return copy.copy(thing) if isinstance(thing, (dict, list)) else thing


def take(world) -> Snapshot:
    """Copy the state out."""
    state = world._contacts
    return Snapshot({name: copied(getattr(world, name)) for name in WORLD_FIELDS},
                    {name: copied(value) for name, value in vars(world._bodies).items()},
                    {name: copied(value) for name, value in world._joints.state().items()},
                    {name: copied(getattr(state, name)) for name in STATE_FIELDS}, copied(state.parts._replace(store=NOTHING)))


def check(world, saved: Any) -> Snapshot:
    """`saved`, if the world can be put back to it.  Raises TypeError for no snapshot, DoesNotFit with the part that is wrong."""
    if not isinstance(saved, Snapshot):
        raise TypeError(f"restore: {shown(saved)} is no snapshot; world.snapshot() takes one")
    state = world._contacts
    precision = getattr(saved.world.get("_settings"), "precision", world.precision)
    if precision != world.precision:
        raise ValueError(f"the snapshot is in {precision} precision, this world in {world.precision}")
    checks.check_fields("world", saved.world, {name: getattr(world, name) for name in WORLD_FIELDS})
    checks.check_fields("pool", saved.pool, vars(world._bodies))
    checks.check_fields("joints", saved.joints, world._joints.state())
    checks.check_fields("state", saved.state, {name: getattr(state, name) for name in STATE_FIELDS})
    checks.check_alike("parts", saved.parts, state.parts._replace(store=NOTHING))
    for name in ("pairs", "contacts"):
        checks.check_lengths(name, saved.state[name], getattr(state, name))
    checks.check_lengths("parts", saved.parts, state.parts._replace(store=NOTHING))
    checks.check_bodies(saved.pool)
    checks.check_joints(saved.joints, saved.pool["rows"])
    checks.check_contacts(saved.state, saved.pool)
    checks.check_acting_parts(saved.parts, saved.state, saved.joints, len(saved.pool["arrays"].uid))
    return saved


def put_back(world, saved: Snapshot) -> None:
    """Copy the state back; uids given since stay used, so that none is given twice."""
    body_uid, edits = world._bodies.next_uid, world._bodies.edits
    world._beginning.forget()
    for target, fields in ((world, saved.world), (world._bodies, saved.pool), (world._contacts, saved.state)):
        for name, value in fields.items():
            setattr(target, name, copied(value))
    world._joints.put_back({name: copied(value) for name, value in saved.joints.items()})
    world._contacts.parts = copied(saved.parts)._replace(store=world._joints.store)
    world._contacts.forget_bodies()
    world._bodies.next_uid, world._bodies.edits = max(body_uid, world._bodies.next_uid), edits + 1


def same(one: Any, other: Any) -> bool:
    """Whether two snapshots, or parts of them, hold the same state; a number that is none equals itself."""
    if isinstance(one, np.ndarray):
        return one.shape == other.shape and one.dtype == other.dtype and one.tobytes() == other.tobytes()
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and (one is other or one == other)


def _hashed_impulses(world) -> tuple[np.ndarray, np.ndarray]:
    """Rows of all pairs with features, ordered by these (so by uid), and their stored impulses and features."""
    pairs = world._contacts.pairs
    entries = pairs.order[:pairs.number[0]]
    matched = pairs.matched.reshape(-1, 4, W)[entries // W, :, entries % W]
    alive = (matched >= 0).any(1)
    rows = np.stack((pairs.a[entries], pairs.b[entries]), 1)[alive]
    order = np.lexsort((rows[:, 1], rows[:, 0]))
    return rows[order], np.hstack((pairs.impulses[entries], pairs.centres[entries], matched))[alive][order]


def state_hash(world) -> str:
    """SHA-256 of float64 poses, velocities, rest, islands asleep, joints and contact impulses in order of uid; 16 hex digits."""
    pool, joints = world._bodies, world._joints
    joints.close_up()
    switches = np.stack((joints.rows.enabled, joints.rows.broken))[:, :joints.count]
    digest = hashlib.sha256()
    asleep = pool.living(pool.sleeping())
    islands = np.where(asleep, pool.arrays.uid[pool.living(pool.arrays.island)], 0)
    for array in (pool.living(pool.arrays.pose)[:, :7], pool.living(pool.arrays.velocity)[:, :6],
                  *(pool.living(remainder) for remainder in pool.remainders),
                  pool.living(pool.arrays.still), pool.living(pool.arrays.rest_pose), pool.living(pool.arrays.rest_way), islands,
                  joints.parts.columns(0, TOTAL), switches, *_hashed_impulses(world)):
        kind = np.float64 if array.dtype.kind == "f" else np.int64
        digest.update(np.ascontiguousarray(array, dtype=kind).tobytes())
    return digest.hexdigest()[:16]
