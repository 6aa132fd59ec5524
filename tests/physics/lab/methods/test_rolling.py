"""Round bodies that roll under methods on positions: they touch below their axis all the time, however far they turn in a step.

A point of contact that turned with the body came down behind its centre, where the normal force spun it: a ball that slides until
it rolls ended 2.6 % too fast, one that slips down an incline spun 16 % too fast, in steps of 1/60 s of twenty substeps.
"""
from __future__ import annotations

import math

import pytest

from physics import Capsule, Cylinder, Plane, SolverSettings, Sphere, World

RADIUS, SPEED, FRICTION = 0.5, 5.0, 0.3
ALONG_Y = (math.sqrt(0.5), 0, 0, math.sqrt(0.5))                     # turns the z axis of a shape to -y
ROUND = {"sphere": (Sphere(radius=RADIUS), 2 / 5), "cylinder": (Cylinder(radius=RADIUS, half_length=0.4), 1 / 2),
         "capsule": (Capsule(radius=RADIUS, half_length=0.4), None)}
METHODS = {"xpbd": {"substeps": 20, "iterations": 1}, "avbd": {"substeps": 4, "iterations": 10}}


def thrown(shape, tilt: float = 0.0, **solver):
    """A world and a body on its plane that moves along x, its axis along y; gravity is turned by `tilt` [rad] towards x."""
    world = World(precision="double", gravity=(9.81 * math.sin(tilt), 0, -9.81 * math.cos(tilt)), sleep=False,
                  solver=SolverSettings(**solver))
    world.add_body(shape=Plane(), type="static", friction=FRICTION)
    body = world.add_body(shape=shape, position=(0, 0, RADIUS), rotation=ALONG_Y, friction=FRICTION)
    return world, body


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ROUND)
def test_what_slides_begins_to_roll(name, method):
    """The momentum about the contact is kept: v / (1 + I / (m R^2)) is left of v."""
    shape, share = ROUND[name]
    share = shape.unit_inertia[2] / RADIUS**2 if share is None else share
    world, body = thrown(shape, method=method, **METHODS[method])
    body.velocity = (SPEED, 0, 0)
    for _ in range(120):
        world.step()
    wanted = pytest.approx(SPEED / (1 + share), rel=2e-4)
    assert body.velocity[0] == wanted and RADIUS * body.angular_velocity[1] == wanted
    assert body.position[2] == pytest.approx(RADIUS, abs=1e-3) and abs(body.angular_velocity[2]) < 1e-6


@pytest.mark.parametrize("slope, rolls", [(20, True), (60, False)])
def test_a_ball_on_an_incline(slope, rolls):
    """It rolls where mu > 2/7 tan(slope), and slips otherwise, spun by sliding friction alone."""
    tilt, seconds = math.radians(slope), 1.0
    assert rolls == (FRICTION > 2 / 7 * math.tan(tilt))
    world, ball = thrown(Sphere(radius=RADIUS), tilt, method="xpbd", **METHODS["xpbd"])
    for _ in range(round(seconds / world.dt)):
        world.step()
    pull, press = 9.81 * math.sin(tilt), 9.81 * math.cos(tilt)
    assert ball.velocity[0] == pytest.approx(seconds * (5 / 7 * pull if rolls else pull - FRICTION * press), rel=1e-5)
    assert RADIUS * ball.angular_velocity[1] == pytest.approx(seconds * (5 / 7 * pull if rolls else 5 / 2 * FRICTION * press),
                                                              rel=1e-5)
