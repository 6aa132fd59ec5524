"""The first guess of contacts that begin at rest: statics by hand, and what it is not made for."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Hinge, SolverSettings, World
from physics.definitions.settings import PRESETS
from physics.dynamics.carried_weight import Supports, pushes
from physics.dynamics.parameters import Stop

G, DT = 9.81, 1 / 60
RIGID = [name for name, solver in PRESETS.items() if solver.stabilization != "soft"]
GUESS = Stop(4, 0, 0)                                # looks at a step after stage 4


def world_with(solver: SolverSettings, *boxes: dict) -> World:
    """A world of boxes on the ground; each is a body's definition."""
    world = World(gravity=(0, 0, -G), dt=DT, precision="double", solver=solver)
    world.add_body(shape=Box(half=(10, 10, 1)), type="static", position=(0, 0, -1), friction=0.6)
    for box in boxes:
        world.add_body(**{"friction": 0.6} | box)
    return world


def guessed(world: World) -> dict[tuple[int, int], np.ndarray]:
    """By rows of both bodies, from the first body on: the sum of the impulses on b that the next step starts from, (3) world."""
    world.step(GUESS)
    state, found = world._contacts, {}
    pairs, count = state.pairs, state.touching_count
    first = world._bodies.rows[min(world._bodies.rows)]
    for a, b, entry in zip(*(array[:count] for array in (state.touching.a, state.touching.b, state.touching.index))):
        points = pairs.impulses[entry].reshape(4, 4)
        normal = pairs.manifolds[entry // 16 * 25 * 16 + entry % 16:][:3 * 16:16]
        found[int(a - first), int(b - first)] = points[:, :1].sum() * normal + points[:, 1:].sum(axis=0)
    return found


def pushes_of(place: np.ndarray, group: np.ndarray, load: np.ndarray, middle: np.ndarray) -> np.ndarray:
    """The impulses at places (n, 2) below bodies, by group, that stand on the ground, by their loads at `middle`."""
    none = np.zeros(len(group), int)
    loads = np.append(load, 0.0)                 # the last row is the ground
    supports = Supports(none, none, group, np.full(len(group), len(load)), place, none, none)
    return pushes(supports, loads, loads[:, None] * np.concatenate((middle, [(0, 0)])))


@pytest.mark.parametrize("seed", range(20))
def test_impulses_carry_the_load_where_it_acts(seed):
    """Sums and moments of each group are those of its load, where the load acts among the points."""
    random = np.random.default_rng(seed)
    group = np.repeat(np.arange(3), (4, 4, 2))
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    angle = random.uniform(0, np.pi)
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    place = np.concatenate((square, square * (2, 0.5), [(-1, 0), (2, 0)])) @ turn.T + random.uniform(-5, 5, 2)
    share = random.uniform(0.2, 0.3, 4)
    middle = np.array([share @ place[:4] / share.sum(), share @ place[4:8] / share.sum(), place[8] * 0.7 + place[9] * 0.3])
    load = random.uniform(1, 10, 3)
    push = pushes_of(place, group, load, middle)
    for k in range(3):
        assert push[group == k].sum() == pytest.approx(load[k], rel=1e-12)
        assert push[group == k] @ place[group == k] == pytest.approx(load[k] * middle[k], rel=1e-9)
    assert push[8:] == pytest.approx(load[2] * np.array((0.7, 0.3)), rel=1e-9)


def test_a_load_outside_its_points_pushes_only():
    """No impulse pulls, and they sum to the load."""
    push = pushes_of(np.array([(0.0, 0), (1, 0), (1, 1), (0, 1)]), np.zeros(4, int), np.array([2.0]), np.array([(3.0, 0.5)]))
    assert (push >= 0).all() and push.sum() == pytest.approx(2)


@pytest.mark.parametrize("preset", RIGID)
def test_posts_carry_a_beam_by_their_lever_arms(preset):
    """A beam of 3 m with a weight aside on two posts: each carries its share and passes it on with its own weight."""
    post = Box(half=(0.1, 0.1, 0.5))
    world = world_with(SolverSettings.preset(preset),
                       {"shape": post, "position": (-1, 0, 0.5), "mass": 3}, {"shape": post, "position": (1, 0, 0.5), "mass": 5},
                       {"shape": Box(half=(1.5, 0.1, 0.1)), "position": (0, 0, 1.1), "mass": 8},
                       {"shape": Box(half=(0.1, 0.1, 0.1)), "position": (0.5, 0, 1.3), "mass": 4})
    found = guessed(world)
    aside = 4 * 0.5 / 1.01                       # between the posts [kg]: of points at 0.9 and 1.1 m the mean square is 1.01
    masses = {(1, 3): 6 - aside / 2, (2, 3): 6 + aside / 2, (0, 1): 9 - aside / 2, (0, 2): 11 + aside / 2, (3, 4): 4}
    for pair, mass in masses.items():
        assert found[pair] == pytest.approx((0, 0, mass * G * DT), rel=1e-5, abs=1e-9), pair


@pytest.mark.parametrize("preset", RIGID)
def test_friction_carries_its_part_on_a_slope(preset):
    """On a slope within friction's bound the impulse of the ground is vertical; on a steeper one there is none."""
    for angle, holds in ((20, True), (40, False)):
        slope = np.radians(angle)
        world = world_with(SolverSettings.preset(preset),
                           {"shape": Box(half=(0.5, 0.5, 0.2)), "position": (0, 0, 0.2), "mass": 2})
        world.gravity = G * np.array((np.sin(slope), 0, -np.cos(slope)))
        assert guessed(world)[0, 1] == pytest.approx(-2 * DT * np.array(world.gravity) if holds else np.zeros(3), abs=1e-12)


@pytest.mark.parametrize("change", ["soft", "moves", "apart", "hangs", "weightless"])
def test_what_else_touches_begins_with_nothing(change):
    """No guess for soft contacts, bodies that move or hang on joints, those that fall farther than a substep, and no weight."""
    solver = SolverSettings.preset("soft_step" if change == "soft" else "classic")
    world = world_with(solver, {"shape": Box(half=(0.5, 0.5, 0.5)), "position": (0, 0, 0.51 if change == "apart" else 0.5),
                                "velocity": (0, 0, 1e-3) if change == "moves" else (0, 0, 0)})
    if change == "hangs":
        world.add_joint(Hinge(a=None, b=world.bodies[1], anchor=(0, 0, 1), axis=(0, 1, 0)))
    if change == "weightless":
        world.gravity = (0, 0, 0)
    assert not guessed(world)[0, 1].any()


@pytest.mark.parametrize("preset", RIGID)
def test_a_later_step_of_another_length_starts_from_the_same_force(preset):
    """What is put down after a change of dt carries its weight too."""
    world = world_with(SolverSettings.preset(preset), {"shape": Box(half=(0.5, 0.5, 0.5)), "position": (0, 0, 0.5), "mass": 2})
    world.step()
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(3, 0, 0.5), mass=3, friction=0.6)
    world.dt = DT / 2
    assert guessed(world)[0, 2][2] * 0.5 == pytest.approx(3 * G * DT / 2, rel=1e-9)
