"""Moment: the state of a world between two steps, taken out as bytes and put into a world that was built alike.

The other world counts its steps from 0 again; what goes by the number of a step goes by `World.turn`.
"""
from __future__ import annotations

import copy
import hashlib
import json
from typing import Any

import numpy as np

from physics.bodies.arrays import FIRST
from physics.collision.broad_phase.aabb import Margins
from physics.collision.broad_phase.pair_memory import COUNTERS, ENTRIES
from physics.constraints.part import MEASURE, PART_SLOTS
from physics.definitions.settings import PRECISIONS
from physics.history import keyframe as frames
from physics.history.keyframe import Keyframe, Marks
from physics.history.moment.checks import MOST_UID, UID, check_bodies, check_numbers
from physics.history.moment.layout import BODIES, DEFINED, UID_PAIRS, Sizes, bytes_of, places
from physics.history.moment.packing import head_of, packed, unpacked
from physics.simd.value import W
from physics.storage.edited_impulses import follow_edits
from physics.storage.pair_checks import DoesNotFit, check_pairs, keys_of, require

FORMAT = 1
MOST = 200_000_000                   # [bytes] of all arrays
MOST_ROOM = 64                       # blocks of room for pairs, for each block of bodies or of pairs in use
PERIOD = 64                          # steps after which all that goes by their number begins anew: the least common multiple
ALIKE = {"rtol": 1e-4, "atol": 1e-4}                                 # of slots of joints that definitions give
SWITCHES = ("changed", "placed", "sleep_candidates", "sleep_requested")    # of BodyStore


def taken(world) -> bytes:
    """The state of a world, without joints that broke.  Raises ValueError while it stands inside a step."""
    if world.stopped is not None:
        raise ValueError("the world stands inside a step")
    world._close_up()
    if world._bodies.moved:                      # what is turned in the next step is turned already in what is taken
        world = copy.deepcopy(world)
        follow_edits(world._bodies, world._joints, world._contacts)
    world._bodies.settle_parts()
    frame = frames.whole(frames.take(world, Marks(), None))
    arrays = {name: array for name, array in frame.arrays.items() if name.partition(".")[0] in ("bodies", "pairs")}
    joints, rows = world._joints, frame.arrays["bodies.uid"]
    stays = ~joints.rows.broken[:joints.count][joints.owners()]
    arrays["parts.slots"] = joints.parts.everything()[stays]
    for name in UID_PAIRS:
        keys = frame.arrays.get(f"contacts.{name}", frame.fields.get(f"contacts.{name}"))
        arrays[f"contacts.{name}"] = keys[np.isin(keys >> UID, rows) & np.isin(keys & (1 << UID) - 1, rows)]
    sizes = Sizes(len(rows), len(arrays["pairs.anchored"]), len(arrays["pairs.order"]), len(arrays["parts.slots"]),
                  tuple(len(arrays[f"contacts.{name}"]) for name in UID_PAIRS))
    return packed(_head(world, frame) | {"sizes": sizes}, places(sizes, world.precision), arrays)


def _head(world, frame: Keyframe) -> dict[str, Any]:
    pool, boxed = world._bodies, frame.fields["bodies.boxed"]
    return {"format": FORMAT, "precision": world.precision, "turn": world.turn % PERIOD,
            "last_h": world._last_h, "held_h": world._held_h, "forces_act": bool(world._forces_act),
            "boxed": None if boxed is None else [float(x) for x in boxed],
            "switches": [bool(getattr(pool, name)) for name in SWITCHES], "pairs_changed": bool(world._joints.pairs_changed),
            "marked": bool(world._contacts.marked), "split": pool.sleep_revision == world._contacts.sleep_revision,
            "room": frame.fields["pairs.blocks"], "loosened": _runs(sorted(pool.loosened))}


def _runs(numbers: list[int]) -> list[list[int]]:
    """[first, how many] of each run of rising whole numbers."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == sum(runs[-1]):
            runs[-1][1] += 1
        else:
            runs.append([number, 1])
    return runs


def likeness(world) -> str:
    """Hash of all that definitions and settings say of a world, 16 hex digits: two worlds with the same one can take the same
    moments."""
    world._close_up()
    pool, joints = world._bodies, world._joints
    joints.close_up()
    stays = ~joints.rows.broken[:joints.count]
    digest = hashlib.sha256(json.dumps([dict(vars(world._settings)) | {"seed": 0}, vars(world.solver), world._overrides],
                                       sort_keys=True).encode())
    for name in ("pose", "velocity", "remainder_x", "remainder_y", "remainder_z", *DEFINED):
        digest.update(np.ascontiguousarray(pool.living(getattr(pool.arrays, name))).tobytes())
    if pool.resisting:
        digest.update(np.ascontiguousarray(pool.living(pool.arrays.resistance)).tobytes())
    rows = joints.rows
    for array in (joints.body_rows(pool), rows.type[:joints.count], rows.parts[:joints.count], rows.enabled[:joints.count],
                  rows.strength[:joints.count]):
        digest.update(np.ascontiguousarray(array[stays]).tobytes())
    for array in pool.hulls.arrays:
        digest.update(array.tobytes())
    kept = stays[joints.owners()]
    digest.update(joints.parts.kinds[:joints.parts.count][kept].tobytes())
    digest.update(np.ascontiguousarray(joints.parts.everything()[kept, :MEASURE]).tobytes())
    return digest.hexdigest()[:16]


def uids_of(data: bytes) -> np.ndarray:
    """(n,) the numbers that the bodies of a moment have, rising.  Raises DoesNotFit."""
    head, rest = head_of(data)
    require(head.get("format") == FORMAT and head.get("precision") in PRECISIONS)
    sizes = _sizes(head)
    size = bytes_of(sizes, head["precision"])
    require(size <= MOST)
    uids = unpacked(rest, places(sizes, head["precision"]), size)["bodies.uid"][FIRST:]
    uids = uids[uids > 0]
    require((np.diff(uids) > 0).all() and (uids < MOST_UID).all())
    return uids


def number_next(world, uid: int) -> None:
    """The next body that is added to a world gets this number, if no other one has had it or a later one."""
    world._bodies.next_uid = max(world._bodies.next_uid, int(uid))


def put_into(world, data: bytes) -> None:
    """Give a world that was just built the state in `data`, from a world that was built alike.  Raises DoesNotFit, and changes
    nothing, for bytes that are damaged or from another world."""
    head, rest = head_of(data)
    if head.get("format") != FORMAT:
        raise DoesNotFit(f"it is of format {head.get('format')!r}, and this program reads {FORMAT}")
    if head.get("precision") != world.precision:
        raise DoesNotFit("it is of the other precision")
    frame = frames.whole(frames.take(world, Marks(), None))
    sizes = _sizes(head)
    joints, count = world._joints, world._bodies.count
    if sizes.rows != len(frame.arrays["bodies.uid"]) or sizes.parts != joints.parts.count:
        raise DoesNotFit("there are other bodies or joints in the scene now")
    size = bytes_of(sizes, world.precision)
    require(size <= MOST)
    listed = places(sizes, world.precision)
    arrays = unpacked(rest, listed, size)
    if not np.array_equal(arrays["bodies.uid"], frame.arrays["bodies.uid"]):
        raise DoesNotFit("its bodies have other numbers")
    check_numbers(listed, arrays)
    check_bodies(arrays, count)
    room = _whole(head, "room", MOST_ROOM * (sizes.rows // W + sizes.blocks + 1))
    kinds = check_pairs(arrays, frame.arrays["bodies.kind"], room)
    arrays["pairs.keys"] = keys_of(arrays, kinds)
    require((np.diff(arrays["pairs.keys"]) > 0).all())
    arrays["parts.slots"] = _slots(world, arrays["parts.slots"])
    merged = frame._replace(arrays=frame.arrays | _of_frame(arrays), fields=frame.fields | _fields(head, arrays, room))
    frames.put_back(world, merged)
    world._bodies.count_sleepers()
    world._contacts.sleep_revision = world._bodies.sleep_revision - (not head["split"])


def _whole(head: dict[str, Any], name: str, most: int) -> int:
    value = head.get(name)
    require(type(value) is int and 0 <= value <= most)
    return value


def _real(value: Any) -> float:
    require(type(value) in (int, float) and abs(value) <= MOST)
    return float(value)


def _sizes(head: dict[str, Any]) -> Sizes:
    """The sizes of a head, each within MOST."""
    found = head.get("sizes")
    require(isinstance(found, list) and len(found) == len(Sizes._fields) and isinstance(found[-1], list))
    require(len(found[-1]) == len(UID_PAIRS) and all(type(one) is int and 0 <= one <= MOST for one in (*found[:-1], *found[-1])))
    return Sizes(*found[:-1], tuple(found[-1]))


def _loosened(head: dict[str, Any], uids: np.ndarray) -> list[int]:
    """The uids of bodies that have lost something."""
    runs, found = head.get("loosened", []), set(uids.tolist())
    require(isinstance(runs, list) and all(isinstance(run, list) and len(run) == 2 for run in runs))
    require(all(type(number) is int and 0 < number < MOST_UID for run in runs for number in run))
    require(sum(run[1] for run in runs) <= len(uids))
    return [uid for first, count in runs for uid in range(first, first + count) if uid in found]


def _slots(world, slots: np.ndarray) -> np.ndarray:
    """The slots of all parts by block, as a store has them, with those of a moment; what definitions give must be alike."""
    store = world._joints.parts
    built = store.everything()
    if not np.allclose(slots[:, :MEASURE], built[:, :MEASURE], **ALIKE):
        raise DoesNotFit("there are other joints in the scene now")
    require(np.isfinite(slots[:, MEASURE:]).all())
    made = store.slots.copy().reshape(-1, PART_SLOTS, W)
    blocks = -(-len(slots) // W)
    padded = made[:blocks].swapaxes(1, 2).reshape(-1, PART_SLOTS)
    padded[:len(slots)] = slots
    made[:blocks] = padded.reshape(-1, W, PART_SLOTS).swapaxes(1, 2)
    return made.reshape(-1)


def _of_frame(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The arrays of a moment that a keyframe has under the same names."""
    names = [*(f"bodies.{name}" for name in BODIES), *(f"pairs.{name}" for name in (*ENTRIES, *COUNTERS, "order", "keys")),
             "parts.slots", *(f"contacts.{name}" for name in frames.PUSHING)]
    return {name: arrays[name] for name in names}


def _fields(head: dict[str, Any], arrays: dict[str, np.ndarray], room: int) -> dict[str, Any]:
    """The fields of a keyframe that a moment has."""
    switches, boxed = head.get("switches"), head.get("boxed")
    require(isinstance(switches, list) and len(switches) == len(SWITCHES) and all(type(one) is bool for one in switches))
    require(all(type(head.get(name)) is bool for name in ("forces_act", "pairs_changed", "marked", "split")))
    require(boxed is None or isinstance(boxed, list) and len(boxed) == len(Margins._fields))
    found = {f"bodies.{name}": value for name, value in zip(SWITCHES, switches)}
    found["bodies.loosened"], found["bodies.moved"] = dict.fromkeys(_loosened(head, arrays["bodies.uid"]), True), {}
    found |= {f"contacts.{name}": arrays[f"contacts.{name}"] for name in UID_PAIRS if name not in frames.PUSHING}
    return found | {"world._turns_before": _whole(head, "turn", PERIOD), "world._last_h": _real(head.get("last_h")),
                    "world._held_h": _real(head.get("held_h", head.get("last_h"))),
                    "world._forces_act": head["forces_act"], "world.step_count": 0, "world.time": 0.0,
                    "bodies.boxed": None if boxed is None else Margins(*map(_real, boxed)),
                    "joints.pairs_changed": head["pairs_changed"], "contacts.marked": head["marked"], "pairs.blocks": room}
