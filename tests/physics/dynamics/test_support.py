"""Support: what nothing holds stays awake, as a box on a slope a little too steep for its friction; what is held falls asleep."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.bodies.arrays import FIRST
from physics.contacts.frame import axes_of
from physics.contacts.layout import (
    ARM_A,
    ARM_B,
    COUNT,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    HEIGHT,
    IMPULSE,
    PLACE_1,
    POINT,
)
from physics.definitions.body_types import DYNAMIC
from physics.definitions.settings import PRESETS
from physics.dynamics.support import LINE, Clusters, Search, restart_unheld
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


@pytest.mark.parametrize("way", ["a wedge", "a groove"])
def test_a_ball_between_points_on_a_line_rolls_on(way):
    """Two planes touch a ball in two points, about whose line it turns; a third point would hold it."""
    world = World(sleep=True, gravity=(0.02, 0, -9.81))
    for side in (1, -1):
        world.add_body(shape=Plane(normal=(0, side * 0.6, 0.8)), type="static", friction=1)
    ball = world.add_body(shape=Sphere(radius=0.3), position=(0, 0, 0.375), friction=1)
    if way == "a wedge":
        world.add_body(shape=Plane(normal=(-0.6, 0, 0.8), offset=0.0), type="static", friction=1)
    for _ in range(240):
        world.step()
    assert ball.asleep == (way == "a wedge") and (ball.position[0] > 0.05) == (way == "a groove")


class Contact(NamedTuple):
    """A contact with a normal impulse, in double precision."""

    a: int
    b: int
    slides: bool
    points: tuple                  # (arms from a, arms from b), (k, 3) each, of points with an impulse


def contacts_of(world: World, search: Search) -> list[Contact]:
    """Every contact with a normal impulse, from the blocks."""
    contacts, bodies, found = world._contacts.contacts, world._bodies.arrays, []
    for number, block in enumerate(world._contacts.block_view().astype(np.float64)):
        for lane in range(W):
            a, b = (int(rows[number * W + lane]) for rows in (contacts.a, contacts.b))
            header = block[:, lane]
            n, t1, t2 = (axis[0] for axis in axes_of(header[None]))
            pressed, rubbed, farthest, arms = 0.0, 0.0, 0.0, []
            for j in range(int(block[FLAGS, COUNT])):
                point = header[FIRST_POINT + j * POINT:][:POINT]
                place = point[PLACE_1] * t1 + point[PLACE_1 + 1] * t2
                moved = [bodies.delta[row, :3] + np.cross(bodies.delta[row, 3:6], header[arm:][:3] + place)
                         for row, arm in ((a, ARM_A), (b, ARM_B))]
                slipped = moved[1] - moved[0]
                farthest = max(farthest, np.hypot(slipped @ t1, slipped @ t2))
                pressed, rubbed = pressed + point[IMPULSE], rubbed + np.hypot(*point[IMPULSE + 1:][:2])
                if point[IMPULSE] > 0:
                    arms.append([header[arm:][:3] + place + point[HEIGHT] * n for arm in (ARM_A, ARM_B)])
            if a >= FIRST and pressed > 0:
                least = search.slip * min(bodies.shape[row, :3].max() for row in (a, b) if bodies.type[row] == DYNAMIC)
                slides = rubbed >= search.almost * header[FRICTION] * pressed and farthest > least
                found.append(Contact(a, b, slides, tuple(np.array(arms).swapaxes(0, 1))))
    return found


def lie_on_a_line(points: list[np.ndarray], size: float) -> bool:
    """Whether the product of the two largest singular values, squared, is that of points on a line."""
    values = np.linalg.svd(np.array(points) - np.mean(points, 0), compute_uv=False)
    return len(points) < 3 or (values[0] * values[1])**2 <= LINE * size**4


def expected_to_go_on(world: World, search: Search) -> set[int]:
    """Rows of the bodies that nothing immovable holds, by walking from what is held to what it holds, or that roll."""
    contacts, dynamic = contacts_of(world, search), world._bodies.arrays.type == DYNAMIC
    holds = [contact for contact in contacts if not contact.slides]
    pairs = [(a, b) for a, b, *_ in holds]
    held = {row for pair in pairs if not all(dynamic[list(pair)]) for row in pair if dynamic[row]}
    while more := {row for pair in pairs if held & set(pair) for row in pair if dynamic[row]} - held:
        held |= more
    rolling = set()
    for row in held:
        points = [point for a, b, _, arms in holds if row in (a, b) for point in arms[int(row == b)]]
        if lie_on_a_line(points, float(world._bodies.arrays.shape[row, :3].max())):
            rolling.add(row)
    return {int(row) for row in np.flatnonzero(dynamic) if row not in held} | rolling


def test_as_a_plain_search():
    """Boxes and balls that slide, roll, lie and are heaped up, in the blocks of a step."""
    rng = np.random.default_rng(3)
    world = World(sleep=False, precision="double")
    world.add_body(shape=Plane(), type="static", friction=0.3)
    for k in range(60):
        shape = Sphere(radius=0.3) if k % 3 == 0 else Box(half=(0.3, 0.4, 0.2))
        speed = 0.0 if k % 4 == 0 else 3.0
        world.add_body(shape=shape, position=(1.0 * (k % 8), 0.9 * (k // 8 % 4), 0.3 + 0.1 * (k % 2) + 0.7 * (k // 32)),
                       velocity=(*(speed * rng.normal(size=2)), 0), angular_velocity=0.5 * speed * rng.normal(size=3))
    went, rolled, stayed = 0, 0, 0
    for _ in range(6):
        for _ in range(6):
            world.step()
        pool, state = world._bodies, world._contacts
        bodies, search = pool.arrays, Search(3e-5, 0.99, 1e-4, 0.5, world.dt, FIRST + pool.count, state.contact_blocks, 0)
        rows = np.arange(FIRST + 1, FIRST + pool.count)
        bodies.still[rows], bodies.rest_way[rows] = 1.0, 1.0
        restart_unheld(bodies, state.contacts, search, Clusters(state.parent, state.flags, state.spread))
        expected, found = expected_to_go_on(world, search), set(rows[bodies.still[rows] == 0].tolist())
        assert found == expected and not state.flags.any()
        bodies.still[rows], bodies.rest_way[rows, 1::2] = 1.0, 0.0          # the same without a turn
        restart_unheld(bodies, state.contacts, search, Clusters(state.parent, state.flags, state.spread))
        without = set(rows[bodies.still[rows] == 0].tolist())
        assert without <= expected
        went, rolled, stayed = went + len(without), rolled + len(expected - without), stayed + len(rows) - len(expected)
    assert went > 50 and rolled > 5 and stayed > 20
