"""Cylinders, capsules and cones that lie along an edge touch it with two points, however rounding turns them."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import Box, Capsule, Cone, Convex, Cylinder, World

RADIUS, HALF = 0.5, 0.2
CORNERS = [(x, y, z) for x in (-2, 2) for y in (-1, 1) for z in (-0.1, 0.1)]
EDGES = {"box": Box(half=(2, 1, 0.1)), "hull": Convex(CORNERS)}
ROUND = {"cylinder": Cylinder(RADIUS, HALF), "capsule": Capsule(RADIUS, HALF)}


def points_on_edge(edge, shape, lift: float, yaw: float, precision: str):
    """The contact points of a shape whose axis is level and crosses a box's edge by `yaw`, 45 degrees above the edge."""
    world = World(gravity=(0, 0, 0), precision=precision)
    world.add_body(shape=edge, type="static", position=(2, 0, -0.1))
    way, c, s = (RADIUS + lift) * math.sqrt(0.5), math.cos(yaw / 2), math.sin(yaw / 2)
    across = math.sqrt(0.5)
    world.add_body(shape=shape, position=(-way, 0.3, way), rotation=(across * c, across * s, across * s, across * c))
    world.step()
    return world.contact_arrays()


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("shape", ROUND)
def test_round_shape_along_an_edge_has_two_points_at_its_ends(edge, shape, precision):
    for lift in (0.0, 1e-4):
        for yaw in (-1e-3, -1e-5, -1e-7, 0.0, 1e-7, 1e-5, 1e-3):
            found = points_on_edge(EDGES[edge], ROUND[shape], lift, yaw, precision)
            assert len(found.separations) == 2, (lift, yaw)
            assert np.ptp(found.positions[:, 1]) == pytest.approx(2 * HALF, rel=1e-3)
            assert np.abs(found.positions[:, [0, 2]]).max() < 1e-3
            assert found.separations == pytest.approx(lift, abs=1e-5 + 3 * abs(yaw) * HALF)        # one end is nearer


def test_cone_along_an_edge_touches_it_with_the_line_of_its_side():
    radius, half = 0.3, 0.4
    slope = math.atan(radius / (2 * half))                       # of the side against the axis
    world = World(gravity=(0, 0, 0), precision="double")
    world.add_body(shape=EDGES["box"], type="static", position=(2, 0, -0.1))
    out = np.array((-math.sqrt(0.5), 0, math.sqrt(0.5)))         # from the edge
    along = np.array((0.0, 1.0, 0.0))
    axis = math.cos(slope) * along + math.sin(slope) * -out      # the side, next to the edge, lies along it
    away = math.cos(slope) * out + math.sin(slope) * along
    turn = np.column_stack((away, np.cross(axis, away), axis))
    w = math.sqrt(1 + np.trace(turn)) / 2
    rotation = ((turn[2, 1] - turn[1, 2]) / (4 * w), (turn[0, 2] - turn[2, 0]) / (4 * w), (turn[1, 0] - turn[0, 1]) / (4 * w), w)
    tip = 1.5 * half * axis                                      # from the centre of mass
    world.add_body(shape=Cone(radius, half), position=np.array((0, 0.3, 0)) - tip, rotation=rotation)
    world.step()
    found = world.contact_arrays()
    assert len(found.separations) == 2
    assert np.ptp(found.positions[:, 1]) == pytest.approx(math.hypot(radius, 2 * half), rel=0.01)
