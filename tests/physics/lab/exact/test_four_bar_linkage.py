"""A closed loop of hinges by the direct solution: the four-bar linkage of case E23 against Freudenstein's equation."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.studies.validate.direct_world import step_directly
from physics import Body, Box, Hinge, SolverSettings, World
from physics.lab.rows.row import matrix_between
from tests.support.constraint_worlds import read_rows

CRANK, COUPLER, ROCKER, GROUND = 0.2, 0.5, 0.4, 0.5           # [m]
SPEED = 2 * math.pi                                           # of the crank [rad/s]


def corner(theta: float) -> tuple[np.ndarray, np.ndarray]:
    """Ends of crank and rocker in the plane at the crank's angle: Freudenstein's equation, solved as two circles that meet."""
    crank = CRANK * np.array((math.cos(theta), math.sin(theta)))
    way = np.array((GROUND, 0.0)) - crank
    distance = float(np.linalg.norm(way))
    along = (COUPLER ** 2 - ROCKER ** 2 + distance ** 2) / (2 * distance)
    across = math.sqrt(COUPLER ** 2 - along ** 2)
    return crank, crank + (along * way + across * np.array((-way[1], way[0]))) / distance


def rod(world: World, start: np.ndarray, end: np.ndarray) -> Body:
    """A rod between two points of the x-z plane."""
    slope = math.atan2(end[1] - start[1], end[0] - start[0])
    middle = (start + end) / 2
    return world.add_body(shape=Box(half=(float(np.linalg.norm(end - start)) / 2, 0.01, 0.01)), mass=1, group=1,
                          position=(middle[0], 0, middle[1]), rotation=(0, -math.sin(slope / 2), 0, math.cos(slope / 2)))


def linkage(precision: str = "double", **solver) -> World:
    """The linkage, its crank driven by a motor; bodies: crank, coupler, rocker."""
    world = World(precision=precision, dt=1 / 240, solver=SolverSettings(**{"substeps": 1} | solver))
    a, b = corner(0.0)
    pivots = (np.zeros(2), a, b, np.array((GROUND, 0.0)))
    crank, coupler, rocker = (rod(world, *ends) for ends in zip(pivots, pivots[1:]))
    drive = {"motor_speed": SPEED, "motor_torque": 1e4}
    pairs = ((None, crank), (crank, coupler), (coupler, rocker), (rocker, None))
    for (first, second), at, options in zip(pairs, pivots, (drive, {}, {}, {})):
        world.add_joint(Hinge(a=first, b=second, anchor=(at[0], 0, at[1]), axis=(0, -1, 0), **options))
    return world


def errors(world: World) -> tuple[float, float]:
    """(error of the rocker's angle [rad], largest gap of a hinge [m])."""
    angle = 2 * math.atan2(-world.bodies[2].rotation[1], world.bodies[2].rotation[3])
    a, b = corner(world.joints[0].measure)
    expected = math.atan2(-b[1], GROUND - b[0])
    gaps = [np.linalg.norm(joint.anchors[1] - joint.anchors[0]) for joint in world.joints]
    return abs(math.remainder(angle - expected, 2 * math.pi)), max(gaps)


@pytest.mark.parametrize("precision, gap", [("double", 1e-12), ("single", 1e-6)])
def test_four_bar_linkage(precision, gap):
    """E23: three rods and four hinges with parallel axes, three rows too many; two turns of the crank."""
    world = linkage(precision)
    worst = 0.0
    for k in range(480):
        step_directly(world)
        angle, open_by = errors(world)
        worst = max(worst, angle)
        assert open_by < gap
        assert world.joints[0].measure == pytest.approx(SPEED * world.time, abs=5e-3)  # the motor holds its speed
    assert worst < 20 * gap
    assert np.ptp([corner(theta)[1][0] for theta in np.linspace(0, 6.28, 50)]) > 0.3


def test_the_loop_is_redundant():
    """Twenty-one rows of four hinges and a motor on the eighteen coordinates of three rods: three rows say nothing new."""
    world = linkage()
    world.step(stop=(6, 0, 0))
    full = matrix_between(read_rows(world))
    unit = 1 / np.sqrt(np.diag(full))
    assert full.shape == (21, 21)
    assert np.linalg.matrix_rank(unit[:, None] * full * unit, tol=1e-9) == 18
