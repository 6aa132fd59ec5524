"""The direct solution of joints: against numpy, against sweeps that converge to it, and worlds that step by it."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.studies.validate.direct_world import chain, step_directly
from physics import BallSocket, Box, Fixed, Hinge, Mouse, Slider, SolverSettings, Sphere, World
from physics.dynamics.sequential_impulse import METHOD as SEQUENTIAL_IMPULSE
from physics.lab.exact.dense import advance, impulses
from physics.lab.rows.row import applied, matrix_between, speeds
from physics.pipeline.advance import kernel_state, step_parameters
from tests.support.constraint_worlds import heap, read_rows, velocity_rows
from tests.support.joint_errors import largest_error
from tests.support.joint_zoo import zoo


def after_sweeps(world: World, count: int):
    """Rows and velocities after so many sweeps of the wide solver from a cold start; the world stays as it was."""
    start = world.snapshot()
    world.step(stop=(8, 0, 0))
    stop = step_parameters(world).stop._replace(stage=8, substep=0, iteration=count)
    numbers = step_parameters(world, stop)._replace(iterations=count)
    world.restore(start)
    world.step(stop=(5, 0, 0))
    SEQUENTIAL_IMPULSE.advance(*kernel_state(world), numbers)
    found = read_rows(world), velocity_rows(world)
    world.restore(start)
    return found


def directly(world: World):
    """(rows, velocities before them, impulses) of the direct solution of a world's next substep from a cold start."""
    made, velocity = after_sweeps(world, 0)
    return made, velocity, impulses(made, velocity)


def test_impulses_are_those_of_numpy():
    """E04: the direct solution and numpy's solution of K x = -(J V + bias) are the same, and no row moves after it."""
    world = chain(joint_stabilization="baumgarte")
    made, velocity, answer = directly(world)
    expected = np.linalg.solve(matrix_between(made), -(speeds(made, velocity) + made.bias))
    assert np.linalg.norm(answer - expected) < 1e-10 * np.linalg.norm(expected)
    assert np.abs(speeds(made, applied(made, answer, velocity)) + made.bias).max() < 1e-12


def test_sweeps_converge_to_the_direct_solution():
    """E04: the distance falls with every count of sweeps, to 1e-6 after 1,000, rows 0.7 and 0.9 of the theory."""
    world = chain(joint_solve="sweep")
    _, velocity, answer = directly(world)
    apart = []
    for count in (10, 50, 100, 200, 500, 1000, 2000):
        made, after = after_sweeps(world, count)
        apart.append(np.linalg.norm(made.impulse - answer) / np.linalg.norm(answer))
    assert (np.diff(apart) < 0).all()
    assert 0.2 < apart[0] < 1.5 and apart[-2] < 1e-6 and apart[-1] < 1e-11
    assert np.abs(after - applied(made, answer, velocity)).max() < 1e-10


@pytest.mark.parametrize("joint", [BallSocket, Hinge, Slider, Fixed])
def test_block_and_row_solves_agree_on_one_joint(joint):
    """After 200 iterations on a joint between two bodies the impulses of both are the same to 1e-9, and the direct ones."""
    found = []
    for together in (True, False):
        world = World(precision="double", solver=SolverSettings(substeps=1, iterations=200, warm_start=0, block_solve=together,
                                                                joint_stabilization="baumgarte"))
        rng = np.random.default_rng(3)
        a, b = (world.add_body(shape=Box(half=(0.3, 0.2, 0.1)), mass=1 + k, position=(0.8 * k, 0.1 * k, 0),
                               velocity=rng.normal(size=3), angular_velocity=rng.normal(size=3)) for k in range(2))
        options = {"axis": (1, 0.3, 0.2)} if joint in (Hinge, Slider) else {}
        world.add_joint(joint(a=a, b=b, anchor=(0.4, 0.1, 0.1), **options))
        b.position = b.position + (0.01, 0.02, -0.01)
        world.step(stop=(8, 0, 200))
        found.append((read_rows(world).impulse, velocity_rows(world)))
    for one, other in zip(*found):
        assert np.abs(one).max() > 0.1 and np.abs(one - other).max() < 1e-9


@pytest.mark.parametrize("joint", [BallSocket, Hinge])
def test_block_and_row_solves_agree_on_a_chain(joint):
    """On a chain of ten links after 2,000 iterations the velocities of both are the same to 1e-9, and impulses too."""
    ends = []
    for together in (True, False):
        made, velocity = after_sweeps(chain(joint=joint, block_solve=together, joint_stabilization="baumgarte"), 2000)
        ends.append((made.impulse, velocity))
    for one, other in zip(*ends):
        assert np.abs(one).max() > 0.1 and np.abs(one - other).max() < 1e-9


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("turn", [0, math.pi / 8, math.pi / 4])
def test_hinges_of_thin_rods_converge(turn, precision):
    """A rod fifty times as long as wide hangs in its hinge after twenty sweeps, however it lies to the hinge's frame."""
    world = World(precision=precision, gravity=(0, 0, 0),
                  solver=SolverSettings(substeps=1, warm_start=0, joint_stabilization="none"))
    rod = world.add_body(shape=Box(half=(0.5, 0.01, 0.01)), mass=1, rotation=(0, 0, math.sin(turn / 2), math.cos(turn / 2)),
                         angular_velocity=(1, 0.3, 0), velocity=(0, 0, 1))
    world.add_joint(Hinge(b=rod, a=None, anchor=(-0.5 * math.cos(turn), -0.5 * math.sin(turn), 0), axis=(0, 0, 1)))
    slips = []
    for count in (0, 20, 50):
        made, velocity = after_sweeps(world, count)
        slips.append(np.abs(speeds(made, velocity) + made.bias).max())
    assert slips[0] > 0.5 and slips[1] < 0.01 and slips[2] < (1e-5 if precision == "double" else 1e-3)


@pytest.mark.parametrize("mode", ["none", "soft"])
def test_springs_motors_and_limits(mode):
    """A world with every joint: what sweeps converge to, springs, motors at their limits and stops included."""
    world = zoo(3, floor=False, joint_stabilization=mode, warm_start=0, iterations=40, joint_solve="sweep")
    world.joints[8].max_force = 1e4
    _, velocity, answer = directly(world)
    made, after = after_sweeps(world, 6000)
    assert world.joints[8].type_name == "mouse"
    at_bounds = (answer == made.lower) | (answer == made.upper)
    assert at_bounds.sum() >= 2 and (~at_bounds).sum() > 20
    assert np.abs(applied(made, answer, velocity) - after).max() < 1e-7


def test_redundant_rows():
    """Two welds of the same bodies leave impulses open; the bodies move as with one, and each weld takes half."""
    world = World(precision="double", solver=SolverSettings(substeps=1, joint_stabilization="none", warm_start=0))
    a, b = (world.add_body(shape=Box(half=(0.3, 0.2, 0.1)), mass=1 + k, position=(0.8 * k, 0, 0), velocity=(0, 2 * k, 1),
                           angular_velocity=(1, k, 3)) for k in range(2))
    world.add_joint(Fixed(a=a, b=b, anchor=(0.4, 0, 0)))
    made, velocity, once = directly(world)
    world.add_joint(Fixed(a=a, b=b, anchor=(0.4, 0, 0)))
    doubled, _, twice = directly(world)
    assert np.linalg.matrix_rank(matrix_between(doubled)) == 6
    assert np.abs(applied(doubled, twice, velocity) - applied(made, once, velocity)).max() < 1e-12
    assert np.sort(twice) == pytest.approx(np.sort(np.repeat(once / 2, 2)), abs=1e-12)


def test_what_it_cannot_solve():
    """Friction and contacts are refused in words."""
    world = chain(joint_stabilization="none")
    end = world.bodies[-1]
    world.add_joint(Mouse(a=end, anchor=end.position, target=end.position + (0, 1, 2), max_force=0.1))
    with pytest.raises(ValueError, match="no spring at its largest force; part"):
        directly(world)
    world = heap(2)
    world.step(stop=(6, 0, 0))
    with pytest.raises(ValueError, match="no friction"):
        impulses(read_rows(world), velocity_rows(world))
    with pytest.raises(ValueError, match="cannot solve contacts"):
        advance(*kernel_state(world), step_parameters(world))


@pytest.mark.parametrize("precision, most", [("double", 1e-12), ("single", 2e-6)])
def test_nothing_drifts(precision, most):
    """A tumbling chain of hinges and balls keeps its joints exactly, and its energy nearly."""
    world = World(precision=precision, solver=SolverSettings(substeps=2))
    before = None
    for k in range(6):
        box = world.add_body(shape=Box(half=(0.2, 0.05, 0.05)), position=(0.4 * k + 0.2, 0, 0), mass=1,
                             angular_velocity=(k, 0, 1))
        at = {"a": before, "b": box, "anchor": (0.4 * k, 0, 0)}
        world.add_joint(Hinge(**at, axis=(0, 1, 0.5)) if k % 2 else BallSocket(**at))
        before = box
    start, moved = world.energy().total, 0.0
    for _ in range(90):
        step_directly(world)
        moved = max(moved, np.abs(world.positions[-1] - (2.2, 0, 0)).max())
        assert max(largest_error(joint) for joint in world.joints) < most
    assert moved > 2
    assert world.energy().total == pytest.approx(start, abs=0.03 * 6 * 9.81 * 2.4)


def test_forces_of_a_hanging_chain():
    """Each joint carries what hangs below it."""
    world = World(precision="double", solver=SolverSettings(substeps=2))
    before = None
    for k in range(5):
        ball = world.add_body(shape=Sphere(radius=0.1), position=(0, 0, -0.5 * k), mass=2)
        world.add_joint(BallSocket(a=before, b=ball, anchor=(0, 0, 0.25 - 0.5 * k)))
        before = ball
    step_directly(world, 3)
    assert [joint.force[2] for joint in world.joints] == pytest.approx([2 * 9.81 * (5 - k) for k in range(5)], rel=1e-12)


@pytest.mark.parametrize("count", [4, 8])
def test_welded_cantilever(count):
    """The first of boxes welded in a row to the world carries all; case E18c shows that they do not sag in three seconds."""
    world = World(precision="double", solver=SolverSettings(substeps=1))
    before = None
    for k in range(count):
        box = world.add_body(shape=Box(half=(0.25, 0.1, 0.1)), position=(0.25 + 0.5 * k, 0, 0), mass=1)
        world.add_joint(Fixed(a=before, b=box, anchor=(0.5 * k, 0, 0)))
        before = box
    step_directly(world, 10)
    assert abs(world.positions[-1][2]) < 1e-9
    assert world.joints[0].force[2] == pytest.approx(9.81 * count, rel=1e-9)
    assert np.abs(world.joints[0].torque) == pytest.approx((0, 9.81 * count * 0.25 * count, 0), abs=1e-7)
