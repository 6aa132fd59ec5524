"""Sleeping: which bodies fall asleep and when, and what wakes them."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import BallSocket, Box, Hinge, Mouse, Plane, Slider, SolverSettings, Sphere, World
from physics.bodies.arrays import FIRST, new_bodies
from physics.definitions.body_types import DYNAMIC
from physics.dynamics.sleeping import SleepParameters, Window, measure_rest, measure_way
from physics.simd.value import W
from tests.support.sleeping_worlds import CUBE, column, grounded, run_until_asleep, sleeping_tower


@pytest.fixture
def tower():
    """A world with a column of three cubes, asleep."""
    return sleeping_tower()


# ------------------------------------------------------------------------------------------------ falling asleep

@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("stabilization", ["none", "baumgarte", "split_impulse", "soft", "position"])
def test_a_column_falls_asleep_and_stays_as_it_is(stabilization, precision):
    world = grounded(precision=precision, solver=SolverSettings(stabilization=stabilization, joint_stabilization="soft"))
    column(world)
    steps = run_until_asleep(world)
    assert steps * world.dt >= world.sleep_time
    before = world.positions.tobytes(), world.rotations.tobytes(), world.state_hash()
    for _ in range(30):
        world.step()
    assert (world.positions.tobytes(), world.rotations.tobytes(), world.state_hash()) == before
    assert not world.velocities.any() and not world.angular_velocities.any()


@pytest.mark.parametrize(("settings", "sleeps"), [({}, True), ({"sleep": False}, False)])
def test_sleeping_is_on_by_default(settings, sleeps):
    """As in scenes."""
    world = World(**settings)
    world.add_body(shape=Plane(), type="static")
    column(world)
    for _ in range(100):
        world.step()
    assert world.resting is sleeps and world.asleep[1:].all() == sleeps


def test_time_of_rest():
    longer = grounded(sleep_time=2.0)
    column(longer)
    assert 120 <= run_until_asleep(longer) <= 150


STEP = SleepParameters(1 / 60, 0.05, 0.5)
SLOW = 0.05 / 60                                 # the way in a step of a body that is just still [m]


@pytest.mark.parametrize(("moved", "turned", "still"), [(0.9, 0, True), (1.1, 0, False), (0, 0.9, True), (0, 1.1, False),
                                                        (0.6, 0.6, False), (0.4, 0.4, True)])
def test_a_body_is_still_while_all_of_its_points_are_slow(moved, turned, still):
    """A box of half sizes 0.5, 2, 1, whose farthest points are 2 m from the centre."""
    bodies, row = new_bodies(1, "single"), FIRST
    bodies.type[row], bodies.shape[row, :3], bodies.still[row] = DYNAMIC, (0.5, 2, 1), 0.3
    bodies.delta[row, 0], bodies.delta[row, 5] = SLOW * moved, SLOW * turned / 2
    assert not measure_rest(row // W, row // W + 1, bodies, STEP)
    assert bodies.still[row] == pytest.approx(0.3 + STEP.dt if still else 0)


@pytest.mark.parametrize("precision", ["single", "double"])
def test_ways_are_measured_from_a_remembered_pose(precision):
    """A box of half size 2 that moves by 3 mm and turns by 0.002 rad between two looks, looked at anew after 0.5 s and 1 s."""
    bodies, row = new_bodies(1, precision), FIRST
    bodies.type[row], bodies.shape[row, :3], bodies.still[row] = DYNAMIC, (0.5, 2, 1), 0.1
    found = []
    for look in range(9):
        bodies.pose[row, 0], bodies.pose[row, 5:7] = 0.003 * look, (math.sin(0.001 * look), math.cos(0.001 * look))
        measure_way(row // W, row // W + 1, bodies, Window(0.125, STEP.dt / 2, 2.0, 0.03))
        assert bodies.still[row] == pytest.approx(0.1 + 0.125 * look)
        found.append(bodies.rest_way[row, :4].tolist())
        bodies.still[row] += 0.125
    now, before = [0, 1, 2, 3, 0, 1, 2, 3, 0], [0] * 4 + [4] * 5         # looks over which ways grew
    assert np.allclose(found, [[0.007 * n, 0.004 * n, 0.007 * m, 0.004 * m] for n, m in zip(now, before)], rtol=0, atol=1e-6)
    bodies.pose[row, 0] += 1
    measure_way(row // W, row // W + 1, bodies, Window(0.125, STEP.dt / 2, 2.0, 0.03))
    assert bodies.still[row] == 0 and bodies.rest_way[row, 0] == 0


@pytest.mark.parametrize("precision", ["single", "double"])
def test_what_drifts_in_free_space_never_sleeps(precision):
    world = grounded(gravity=(0, 0, 0), precision=precision)
    drifting = world.add_body(shape=CUBE, position=(0, 0, 5), velocity=(1e-4, 0, 0))
    turning = world.add_body(shape=CUBE, position=(9, 0, 5), angular_velocity=(0, 0, 1e-4))
    resting = world.add_body(shape=CUBE, position=(18, 0, 5))
    for _ in range(600):
        world.step()
    assert not drifting.asleep and not turning.asleep and resting.asleep
    assert drifting.position[0] == pytest.approx(1e-3, rel=0.01)


def test_the_way_that_a_body_at_rest_may_go():
    """A load that an overdamped spring lifts by 1.5 % of its size in the sleep time is at rest if 2 % are allowed."""
    asleep = []
    for way in (0.005, 0.02):
        world = grounded(sleep_way=way, sleep_horizon=0.5, gravity=(0, 0, 0))
        lift = world.add_body(shape=CUBE, position=(0, 0, 5))
        world.add_joint(Slider(a=None, b=lift, anchor=(0, 0, 5), axis=(0, 0, 1), hertz=0.05, damping_ratio=8, rest=1.5))
        for _ in range(60):
            world.step()
        asleep.append(lift.asleep)
    assert asleep == [False, True]


def test_a_sway_is_no_rest_at_its_turning_points():
    """The way is that of the sleep time before as well: no look falls on a moment at which the body is back where it was."""
    for wait in range(8):
        world = grounded()
        bob = world.add_body(shape=Sphere(radius=0.3), position=(0.15, 0, 1))
        world.add_joint(BallSocket(a=None, b=bob, anchor=(0, 0, 31)))
        for _ in range(wait):
            world.step()
            bob.velocity, bob.angular_velocity, bob.position = (0, 0, 0), (0, 0, 0), (0.15, 0, 1)
        for _ in range(700):
            world.step()
            assert not bob.asleep


def test_no_time_of_rest_at_all():
    """What moves stays awake even where the first moment of rest is enough."""
    world = grounded(gravity=(0, 0, 0), sleep_time=0)
    mover, resting = (world.add_body(shape=CUBE, position=(9 * k, 0, 5), velocity=(1 - k, 0, 0)) for k in range(2))
    for _ in range(20):
        world.step()
    assert not mover.asleep and resting.asleep


def test_a_body_that_may_not_sleep_keeps_its_island_awake():
    world = grounded()
    guard = world.add_body(shape=CUBE, position=(0, 0, 0.5), can_sleep=False)
    other = world.add_body(shape=CUBE, position=(0, 0, 1.5))
    apart = world.add_body(shape=CUBE, position=(5, 0, 0.5))
    for _ in range(100):
        world.step()
    assert not guard.asleep and not other.asleep and apart.asleep
    guard.can_sleep = True
    run_until_asleep(world)
    guard.can_sleep = False
    assert not guard.asleep and not other.asleep and apart.asleep


def test_what_one_pushes_out_of_another_does_not_sleep():
    """Pseudo velocities move bodies that have no velocity."""
    world = grounded(gravity=(0, 0, 0), solver=SolverSettings.preset("split_impulse").replace(beta=0.01, slop=0))
    sunk = world.add_body(shape=CUBE, position=(0, 0, 0.1))
    for _ in range(60):
        before = sunk.position[2]
        world.step()
        assert not sunk.asleep or sunk.position[2] - before < world.sleep_speed * world.dt
        if sunk.asleep:
            break
    assert sunk.position[2] > 0.2


def test_turning_sleeping_off_wakes_all_bodies(tower):
    world, cubes = tower
    world.sleep = False
    assert not world.asleep.any()
    for _ in range(100):
        world.step()
    assert not world.asleep.any()


def test_told_to_sleep():
    world = grounded()
    cubes = column(world)
    world.step()
    cubes[1].sleep()
    assert not cubes[1].asleep
    world.step()
    assert world.asleep.tolist() == [False, True, True, True]
    cubes[2].wake()
    assert not world.asleep.any()
    world.sleep = False
    with pytest.raises(ValueError, match="sleeping is off"):
        cubes[0].sleep()


# ------------------------------------------------------------------------------------------------ waking

def test_support_that_goes_when_its_load_is_about_to_sleep():
    """No body falls asleep in mid-air, regardless of the step in which sleep is checked."""
    for wait in range(26, 40):
        world = grounded()
        table = world.add_body(shape=CUBE, type="static", position=(0, 0, 0.5))
        cup = world.add_body(shape=CUBE, position=(0, 0, 1.5))
        other, top = (world.add_body(shape=CUBE, position=(5, 0, 0.5 + k)) for k in range(2))
        for _ in range(wait):
            world.step()
        world.remove(table)
        world.remove(other)
        world.step()
        assert not cup.asleep and not top.asleep and cup.velocity[2] < -0.1 and top.velocity[2] < -0.1


WAKERS = {
    "impulse": lambda world, cubes: cubes[2].apply_impulse((1, 0, 0)),
    "force": lambda world, cubes: cubes[2].apply_force((1, 0, 0)),
    "torque": lambda world, cubes: cubes[2].apply_torque((0, 0, 1)),
    "velocity": lambda world, cubes: setattr(cubes[2], "velocity", (0, 0, 0.1)),
    "spin": lambda world, cubes: setattr(cubes[2], "angular_velocity", (0, 0, 0.1)),
    "position": lambda world, cubes: setattr(cubes[2], "position", (0, 0, 2.6)),
    "rotation": lambda world, cubes: setattr(cubes[2], "rotation", (0, 0, 0.1, 1)),
    "friction": lambda world, cubes: setattr(cubes[2], "friction", 0.1),
    "restitution": lambda world, cubes: setattr(cubes[2], "restitution", 0.1),
    "rule of friction": lambda world, cubes: setattr(cubes[2], "combine_friction", "minimum"),
    "resistance": lambda world, cubes: setattr(cubes[2], "rolling_resistance", 0.01),
    "resistance of the ground": lambda world, cubes: setattr(world.bodies[0], "spinning_resistance", 0.01),
    "its surface": lambda world, cubes: setattr(cubes[2], "surface_velocity", (1, 0, 0)),
    "friction of the ground": lambda world, cubes: setattr(world.bodies[0], "friction", 0.1),
    "surface of the ground": lambda world, cubes: setattr(world.bodies[0], "surface_velocity", (1, 0, 0)),
    "gravity": lambda world, cubes: setattr(world, "gravity", (0, 0, -1)),
    "friction of the world": lambda world, cubes: setattr(world, "friction_override", 0.1),
    "restitution of the world": lambda world, cubes: setattr(world, "restitution_override", 0.1),
    "solver": lambda world, cubes: setattr(world, "solver", world.solver.replace(iterations=3)),
    "a joint": lambda world, cubes: world.add_joint(BallSocket(a=cubes[2], anchor=(0, 0, 3))),
    "a mouse": lambda world, cubes: world.add_joint(Mouse(a=cubes[2], anchor=(0, 0, 2.5), target=(0, 0, 2.5))),
    "removal of the lowest": lambda world, cubes: world.remove(cubes[0]),
    "removal of the ground": lambda world, cubes: world.remove(world.bodies[0]),
    "by hand": lambda world, cubes: cubes[1].wake(),
    "through the ground": lambda world, cubes: world.bodies[0].wake(),
}


@pytest.mark.parametrize("waker", WAKERS)
def test_what_wakes_at_once(tower, waker):
    world, cubes = tower
    WAKERS[waker](world, cubes)
    alive = [body for body in world.bodies if body.type == "dynamic"]
    assert alive and not any(body.asleep for body in alive)


SLEEPERS = {
    "time step": lambda world: setattr(world, "dt", 1 / 120),
    "the same gravity": lambda world: setattr(world, "gravity", (0, 0, -9.81)),
    "the same solver": lambda world: setattr(world, "solver", SolverSettings()),
    "the same friction": lambda world: setattr(world, "friction_override", None),
    "a body elsewhere": lambda world: world.add_body(shape=Sphere(radius=0.5), position=(50, 0, 5)),
    "a wall elsewhere": lambda world: world.add_body(shape=CUBE, type="static", position=(50, 0, 5)),
    "looking": lambda world: (world.contacts, world.energy(), world.ray_cast((0, 0, 9), (0, 0, -1)), world.events),
}


@pytest.mark.parametrize("event", SLEEPERS)
def test_what_wakes_no_body(tower, event):
    world, cubes = tower
    SLEEPERS[event](world)
    for _ in range(5):
        world.step()
    assert all(cube.asleep for cube in cubes)


def test_a_touch_wakes_the_island_in_the_same_step(tower):
    world, cubes = tower
    apart = column(world, at=5.0)
    for _ in range(60):
        world.step()
    assert all(cube.asleep for cube in apart)
    ball = world.add_body(shape=Sphere(radius=0.3), position=(0, 0, 5), density=5000)
    while not any({ball, cube} == {m.a, m.b} for m in world.contacts for cube in cubes):
        assert world.step_count < 500
        world.step()
    assert not any(cube.asleep for cube in cubes) and all(cube.asleep for cube in apart)
    assert (cubes[2].velocity != 0).any(), "the touch was not solved in the step that found it"


def test_a_kinematic_body_wakes_what_it_touches_while_it_moves(tower):
    world, cubes = tower
    pusher = world.add_body(shape=CUBE, type="kinematic", position=(-3, 0, 0.5), velocity=(1, 0, 0))
    steps = 0
    while all(cube.asleep for cube in cubes):
        world.step()
        steps += 1
        assert steps < 140
    assert pusher.position[0] + 1 > cubes[0].position[0] - 0.05
    pusher.velocity = (0, 0, 0)
    run_until_asleep(world, 400)
    pusher.velocity = (0, 0, 0.5)
    world.step()
    assert not cubes[0].asleep, "what stands by a wall that begins to move wakes in that step"


def test_what_rides_on_a_moving_board_does_not_sleep():
    world = grounded()
    world.add_body(shape=Box(half=(2, 2, 0.1)), type="kinematic", position=(0, 0, 2), angular_velocity=(0, 0, 0.3))
    rider = world.add_body(shape=Sphere(radius=0.3), position=(0, 0, 2.4))
    for _ in range(120):
        world.step()
    assert not rider.asleep


def test_support_that_is_moved_or_removed():
    for move in (lambda world, table: world.remove(table), lambda world, table: setattr(table, "position", (9, 0, 0.5))):
        world = grounded()
        table = world.add_body(shape=CUBE, type="static", position=(0, 0, 0.5))
        cup, stranger = (world.add_body(shape=Sphere(radius=0.2), position=(x, 0, z)) for x, z in ((0, 1.2), (4, 0.2)))
        run_until_asleep(world)
        height = cup.position[2]
        move(world, table)
        world.step()
        assert not cup.asleep and cup.position[2] < height and stranger.asleep


def test_a_wall_put_into_a_sleeper_wakes_it(tower):
    world, cubes = tower
    world.add_body(shape=CUBE, type="static", position=(0.8, 0, 0.5))
    world.step()
    assert not cubes[0].asleep


def test_joints_hold_islands_together():
    world = grounded()
    a, b = (world.add_body(shape=CUBE, position=(x, 0, 0.5)) for x in (0, 3))
    rod = world.add_joint(Hinge(a=a, b=b, anchor=(1.5, 0, 0.5), axis=(0, 1, 0)))
    run_until_asleep(world)
    force = rod.force.copy()
    for _ in range(5):
        world.step()
    assert rod.force.tolist() == force.tolist() and world.joint_row_count > 0
    b.apply_impulse((0, 0, 1))
    assert not a.asleep
    run_until_asleep(world)
    rod.motor_speed = 1.0
    assert not a.asleep and not b.asleep
    run_until_asleep(world, 400)
    world.remove(rod)
    assert not a.asleep and not b.asleep
    run_until_asleep(world)
    a.apply_impulse((0, 0, 1))
    assert not a.asleep and b.asleep, "they are no island any more"


def test_a_kinematic_body_that_begins_to_move_wakes_what_is_jointed_to_it():
    world = World(sleep=True, gravity=(0, 0, 0))
    hook = world.add_body(shape=CUBE, type="kinematic", position=(0, 0, 5))
    load = world.add_body(shape=CUBE, position=(0, 0, 2))
    world.add_joint(BallSocket(a=hook, b=load, anchor=(0, 0, 4)))
    run_until_asleep(world)
    hook.velocity = (1, 0, 0)
    world.step()
    assert not load.asleep and load.velocity[0] > 0
