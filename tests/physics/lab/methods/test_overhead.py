"""What a step of a few bodies costs in the laboratory: calls of functions, which are equally many on every machine.

A handful of rows is no work for numpy; what takes time is how often it is called, some microseconds each time.
"""
from __future__ import annotations

import sys

import pytest

from physics import BallSocket, Box, Plane, SolverSettings, Sphere, World

STEPS = 3
PENDULUM = {"force_based": 1650, "global_direct": 1500, "jacobi": 1450, "projected_gauss_seidel": 1250, "xpbd": 950,
            "avbd": 900}
STACK = {"global_direct": 1550, "jacobi": 1450, "projected_gauss_seidel": 1250, "xpbd": 1000, "avbd": 900}


def calls_a_step(world: World) -> float:
    """Calls of functions, of Python or not, in a step."""
    for _ in range(2):
        world.step()
    found = [0]

    def count(frame, event, argument) -> None:
        found[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        for _ in range(STEPS):
            world.step()
    finally:
        sys.setprofile(None)
    return found[0] / STEPS


@pytest.mark.parametrize("method", PENDULUM)
def test_one_ball_on_a_joint(method):
    world = World(solver=SolverSettings(method=method))
    ball = world.add_body(shape=Sphere(radius=0.1), position=(1, 0, 0))
    world.add_joint(BallSocket(a=ball, b=None, anchor=(0, 0, 0)))
    assert calls_a_step(world) < PENDULUM[method]


@pytest.mark.parametrize("method", STACK)
def test_three_boxes_on_the_ground(method):
    world = World(solver=SolverSettings(method=method))
    world.add_body(shape=Plane(), type="static")
    for k in range(3):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 + k))
    assert calls_a_step(world) < STACK[method]
