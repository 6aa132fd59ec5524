"""Keyframes: compact copies of a world's state, from which later steps are replayed.

A keyframe holds rows and blocks in use and nothing that the next step makes anew: no constraint blocks, no working memory.  An
array that is the same as in the keyframe before it is shared with that one, so a world at rest costs nothing; rows of parts are
arrays of their own, so those of ground cost nothing either.  After `put_back` a
world has no contacts to show until its next step, and uids are given again as they were: replay gives bodies the same ones.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST, Bodies, Pairs, end_block, new_bodies, new_pairs, reset_rows
from physics.collision.broad_phase.pair_memory import COUNTERS, ENTRIES
from physics.simd.value import W
from physics.storage.snapshot import NOTHING, WORLD_FIELDS, copied
from physics.storage.touching_impulses import impulse_pairs_of

APART = ("arrays", "edits")                      # of BodyStore: held row by row; never put back
CONTACT_FIELDS = ("sleeping_impulse_pairs", "sleep_revision", "marked", "overlaps", "overlaps_before", "flush")
SHOWN = ("contacts", "parts", "touching", "touching_count", "contact_blocks", "part_blocks", "colors")     # of ContactStore
COMPARED = ("world.", "bodies.definitions", "bodies.rows", "bodies.next_uid", "joints.members", "joints.next_uid")     # of fields
PUSHING = ("impulse_pairs", "impulse_pairs_before")
OF_PARTS = "part_rows"                           # group of the arrays with the rows of parts, which follow those of bodies
LISTED = ("keys", "order")                       # of Pairs: one entry for each pair


class Keyframe(NamedTuple):
    """The state between two steps.

    step      steps taken before it
    inputs    how many recorded commands of this step it contains
    required  whether the world was changed by hand in this step, so that replay cannot make it
    arrays    by name, read-only, shared with the keyframe before where equal
    fields    everything else, by name
    target    what the history's target keeps of its own
    shown     what a world shows of the step before, None as a rule, see `shown`
    """

    step: int
    inputs: int
    required: bool
    arrays: dict[str, np.ndarray]
    fields: dict[str, Any]
    target: Any
    shown: tuple[Any, ...] | None


class Marks(NamedTuple):
    """What a new keyframe says of itself, see `Keyframe`."""

    inputs: int = 0
    required: bool = False
    target: Any = None
    show: bool = False             # whether what the world shows of the step before is copied too


def take(world, marks: Marks, before: Keyframe | None) -> Keyframe:
    """Copy the state of a world between two steps; `before` is the keyframe before this one."""
    world._close_up()
    arrays = dict(_arrays(world))
    if before is not None:
        for name, array in arrays.items():
            known = before.arrays.get(name)
            if known is not None and known.shape == array.shape and np.array_equal(known, array, equal_nan=False):
                arrays[name] = known
    fields = _fields(world)
    if before is not None:
        fields = {name: before.fields[name] if type(value) is dict and before.fields[name] == value else value
                  for name, value in fields.items()}
    shown = tuple(copied(_shown(world, name)) for name in SHOWN) if marks.show else None
    return Keyframe(world.step_count, marks.inputs, marks.required, arrays, fields, marks.target, shown)


def same(world, saved: Keyframe) -> bool:
    """Whether the state of a world is that of a keyframe, in all bits."""
    now = take(world, Marks(), saved)
    return (now.arrays.keys() == saved.arrays.keys() and all(now.arrays[name] is saved.arrays[name] for name in now.arrays)
            and all(now.fields[name] == saved.fields[name] for name in now.fields if name.startswith(COMPARED)))


def _shown(world, name: str) -> Any:
    value = getattr(world._contacts, name)
    if name == "contacts":                                    # without the room behind the blocks in use
        room, used = len(value.a) // W, max(world._contacts.contact_blocks, 1)
        return type(value)(*(array if field == "color_start" else array[:len(array) // room * used]
                             for field, array in zip(value._fields, value)))
    return value._replace(store=NOTHING) if name == "parts" else value


def _arrays(world):
    """(name, copy) of all arrays of a keyframe."""
    pool, joints, state = world._bodies, world._joints, world._contacts
    end = end_block(pool.row_count) * W
    first = pool.parts.first if pool.parts.uids else end
    for name, array in zip(Bodies._fields, pool.arrays, strict=True):
        yield f"bodies.{name}", array[:first].copy()
        if first < end:
            yield f"{OF_PARTS}.{name}", array[first:end].copy()
    pairs = state.pairs
    blocks = len(pairs.a) // W
    for name in ENTRIES:
        by_block = getattr(pairs, name).reshape(blocks, -1)
        yield f"pairs.{name}", np.concatenate([by_block[start:stop] for start, stop in zip(pairs.kind_start, pairs.kind_end)])
    number = int(pairs.number[0])
    for name in LISTED:
        yield f"pairs.{name}", getattr(pairs, name)[:number].copy()
    for name in COUNTERS:
        yield f"pairs.{name}", getattr(pairs, name).copy()
    joints.close_up()
    for name, array in zip(joints.rows._fields, joints.rows, strict=True):
        yield f"joints.{name}", array.copy()
    yield "parts.slots", joints.parts.slots.copy()
    yield "parts.kinds", joints.parts.kinds.copy()
    for name in PUSHING:
        yield f"contacts.{name}", getattr(state, name).keys


def _fields(world) -> dict[str, Any]:
    """All that a keyframe holds beside arrays; dictionaries and lists are copies."""
    pool, joints, state = world._bodies, world._joints, world._contacts
    found = {f"world.{name}": getattr(world, name) for name in (*WORLD_FIELDS, "note")}
    found |= {f"bodies.{name}": value for name, value in vars(pool).items() if name not in APART}
    found |= {f"joints.{name}": value for name, value in joints.state().items() if name not in ("rows", "slots", "kinds")}
    found |= {f"contacts.{name}": getattr(state, name) for name in CONTACT_FIELDS}
    found["pairs.blocks"] = len(state.pairs.a) // W
    return {name: value.copy() if type(value) in (dict, list) else value for name, value in found.items()}


def whole(saved: Keyframe) -> Keyframe:
    """The keyframe with the rows of bodies and of parts in one array each."""
    arrays = {name: array for name, array in saved.arrays.items() if not name.startswith(OF_PARTS)}
    for name in Bodies._fields:
        if (of_parts := saved.arrays.get(f"{OF_PARTS}.{name}")) is not None:
            arrays[f"bodies.{name}"] = np.concatenate((arrays[f"bodies.{name}"], of_parts))
    return saved._replace(arrays=arrays)


def put_back(world, saved: Keyframe) -> None:
    """Return to the state of a keyframe, exactly as it was; see above for what a world shows then."""
    groups: dict[str, dict[str, Any]] = {"world": {}, "bodies": {}, "joints": {}, "contacts": {}, "pairs": {}}
    for name, value in saved.fields.items():
        group, _, field = name.partition(".")
        groups[group][field] = value.copy() if type(value) in (dict, list) else value
    world.__setstate__(groups["world"])
    world._beginning.forget()
    pool, joints, state = world._bodies, world._joints, world._contacts
    vars(pool).update(groups["bodies"])
    pool.edits += 1
    pool.arrays = _bodies_of(saved, pool.arrays, pool.precision)
    vars(state).update(groups["contacts"])
    for name in PUSHING:
        setattr(state, name, impulse_pairs_of(saved.arrays[f"contacts.{name}"]))
    state.pairs = _pairs_of(saved, pool.precision, groups["pairs"]["blocks"])
    state.contact_blocks = state.part_blocks = state.colors = state.touching_count = 0
    rows = type(joints.rows)(*(saved.arrays[f"joints.{name}"].copy() for name in joints.rows._fields))
    parts = {name: saved.arrays[f"parts.{name}"].copy() for name in ("slots", "kinds")}
    joints.put_back(groups["joints"] | parts | {"rows": rows})
    joints.next_uid = groups["joints"]["next_uid"]
    state.parts = state.parts._replace(store=joints.store)
    state.forget_bodies()


def show(world, shown: tuple[Any, ...]) -> None:
    """Let a world that is at the state of a keyframe show the contacts and joints of the step before."""
    state = world._contacts
    for name, value in zip(SHOWN, shown, strict=True):
        setattr(state, name, copied(value))
    state.parts = state.parts._replace(store=world._joints.store)


def _bodies_of(saved: Keyframe, room: Bodies, precision: str) -> Bodies:
    """The rows of a keyframe, in the arrays `room` if they are long enough."""
    first = len(saved.arrays["bodies.uid"])
    end = first + len(saved.arrays.get(f"{OF_PARTS}.uid", ()))
    if len(room.uid) < end:
        room = new_bodies(end - FIRST, precision)
    for name, array in zip(Bodies._fields, room, strict=True):
        array[:first] = saved.arrays[f"bodies.{name}"]
        if first < end:
            array[first:end] = saved.arrays[f"{OF_PARTS}.{name}"]
    reset_rows(room, end, len(room.uid))
    return room


def _pairs_of(saved: Keyframe, precision: str, blocks: int) -> Pairs:
    """The pairs of a keyframe, with as much room as they had."""
    pairs = new_pairs(blocks, precision, padding=1)
    for name in COUNTERS:
        getattr(pairs, name)[:] = saved.arrays[f"pairs.{name}"]
    for name in ENTRIES:
        by_block, place = getattr(pairs, name).reshape(blocks, -1), 0
        for start, stop in zip(pairs.kind_start, pairs.kind_end):
            by_block[start:stop] = saved.arrays[f"pairs.{name}"][place:place + stop - start]
            place += stop - start
    for name in LISTED:
        getattr(pairs, name)[:int(pairs.number[0])] = saved.arrays[f"pairs.{name}"]
    return pairs
