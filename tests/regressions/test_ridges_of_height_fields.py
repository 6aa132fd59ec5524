"""A plate slides over the ridges of a height field: their contacts have the normals that the surface as a whole has.

A plate on ridges of one height, slopes of 11 degrees between them, lost 0.24 to 0.45 m/s of 3 m/s at each ridge, and stopped.
Frictionless, they take nothing: what holds it is vertical.  Two causes: a plate that leaned by a milliradian along the ridges had
the normals of the slopes in place of upright ones, for the direction that separates it from one triangle is not one of the
surface; and a leading edge some micrometres low met the slope before the ridge.  A plate that lies lower than the flush tolerance
meets the slope still, and is thrown up by it.
"""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import Body, Box, HeightField, SolverSettings, World
from physics.definitions.settings import PRESETS

PRECISIONS = ("single", "double")
RIDGES = 24


def on_ridges(half, preset: str, precision: str, degrees: float = 11.0, pitch: float = 0.5, up: float = 0.0,
              rotation=(0.0, 0.0, 0.0, 1.0)) -> tuple[World, Body]:
    """A plate `up` above ridges of height 0 across x, the first at x = 0."""
    world = World(precision=precision, solver=SolverSettings.preset(preset), sleep=False)
    valley = -pitch / 2 * math.tan(math.radians(degrees))
    world.add_body(shape=HeightField(heights=((0.0, valley) * RIDGES + (0.0,),) * 9, spacing=pitch / 2), type="static",
                   friction=0, position=(RIDGES * pitch / 2, 0, 0))
    return world, world.add_body(shape=Box(half=half), position=(half[0] + 0.23 * pitch, 0, half[2] + up), rotation=rotation,
                                 friction=0)


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("half, speed, degrees", [((1.0, 0.3, 0.05), 3.0, 11), ((0.6, 0.3, 0.05), 2.3, 11),
                                                  ((0.8, 0.45, 0.03), 5.0, 20), ((0.7, 0.2, 0.1), 1.3, 4)])
def test_a_plate_slides_over_ridges(half, speed, degrees, preset, precision):
    world, body = on_ridges(half, preset, precision, degrees)
    world.step(60)
    start, body.velocity = float(body.position[0]), (speed, 0, 0)
    world.step(int((RIDGES * 0.5 - 2 * half[0] - 1.5) / speed * 60))
    passed = (float(body.position[0]) - start) / 0.5
    assert passed > 14 and speed - body.velocity[0] < 0.01 * passed


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("lean", [3e-4, 1e-3, 5e-3])
def test_ridges_hold_a_leaning_plate_upright(lean, precision):
    world, _ = on_ridges((1.0, 0.3, 0.05), "classic", precision, up=-1e-4, rotation=(lean / 2, 0, 0, 1))
    world.step()
    normals = world.contact_arrays().normals[world.contact_arrays().separations < 1e-4]
    assert len(normals) and np.abs(normals[:, 0]).max() < 0.02


@pytest.mark.parametrize("preset", PRESETS)
def test_a_plate_lands_on_ridges(preset):
    """Upright impulses leave the speed along the ridges' row."""
    world, body = on_ridges((1.0, 0.3, 0.05), preset, "double", up=0.02, rotation=(5e-4, 0, 0, 1))
    body.velocity = (2.7, 0, 0)
    world.step(30)
    assert abs(body.velocity[0] - 2.7) < 0.05


@pytest.mark.parametrize("preset", PRESETS)
def test_a_low_plate_meets_the_slope(preset):
    """What comes 20 mm below a ridge is not over it: it loses speed to the slope and rises."""
    world, body = on_ridges((0.05, 0.3, 0.05), preset, "double")
    body.position, body.velocity = (0.39, 0, 0.03), (3, 0, 0)
    world.step(3)
    assert body.velocity[2] > 0.1 and body.velocity[0] < 2.97
