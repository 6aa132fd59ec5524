"""Rays at steep triangles of height fields.

Seen: of vertical rays at a height field with slopes of 4, 8 and 16, 2 %, 20 % and 25 % passed through the ground or hit what is
behind it; the others stopped up to 1e-6 m early.  Expected: every one hits, exactly, with the triangle's normal.  Why: a ray was
the motion of a point that stops half a skin before the triangle.  There the distance of point and triangle often came out as an
overlap without a normal, which was read as a miss.  A line and a triangle have a closed form.
"""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Compound, HeightField, World

PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])


@PRECISIONS
@pytest.mark.parametrize("y", [-0.06, -0.04])
def test_a_slope_of_eight(y, precision):
    world = World(precision=precision)
    world.add_body(shape=HeightField(heights=((0, 0), (8, 8)), spacing=1), type="static")
    hit = world.ray_cast((0.13, y, 11), (0, 0, -1))
    assert hit.distance == pytest.approx(11 - 8 * (y + 0.5), abs=1e-9)
    assert hit.normal == pytest.approx((0, -8 / 65**0.5, 1 / 65**0.5), abs=1e-9)


@PRECISIONS
@pytest.mark.parametrize("steepness", [1, 4, 16, 64])
def test_rugged_ground(steepness, precision):
    """Vertical and slanting rays, at random places and exactly on sides and corners of triangles."""
    rng, side = np.random.default_rng(steepness), 6
    heights = rng.uniform(0, steepness, (side, side))
    world = World(precision=precision)
    world.add_body(shape=HeightField(heights=tuple(map(tuple, heights.tolist())), spacing=1), type="static", position=(2, 3, 4))
    columns, rows = rng.uniform(0, side - 1, (2, 200))
    columns[:40] = np.round(columns[:40])
    rows[20:60] = np.round(rows[20:60])
    columns[60:80] = np.floor(columns[60:80]) + rows[60:80] % 1                 # on diagonals
    for column, row in zip(columns, rows):
        i, j = min(int(column), side - 2), min(int(row), side - 2)
        x, y = column - i, row - j
        low, high = heights[j, i], heights[j + 1, i + 1]
        beside = heights[j, i + 1] if x >= y else heights[j + 1, i]
        across = (beside - low, high - beside) if x >= y else (high - beside, beside - low)
        top = np.array((column - 2.5 + 2, row - 2.5 + 3, low + x * across[0] + y * across[1] + 4))
        slope = np.array((-across[0], -across[1], 1.0))
        hit = world.ray_cast(top + (0, 0, 3 + steepness), (0, 0, -1))
        assert hit is not None and hit.position == pytest.approx(top, abs=1e-6)
        if (column - i) % 1 and (row - j) % 1 and abs(x - y) > 1e-6:
            assert hit.normal == pytest.approx(slope / np.linalg.norm(slope), abs=1e-9)
            near = world.ray_cast(top + 1e-3 * slope, -slope)
            assert near.distance == pytest.approx(1e-3 * np.linalg.norm(slope), abs=1e-9)


def test_seams_of_compounds():
    """A ray straight down between two parts that share a side meets one of them."""
    shape = Compound(children=tuple((Box(half=(0.05, 0.05, 0.05)), (0.1 * k, 0, 0)) for k in range(10)))
    world = World(precision="double")
    world.add_body(shape=shape, type="static")
    for k in range(1, 10):
        for off in (-1e-16, 0.0, 1e-16):
            hit = world.ray_cast((0.1 * k - 0.05 - shape.centre[0] + off, 0, 1), (0, 0, -1))
            assert hit is not None and hit.distance == pytest.approx(0.95, abs=1e-9) and hit.normal == pytest.approx((0, 0, 1))
