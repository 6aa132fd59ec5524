"""Checks of a snapshot before anything of it is put back: it has the fields, types and widths of this world's state, every count
fits the arrays that it counts, and every whole number that leads a kernel somewhere leads into its arrays.

Raises DoesNotFit, whose text names the part of the snapshot that is wrong.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from physics.bodies.arrays import FIRST, HULL, Pairs
from physics.collision.broad_phase.pair_memory import COUNTERS, ENTRIES
from physics.collision.solids.hulls import HullStore
from physics.constraints.part import PART_SLOTS
from physics.constraints.parts import KINDS
from physics.definitions.body_types import BODY_TYPES, DYNAMIC
from physics.definitions.material import RESISTANCES
from physics.definitions.numbers import shown
from physics.definitions.shapes import OF_PARTS, Convex
from physics.joints import JOINTS
from physics.simd.value import W
from physics.storage.pair_checks import DoesNotFit, check_pairs, keys_of, require

WIDEST_MARGIN = 1e6                               # [m] of boxes, and of a body's way in a step
NUMBERS = int, float                              # a time of 0 may be either
FIXED = ("sweep", "kind_start", "kind_end", "number", "free_count", "color_start", "swept_end", "lifted", "store")
MAY_BE_NONE = ("boxed", "margins", "margins_for", "faces")         # before the first step, or where nothing was found


def check_alike(name: str, value: Any, present: Any) -> None:
    """Whether a part of a snapshot has the fields, types and widths of the same part of the world now."""
    if value is None or present is None:
        if value is not present and name.rpartition(".")[2] not in MAY_BE_NONE:
            raise DoesNotFit(f"{name} is {shown(value)}")
    elif type(value) is not type(present) and not (type(value) in NUMBERS and type(present) in NUMBERS):
        raise DoesNotFit(f"{name} is a {type(value).__name__}, not a {type(present).__name__}")
    elif isinstance(value, np.ndarray):
        if value.dtype != present.dtype or value.ndim != present.ndim or value.shape[1:] != present.shape[1:]:
            raise DoesNotFit(f"{name} is {value.dtype} {value.shape}, not {present.dtype} {present.shape}")
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for field, one, other in zip(value._fields, value, present):
            check_alike(f"{name}.{field}", one, other)


def check_fields(name: str, fields: Mapping[str, Any], present: Mapping[str, Any]) -> None:
    """Whether a dictionary of a snapshot has the names and types of the same part of the world now."""
    require(isinstance(fields, Mapping) and fields.keys() == present.keys(), f"{name} has other fields")
    for field, value in fields.items():
        check_alike(f"{name}.{field}", value, present[field])


def _equal(name: str, number: Any, counted: Any) -> None:
    if number != counted:
        raise DoesNotFit(f"{name} is {shown(number)}, and there are {counted}")


def _within(name: str, numbers: Any, low: int, end: int) -> None:
    """Whether numbers, or one, are from `low` to `end` - 1."""
    if isinstance(numbers, int):
        fine = low <= numbers < end
    else:
        fine = not numbers.size or numbers.min() >= low and numbers.max() < end             # False for NaN
    if not fine:
        raise DoesNotFit(f"{name} {shown(numbers)} is not within {low:,} and {end:,}")


def _rising(name: str, starts: np.ndarray, end: int) -> None:
    """Whether starts rise from 0 to at most `end`."""
    require(not len(starts) or starts[0] == 0 and (np.diff(starts) >= 0).all() and starts[-1] <= end, f"{name} does not rise")


def check_lengths(name: str, saved: Any, present: Any) -> None:
    """Whether all arrays of pairs, contacts or parts have room for the same number of blocks; `present` shows how much a block
    takes."""
    blocks, now = len(saved.a) // W, len(present.a) // W
    for field, array, other in zip(saved._fields, saved, present):
        wanted = other.size if field in FIXED else other.size // now * blocks
        if array.size != wanted:
            raise DoesNotFit(f"{name}.{field} has {array.size} entries, not {wanted}")


def check_bodies(pool: Mapping[str, Any]) -> None:
    """Rows, uids and counts of the store of bodies."""
    arrays, count, rows, definitions = pool["arrays"], pool["count"], pool["rows"], pool["definitions"]
    room, living = len(arrays.uid), slice(FIRST, FIRST + pool["count"])
    require(room % W == 0 and all(len(array) == room for array in arrays), "pool.arrays have several lengths")
    _within("pool.count", count, 0, room - FIRST + 1)
    uids = arrays.uid[living]
    require(not pool["gone"] and (np.diff(uids) > 0).all() and (uids > 0).all(), "pool.arrays.uid does not rise")
    require(rows == dict(zip(uids.tolist(), range(FIRST, FIRST + count))), f"pool.rows and pool.count {count} do not fit")
    require(definitions.keys() == rows.keys(), "pool.definitions has other bodies")
    require(pool["next_uid"] > (uids[-1] if count else 0), "pool.next_uid is in use")
    _within("pool.arrays.island", arrays.island[living], -1, room)
    _within("pool.arrays.owner", arrays.owner, 0, room)
    shapes = [definitions[uid].shape for uid in rows]
    require(arrays.kind[living].tolist() == [shape.kind for shape in shapes], "pool.arrays.kind has other shapes")
    types = [BODY_TYPES[definitions[uid].type] for uid in rows]
    require(arrays.type[living].tolist() == types, "pool.arrays.type has other types")
    _equal("pool.sensors", pool["sensors"], int((arrays.sensor[living] > 0).sum()))
    _equal("pool.resisting", pool["resisting"], int(arrays.resistance[living, :len(RESISTANCES)].any(1).sum()))
    _equal("pool.sleepers", pool["sleepers"], int(((arrays.awake == 0) & (arrays.type == DYNAMIC)).sum()))
    for name in ("boxed", "margins"):
        _within(f"pool.{name}", np.array(pool[name] or ()), 0, WIDEST_MARGIN)
    _check_hulls(pool["hulls"])
    _check_parts(pool, shapes)


def _check_parts(pool: Mapping[str, Any], shapes: list[Any]) -> None:
    """Numbers of hulls, and rows of the parts of compounds."""
    arrays, hulls, parts = pool["arrays"], pool["hulls"], pool["parts"]
    of_parts = [(uid, shape) for uid, shape in zip(pool["rows"], shapes) if isinstance(shape, OF_PARTS)]
    _equal("pool.compounds", pool["compounds"], len(of_parts))
    _equal("pool.part_count", pool["part_count"], sum(shape.part_count for _, shape in of_parts))
    require(parts.uids == tuple(uid for uid, shape in of_parts for _ in range(shape.part_count)), "pool.parts has other bodies")
    if of_parts:
        require(parts.first % W == 0 and FIRST + pool["count"] <= parts.first, "pool.parts.first is among the bodies")
    _within("pool.parts.first", parts.end, 0, len(arrays.uid) + 1)
    _within("pool.arrays.shape of parts", arrays.shape[parts.first:parts.end, HULL], 0, max(hulls.part_count, 1))
    for (uid, row), shape in zip(pool["rows"].items(), shapes):
        if isinstance(shape, (Convex, *OF_PARTS)):
            number = (hulls.numbers if isinstance(shape, Convex) else hulls.parts).get(shape)
            require(number == arrays.shape[row, HULL], f"pool.arrays.shape of body {uid} is of another hull")


def _check_hulls(store: HullStore) -> None:
    """Starts of hulls, and hulls of parts."""
    hulls, count = store.arrays, len(store.numbers)
    for name, whole in (("first_vertex", len(hulls.vertices)), ("first_face", len(hulls.normals)),
                        ("first_vertex_block", len(hulls.vertex_lanes)), ("first_normal_block", len(hulls.normal_lanes))):
        _equal(f"pool.hulls.{name}", len(getattr(hulls, name)), count + 1)
        _rising(f"pool.hulls.{name}", getattr(hulls, name), whole)
    _rising("pool.hulls.first_corner", hulls.first_corner, len(hulls.corners))
    _within("pool.hulls.corners", hulls.corners, 0, max(len(hulls.vertices), 1))
    _within("pool.hulls.part_count", store.part_count, 0, len(hulls.part_kind) + 1)
    _within("pool.hulls.part_hull", hulls.part_hull, 0, max(count, len(hulls.tiles), 1))


def check_joints(state: Mapping[str, Any], bodies: Mapping[int, int]) -> None:
    """Rows, parts and counts of the store of joints."""
    rows, count, members, parts = state["rows"], state["count"], state["members"], state["part_count"]
    room = len(rows.uid)
    require(all(len(array) == room for array in rows), "joints.rows have several lengths")
    _within("joints.count", count, 0, room + 1)
    require(not state["gone"] and rows.uid[:count].tolist() == list(members),
            f"joints.count {count} and joints.members do not fit")
    require(state["next_uid"] > max(members, default=0), "joints.next_uid is in use")
    each = rows.parts[:count]
    require((each >= 0).all() and (rows.first[:count] == np.cumsum(each) - each).all(),
            "joints.rows.first does not count the parts")
    _equal("joints.part_count", parts, int(each.sum()))
    _within("joints.part_count", parts, 0, len(state["kinds"]))
    _within("joints.kinds", state["kinds"], 0, KINDS)
    _within("joints.rows.type", rows.type, 0, len(JOINTS))
    _equal("joints.slots", state["slots"].size, len(state["kinds"]) * PART_SLOTS)
    require((rows.measured[:count] >= -1).all() and (rows.measured[:count] < np.maximum(each, 1)).all(),
            "joints.rows.measured is no part")
    require(set(rows.bodies[:count].ravel().tolist()) <= {0, *bodies}, "joints.rows.bodies has other bodies")


def check_contacts(state: Mapping[str, Any], pool: Mapping[str, Any]) -> None:
    """Pairs, and what is kept of the contacts of the last step."""
    arrays, pairs, contacts, touching = pool["arrays"], state["pairs"], state["contacts"], state["touching"]
    room, entries = len(arrays.uid), len(pairs.a)
    require(0 <= pairs.kind_start[0] and (np.diff(pairs.kind_start) >= 0).all() and pairs.kind_start[-1] < entries // W
            and 0 <= pairs.number[0] <= entries and (pairs.kind_end <= pairs.kind_start[1:]).all(),
            "state.pairs has other regions")
    used = _used(pairs)
    keys = keys_of(used, check_pairs(used, arrays.kind, entries // W))
    require(np.array_equal(pairs.keys[:len(keys)], keys) and (np.diff(keys) > 0).all(), "state.pairs.keys has other pairs")
    require(len({len(array) for array in touching}) == 1, "state.touching has several lengths")
    blocks = state["contact_blocks"]
    _within("state.contact_blocks", blocks, 0, len(contacts.bounces) + 1)
    _within("state.colors", state["colors"], 0, len(contacts.color_start))
    for name in ("a", "b"):
        _within(f"state.contacts.{name}", getattr(contacts, name)[:blocks * W], 0, room)
        _within(f"state.touching.{name}", getattr(touching, name)[:state["touching_count"]], 0, room)
    _within("state.contacts.pair", contacts.pair[:blocks * W], 0, entries)
    _within("state.contacts.order", contacts.order, 0, max(len(contacts.bounces), 1))
    _within("state.touching_count", state["touching_count"], 0, len(touching.a) + 1)
    _within("state.touching.index", touching.index[:state["touching_count"]], 0, entries)


def _used(pairs: Pairs) -> dict[str, np.ndarray]:
    """The blocks of pairs in use, and the list, as `check_pairs` reads them."""
    blocks, number = len(pairs.a) // W, int(pairs.number[0])
    found = {f"pairs.{name}": getattr(pairs, name) for name in COUNTERS} | {"pairs.order": pairs.order[:number]}
    for name in ENTRIES:
        by_block = getattr(pairs, name).reshape(blocks, -1)
        found[f"pairs.{name}"] = np.concatenate([by_block[a:b] for a, b in zip(pairs.kind_start, pairs.kind_end)])
    return found


def check_acting_parts(parts: Any, state: Mapping[str, Any], joints: Mapping[str, Any], room: int) -> None:
    """The parts of joints that acted in the last step, in bodies of so many rows."""
    blocks = state["part_blocks"]
    _within("state.part_blocks", blocks, 0, len(parts.kind) + 1)
    for name in ("a", "b"):
        _within(f"parts.{name}", getattr(parts, name)[:blocks * W], 0, room)
    _within("parts.kind", parts.kind, 0, KINDS)
    _within("parts.part", parts.part[:blocks * W], 0, len(joints["kinds"]))
