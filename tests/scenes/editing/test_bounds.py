"""Bounds of bodies: the farthest points of every shape along the world's axes, however it is turned."""
from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from physics.bodies.rotation import rotate
from physics.definitions.shapes import Box, Plane, Sphere
from scenes.editing.bounds import bounds_of, half_extents
from tests.support.solid_shapes import HAMMER, SOLIDS, inside

SHAPES = SOLIDS | {"sphere": Sphere(radius=0.7), "box": Box(half=(0.3, 0.5, 0.8)), "hammer": HAMMER}
TURNS = [(0.0, 0.0, 0.0, 1.0), (0.5, 0.5, 0.5, 0.5), tuple(np.array((0.3, -0.5, 0.2, 0.7)) / np.sqrt(0.87))]


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("name", SHAPES)
def test_they_are_those_of_all_points_inside(name, turn):
    shape, spacing = SHAPES[name], 0.03
    axis = np.arange(-1.7, 1.7, spacing)
    grid = np.stack(np.meshgrid(axis, axis, axis), axis=-1).reshape(-1, 3)
    points = rotate(np.array(turn)[None], grid[inside(shape, grid)]) + (1.0, 2.0, 3.0)
    found = bounds_of(SimpleNamespace(shape=shape, position=(1.0, 2.0, 3.0), rotation=turn))
    assert (points.min(0) >= found.low - 1e-9).all() and (points.max(0) <= found.high + 1e-9).all()
    slack = 6 * spacing                     # a sharp corner lies between points of the grid
    assert (points.min(0) <= found.low + slack).all() and (points.max(0) >= found.high - slack).all()


def test_half_extents_are_along_the_shapes_own_axes():
    for shape in SHAPES.values():
        reach = bounds_of(SimpleNamespace(shape=shape, position=(0, 0, 0), rotation=TURNS[0]))
        assert half_extents(shape) == pytest.approx(np.maximum(-reach.low, reach.high))
    assert bounds_of(SimpleNamespace(shape=Plane())) is None
