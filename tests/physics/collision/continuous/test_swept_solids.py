"""When solids meet: against the separation at many places of the motion; and thin walls that fast small ones do not pass."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics import Box, Capsule, Cone, Convex, Cylinder, Plane, SolverSettings, Sphere, World
from physics.bodies.arrays import AHEAD_SLOTS, MEETING, W
from physics.collision.continuous.followed_pairs import SOLID_SOLID
from physics.collision.continuous.swept_solids import SolidSweep, sweep_solids
from physics.collision.solids.memory import new_memory
from physics.collision.solids.separation import separations
from physics.collision.solids.solid_solid import SolidRule
from physics.definitions.settings import PRESETS
from tests.support.solid_poses import pairs_of, random_poses
from tests.support.solid_reference import largest, random_shape, unit

KINDS = ("sphere", "box", "capsule", "cylinder", "cone", "convex")
PAIRS = [pair for pair in itertools.combinations_with_replacement(KINDS, 2) if set(pair) - {"sphere", "box"}]
CORNERS = list(itertools.product((-0.1, 0.1), repeat=3))
SMALL = {"capsule": Capsule(0.05, 0.1), "cylinder": Cylinder(0.1, 0.1), "coin": Cylinder(0.15, 0.02), "cone": Cone(0.1, 0.1),
         "hull": Convex(CORNERS)}
FASTEST = {"coin": 30}                           # [m/s] a thin plate that hits with its rim turns on through the wall


def distances(bodies, hulls, rows, moved):
    """Separations after b has moved against a."""
    kept = bodies.pose[rows[:, 1], :3].copy()
    bodies.pose[rows[:, 1], :3] += moved
    found = np.zeros((len(rows), 10))
    separations(bodies, hulls, new_memory(1), rows, found)
    bodies.pose[rows[:, 1], :3] = kept
    return found[:, 3]


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_when_two_shapes_meet(one, two):
    """Before the time found they are apart, at it they are as near as the skin; where none is found they stay apart."""
    rng, count, met = np.random.default_rng(8), 100, 0
    for _ in range(2):
        shapes = random_shape(rng, one, 10), random_shape(rng, two, 10)
        size = largest(shapes[0]) + largest(shapes[1])
        poses = random_poses(shapes, count, rng)
        poses = poses._replace(between=unit(poses.between) * size * rng.uniform(0.6, 2, (count, 1)))
        bodies, hulls, pairs = pairs_of(shapes, poses)
        rows, skin = np.stack([pairs.a[:count], pairs.b[:count]], 1).astype(np.int64), 1e-3 * size
        motion = -poses.between + rng.uniform(-0.5, 0.5, (count, 3)) * size
        bodies.velocity[rows[:, 1], :3] = motion                              # in a step of one second
        pairs.sweep[0] = 1.0
        margin = 2e-3 * size
        sweep = SolidSweep(SOLID_SOLID, skin, 1, SolidRule(margin, 0, hulls, new_memory(1)))
        sweep_solids(0, -(-count // W), bodies, pairs, sweep)
        meeting = pairs.ahead.reshape(-1, AHEAD_SLOTS, W)[:, MEETING].reshape(-1)[:count].astype(float)
        begin = distances(bodies, hulls, rows, 0 * motion)
        least = np.full(count, np.inf)
        way = np.where(meeting > 0, meeting, 1.0)
        for share in np.linspace(0, 1, 41):
            now = distances(bodies, hulls, rows, share * way[:, None] * motion)
            least = np.minimum(least, now)
        apart, meets = begin > skin, (begin > skin) & (meeting > 0)
        met += meets.sum()
        assert least[meets].min() > 0
        assert distances(bodies, hulls, rows, meeting[:, None] * motion)[meets].max() <= skin * (1 + 1e-9)
        assert least[apart & ~meets].min(initial=1) > 0
    assert met > 40


def shot(shape, wall, speeds, **settings):
    """Bodies that turn while they fly side by side at a thin wall; where the last step ends before it differs."""
    world = World(gravity=(0, 0, 0), precision=settings.pop("precision", "single"),
                  solver=settings.pop("solver", SolverSettings()).replace(continuous=True, **settings))
    if wall == "plane":
        world.add_body(shape=Plane(normal=(-1, 0, 0)), type="static")
    else:
        world.add_body(shape=wall, type="static")
    rng = np.random.default_rng(9)
    for k, speed in enumerate(speeds):
        world.add_body(shape=shape, position=(-2 - rng.uniform(0, 4), 0, 3.0 * (k - len(speeds) / 2)), velocity=(speed, 0, 0),
                       rotation=rng.normal(size=4), angular_velocity=3 * rng.normal(size=3))
    return world


WALLS = {"box": Box(half=(0.02, 100, 100)), "plane": "plane",
         "hull": Convex([(x, y, z) for x in (-0.02, 0.02) for y in (-90, 90) for z in (-90, 90)])}


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("shape", SMALL)
def test_nothing_passes_a_thin_wall(shape, wall):
    world = shot(SMALL[shape], WALLS[wall], np.linspace(15, FASTEST.get(shape, 200), 23))
    for _ in range(60):
        world.step()
        assert world.positions[1:, 0].max() < 0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("shape", SMALL)
def test_under_every_preset(shape, preset):
    for precision in ("single", "double"):
        world = shot(SMALL[shape], WALLS["box"], np.linspace(10, FASTEST.get(shape, 200), 9), precision=precision,
                     solver=SolverSettings.preset(preset))
        for _ in range(40):
            world.step()
        assert world.positions[1:, 0].max() < 0


@pytest.mark.parametrize("shape", SMALL)
def test_without_it_they_do(shape):
    world = shot(SMALL[shape], WALLS["box"], np.linspace(15, 200, 23))
    world.solver = world.solver.replace(continuous=False)
    for _ in range(60):
        world.step()
    assert (world.positions[1:, 0] > 0).sum() > 5


@pytest.mark.parametrize("one", SMALL)
@pytest.mark.parametrize("two", [*SMALL, "sphere", "box"])
def test_bodies_that_fly_at_each_other_meet(one, two):
    shapes = SMALL | {"sphere": Sphere(radius=0.1), "box": Box(half=(0.1, 0.1, 0.1))}
    world = World(gravity=(0, 0, 0), solver=SolverSettings(continuous="all"))
    speeds = np.linspace(10, 150, 15)
    for k, speed in enumerate(speeds):
        world.add_body(shape=shapes[one], position=(-3 - 0.1 * k, 3.0 * k, 0), velocity=(speed, 0, 0))
        world.add_body(shape=shapes[two], position=(3 + 0.07 * k, 3.0 * k, 0), velocity=(-0.9 * speed, 0, 0))
    for _ in range(60):
        world.step()
        assert "cone" in (one, two) or (world.positions[::2, 0] < world.positions[1::2, 0]).all()
    assert (world.velocities[::2, 0] < 0.9 * speeds).all()                    # a cone's side lets the other pass over it


def test_what_passes_by_is_not_stopped():
    """Past the edge of a plate no bit of the velocity changes."""
    world = World(gravity=(0, 0, 0), solver=SolverSettings(continuous=True))
    world.add_body(shape=Cylinder(2, 0.05), type="static", rotation=(0, 0.5**0.5, 0, 0.5**0.5))
    bodies = []
    for k, (shape, way) in enumerate(zip(list(SMALL.values()) * 3, np.linspace(0, 2 * np.pi, 15))):
        out = np.array([0, np.cos(way), np.sin(way)]) * 2.3
        velocity = np.array([40.0 * (1 + k % 5), 0, 0])
        place = out - 0.08 * velocity - (0.3 * k, 0, 0)
        bodies.append((world.add_body(shape=shape, position=place, velocity=velocity, group=1), velocity))
    for _ in range(40):
        world.step()
    for body, velocity in bodies:
        np.testing.assert_array_equal(body.velocity, velocity.astype(np.float32))
