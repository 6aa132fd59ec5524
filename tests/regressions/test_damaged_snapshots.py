"""Snapshots with a wrong number.

Seen: `bad.pool["count"] = 10**9` and then `restore` and `step` were a segmentation fault, 5,000 corrupted the heap, and
`bad.joints["count"] = 10**9` did not end.  Expected: every count is compared with the arrays that it counts, and every index
with its array, before anything is written: a refusal that names the part, and the world as it was.
"""
from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from physics import BallSocket, Box, Compound, Convex, Hinge, Plane, Sphere, World

CORNERS = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
SHAPES = (Box(half=(0.3, 0.4, 0.5)), Sphere(radius=0.4),
          Compound(children=((Box(half=(0.1,) * 3),), (Sphere(radius=0.2), (0, 0, 0.3)))), Convex(points=CORNERS))


@pytest.fixture(scope="module")
def world() -> World:
    made = World()
    made.add_body(shape=Plane(), type="static")
    bodies = [made.add_body(shape=SHAPES[k % 4], position=(0, 0, 1 + 0.9 * k)) for k in range(12)]
    made.add_joint(Hinge(a=None, b=bodies[0], anchor=(0, 0, 1), axis=(0, 1, 0)))
    made.add_joint(BallSocket(a=bodies[2], b=bodies[3], anchor=(0, 0, 2)))
    made.step(30)
    return made


def changed(part, keys: tuple, value):
    """A part of a snapshot with another value under keys, of dictionaries, records and arrays; a function changes an array."""
    if not keys:
        return value(part) if callable(value) else value
    key, *rest = keys
    if isinstance(part, dict):
        return part | {key: changed(part[key], tuple(rest), value)}
    if isinstance(part, np.ndarray):
        part = part.copy()
        part.reshape(-1)[key] = value
        return part
    return part._replace(**{key: changed(getattr(part, key), tuple(rest), value)})


COUNTS = [("pool", "count"), ("pool", "part_count"), ("pool", "compounds"), ("pool", "sensors"), ("pool", "resisting"),
          ("pool", "sleepers"), ("pool", "parts", "first"), ("joints", "count"), ("joints", "part_count"),
          ("state", "touching_count"), ("state", "contact_blocks"), ("state", "part_blocks"), ("state", "colors"),
          ("state", "pairs", "number", 0), ("state", "pairs", "kind_start", 3), ("state", "pairs", "kind_end", 2),
          ("state", "pairs", "free_count", 1)]
PLACES = [("pool", "arrays", "kind", 50), ("pool", "arrays", "owner", 50), ("pool", "arrays", "island", 50),
          ("pool", "arrays", "uid", 50), ("pool", "arrays", "shape", 48 * 8 + 8 * 4 + 3), ("pool", "margins", "growth"),
          ("joints", "kinds", 0), ("joints", "rows", "first", 1), ("joints", "rows", "parts", 0), ("joints", "rows", "type", 0),
          ("joints", "rows", "bodies", 1), ("joints", "rows", "measured", 0), ("state", "pairs", "order", 0),
          ("state", "pairs", "keys", 0), ("state", "contacts", "a", 0), ("state", "contacts", "pair", 0),
          ("state", "touching", "b", 0), ("state", "touching", "index", 0), ("parts", "a", 0), ("parts", "part", 0),
          ("parts", "kind", 0)]
ARRAYS = [("pool", "arrays", "pose"), ("pool", "arrays", "awake"), ("joints", "slots"), ("joints", "rows", "seat"),
          ("state", "pairs", "manifolds"), ("state", "pairs", "due"), ("state", "contacts", "data"), ("state", "touching", "a"),
          ("parts", "data")]


def check(world: World, bad) -> None:
    before = world.state_hash()
    with pytest.raises(ValueError):
        world.restore(bad)
    assert world.state_hash() == before


@pytest.mark.parametrize("keys", COUNTS, ids=lambda keys: ".".join(map(str, keys)))
@pytest.mark.parametrize("number", [10**9, 5000, -1])
def test_counts(world, keys, number):
    check(world, changed(world.snapshot(), keys, number))


@pytest.mark.parametrize("keys", PLACES, ids=lambda keys: ".".join(map(str, keys)))
def test_numbers_that_lead_somewhere(world, keys):
    saved = world.snapshot()
    part = saved
    for key in keys[:-1]:
        part = part[key] if isinstance(part, dict) else getattr(part, key)
    check(world, changed(saved, keys, np.iinfo(part.dtype).max if getattr(part, "dtype", np.dtype(float)).kind in "iu" else 1e30))


@pytest.mark.parametrize("keys", ARRAYS, ids=lambda keys: ".".join(map(str, keys)))
@pytest.mark.parametrize("how", ["half", "double", "other type", "no array"])
def test_arrays(world, keys, how):
    change = {"half": lambda a: a[:len(a) // 2].copy(), "double": lambda a: np.concatenate((a, a)), "no array": lambda a: None,
              "other type": lambda a: a.astype(np.complex128)}[how]
    check(world, changed(world.snapshot(), keys, change))


def test_rows_of_pairs(world):
    saved = world.snapshot()
    check(world, changed(saved, ("state", "pairs", "a", int(saved.state["pairs"].order[0])), 10**6))


def test_more_room_in_the_snapshot():
    """A list with more room than the working memory beside it, which a snapshot does not hold: that is made anew."""
    large, small = World(), World()
    for k in range(100):
        large.add_body(shape=Sphere(radius=0.5), position=(0.9 * k, 0, 0))
    small.add_body(shape=Sphere(radius=0.5))
    large.step(2)
    small.step()
    small.restore(large.snapshot())
    store = small._contacts
    store.room_to_list()
    assert len(store.missing) >= len(store.touching.a) >= 99
    small.step(2)
    large.step(2)
    assert small.state_hash() == large.state_hash()


def test_other_things(world):
    saved = world.snapshot()
    for thing in (None, 5, "snapshot", world, tuple(saved)):
        with pytest.raises(TypeError, match="restore"):
            world.restore(thing)
    check(world, saved._replace(pool={name: value for name, value in saved.pool.items() if name != "rows"}))
    check(world, saved._replace(pool=saved.pool | {"rows": dict(list(saved.pool["rows"].items())[:-1])}))
    check(world, World(precision="double").snapshot())


def test_good_ones_are_taken(world):
    """After steps, removals and sleep, as copies and from another world."""
    saved, state = world.snapshot(), world.state_hash()
    world.remove(world.bodies[4])
    world.remove(world.joints[0])
    world.restore(world.snapshot())
    world.step(3)
    world.restore(saved)
    assert world.state_hash() == state
    world.step(2)
    world.restore(copy.deepcopy(saved))
    assert world.state_hash() == state
    plain = World()
    plain.add_body(shape=Sphere(radius=1))
    world.restore(pickle.loads(pickle.dumps(plain.snapshot())))
    assert len(world.bodies) == 1
    world.restore(saved)
    assert world.state_hash() == state
