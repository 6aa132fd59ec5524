"""Boxes slide through a loop of boxes and over ridges of boxes: a contact at an edge has a normal of the surface as a whole.

A box in a loop of ninety boxes (R = 1 m) was stopped by the ends of the facets ahead of it, even from 6 R of height: the point
where it met one lay in the wedge behind the edge, which no neighbour fills.  A ball goes round from 3.1 R.  An inelastic bend
by d leaves cos d of the speed, so ninety of 4 degrees leave 0.80, and a point needs a height of 2.9 R to stay on its way there.

A plate that lay on ridges of boxes, slopes of 11 degrees up and down, was held by normals across the slopes in place of upright
ones: it lost up to v sin^2 a = 0.11 m/s of 3 m/s at each ridge, and stopped.  Frictionless ridges of one height take nothing from
it; what is left is a leading edge that lies 0.1 mm below a ridge when it comes there, at some of them.  On a height field it was
taken to be below each slope whose plane, made larger, was above its centre: it lost 0.07 m/s in the first step.
"""
from __future__ import annotations

import math

import pytest

from physics import Body, Box, HeightField, SolverSettings, World
from physics.definitions.settings import PRESETS

PRECISIONS = ("single", "double")
PITCH, SLOPE, RIDGES = 0.5, math.radians(11), 24


def round_loop(half, drop: float, preset: str, precision: str) -> tuple[float, float]:
    """(turns, least distance from the centre over that at the start) of a box in a loop of ninety boxes of radius 1 m."""
    world = World(precision=precision, solver=SolverSettings.preset(preset), sleep=False)
    for k in range(90):
        angle = 2 * math.pi * k / 90
        world.add_body(shape=Box(half=(math.tan(math.pi / 90), 1, 0.25)), type="static", friction=0,
                       position=(1.25 * math.sin(angle), 0, -1.25 * math.cos(angle)),
                       rotation=(0, -math.sin(angle / 2), 0, math.cos(angle / 2)))
    away = math.sqrt(1 - half[0] ** 2) - half[2]
    speed = math.sqrt(2 * 9.81 * drop * away)
    body = world.add_body(shape=Box(half=half), position=(0, 0, -away), velocity=(speed, 0, 0),
                          angular_velocity=(0, -speed / away, 0), friction=0)
    turned, last, nearest = 0.0, -math.pi / 2, away
    for _ in range(180):
        world.step()
        x, _, z = body.position
        turned += (math.atan2(z, x) - last + math.pi) % (2 * math.pi) - math.pi
        last, nearest = math.atan2(z, x), min(nearest, math.hypot(x, z))
        if turned > 2 * math.pi:
            break
    return turned / (2 * math.pi), nearest / away


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("half", [(0.1, 0.1, 0.05), (0.05, 0.05, 0.05), (0.1, 0.1, 0.02)], ids=("puck", "cube", "plate"))
def test_a_box_goes_round_a_loop(half, preset, precision):
    turns, nearest = round_loop(half, 3.6, preset, precision)
    assert turns > 1 and nearest > 0.6


def over_ridges(half, speed: float, preset: str, precision: str) -> tuple[Body, float]:
    """(a plate after it has slid over ridges, how many it has passed)."""
    world = World(precision=precision, solver=SolverSettings.preset(preset), sleep=False)
    length, height = PITCH / 4 / math.cos(SLOPE), PITCH / 2 * math.tan(SLOPE)
    for k in range(RIDGES):
        for side in (-1, 1):
            angle = -side * SLOPE
            world.add_body(shape=Box(half=(length, 1, 0.1)), type="static", friction=0, rotation=(0, -math.sin(angle / 2), 0,
                           math.cos(angle / 2)), position=((k + side / 4) * PITCH + 0.1 * math.sin(angle), 0,
                                                           -height / 2 - 0.1 * math.cos(angle)))
    body = world.add_body(shape=Box(half=half), position=(half[0] + 0.2 * PITCH, 0, half[2]), friction=0)
    world.step(60)
    start, body.velocity = float(body.position[0]), (speed, 0, 0)
    for _ in range(int((RIDGES * PITCH - 2 * half[0] - 3 * PITCH) / speed * 60)):
        world.step()
    return body, (float(body.position[0]) - start) / PITCH


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("half", [(1.0, 0.3, 0.05), (0.6, 0.3, 0.05)], ids=("long", "short"))
def test_a_plate_slides_over_ridges(half, preset, precision):
    body, passed = over_ridges(half, 3.0, preset, precision)
    assert passed > 10 and 3.0 - body.velocity[0] < 0.03 * passed


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_plate_on_ridges_of_a_height_field(preset, precision):
    """It is upright contacts that hold it, so it keeps its speed until its leading edge comes to the next ridge."""
    world = World(precision=precision, solver=SolverSettings.preset(preset), sleep=False)
    valley, middle = -PITCH / 2 * math.tan(SLOPE), RIDGES * PITCH / 2
    heights = ((0.0, valley) * RIDGES + (0.0,),) * 9
    world.add_body(shape=HeightField(heights=heights, spacing=PITCH / 2), type="static", friction=0, position=(middle, 0, 0))
    body = world.add_body(shape=Box(half=(1, 0.3, 0.05)), position=(1 + 0.2 * PITCH, 0, 0.05), friction=0)
    world.step(60)
    body.velocity = (3, 0, 0)
    world.step(6)
    assert abs(body.velocity[0] - 3) < 0.003
