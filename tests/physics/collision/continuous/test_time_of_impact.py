"""The swept test: fast bodies hit thin ones, at the right place, and passing bodies are not stopped."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.bodies.arrays import AHEAD_SLOTS, FIRST, MEETING, REACH, W
from physics.collision.continuous.followed_pairs import SweepRule
from physics.collision.continuous.time_of_impact import sweep_pairs
from physics.definitions.settings import PRESETS
from tests.support.box_reference import boxed, edge_separations, face_separations
from tests.support.samples import two_bodies

DT = 1 / 60
WALL = Box(half=(0.05, 200.0, 50.0))
SHAPES = {"sphere": Sphere(radius=0.25), "cube": Box(half=(0.25, 0.25, 0.25)), "plank": Box(half=(0.4, 0.1, 0.25))}
LOOKING_AHEAD = SolverSettings(continuous=True)


def shot(shape, speeds, continuous=True, *, angle=0.0, spin=0.0, precision="single", **settings) -> World:
    """A thin wall at x = 0 and bodies that fly at it side by side from where the last step ends anywhere before it."""
    world = World(gravity=(0, 0, 0), precision=precision, solver=SolverSettings(continuous=continuous, **settings))
    world.add_body(shape=WALL, type="static")
    rng = np.random.default_rng(0)
    for k, speed in enumerate(speeds):
        way = rng.normal(size=3)
        world.add_body(shape=shape, position=(-3 - rng.uniform(0, 4), 3.0 * (k - len(speeds) / 2), 0),
                       velocity=(speed * np.cos(angle), 0, speed * np.sin(angle)),
                       angular_velocity=spin * way / np.linalg.norm(way))
    return world


@pytest.mark.parametrize("angle", [0.0, 0.6, -1.0])
@pytest.mark.parametrize("spin", [0.0, 10.0])
@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_passes_a_thin_wall(shape, spin, angle):
    world = shot(SHAPES[shape], np.linspace(20, 200, 37), angle=angle, spin=spin)
    for _ in range(60):
        world.step()
        assert world.positions[1:, 0].max() < 0
    if shape == "sphere":
        assert world.positions[1:, 0].max() < -0.29


def test_without_it_they_do():
    world = shot(SHAPES["sphere"], np.linspace(20, 200, 37), continuous=False)
    for _ in range(60):
        world.step()
    assert (world.positions[1:, 0] > 0).sum() > 10


@pytest.mark.parametrize("settings", [{"preset": "classic"}, {"preset": "split_impulse"}, {"stabilization": "position"},
                                      {"precision": "double"}], ids=str)
def test_every_way_of_solving_stops_them(settings):
    solver = SolverSettings.preset(settings.get("preset", "soft_step")).replace(continuous=True)
    solver = solver.replace(stabilization=settings.get("stabilization", solver.stabilization))
    for shape in SHAPES.values():
        world = shot(shape, np.linspace(20, 200, 19), precision=settings.get("precision", "single"))
        world.solver = solver
        for _ in range(40):
            world.step()
        assert world.positions[1:, 0].max() < 0


@pytest.mark.parametrize("one", SHAPES)
@pytest.mark.parametrize("two", SHAPES)
def test_bodies_that_fly_at_each_other_meet(one, two):
    world = World(gravity=(0, 0, 0), solver=LOOKING_AHEAD)
    for k, speed in enumerate(np.linspace(10, 150, 15)):
        world.add_body(shape=SHAPES[one], position=(-3 - 0.1 * k, 3.0 * k, 0), velocity=(speed, 0, 0))
        world.add_body(shape=SHAPES[two], position=(3 + 0.07 * k, 3.0 * k, 0), velocity=(-0.9 * speed, 0, 0))
    for _ in range(60):
        world.step()
        assert (world.positions[::2, 0] < world.positions[1::2, 0]).all()


@pytest.mark.parametrize("shape", [Sphere(radius=0.004), Box(half=(0.004, 0.004, 0.004))], ids=["sphere", "cube"])
def test_bodies_smaller_than_the_margin_meet(shape):
    """Beside the line of centres by more than half their size: the skin that must meet is a share of them, not of the margin, nor
    of a flush tolerance as large as that."""
    world, speeds = World(gravity=(0, 0, 0), solver=LOOKING_AHEAD.replace(flush_tolerance=0.02)), np.linspace(10, 150, 15)
    world.length_scale = 1.0
    for k, speed in enumerate(speeds):
        world.add_body(shape=shape, position=(-3 - 0.1 * k, 3.0 * k, 0), velocity=(speed, 0, 0))
        world.add_body(shape=shape, position=(3 + 0.07 * k, 3.0 * k + 0.005, 0), velocity=(-0.9 * speed, 0, 0))
    for _ in range(60):
        world.step()
    assert (world.velocities[::2, 0] < 0.9 * speeds).all()


def test_a_ball_bounces_off_where_it_would():
    """Restitution 1: after a bounce it flies as fast back, and the wall was touched at its surface."""
    world = World(gravity=(0, 0, 0), solver=LOOKING_AHEAD)
    world.add_body(shape=WALL, type="static")
    ball = world.add_body(shape=SHAPES["sphere"], position=(-4, 0, 0), velocity=(100, 0, 0), restitution=1)
    farthest = -4.0
    for _ in range(6):
        world.step()
        farthest = max(farthest, ball.position[0])
    assert ball.velocity[0] == pytest.approx(-100, rel=1e-3) and farthest < -0.29


def test_bodies_that_pass_by_are_not_stopped():
    """Just past the edge of a plate, past a corner, past another body: no bit of the velocity changes."""
    world = World(gravity=(0, 0, 0), solver=LOOKING_AHEAD)
    world.add_body(shape=Box(half=(0.05, 2, 2)), type="static")
    shapes = [SHAPES["sphere"], SHAPES["cube"]] * 8
    bodies = []
    for k, (shape, way) in enumerate(zip(shapes, np.linspace(0, np.pi / 2, 16))):
        out = np.array([0, np.cos(way), np.sin(way)]) * (2 + 0.28 * 2**0.5) / max(np.cos(way), np.sin(way))
        slant = np.array([1, 0.02 * np.cos(way), 0.02 * np.sin(way)]) * 40.0 * (1 + k % 5)
        start = out - 0.08 * slant - (0.3 * k, 0, 0)
        bodies.append((world.add_body(shape=shape, position=start, velocity=slant, group=1), slant))
    for _ in range(40):
        world.step()
    for body, slant in bodies:
        np.testing.assert_array_equal(body.velocity, slant.astype(np.float32))


@pytest.mark.parametrize("shape", ["cube", "sphere"])
def test_seams_of_a_floor_stop_no_body(shape):
    """A body sliding fast over a floor of tiles goes on as it does without looking ahead."""
    gone = []
    for continuous in (False, True):
        world = World(solver=SolverSettings(continuous=continuous))
        for k in range(40):
            world.add_body(shape=Box(half=(2.5, 2, 0.5)), type="static", position=(2.5 + 5 * k, 0, -0.5), friction=0.1)
        body = world.add_body(shape=SHAPES[shape], position=(1, 0, 0.25), velocity=(40, 0, 0), friction=0.1)
        for _ in range(60):
            world.step()
        gone.append((body.position[0], body.position[2]))
    assert gone[1] == pytest.approx(gone[0], abs=0.02) and gone[1][0] > 35


@pytest.mark.parametrize("floor", [Plane(), Box(half=(50, 50, 1))], ids=["plane", "box"])
def test_landings_are_shallow(floor):
    """Boxes and balls that land between steps, so fast that they are looked ahead for: none is deep at the end of any step."""
    world = World(solver=LOOKING_AHEAD)
    world.add_body(shape=floor, type="static", position=(0, 0, -1 if isinstance(floor, Box) else 0))
    for k in range(30):
        world.add_body(shape=list(SHAPES.values())[k % 3], position=(2 * (k % 6) - 6, 2 * (k // 6) - 5, 0.8 + 0.11 * k),
                       velocity=(0, 0, -8))
    deepest = 0.0
    for _ in range(90):
        world.step()
        deepest = min([deepest, *world.contact_arrays().separations])
    assert deepest > -0.02


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("floor", [Plane(), Box(half=(50, 50, 1))], ids=["plane", "box"])
def test_what_is_large_for_its_speed_lands_as_well(floor, preset):
    """A ball that falls half its radius in a step does not sink in by that, wherever the last step before the ground ends."""
    world = World(solver=SolverSettings.preset(preset).replace(continuous=True))
    world.add_body(shape=floor, type="static", position=(0, 0, -1 if isinstance(floor, Box) else 0))
    for k in range(20):
        world.add_body(shape=Sphere(radius=0.5), position=(2 * (k % 5), 2 * (k // 5), 0.8 + 0.013 * k), velocity=(0, 0, -15),
                       restitution=0)
    lowest = 0.0
    for _ in range(30):
        world.step()
        lowest = min(lowest, world.positions[1:, 2].min() - 0.5)
    assert lowest > -1e-3


def test_slow_worlds_are_the_same_to_the_last_bit():
    """Slow is less than the flush tolerance in a step."""
    hashes = []
    for continuous in (True, False):
        world = World(solver=SolverSettings(continuous=continuous), gravity=(0, 0, -0.4))
        world.add_body(shape=Plane(), type="static")
        rng = np.random.default_rng(1)
        for k in range(40):
            world.add_body(shape=list(SHAPES.values())[k % 3], position=(*(0.4 * rng.uniform(-1, 1, 2)), 0.25 + 0.55 * k),
                           velocity=(0, 0, 0), linear_damping=20.0)
        for _ in range(200):
            world.step()
        hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]


def ahead(first, second, velocity, margin=0.02):
    """(time of meeting [steps], reach [m]) of two bodies of which the first moves by `velocity` in a step."""
    bodies, pairs = two_bodies(first, second)
    bodies.velocity[FIRST, :3] = np.asarray(velocity) / DT
    bodies.travel[FIRST] = np.linalg.norm(velocity)
    reach = np.linalg.norm(bodies.shape[:, :3], axis=1, keepdims=True)
    bodies.aabb[:, :3], bodies.aabb[:, 3:6] = bodies.pose[:, :3] - reach, bodies.pose[:, :3] + reach     # they contain the bodies
    pairs.sweep[:] = DT, 1, 1
    kind = int(np.flatnonzero(pairs.kind_end > pairs.kind_start[:-1])[0])
    sweep_pairs(0, 1, bodies, pairs, SweepRule(margin, kind, 1e-3, 1))
    found = pairs.ahead.reshape(-1, AHEAD_SLOTS, W)[0, :, 0]
    return found[MEETING] / DT, found[REACH]


def test_times_of_meeting():
    ball, half = ("sphere", 0.5, (0, 0, 0)), (0.5, 0.5, 0.5)
    assert ahead(ball, ("box", half, (3, 0, 0)), (4, 0, 0)) == pytest.approx((0.5, 0), rel=2e-3)
    assert ahead(("box", half), ("box", half, (3, 0, 0)), (4, 0, 0)) == pytest.approx((0.5, 4))
    assert ahead(("box", half), ("box", half, (3, 0.99, 0)), (4, 0, 0)) == pytest.approx((0.5, 4)), "more than the skin"
    assert ahead(("box", half), ("box", half, (3, 1.01, 0)), (4, 0, 0)) == (1, 0), "past each other"
    assert ahead(("box", half), ("box", half, (3, 0.9995, 0)), (4, 0, 0)) == (1, 0), "less than the skin"
    assert ahead(("box", half), ("box", half, (3, 1.01, 0)), (-4, 0, 0)) == (0, 0), "away from each other"
    assert ahead(ball, ("box", half, (3, 1.0, 0)), (2.5, 0, 0))[0] == pytest.approx(1.0, abs=0.1), "above its edge"
    down = ("plane", ((0, 0, 1), -2))
    assert ahead(ball, down, (0, 0, -3)) == pytest.approx((0.5, 0))
    assert ahead(("box", half), down, (9, 0, -3)) == pytest.approx((0.5, 90**0.5))


def test_boxes_meet_when_their_surfaces_touch():
    """Against a slow reference: at the time told the boxes are just apart or just touch, and never before."""
    rng = np.random.default_rng(4)
    met = 0
    for _ in range(300):
        q = rng.normal(size=(2, 4))
        q /= np.linalg.norm(q, axis=1)[:, None]
        halves, start = rng.uniform(0.2, 0.6, (2, 3)), rng.normal(size=3)
        start *= 2.5 / np.linalg.norm(start)
        motion = start + rng.normal(size=3) * 0.6
        time, _ = ahead(("box", halves[0], (0, 0, 0), q[0]), ("box", halves[1], start, q[1]), motion)

        def gap(t):
            a, b = boxed(halves[0], t * motion, q[0]), boxed(halves[1], start, q[1])
            return max(face_separations(a, b).max(), edge_separations(a, b).max())

        def above(t, least):
            """Whether the gap is; edges, which take long, are looked at where faces do not tell."""
            faces = face_separations(boxed(halves[0], t * motion, q[0]), boxed(halves[1], start, q[1]))
            return faces.max() > least or gap(t) > least
        times = np.linspace(0, 1, 60)
        if 0 < time < 1:
            met += 1
            assert abs(gap(time)) < 0.01
            assert all(above(t, 0.0) for t in times[times < time - 1e-3])
        else:
            assert all(above(t, -0.0011) for t in times), "what is missed was less than a skin deep"
    assert 50 < met < 290
