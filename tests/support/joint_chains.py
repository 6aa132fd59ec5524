"""Rows of balls with chains of joints, and checks of the parts in their store."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Fixed, Hinge, Sphere, World
from physics.constraints import part
from physics.constraints.part import CARRIED, PART_SLOTS, slots_of
from physics.joints.recipe import recipe
from physics.simd.value import W

AXIS = (0, 0, 1)


def row_of_balls(count: int, **settings) -> tuple[World, list]:
    world = World(**{"gravity": (0, 0, 0), "precision": "double", "sleep": False} | settings)
    return world, [world.add_body(shape=Sphere(radius=0.4), position=(k, 0, 0)) for k in range(count)]


def chain(world: World, balls: list) -> list:
    """Joints of one, two and three parts in turn."""
    made = []
    for k, (a, b) in enumerate(zip(balls, balls[1:])):
        at = (k + 0.5, 0, 0)
        made.append(world.add_joint((BallSocket(a=a, b=b, anchor=at), Fixed(a=a, b=b, anchor=at),
                                     Hinge(a=a, b=b, anchor=at, axis=AXIS, upper=1))[k % 3]))
    return made


def check_numbers(world: World) -> None:
    """Every part is at the place of its joint's recipe; there are no others."""
    pool = world._joints
    pool.close_up()
    slots, number = pool.parts.everything(), 0
    assert pool.count == len(pool.members) and pool.rows.uid[:pool.count].tolist() == list(pool.members)
    for row, (uid, member) in enumerate(pool.members.items()):
        parts = recipe(*member)
        assert pool.row(uid) == row and pool.rows.first[row] == number and pool.rows.parts[row] == len(parts)
        for one in parts:
            assert pool.parts.kinds[number] == one.kind
            assert slots[number, :part.MEASURE] == pytest.approx(slots_of(one)[:part.MEASURE], rel=1e-6)
            number += 1
    assert number == pool.parts.count == len(slots) and pool.padding >= number
    assert pool.padding == len(pool.store) // PART_SLOTS - 1 and (pool.padding + 1) % W == 0


def marked(world: World) -> np.ndarray:
    """Write its joint's uid to each part's carried impulse; returns the stored values."""
    pool = world._joints
    pool.close_up()
    by_block = pool.store.reshape(-1, PART_SLOTS, W)
    for number, owner in enumerate(pool.owners()):
        by_block[number // W, CARRIED, number % W] = pool.rows.uid[owner]
    return carried(world)


def carried(world: World) -> np.ndarray:
    return world._joints.parts.columns(CARRIED, 1)[:, 0]
