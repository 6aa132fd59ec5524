"""Creeping bodies stay awake: a box on a slope a little too steep for its friction is slow at first, but not at rest."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.bodies.arrays import FIRST
from physics.contacts.layout import (
    ARM_A,
    ARM_B,
    COUNT,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    IMPULSE,
    NORMAL_AXIS,
    PLACE_1,
    POINT,
    TANGENT_AXIS,
)
from physics.definitions.body_types import DYNAMIC
from physics.definitions.settings import PRESETS
from physics.dynamics.sliding import Clusters, Search, restart_rest
from physics.simd.value import W

STEEP = np.radians(30)                           # tan: 0.5774
UP = np.array((-np.sin(STEEP), 0, np.cos(STEEP)))
LEVEL = (0, -np.sin(STEEP / 2), 0, np.cos(STEEP / 2))


def slope(friction: float, solver: SolverSettings = SolverSettings()) -> World:
    """A box that lies on a slope of 30 degrees."""
    world = World(sleep=True, solver=solver)
    world.add_body(shape=Plane(normal=UP), type="static", friction=friction)
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), rotation=LEVEL, position=0.5 * UP, friction=friction)
    return world


@pytest.mark.parametrize("model", ["cone", "pyramid", "manifold_centre"])
@pytest.mark.parametrize("preset", PRESETS)
def test_what_creeps_on_a_slope_stays_awake_and_slides(preset, model):
    """It begins to move by 6 cm/s each second, so it is slower than `sleep_speed` for longer than `sleep_time`."""
    world = slope(0.57, SolverSettings.preset(preset).replace(friction_model=model))
    for _ in range(150):
        world.step()
        assert not world.asleep[1]
    gravity, time = 9.81 * (np.sin(STEEP) - 0.57 * np.cos(STEEP)), 2.5
    assert np.linalg.norm(world.positions[1] - 0.5 * UP) == pytest.approx(gravity * time**2 / 2, rel=0.1)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_friction_holds_falls_asleep(preset):
    world = slope(0.58, SolverSettings.preset(preset))
    for _ in range(60):
        world.step()
    assert world.asleep[1]


def test_what_is_held_at_the_bound_falls_asleep():
    """Friction at its bound, but no slip: a wall holds a crate on a running belt."""
    world = World(sleep=True)
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(2, 1, 0.1)), type="static", position=(0, 0, 0.1), surface_velocity=(1, 0, 0))
    world.add_body(shape=Box(half=(0.1, 1, 1)), type="static", position=(1, 0, 1))
    crate = world.add_body(shape=Box(half=(0.3, 0.3, 0.3)), position=(0.6, 0, 0.5))
    for _ in range(120):
        world.step()
    assert crate.asleep


def test_a_stack_creeps_as_a_whole():
    """The upper box does not slide on the lower one, and both slide on the slope."""
    world = slope(0.57)
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), rotation=LEVEL, position=1.5 * UP, friction=0.9)
    for _ in range(60):
        world.step()
    assert not world.asleep.any()


def test_a_pyramid_falls_asleep_when_it_did():
    """Some of its contacts slip at their bound while it settles, but others hold."""
    world = World(sleep=True)
    world.add_body(shape=Plane(), type="static")
    for row in range(8):
        for k in range(8 - row):
            world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(1.05 * (k + row / 2), 0, 0.5 + row))
    while not world.asleep[1:].all():
        world.step()
        assert world.time < 2.0


def contacts_of(world: World, search: Search) -> list[tuple[int, int, bool]]:
    """(row a, row b, whether it slides) of every contact with a normal impulse, from the blocks, in double precision."""
    contacts, bodies, found = world._contacts.contacts, world._bodies.arrays, []
    for number, block in enumerate(world._contacts.block_view().astype(np.float64)):
        for lane in range(W):
            a, b = (int(rows[number * W + lane]) for rows in (contacts.a, contacts.b))
            header = block[:, lane]
            n, t1 = header[NORMAL_AXIS:][:3], header[TANGENT_AXIS:][:3]
            t2, pressed, rubbed, farthest = np.cross(n, t1), 0.0, 0.0, 0.0
            for j in range(int(block[FLAGS, COUNT])):
                point = header[FIRST_POINT + j * POINT:][:POINT]
                place = point[PLACE_1] * t1 + point[PLACE_1 + 1] * t2
                moved = [bodies.delta[row, :3] + np.cross(bodies.delta[row, 3:6], header[arm:][:3] + place)
                         for row, arm in ((a, ARM_A), (b, ARM_B))]
                slipped = moved[1] - moved[0]
                farthest = max(farthest, np.hypot(slipped @ t1, slipped @ t2))
                pressed, rubbed = pressed + point[IMPULSE], rubbed + np.hypot(*point[IMPULSE + 1:][:2])
            if a >= FIRST and pressed > 0:
                found.append((a, b, rubbed >= search.almost * header[FRICTION] * pressed and farthest > search.least))
    return found


def expected_to_slide(world: World, search: Search) -> set[int]:
    """Rows of the bodies that slide and that nothing immovable holds, by walking from what is held to what it holds."""
    contacts, dynamic = contacts_of(world, search), world._bodies.arrays.type == DYNAMIC
    holds = [(a, b) for a, b, slides in contacts if not slides]
    held = {row for pair in holds if not all(dynamic[list(pair)]) for row in pair if dynamic[row]}
    while more := {row for pair in holds if held & set(pair) for row in pair if dynamic[row]} - held:
        held |= more
    return {row for a, b, slides in contacts if slides for row in (a, b) if dynamic[row]} - held


def test_as_a_plain_search():
    """Boxes and balls that slide, roll, lie and are heaped up, in the blocks of a step."""
    rng = np.random.default_rng(3)
    world = World(precision="double", sleep=True)
    world.add_body(shape=Plane(), type="static", friction=0.3)
    for k in range(60):
        shape = Sphere(radius=0.3) if k % 3 == 0 else Box(half=(0.3, 0.4, 0.2))
        speed = 0.0 if k % 4 == 0 else 3.0
        world.add_body(shape=shape, position=(1.0 * (k % 8), 0.9 * (k // 8 % 4), 0.3 + 0.1 * (k % 2) + 0.7 * (k // 32)),
                       velocity=(*(speed * rng.normal(size=2)), 0), angular_velocity=0.5 * speed * rng.normal(size=3))
    slid, spared = 0, 0
    for _ in range(6):
        for _ in range(6):
            world.step()
        pool, state = world._bodies, world._contacts
        bodies, search = pool.arrays, Search(1e-5, 0.99, FIRST + pool.count, state.contact_blocks, 0)
        rows = np.arange(FIRST + 1, FIRST + pool.count)
        expected, before = expected_to_slide(world, search), bodies.still.copy()
        bodies.still[rows] = 1.0
        joints = world._joints.constraints(pool)[0]
        restart_rest(bodies, state.contacts, joints, search, Clusters(state.parent, state.flags))
        assert set(rows[bodies.still[rows] == 0].tolist()) == expected and not state.flags.any()
        bodies.still[:] = before
        slid += len(expected)
        spared += len({row for *pair, slides in contacts_of(world, search) if slides for row in pair} - expected - {FIRST})
    assert slid > 50 and spared > 5
