"""Joints that contradict each other: found, said, and answered by their springs."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import null_space

from physics import BallSocket, Box, Hinge, Slider, SolverSettings, Sphere, World
from physics.bodies.arrays import FIRST
from physics.lab.exact.contradiction import contradiction, surely_free
from physics.lab.rows.row import HELD, blank
from tests.support.constraint_worlds import read_rows
from tests.support.joint_errors import largest_error

ASKEW = 0.1                                      # tilt of a crank's pin [rad]
HINGE = 5                                        # rows of a hinge
ROD = Box(half=(0.5, 0.05, 0.05))


def crank(method: str, tilt: float, **settings) -> World:
    """A crank, its rod and a slider on a line; the pin between crank and rod is tilted against the other two."""
    world = World(precision="double", solver=SolverSettings(method=method, **settings))
    arm = world.add_body(shape=Box(half=(0.25, 0.05, 0.05)), position=(0.25, 0, 0), group=1)
    rod = world.add_body(shape=ROD, position=(1.0, 0, 0), group=1)
    block = world.add_body(shape=Box(half=(0.1, 0.1, 0.1)), position=(1.5, 0, 0), group=1)
    world.add_joint(Hinge(a=arm, b=None, anchor=(0, 0, 0), axis=(0, 1, 0), motor_speed=3.0, motor_torque=1e5))
    world.add_joint(Hinge(a=arm, b=rod, anchor=(0.5, 0, 0), axis=(np.sin(tilt), np.cos(tilt), 0)))
    world.add_joint(Hinge(a=rod, b=block, anchor=(1.5, 0, 0), axis=(0, 1, 0)))
    world.add_joint(Slider(a=block, b=None, anchor=(1.5, 0, 0), axis=(1, 0, 0)))
    return world


def worst_error(world: World, steps: int) -> float:
    """Largest gap [m] or tilt [rad] of a joint in these steps."""
    worst = 0.0
    for _ in range(steps):
        world.step()
        worst = max(worst, *(largest_error(joint) for joint in world.joints))
    return worst


def test_soft_joints_answer_as_springs():
    """The motor turns the crank, and joints give way by what they have to, as many sweeps find as well.

    Half a turn from where it was put together the pin's two halves are apart by twice the tilt, which joints share as their
    springs have it: none gives way by more.
    """
    world, swept = crank("global_direct", ASKEW), crank("projected_gauss_seidel", ASKEW, iterations=50, relax_iterations=0)
    error = worst_error(world, 110)
    assert error == pytest.approx(worst_error(swept, 110), rel=0.05) and error < 2 * ASKEW
    assert world.joints[0].measure == pytest.approx(swept.joints[0].measure, abs=0.05)
    assert np.abs(world.velocities).max() > 0.1
    assert "contradict each other" in world.note and "3 bodies" in world.note and "\n" not in world.note


def test_a_crank_that_fits_is_not_spoken_of():
    world = crank("global_direct", 0.0)
    worst_error(world, 60)
    assert world.note == "" and np.abs(world.velocities).max() > 0.1


def test_a_body_that_hangs_free_is_relaxed():
    """A locked rod with a ball on it: the rod's joints fit, and the ball swings as it does on the world."""
    found = []
    for locked in (True, False):
        world = World(precision="double", solver=SolverSettings(method="global_direct"))
        ball = world.add_body(shape=Sphere(radius=0.1), position=(1.5, 0, 0), group=1)
        if locked:
            rod = world.add_body(shape=ROD, position=(0, 0, 0), group=1, density=1e6)
            for x in (-0.5, 0.0, 0.5):
                world.add_joint(BallSocket(a=rod, b=None, anchor=(x, abs(x), 0)))
        world.add_joint(BallSocket(a=ball, b=rod if locked else None, anchor=(0.5, 0, 0)))
        for _ in range(60):
            world.step()
        assert world.note == ""
        found.append(ball.position)
    np.testing.assert_allclose(*found, atol=5e-3)


def test_other_methods_say_nothing():
    world = crank("sequential_impulse", ASKEW)
    worst_error(world, 30)
    assert world.note == ""


@pytest.mark.parametrize("tilt", [0.0, ASKEW])
def test_what_surely_moves_is_not_locked(tilt):
    """An open chain surely moves.  A closed one, whose rows agree or disagree within rounding, is left to singular values."""
    world = crank("global_direct", tilt)
    world.step(stop=(6, 0, 0))
    rows = read_rows(world)
    held = np.flatnonzero(rows.kind == HELD)
    assert surely_free(rows, held[:3 * HINGE]) and not surely_free(rows, held)
    assert contradiction(rows).locked == (0 if tilt == 0.0 else 3)


@pytest.mark.parametrize("seed", range(8))
def test_rows_that_lock_some_bodies(seed):
    """Random rows on a chain of bodies: fewer than lock it, as many, and copies of some; nobody locked is called free."""
    rng, bodies = np.random.default_rng(seed), 4
    m = int(rng.integers(6, 6 * bodies + 4))
    rows = blank(m)._replace(kind=np.full(m, HELD), a=rng.integers(0, bodies, m) + FIRST, b=rng.integers(0, bodies, m) + FIRST,
                             jacobian=rng.normal(size=(m, 12)), error=rng.normal(size=m))
    copied = rng.integers(0, m, m // 3)
    for column in (rows.a, rows.b, rows.jacobian):
        column[copied] = column[0]
    rows = rows._replace(response=2 * rows.jacobian)
    full = np.zeros((m, 6 * (bodies + FIRST)))
    for i in range(m):
        full[i, 6 * rows.a[i]:][:6] += rows.jacobian[i, :6]
        full[i, 6 * rows.b[i]:][:6] += rows.jacobian[i, 6:]
    free = np.abs(null_space(full, rcond=1e-6)).max(1).reshape(-1, 6).max(1) > 1e-6
    moving = np.unique(np.concatenate((rows.a, rows.b)))
    assert surely_free(rows, np.arange(m)) == free[moving].all()
    assert contradiction(rows).locked == (~free[moving]).sum()
