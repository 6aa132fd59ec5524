"""No load presses a body through another under Soft step.

Seen: the spring of a soft contact is in units of the bodies' masses, so a ball of 1 kg under 10 kN asked for an overlap of 0.13 m
against a floor, more than its radius, and fell through; two such balls passed through each other without a note.
"""
from __future__ import annotations

import pytest

from physics import Box, Cylinder, Plane, Sphere, World

RADIUS = 0.1
SHAPES = {"ball": Sphere(radius=RADIUS), "box": Box(half=(RADIUS,) * 3), "cylinder": Cylinder(RADIUS, RADIUS)}


@pytest.mark.parametrize("force", [1e4, 3e4])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("below", ["plane", "floor", "ball"])
def test_a_press(shape, below, force):
    if below == "ball" and shape != "ball":
        pytest.skip("it would tip over")
    world = World(gravity=(0, 0, 0), sleep=False)
    ground = {"plane": Plane(), "floor": Box(half=(2, 2, RADIUS)), "ball": SHAPES["ball"]}[below]
    world.add_body(shape=ground, type="static", position=(0, 0, 0 if below == "plane" else -RADIUS))
    body = world.add_body(shape=SHAPES[shape], mass=1, position=(0, 0, RADIUS))
    deepest = 0.0
    for _ in range(200):
        body.apply_force((0, 0, -force))
        world.step()
        deepest = max(deepest, RADIUS - body.position[2])
    assert 0.05 < deepest <= RADIUS
