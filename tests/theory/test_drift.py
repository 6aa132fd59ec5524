"""Errors in position: they come, they go, by whom they are shared, and what it does to velocities."""
from __future__ import annotations

import numpy as np
import pytest

from app.studies.validate.runners.joint_measures import Pair, turn
from physics import Angle, BallSocket, Box, Hinge, Plane, SolverSettings, Sphere, World

CORRECTING = ["baumgarte", "split_impulse", "position"]


def world_of(mode: str, gravity: float = 0.0, **solver) -> World:
    settings = {"substeps": 1, "iterations": 20, "stabilization": mode, "joint_stabilization": mode, "position_iterations": 1}
    return World(gravity=(0, 0, -gravity), precision="double", solver=SolverSettings(**settings | solver))


def swinging(mode: str) -> float:
    """Largest gap [m] in ten seconds of a rod that swings on a hinge from level."""
    world = world_of(mode, gravity=9.81, substeps=1, position_iterations=2)
    rod = world.add_body(shape=Box(half=(0.5, 0.05, 0.05)), mass=1, position=(0.5, 0, 0))
    world.add_joint(Hinge(a=None, b=rod, anchor=(0, 0, 0), axis=(0, 1, 0)))
    pair, worst = Pair(None, rod), 0.0
    for _ in range(600):
        world.step()
        worst = max(worst, pair.gap)
    return worst


def test_joints_drift_without_correction():
    """0.10: velocities that fit move a body along the tangent, so the error grows; every correction keeps it small."""
    free = swinging("none")
    assert free > 0.1
    for mode in CORRECTING:
        assert swinging(mode) < 0.1 * free, mode


@pytest.mark.parametrize("mode", CORRECTING)
@pytest.mark.parametrize("beta", [0.1, 0.2, 0.5])
def test_the_bias_takes_errors_away(mode, beta):
    """1.8, 0.10: b = +beta / h C; errors shrink by 1 - beta; with the other sign 0.01 would grow to 0.012, 0.0144."""
    world = world_of(mode, beta=beta)
    ball = world.add_body(shape=Sphere(radius=0.5), mass=2)
    world.add_joint(BallSocket(a=None, b=ball, anchor=(0, 0, 0)))
    ball.position = (0.01, 0, 0)
    for n in range(1, 6):
        world.step()
        assert ball.position[0] == pytest.approx(0.01 * (1 - beta)**n, abs=1e-12)


@pytest.mark.parametrize("overlap", [0.02, 0.05])
def test_split_impulse_leaves_no_speed(overlap):
    """4.5, 1.8: contacts pushed apart by pseudo velocities have no velocity afterwards; by Baumgarte they keep beta d / h."""
    speeds = {}
    for mode in ("split_impulse", "baumgarte"):
        world = world_of(mode, slop=0.0, beta=0.2)
        world.add_body(shape=Plane(), type="static")
        box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 - overlap))
        for n in range(1, 20):
            world.step()
            if mode == "split_impulse":
                assert box.position[2] == pytest.approx(0.5 - overlap * 0.8**n, abs=1e-9)
                assert np.abs(box.velocity).max() < 1e-12
        speeds[mode] = box.velocity[2]
    assert speeds["baumgarte"] == pytest.approx(0.2 * overlap * 60, rel=1e-6)


@pytest.mark.parametrize("mode", CORRECTING)
@pytest.mark.parametrize("masses", [(1, 9), (5, 5), (20, 0.1)])
def test_corrections_are_shared_by_inverse_mass(mode, masses):
    """0.10: the heavier body moves less, the centre of mass stays; halves for both would move it."""
    world = world_of(mode)
    a, b = (world.add_body(shape=Sphere(radius=0.2), mass=mass, group=1) for mass in masses)
    world.add_joint(BallSocket(a=a, b=b, anchor=(0, 0, 0)))
    b.position = (0.1, 0, 0)
    centre = (masses[0] * a.position + masses[1] * b.position) / sum(masses)
    for _ in range(60):
        world.step()
        now = (masses[0] * a.position + masses[1] * b.position) / sum(masses)
        assert now == pytest.approx(centre, abs=1e-12)
    assert a.position == pytest.approx(centre, abs=1e-5)
    by_halves = 0.05 - 0.1 * masses[1] / sum(masses)
    assert abs(by_halves) > 0.03 or masses[0] == masses[1]


@pytest.mark.parametrize("mode", CORRECTING)
def test_against_the_world_the_whole_error_goes(mode):
    """0.10: the world takes no half of it."""
    world = world_of(mode, beta=1.0)
    ball = world.add_body(shape=Sphere(radius=0.2), mass=2)
    world.add_joint(BallSocket(a=None, b=ball, anchor=(0, 0, 0)))
    ball.position = (0.1, 0, 0)
    world.step()
    assert np.abs(ball.position).max() < 1e-12


@pytest.mark.parametrize("mode", CORRECTING)
@pytest.mark.parametrize("axis", [None, (0, 0, 1)])
def test_angles_are_corrected_towards_each_other(mode, axis):
    """2.5, 2.1: a takes -I_a^-1 J and b +I_b^-1 J of the correction; with the signs swapped 0.1 rad doubles in every pass."""
    world = world_of(mode, beta=0.5)
    a, b = (world.add_body(shape=Sphere(radius=0.5), mass=mass, position=(3 * k, 0, 0)) for k, mass in enumerate((2, 5)))
    world.add_joint(Angle(a=a, b=b, axis=axis))
    pair, left = Pair(a, b), 0.1
    b.rotation = turn((0, 0, 1), left)
    for _ in range(8):
        world.step()
        left *= 0.5
        assert pair.angle == pytest.approx(left, abs=1e-4)
    turns = [2 * body.rotation[2] for body in (a, b)]
    assert turns[0] / (turns[1] - 0.1) == pytest.approx(-5 / 2, rel=1e-3)


def test_corrected_positions_leave_velocities_alone():
    """2.5: the last verb moves bodies; what they do next is as before."""
    world = world_of("position", beta=0.5)
    ball = world.add_body(shape=Sphere(radius=0.5), mass=2)
    world.add_joint(BallSocket(a=None, b=ball, anchor=(0, 0, 0)))
    ball.position = (0.1, 0, 0)
    world.step()
    assert ball.position[0] == pytest.approx(0.05, abs=1e-12)
    assert not ball.velocity.any()
