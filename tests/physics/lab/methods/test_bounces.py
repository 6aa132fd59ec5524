"""Bounces of the methods on positions where several contacts share a blow, which one sweep of the velocity pass gets wrong."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World

METHODS = {"xpbd": {"substeps": 10, "iterations": 10}, "avbd": {"substeps": 4, "iterations": 20}}


@pytest.fixture(params=METHODS)
def solver(request) -> SolverSettings:
    """Settings of a method."""
    return SolverSettings(method=request.param, restitution_threshold=0.0, **METHODS[request.param])


def test_a_box_on_its_corners_comes_back_as_high_as_a_ball(solver):
    """By one sweep xpbd's box rises to 0.92 of the height; the last corner swept takes from the others."""
    world = World(precision="double", solver=solver)
    world.add_body(shape=Plane(), type="static")
    bodies = [world.add_body(shape=shape, position=(2 * k, 0, 2.2), restitution=1)
              for k, shape in enumerate((Sphere(radius=0.2), Box(half=(0.2, 0.2, 0.2))))]
    highest = np.zeros(2)
    for step in range(120):
        world.step()
        if step > 45:                                      # they meet the ground after 0.64 s
            highest = np.maximum(highest, [body.position[2] for body in bodies])
    assert highest - 2.2 == pytest.approx(0, abs=0.1)
    assert highest[1] - highest[0] == pytest.approx(0, abs=0.01)


def test_a_blow_on_touching_balls_is_shared_by_all(solver):
    """The linear complementarity problem of one simultaneous elastic impact: -0.6 and four times 0.4."""
    world = World(precision="double", gravity=(0, 0, 0), solver=solver.replace(iterations=60))
    balls = [world.add_body(shape=Sphere(radius=0.1), mass=1, position=(0.2 * k - 0.1 * (k == 0), 0, 0), restitution=1,
                            friction=0) for k in range(5)]
    balls[0].velocity = (1, 0, 0)
    for _ in range(20):
        world.step()
    assert [body.velocity[0] for body in balls] == pytest.approx([-0.6, 0.4, 0.4, 0.4, 0.4], abs=0.01)


def test_a_blow_reaches_only_what_touches(solver):
    """A box that rests elsewhere keeps every bit, though it presses on the same ground."""
    ends = []
    for restitution in (0, 1):
        world = World(precision="double", solver=solver)
        world.add_body(shape=Plane(), type="static")
        box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(5, 0, 0.5), rotation=(0, 0, 0.1, 1))
        world.add_body(shape=Sphere(radius=0.2), position=(0, 0, 0.5), restitution=restitution)
        for _ in range(30):
            world.step()
        ends.append(np.concatenate((box.position, box.rotation, box.velocity)))
    assert np.array_equal(*ends)
