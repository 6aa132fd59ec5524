"""Rolling and spinning resistance: bounds, combination, what it leaves alone, and what steps carry on.

Closed forms, under every preset, are the cases of `tests/behaviour/cases/resistance.yaml`.
"""
from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from physics import Box, Plane, SettingError, SolverSettings, Sphere, World
from physics.bodies.arrays import RESISTANCE_IMPULSE
from physics.contacts import layout
from physics.definitions.material import RESISTANCES
from physics.definitions.settings import PRESETS
from physics.simd.value import W
from tests.support.constraint_worlds import heap, resisting_heap

MODELS = ("cone", "pyramid", "manifold_centre")
G, RADIUS = 9.81, 0.2


def ball_on(ground: dict, ball: dict, **settings) -> World:
    """A ball that rolls at 2 m/s and spins about the vertical at 10 rad/s."""
    world = World(sleep=False, precision="double", solver=SolverSettings(**settings))
    world.add_body(shape=Plane(), type="static", **ground)
    world.add_body(shape=Sphere(radius=RADIUS), position=(0, 0, RADIUS), mass=3, velocity=(2, 0, 0),
                   angular_velocity=(0, 2 / RADIUS, 10), **ball)
    return world


def deceleration(world: World, steps: int = 30) -> tuple[float, float]:
    """(of the speed [m/s2], of the spin about the vertical [rad/s2]) of the only ball."""
    ball = world.bodies[-1]
    speed, spin = ball.velocity[0], ball.angular_velocity[2]
    for _ in range(steps):
        world.step()
    passed = steps * world.dt
    return float(speed - ball.velocity[0]) / passed, float(spin - ball.angular_velocity[2]) / passed


def wanted(rolling: float, spinning: float) -> tuple[float, float]:
    """The same from arms [m], of a solid ball: 5/7 c g / R, and c g over 2/5 R^2."""
    return 5 / 7 * rolling * G / RADIUS, spinning * G / (0.4 * RADIUS**2)


PAIRS = {
    "on the ball": ({}, {"rolling_resistance": 0.01, "spinning_resistance": 0.002}, (0.01, 0.002)),
    "on the ground": ({"rolling_resistance": 0.01, "spinning_resistance": 0.002}, {}, (0.01, 0.002)),
    "the larger": ({"rolling_resistance": 0.01, "spinning_resistance": 0.001},
                   {"rolling_resistance": 0.004, "spinning_resistance": 0.002}, (0.01, 0.002)),
    "shares": ({"rolling_share": 0.05}, {"rolling_share": 0.02, "spinning_share": 0.01}, (0.05 * RADIUS, 0.01 * RADIUS)),
    "both": ({"rolling_resistance": 0.01, "spinning_share": 0.01}, {"rolling_share": 0.02, "spinning_resistance": 0.001},
             (0.01 + 0.02 * RADIUS, 0.001 + 0.01 * RADIUS)),
    "rolling alone": ({"rolling_resistance": 0.01}, {}, (0.01, 0.0)),
    "spinning alone": ({}, {"spinning_resistance": 0.002}, (0.0, 0.002)),
}


@pytest.mark.parametrize("name", PAIRS)
def test_arms_of_a_pair(name):
    ground, ball, arms = PAIRS[name]
    assert deceleration(ball_on(ground, ball)) == pytest.approx(wanted(*arms), rel=1e-3, abs=1e-9)


def test_the_radius_of_two_balls_is_that_of_rolling():
    """1 / R = 1 / R_a + 1 / R_b; of boxes, which do not roll, shares have no effect."""
    world = World(precision="double", gravity=(0, 0, 0))
    for shape, x in ((Sphere(radius=0.3), 0), (Sphere(radius=0.6), 0.895), (Box(half=(0.5, 0.5, 0.5)), 5),
                     (Box(half=(0.5, 0.5, 0.5)), 5.995)):
        world.add_body(shape=shape, position=(x, 0, 0), rolling_share=0.1, spinning_share=0.05,
                       rolling_resistance=0.001 if x >= 5 else 0)
    world.step()
    block = world._contacts.contacts.resistance.reshape(-1, layout.RESISTANCE_SLOTS, W)
    lanes = {(int(a), int(b)): k for k, (a, b) in enumerate(zip(world._contacts.contacts.a, world._contacts.contacts.b))
             if world._bodies.arrays.uid[a] > 0}
    found = {tuple(world._bodies.arrays.uid[list(pair)]): block[k // W, [layout.ROLLING_ARM, layout.SPINNING_ARM], k % W]
             for pair, k in lanes.items()}
    assert found[1, 2] == pytest.approx((0.1 * 0.2, 0.05 * 0.2)) and found[3, 4] == pytest.approx((0.001, 0.0))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("preset", PRESETS)
def test_impulses_stay_within_their_bounds(preset, model):
    """Rolling as a vector, whatever friction does, and spinning; each opposes the turning that is left at its bound."""
    world, seen = resisting_heap(3, 120, **vars(PRESETS[preset]) | {"friction_model": model}), set()
    for _ in range(48):
        for _ in range(5):
            world.step()
        seen |= states_within_bounds(world.rows())
    assert {("rolling", "sliding"), ("rolling", "sticking"), ("spinning", "sliding"), ("spinning", "sticking")} <= seen


def states_within_bounds(table) -> set[tuple[str, str]]:
    """(kind, state) of all rows of resistance, whose impulses must be within their bounds."""
    for row in np.flatnonzero(np.isin(table.kind, ("rolling", "spinning"))):
        mates = (table.patch == table.patch[row]) & (table.kind == table.kind[row])
        pushes = (table.kind == "normal") & (table.pair == table.pair[row])
        size, bound = np.linalg.norm(table.substep_impulse[mates]), table.friction[row] * table.substep_impulse[pushes].sum()
        assert size <= bound * (1 + 1e-9) + 1e-15
    return set(zip(table.kind.tolist(), table.state.tolist()))


def test_a_scene_without_resistance_knows_nothing_of_it():
    """No kernel of it is called, and no bit differs where others have it elsewhere; a body that loses it is as one without."""
    plain, late = heap(3, 60), heap(3, 60)
    for body in late.bodies:
        body.rolling_resistance, body.spinning_share = 0.3, 0.2
        body.rolling_resistance, body.spinning_share = 0, 0
    assert late._bodies.resisting == 0
    apart = heap(3, 60)
    apart.add_body(shape=Sphere(radius=0.1), position=(50, 0, 0.1), rolling_resistance=0.01, angular_velocity=(0, 9, 0))
    plain.add_body(shape=Sphere(radius=0.1), position=(50, 0, 0.1), angular_velocity=(0, 9, 0))
    for world in (plain, apart):
        for _ in range(60):
            world.step()
    assert np.array_equal(plain.positions[:-1], apart.positions[:-1]) and apart._bodies.resisting == 1
    assert np.signbit(plain.velocities[:-1]).tolist() == np.signbit(apart.velocities[:-1]).tolist()
    assert not plain._contacts.pairs.centres[:, RESISTANCE_IMPULSE:].any()
    assert apart._contacts.pairs.centres[:, RESISTANCE_IMPULSE:].any()


def test_only_blocks_that_have_any_are_marked():
    world = World(sleep=False)
    world.add_body(shape=Plane(), type="static")
    for k in range(40):
        world.add_body(shape=Sphere(radius=0.1), position=(k, 0, 0.1), rolling_resistance=0.01 * (k == 20))
    world.step()
    flags = world._contacts.block_view()[:, layout.FLAGS, layout.RESISTS]
    assert len(flags) == 3 and flags.sum() == 1
    world.bodies[21].rolling_resistance = 0
    world.step()
    assert world._contacts.block_view()[:, layout.FLAGS, layout.RESISTS].sum() == 0


@pytest.mark.parametrize("precision", ("single", "double"))
def test_threads_and_snapshots_keep_the_bits(precision):
    """Impulses are part of the state: a restored world goes the same way, and the hash tells a world with others apart."""
    one = heap_of_balls(precision)
    two = heap_of_balls(precision, threads=2)
    for _ in range(60):
        one.step()
        two.step()
    saved, before = one.snapshot(), one.state_hash()
    assert before == two.state_hash()
    pairs = one._contacts.pairs
    pairs.centres[np.flatnonzero(pairs.centres[:, RESISTANCE_IMPULSE:].any(1))[-1], RESISTANCE_IMPULSE] += 1
    assert one.state_hash() != before
    one.restore(saved)
    for world in (one, two):
        for _ in range(60):
            world.step()
    assert one.state_hash() == two.state_hash()


def heap_of_balls(precision: str, **settings) -> World:
    """Balls that fall into a heap."""
    world, rng = World(precision=precision, **settings), np.random.default_rng(5)
    world.add_body(shape=Plane(), type="static", spinning_resistance=0.002)
    for k in range(60):
        world.add_body(shape=Sphere(radius=0.1 + 0.1 * rng.random()), position=(*rng.uniform(-0.4, 0.4, 2), 0.3 + 0.3 * k),
                       rolling_share=0.05 * (k % 3), restitution=0.3 * (k % 2), velocity=rng.normal(size=3))
    return world


def test_what_a_step_carries_on():
    """A ball on a slope is held from the first sweep of the next step on: with one sweep a step it creeps no more."""
    angle = math.atan(0.09)
    world = World(precision="double", gravity=(G * math.sin(angle), 0, -G * math.cos(angle)), sleep=False,
                  solver=SolverSettings.preset("classic").replace(iterations=1, stabilization="none"))
    world.add_body(shape=Plane(), type="static", friction=1)
    ball = world.add_body(shape=Sphere(radius=RADIUS), position=(0, 0, RADIUS), friction=1, rolling_share=0.1)
    for _ in range(240):
        world.step()
    assert np.abs(ball.velocity).max() < 1e-9 and np.abs(ball.angular_velocity).max() < 1e-9
    row = np.flatnonzero((world.rows().kind == "rolling") & (np.abs(world.rows().axis[:, 1]) > 0.5))[0]
    assert abs(world.rows().warm[row]) == pytest.approx(ball.mass * G * math.sin(angle) * RADIUS / 60, rel=1e-6)


def test_a_rolling_drum_carries_a_ball_along():
    """Turning is measured between surfaces: one that spins about the contact's normal turns a ball that lies on its axis."""
    world = World(precision="double")
    world.add_body(shape=Box(half=(1, 1, 0.1)), position=(0, 0, -0.1), type="static", surface_spin=(0, 0, 3),
                   spinning_resistance=0.01)
    ball = world.add_body(shape=Sphere(radius=RADIUS), position=(0, 0, RADIUS))
    for _ in range(120):
        world.step()
    assert ball.angular_velocity[2] == pytest.approx(3, rel=1e-6) and np.abs(ball.position[:2]).max() < 1e-9


def test_a_box_on_its_edge_tips_all_the_same():
    """A moment of c N cannot hold a box whose weight acts farther than c beyond its edge."""
    for arm, falls in ((0.02, True), (0.2, False)):
        world = World(precision="double")
        world.add_body(shape=Plane(), type="static", friction=1)
        lean = math.radians(50)
        box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), rotation=(0, math.sin(lean / 2), 0, math.cos(lean / 2)), friction=1,
                             position=(0, 0, math.sqrt(0.5) * math.cos(math.radians(5))), rolling_resistance=arm)
        for _ in range(120):
            world.step()
        assert bool(box.position[2] < 0.51) is falls, (arm, box.position)


@pytest.mark.parametrize("name, value", list(itertools.product(RESISTANCES, (-0.01, math.nan, math.inf, 1e4, "much", None))))
def test_bad_values(name, value):
    world = World()
    ball = world.add_body(shape=Sphere(radius=RADIUS))
    with pytest.raises(SettingError, match=name):
        world.add_body(shape=Sphere(radius=RADIUS), **{name: value})
    with pytest.raises(SettingError, match=name):
        setattr(ball, name, value)
    assert getattr(ball, name) == 0 and world._bodies.resisting == 0


def test_a_misspelt_name_is_told():
    world = World()
    with pytest.raises(SettingError, match="rolling_resistance"):
        world.add_body(shape=Sphere(radius=1), rolling_resistence=0.1)
    with pytest.raises(AttributeError, match="rolling_resistance"):
        world.add_body(shape=Sphere(radius=1)).rolling_resistence = 0.1


def test_bodies_that_come_and_go_are_counted():
    world = World()
    bodies = [world.add_body(shape=Sphere(radius=0.1), position=(k, 0, 1), rolling_share=0.1 * k) for k in range(3)]
    assert world._bodies.resisting == 2 and bodies[2].rolling_share == pytest.approx(0.2)
    world.remove(bodies[1])
    bodies[0].spinning_resistance = 0.01
    saved = world.snapshot()
    bodies[2].rolling_share = 0
    assert world._bodies.resisting == 1 and bodies[0].spinning_resistance == pytest.approx(0.01)
    world.restore(saved)
    assert world._bodies.resisting == 2
