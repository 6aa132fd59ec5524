"""The inside of a step for tests: two crates on each other and on a floor, one of them on a hinge, and a history of 100 steps."""
from __future__ import annotations

import numpy as np

from app.published.inside import Inside, RowKey, key_of
from app.published.timeline import CONTACT, INPUT, TimeLine
from app.simulation.inside_publisher import InsidePublisher, Looking
from physics import Box, Hinge, Plane, World
from physics.joints import BallSocket
from tests.support.fake_world import BALL


def crates(steps: int = 8) -> World:
    """A world after some steps; the uids of floor and crates are those of the fake world's bodies."""
    world = World(precision="double", sleep=False)
    world.add_body(shape=Plane(normal=(0, 0, 1), offset=0), type="static", name="floor")
    lower, upper = (world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, height), mass=10.0, name=name)
                    for height, name in ((0.5, "base"), (1.5, "top")))
    far = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(4, 0, 3), mass=10.0, name="door")
    world.add_joint(Hinge(a=far, b=None, anchor=(4, 0, 4), axis=(0, 1, 0), motor_torque=5.0, motor_speed=1.0))
    world.add_joint(BallSocket(a=far, b=None, anchor=(4, 0.2, 4)))
    for _ in range(steps):
        world.step()
    return world


def keys_of(world: World) -> list[RowKey]:
    """Of all rows of the last step."""
    rows = world.rows()
    return [key_of(rows, row) for row in range(rows.size)]


def looked_into(pinned: int = 0, body: int | None = BALL, moment: int | None = None) -> Inside:
    """The inside of the last step of `crates`, its first rows picked."""
    world = crates()
    return InsidePublisher(world).look(Looking(body, tuple(keys_of(world)[:pinned]), moment), False)


def kept() -> TimeLine:
    """A history of 100 steps, at its end, with an event of two kinds."""
    kinds = np.array([CONTACT, INPUT], np.uint8)
    return TimeLine(first=0, last=100, present=100, event_steps=np.array([10, 50]), event_kinds=kinds,
                    bytes=3_000_000, budget=256_000_000)
