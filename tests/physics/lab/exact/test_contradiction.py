"""Joints that contradict each other: found, said, and answered by their springs."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Hinge, Slider, SolverSettings, Sphere, World
from tests.support.joint_errors import largest_error

ASKEW = 0.1                                      # tilt of a crank's pin [rad]
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
    """The motor turns the crank, and joints give way by what they have to: about the tilt, as many sweeps find as well."""
    world, swept = crank("global_direct", ASKEW), crank("projected_gauss_seidel", ASKEW, iterations=50, relax_iterations=0)
    error = worst_error(world, 110)
    assert error == pytest.approx(worst_error(swept, 110), rel=0.05) and error < 1.1 * ASKEW
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
