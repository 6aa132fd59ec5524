"""Only invisible bodies are culled; edge tiles contain all edges."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import GRID
from app.render.arrangement.body_rows import bodies_of, rows_of
from app.render.arrangement.edge_tiles import edge_tiles
from app.render.arrangement.frustum import Frustum
from tests.support.gl_pictures import instances, picture

SIZE = 640, 400
CAMERA = Camera((6.0, -8.0, 5.0), (0.4, 0.2, 0.8), 0.8)
SIGHT = Frustum.of(CAMERA.pose, *SIZE)


def points_on(center, radius, count=400):
    """Points all over a sphere."""
    ways = np.random.default_rng(1).normal(size=(count, 3))
    return np.asarray(center) + radius * ways / np.linalg.norm(ways, axis=1, keepdims=True)


def within(points):
    """Whether the camera shows a point: inside the picture and before the eye."""
    x, y, depth = CAMERA.project(points, *SIZE).T
    return (depth > CAMERA.pose.near) & (x > 0) & (x < SIZE[0]) & (y > 0) & (y < SIZE[1])


def test_no_body_in_the_picture_is_left_out_and_most_others_are():
    random = np.random.default_rng(5)
    centers, radii = random.uniform(-40, 40, (500, 3)), random.uniform(0.1, 6.0, 500)
    seen = SIGHT.sees(centers.astype(np.float32), radii.astype(np.float32))
    shown = np.array([within(points_on(center, radius)).any() for center, radius in zip(centers, radii, strict=True)])
    assert not (shown & ~seen).any()
    assert shown.sum() > 30 and seen.sum() < 1.5 * shown.sum()


def test_broken_places_are_out_of_sight():
    centers = np.array([(0, 0, 0), (np.nan, 0, 0), (np.inf, 0, 0)], np.float32)
    assert SIGHT.sees(centers, np.ones(3, np.float32)).tolist() == [True, False, False]


@pytest.mark.parametrize("quality", ["software", "high"])
def test_leaving_out_changes_no_picture(shoot, monkeypatch, quality):
    random = np.random.default_rng(6)
    frame = picture(CAMERA, instances(random.uniform(-9, 9, (150, 3)), [(0.7,) * 3] * 150),
                    instances(random.uniform(-9, 9, (150, 3)), [(0.6, 0.4, 0.8)] * 150), ((0, 0, 1, -3.0),))
    left_out = shoot(frame, quality)
    shoot(picture(CAMERA), quality)                               # other bodies, so that the tables are made anew
    monkeypatch.setattr(Frustum, "sees", lambda self, centers, radii: np.ones(len(centers), bool))
    assert np.array_equal(left_out, shoot(frame, quality))


def test_bounds_hold_their_spheres():
    random = np.random.default_rng(7)
    centers, radii = random.uniform(-6, 6, (60, 3)).astype(np.float32), random.uniform(0.1, 1.5, 60).astype(np.float32)
    low, high = SIGHT.bounds(centers, radii)
    for k, (center, radius) in enumerate(zip(centers, radii, strict=True)):
        points = points_on(center, radius)
        x, y, depth = CAMERA.project(points, *SIZE).T
        if depth.min() > 0.1:
            assert low[0, k] <= x.min() + 1e-3 and high[0, k] >= x.max() - 1e-3
            assert low[1, k] <= SIZE[1] - y.max() + 1e-3 and high[1, k] >= SIZE[1] - y.min() - 1e-3
    close = SIGHT.bounds(np.array([CAMERA.eye], np.float32), np.ones(1, np.float32))
    assert [corner[:, 0].tolist() for corner in close] == [[0, 0], list(SIZE)]


def tiles_of(spheres=(), boxes=()):
    """Rectangles of edges of bodies given as (place, size, marks)."""
    rows = []
    for bodies, square in ((boxes, True), (spheres, False)):
        given = instances([b[0] for b in bodies], [b[1] for b in bodies])
        given.marks[:] = [b[2] for b in bodies]
        rows.append(rows_of(bodies_of(given, square, True), SIGHT))
    return edge_tiles(SIGHT, *rows)


def covered(tiles, points):
    """Whether each world point that is in the picture lies in a rectangle."""
    x, y, _ = CAMERA.project(points, *SIZE).T
    places = np.stack((x, SIZE[1] - y), axis=1)[:, None]
    inside = ((places >= tiles[None, :, :2]) & (places <= tiles[None, :, 2:])).all(axis=2).any(axis=1)
    return inside | ~within(points) | (np.abs(places[:, 0] - np.array(SIZE) / 2) > np.array(SIZE) / 2 - 1).any(axis=1)


def test_edges_of_bodies_are_in_the_tiles_and_the_rest_is_not():
    places = [((x, y, 0.5), (0.4,) * 3, 0) for x in (-2, 0, 2.5) for y in (-1.5, 1)]
    tiles = tiles_of(places, [((0.0, 0.0, 2.5), (0.3, 0.5, 0.2), 0)])
    for place, size, _ in places:
        assert covered(tiles, points_on(place, size[0])).all()
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    assert covered(tiles, (0.0, 0.0, 2.5) + signs * (0.3, 0.5, 0.2)).all()
    area = ((tiles[:, 2] - tiles[:, 0]) * (tiles[:, 3] - tiles[:, 1])).sum()
    assert area < 0.6 * SIZE[0] * SIZE[1]


@pytest.mark.parametrize("place, half", [((0, 0, 0.0), (6, 4, 0.2)), ((0, 0, -3.0), (200, 300, 1)), ((6, -4, 3), (3, 8, 2))])
def test_edges_of_floors_and_walls_are_in_the_tiles(place, half):
    """Also where an edge runs past the eye or far out of the picture."""
    tiles = tiles_of(boxes=[(place, half, GRID)])
    share = np.linspace(-1, 1, 3001)
    for axis in range(3):
        for one in (-1, 1):
            for other in (-1, 1):
                points = np.empty((len(share), 3))
                points[:, axis], points[:, (axis + 1) % 3], points[:, (axis + 2) % 3] = share, one, other
                assert covered(tiles, np.array(place) + points * half).all()


def test_nothing_has_no_edges():
    assert tiles_of().shape == (0, 4)
