"""Moments as bytes: they come back, and what was made to do harm is refused before a kernel sees it."""
from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from physics import Box, Plane, Sphere, World
from physics.history.moment import DoesNotFit, likeness, put_into, taken, uids_of
from physics.history.moment.layout import Sizes, bytes_of, places
from physics.history.moment.packing import head_of, packed, unpacked
from physics.joints import Hinge

WHOLE = ("bodies.awake", "bodies.joined", "bodies.island", "bodies.uid", "pairs.a", "pairs.b", "pairs.free", "pairs.order",
         "pairs.kind_start", "pairs.kind_end", "pairs.free_count", "pairs.number", "pairs.due", "pairs.anchored", "pairs.looking")

PLACED = ("bodies.uid", "pairs.a", "pairs.b", "pairs.order", "pairs.kind_start", "pairs.kind_end")
SWAP = "the first and the last one change places"


def world(steps: int = 30, precision: str = "single") -> World:
    """A small pile with a hinge and a body that was taken away."""
    made = World(precision=precision, sleep=True)
    made.add_body(shape=Plane())
    gone = made.add_body(shape=Sphere(radius=0.3), position=(5, 5, 5))
    boxes = [made.add_body(shape=Box(half=(0.4, 0.5, 0.3)), position=(0.1 * k, 0, 0.35 + 0.7 * k)) for k in range(5)]
    made.add_body(shape=Sphere(radius=0.3), position=(0.5, 0.5, 4.5))
    made.add_joint(Hinge(a=boxes[3], b=boxes[4], anchor=(0.35, 0, 2.8), axis=(0, 1, 0)))
    made.remove(gone)
    for _ in range(steps):
        made.step()
    return made


def parts(data: bytes, precision: str = "single"):
    head, rest = head_of(data)
    sizes = Sizes(*head["sizes"][:-1], tuple(head["sizes"][-1]))
    listed = places(sizes, precision)
    return head, listed, unpacked(rest, listed, bytes_of(sizes, precision))


@pytest.mark.parametrize("precision", ("single", "double"))
def test_it_comes_back(precision):
    one, other = world(30, precision), world(0, precision)
    assert likeness(other) != likeness(one)               # poses are others
    data = taken(one)
    put_into(other, data)
    assert other.state_hash() == one.state_hash() and other.step_count == 0 and other.turn == 30
    assert likeness(other) == likeness(one) and uids_of(data).tolist() == one.uids.tolist()
    for _ in range(100):
        one.step()
        other.step()
    assert other.state_hash() == one.state_hash()
    assert taken(one)[4:] != data[4:]


def test_a_world_that_never_stepped():
    one, other = world(0), world(0)
    put_into(other, taken(one))
    for _ in range(50):
        one.step()
        other.step()
    assert other.state_hash() == one.state_hash()


def test_other_worlds_are_told_apart():
    data = taken(world())
    with pytest.raises(DoesNotFit, match="precision"):
        put_into(world(0, "double"), data)
    with pytest.raises(DoesNotFit, match="other bodies"):
        fewer = world(0)
        fewer.remove(fewer.joints[0])
        put_into(fewer, data)
    turned = world(0)
    turned.joints[0].set(lower=-1.0, upper=1.0)
    with pytest.raises(DoesNotFit):
        put_into(turned, data)


@pytest.mark.parametrize("name, value", [*((name, value) for name in WHOLE for value in (-1, 1_000_000, 127)),
                                         *((name, SWAP) for name in WHOLE if name in PLACED)])
def test_numbers_that_lead_elsewhere_are_refused(name, value):
    """Every whole number leads into the arrays, or nothing is taken over."""
    head, listed, arrays = parts(taken(world()))
    changed = arrays[name].reshape(-1)
    used = np.flatnonzero(changed != changed[-1])[:1] if name.startswith("bodies") else np.array([0])
    if value == SWAP:
        changed[[0, -1]] = changed[[-1, 0]] + (changed[0] == changed[-1])
    else:
        changed[used if len(used) else 0] = np.array(value).astype(changed.dtype)
    other = world(0)
    before = other.state_hash()
    with pytest.raises(DoesNotFit):
        put_into(other, packed(head, listed, arrays))
    assert other.state_hash() == before and other.turn == 0


@pytest.mark.parametrize("name", ["bodies.pose", "bodies.velocity", "pairs.impulses", "pairs.manifolds", "parts.slots",
                                  "bodies.fat_aabb"])
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e35])
def test_numbers_that_are_none_are_refused(name, value):
    head, listed, arrays = parts(taken(world()))
    arrays[name].reshape(-1)[-1 if name == "parts.slots" else 20] = value
    with pytest.raises(DoesNotFit):
        put_into(world(0), packed(head, listed, arrays))


@pytest.mark.parametrize("change", [
    {"format": 2}, {"precision": "half"}, {"turn": -1}, {"turn": 1.5}, {"turn": 10**30}, {"last_h": "x"}, {"last_h": 1e300},
    {"boxed": [1]}, {"boxed": ["x"] * 7}, {"boxed": 3}, {"switches": [1]}, {"switches": None},
    {"forces_act": 0}, {"marked": None},
    {"room": -1}, {"room": 10**12}, {"room": 0}, {"sizes": None}, {"sizes": [1, 2]}, {"sizes": [10**9, 1, 1, 1, [0] * 5]},
    {"sizes": [64, 10**8, 1, 1, [0] * 5]}, {"sizes": [-64, 1, 1, 1, [0] * 5]}])
def test_heads_that_are_none(change):
    head, listed, arrays = parts(taken(world()))
    with pytest.raises(DoesNotFit):
        put_into(world(0), packed(head | change, listed, arrays))


@pytest.mark.parametrize("data", [b"", b"\0\0\0\0", b"\xff\xff\xff\xff", struct.pack("<I", 2) + b"[]",
                                  struct.pack("<I", 2) + b"{}",
                                  struct.pack("<I", 9000) + b"[" * 9000, struct.pack("<I", 4) + b"\xff\xfe\xfd\xfc"])
def test_bytes_that_are_none(data):
    with pytest.raises(DoesNotFit):
        put_into(world(0), data)
    with pytest.raises(DoesNotFit):
        uids_of(data)


def test_random_damage_does_no_harm():
    """Bytes that pass the checks are a state that can be stepped."""
    rng = np.random.default_rng(5)
    data, used = taken(world()), 0
    head, listed, arrays = parts(data)
    for _ in range(60):
        copies = {name: array.copy() for name, array in arrays.items()}
        array = copies[listed[rng.integers(len(listed))].name].reshape(-1).view(np.uint8)
        if len(array):
            array[rng.integers(len(array))] ^= 1 << rng.integers(8)
        other = world(0)
        try:
            put_into(other, packed(head, listed, copies))
        except DoesNotFit:
            continue
        used += 1
        for _ in range(3):
            other.step()
    assert used > 5


def test_a_world_inside_a_step_has_no_moment():
    stopped = world(3)
    stopped.step(stop_when="time >= 0", look="inside")
    if stopped.stopped is not None:
        with pytest.raises(ValueError, match="inside a step"):
            taken(stopped)


def test_a_head_is_small_and_plain():
    data = taken(world())
    length, = struct.unpack_from("<I", data)
    head = json.loads(data[4:4 + length])
    assert length < 1000 and head["sizes"][0] % 16 == 0
