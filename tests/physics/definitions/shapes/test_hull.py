"""Corners and faces of hulls: Euler's rule, order and outside, joined triangles, and every kind of points that make none."""
from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from physics import Convex, SettingError
from physics.definitions.shapes.hull import MOST_CORNERS, MOST_POINTS
from tests.support.solid_reference import random_points

GOLDEN = (1 + 5**0.5) / 2
CUBE = list(itertools.product((-1.0, 1.0), repeat=3))


@pytest.mark.parametrize("seed", range(40))
def test_faces(seed):
    """V - E + F = 2, each edge belongs to two faces in opposite ways, and all corners are behind each face."""
    points = random_points(np.random.default_rng(seed)) * np.random.default_rng(seed).uniform(0.3, 1, 3)
    hull = Convex(points).hull
    edges = [(face[k - 1], face[k]) for face in hull.faces for k in range(len(face))]
    assert len(set(edges)) == len(edges) and {(b, a) for a, b in edges} == set(edges)
    assert len(hull.vertices) - len(edges) // 2 + len(hull.faces) == 2
    assert np.linalg.norm(hull.normals, axis=1) == pytest.approx(1)
    for face, normal in zip(hull.faces, hull.normals):
        corners = hull.vertices[list(face)]
        heights = (hull.vertices - corners[0]) @ normal
        assert heights.max() < 1e-9 and set(np.flatnonzero(heights > -1e-9)) == set(face)
        turns = np.cross(np.roll(corners, -1, 0) - corners, np.roll(corners, -2, 0) - np.roll(corners, -1, 0)) @ normal
        assert turns.min() > 0, "counterclockwise, as seen from outside"


@pytest.mark.parametrize(("points", "faces", "sides"), [
    (CUBE, 6, {4}),
    ([(math.cos(a), math.sin(a), z) for z in (-1, 1) for a in 2 * np.pi * np.arange(12) / 12], 14, {4, 12}),
    ([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], 8, {3}),
    ([p for a in (-1, 1) for b in (-GOLDEN, GOLDEN) for p in ((a, b, 0), (0, a, b), (b, 0, a))], 20, {3}),
])
def test_triangles_in_one_plane_are_one_face(points, faces, sides):
    hull = Convex(points).hull
    assert len(hull.faces) == faces and {len(face) for face in hull.faces} == sides


def test_points_inside_and_on_faces_are_no_corners():
    shape = Convex([*CUBE, (0, 0, 0), (0.3, 0.2, 1), (0.5, 1, 1)])
    assert len(shape.hull.vertices) == 8 and shape.volume == pytest.approx(8)


@pytest.mark.parametrize(("points", "message"), [
    ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], "points: they lie in a plane; a hull needs volume"),
    ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1e-7)], "points: they lie in a plane; a hull needs volume"),
    ([(k, 2 * k, 3 * k) for k in range(5)], "points: they lie on a line; a hull needs volume"),
    ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], "points: 3 points; allowed are 4 to 1024"),
    ([(0, 0, 0)] * (MOST_POINTS + 1), "points: 1025 points; allowed are 4 to 1024"),
    ([*CUBE, (1, 1, 1 + 1e-6)], "points[8]: is nearly equal to points[7]; leave one out"),
    ([*CUBE, CUBE[3]], "points[8]: is nearly equal to points[3]; leave one out"),
    ([(x * 1e-5, y * 1e-5, z * 1e-5) for x, y, z in CUBE], "points: they lie within 2e-05 m; a hull is at least 0.0001 m wide"),
    ([*CUBE, (0, 0, math.nan)], "points[8]: [0.0, 0.0, nan] is out of range; allowed is -10000 to 10000 m"),
    ([*CUBE, (0, 0, 1e5)], "points[8]: [0.0, 0.0, 100000.0] is out of range; allowed is -10000 to 10000 m"),
    ([(0, 0), (1, 0), (0, 1), (1, 1)], "points: needs a list of points, each of three numbers [x, y, z]"),
    ("many", "points: needs a list of points, each of three numbers [x, y, z]: 'many' is not a number"),
    ([(0, 0, 0), (1, 0)],
     "points: needs a list of points, each of three numbers [x, y, z]: [(0, 0, 0), (1, 0)] has lists of uneven lengths"),
])
def test_points_that_make_no_hull(points, message):
    with pytest.raises(SettingError) as error:
        Convex(points)
    assert str(error.value) == message and error.value.name == "points"


def test_too_many_corners():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(MOST_CORNERS + 1, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    with pytest.raises(SettingError, match=r"points: their hull has 65 corners; allowed are 64"):
        Convex(points)
    assert len(Convex(points[:MOST_CORNERS]).hull.vertices) == MOST_CORNERS
