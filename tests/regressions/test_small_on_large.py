"""Small bodies rest on large ones: no tolerance of the narrow phase is a share of the larger body, see `collision.tolerance`.

A die (half 8 mm) on a box floor of half 25 m had one contact point and rested at -28 mm, a crate of 1 m on 3 km sank as well, a
ruler on edge on 10 m lay down.  Cylinders, cones, hulls and capsules sank at ten times these ratios, a cube of 10 cm into a lying
cylinder of radius 6 m by 16 mm and a plate by 52 mm.  Each keeps the points that it has on a plane, and its height.
"""
from __future__ import annotations

import itertools
import math

import pytest

from physics import Box, Capsule, Cone, Convex, Cylinder, SolverSettings, World
from physics.definitions.settings import PRESETS
from tests.reliability.size_ratios import LARGE, ON_SIDE, SMALL, Resting, rests

PRECISIONS = ("single", "double")


def box_on_floor(half, floor: float, preset: str, precision: str) -> tuple[World, float]:
    """(the world, height of its box) after 1.5 s of a box on a square floor of half length `floor`, a hundredth as thick."""
    world = World(precision=precision, solver=SolverSettings.preset(preset), sleep=False)
    world.add_body(shape=Box(half=(floor, floor, floor / 100)), type="static", position=(0, 0, -floor / 100))
    body = world.add_body(shape=Box(half=half), position=(0, 0, half[2]))
    world.step(90)
    return world, float(body.position[2])


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("half, floor", [((0.008, 0.008, 0.008), 25), ((0.15, 0.0015, 0.015), 5), ((0.5, 0.5, 0.5), 1500)],
                         ids=("die", "ruler", "crate"))
def test_boxes_on_floors(half, floor, preset, precision):
    world, height = box_on_floor(half, floor, preset, precision)
    assert world.contact_count == 4 and abs(height - half[2]) < 0.02 * half[2]


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("preset", ("soft_step", "classic"))
@pytest.mark.parametrize("half, radius", [((0.05, 0.05, 0.05), 6), ((0.1, 0.1, 0.01), 5), ((0.05, 0.05, 0.05), 600)],
                         ids=("cube", "plate", "cube on 600 m"))
def test_boxes_on_lying_cylinders(half, radius, preset, precision):
    world = World(precision=precision, solver=SolverSettings.preset(preset), sleep=False)
    world.add_body(shape=Cylinder(radius, 1), type="static", position=(0, 0, -radius), rotation=(0, 0.5**0.5, 0, 0.5**0.5))
    body = world.add_body(shape=Box(half=half), position=(0, 0, half[2]))
    world.step(180)
    assert abs(body.position[2] - half[2]) < 0.001


@pytest.mark.parametrize("preset", ("soft_step", "classic"))
@pytest.mark.parametrize("shape, height", [(Box(half=(0.05, 0.05, 0.05)), 0.05), (Cone(0.05, 0.05), 0.025)], ids=("cube", "cone"))
def test_bodies_on_flat_cones(shape, height, preset):
    world = World(precision="double", solver=SolverSettings.preset(preset), sleep=False)
    world.add_body(shape=Cone(5, 0.1), type="static", position=(0, 0, -0.15))
    body = world.add_body(shape=shape, position=(0, 0, height))
    world.step(180)
    assert abs(body.position[2] - height) < 0.003


@pytest.mark.parametrize("half", [0.01, 0.005])
@pytest.mark.parametrize("height, speed", [(0.3, 0.0), (0.0, 0.5)], ids=("lands", "slides"))
def test_hulls_on_a_capsule_of_5_km(height, speed, half):
    """The arms of a face's points went along as the foot of a rolling ball of 5 km: a cube of 2 cm sank by 0.4 m in 2 s."""
    world = World(precision="double", solver=SolverSettings.preset("soft_step"), sleep=False)
    world.add_body(shape=Capsule(5000, 5000), type="static", position=(0, 0, -5000), rotation=ON_SIDE, friction=0.6)
    lean = 0.01 if height > 0 else 0.0
    body = world.add_body(shape=Convex(list(itertools.product((-half, half), repeat=3))), position=(0, 0, (1 + height) * half),
                          rotation=(lean, lean / 1.5, 0.149, 0.989), velocity=(speed, speed, 0), friction=0.6)
    world.step(120)
    assert abs(body.position[2] - half) < 2e-4 and math.hypot(body.rotation[0], body.rotation[1]) < 1e-3


@pytest.mark.parametrize("small", SMALL)
@pytest.mark.parametrize("large", LARGE)
def test_ratios(small, large):
    """A ratio of 10,000 for each pair of shapes; `tests.reliability.size_ratios` tries ratios from 1 to a million."""
    rests(Resting(small, large, 1e4, "soft_step", "single"))
