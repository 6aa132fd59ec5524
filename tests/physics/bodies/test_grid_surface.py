"""The surface of a height field: heights against its triangles, rays against each triangle by itself."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics.bodies.grid_surface import surface_of
from physics.definitions.shapes import HeightField

SHAPE = HeightField(heights=np.random.default_rng(3).uniform(-0.6, 0.6, (7, 5)), spacing=0.5)        # 2 m by 3 m
SURFACE = surface_of(SHAPE)


def triangles() -> np.ndarray:
    """(t, 3, 3) corners, as the shape's parts have them."""
    return np.array([part.shape.corners + part.position for part in SHAPE.parts])


def first_of_all(start: np.ndarray, along: np.ndarray) -> float:
    """The distance to the nearest triangle on a ray (Moeller and Trumbore, 1997)."""
    a, b, c = triangles().transpose(1, 0, 2)
    one, other = b - a, c - a
    across = np.cross(along, other)
    size = (one * across).sum(1)
    u = ((start - a) * across).sum(1) / size
    away = np.cross(start - a, one)
    v, t = away @ along / size, (other * away).sum(1) / size
    hit = (u >= -1e-12) & (v >= -1e-12) & (u + v <= 1 + 1e-12) & (t > 0)
    return float(t[hit].min(initial=math.inf))


def test_heights_and_normals_are_those_of_the_triangles():
    random = np.random.default_rng(1)
    for a, b, c in triangles():
        shares = random.dirichlet((1, 1, 1), 4)
        points = shares @ np.array((a, b, c))
        assert SURFACE.over(points[:, 0], points[:, 1]) == pytest.approx(points[:, 2], abs=1e-12)
        normal = np.cross(b - a, c - a)
        assert SURFACE.normal(*points[0, :2]) == pytest.approx(normal / np.linalg.norm(normal), abs=1e-9)
    points = SHAPE.points.reshape(-1, 3)
    assert SURFACE.over(points[:, 0], points[:, 1]) == pytest.approx(points[:, 2], abs=1e-12)


def test_beyond_the_edge_the_nearest_height_counts():
    assert SURFACE.over(np.array([-9.0]), np.array([9.0])) == pytest.approx(SHAPE.points[-1, 0, 2])


def test_rays_meet_the_nearest_triangle():
    random = np.random.default_rng(2)
    hits = 0
    for _ in range(400):
        start = random.uniform((-2, -2.5, -1.5), (2, 2.5, 1.5))
        along = random.uniform((-1, -1.5, -0.6), (1, 1.5, 0.6)) - start
        along /= np.linalg.norm(along)
        expected = first_of_all(start, along)
        assert SURFACE.distance(start, along) == pytest.approx(expected, abs=1e-9)
        hits += math.isfinite(expected)
    assert hits > 150


@pytest.mark.parametrize("along", [(0.0, 0, -1), (0, 0, 1)])
def test_upright_rays_and_such_along_the_lines(along):
    for point in SHAPE.points.reshape(-1, 3)[[0, 7, 17, 34]]:
        assert SURFACE.distance(point - 2 * np.array(along), np.array(along)) == pytest.approx(2.0)
    middle = SHAPE.points[2:5, 2]
    found = SURFACE.distance(middle[1] + (0, -9, 0), np.array((0.0, 1, 0)))
    assert found == pytest.approx(first_of_all(middle[1] + (0, -9, 0), np.array((0.0, 1, 0))), abs=1e-9)
    assert SURFACE.distance(np.array((0.0, 0, 5)), np.array((0.0, 0, 1))) == math.inf
    assert SURFACE.distance(np.array((3.0, 0, 5)), np.array((0.0, 0, -1))) == math.inf
