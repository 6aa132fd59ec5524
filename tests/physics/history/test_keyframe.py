"""Keyframes hold the rows of parts apart: those of ground are held once, and put back to the last bit."""
from __future__ import annotations

import numpy as np

from physics import Box, Compound, HeightField, History, Sphere, World
from physics.history.keyframe import OF_PARTS, Marks, put_back, same, take, whole

BUMPS = HeightField(heights=np.random.default_rng(2).uniform(-0.2, 0.2, (41, 41)), spacing=0.4)
JACK = Compound(children=[(Box(half=(0.4, 0.1, 0.1)),), (Box(half=(0.1, 0.4, 0.1)),), (Sphere(radius=0.2), (0, 0, 0.3))])


def on_bumps():
    world = World()
    world.add_body(shape=BUMPS)
    for k in range(6):
        world.add_body(shape=JACK if k % 2 else Sphere(radius=0.3), position=(0.9 * k - 2, 0.1 * k, 1.0 + 0.2 * k))
    world.step(20)
    return world


def test_rows_of_ground_are_shared():
    world = on_bumps()
    first = take(world, Marks(), None)
    world.step(30)
    second = take(world, Marks(), first)
    assert second.arrays["bodies.pose"] is not first.arrays["bodies.pose"]
    for name in ("kind", "shape", "owner", "part_box"):
        assert second.arrays[f"{OF_PARTS}.{name}"] is first.arrays[f"{OF_PARTS}.{name}"]


def test_ground_at_rest_costs_its_rows_once():
    world = World()
    world.add_body(shape=BUMPS)
    world.add_body(shape=Sphere(radius=0.3), position=(0, 0, 1.5))
    with History(world) as history:
        start = history.bytes
        world.step(300)
        assert history.bytes < 1.3 * start


def test_a_keyframe_is_put_back_to_the_last_bit():
    world = on_bumps()
    saved, state = take(world, Marks(), None), world.state_hash()
    world.step(40)
    after = world.state_hash()
    for frame in (saved, whole(saved)):
        put_back(world, frame)
        assert world.state_hash() == state and same(world, saved)
        world.step(40)
        assert world.state_hash() == after
