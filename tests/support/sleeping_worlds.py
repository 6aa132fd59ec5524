"""Worlds of tests of sleep: columns of cubes on the ground."""
from __future__ import annotations

import numpy as np

from physics import Box, Plane, World

CUBE = Box(half=(0.5, 0.5, 0.5))


def column(world: World, count: int = 3, at: float = 0.0):
    return [world.add_body(shape=CUBE, position=(at, 0, 0.5 + k)) for k in range(count)]


def grounded(**settings) -> World:
    world = World(**{"sleep": True, **settings})
    world.add_body(shape=Plane(), type="static", name="ground")
    return world


def run_until_asleep(world: World, most: int = 200) -> int:
    """Steps until all bodies sleep."""
    for k in range(most):
        dynamic = [body for body in world.bodies if body.type == "dynamic"]
        if all(body.asleep for body in dynamic):
            return k
        world.step()
    raise AssertionError(f"awake after {most} steps: {np.flatnonzero(~world.asleep)}")


def sleeping_tower() -> tuple[World, list]:
    """A world with a column of three cubes, asleep."""
    world = grounded()
    cubes = column(world)
    run_until_asleep(world)
    return world, cubes
