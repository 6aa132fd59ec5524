"""Height fields: their triangles cover the grid, each knows its neighbours, and bad heights are refused."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import HeightField, SettingError, World
from physics.definitions.shapes.height_field import MOST_HEIGHTS, NEIGHBOURS, ring_of
from physics.storage import body_store
from tests.support.surface_reference import triangles

FIELD = HeightField(heights=np.random.default_rng(1).uniform(-1, 1, (4, 6)), spacing=0.5)


def test_its_triangles_are_those_of_the_grid():
    found = np.array([part.shape.corners + part.position for part in FIELD.parts])
    expected = triangles(FIELD)
    assert len(found) == 2 * 3 * 5
    assert sorted(map(str, np.sort(found.round(9), axis=1))) == sorted(map(str, np.sort(expected.round(9), axis=1)))
    up = np.cross(found[:, 1] - found[:, 0], found[:, 2] - found[:, 0])
    assert up[:, 2] == pytest.approx(0.25)               # counterclockwise from above, half a cell each


@pytest.mark.parametrize("half", [0, 1])
def test_the_ring_has_all_neighbours_of_each_corner(half):
    corners, ring = ring_of(7, 4, half)
    for k, (x, y) in enumerate(corners):
        beside = {(x + i, y + j) for i, j in NEIGHBOURS} - set(corners)
        assert {ring[(3 * k + n) % 9] for n in range(4)} == beside
        before = corners[k - 1]                          # the point beyond a side is a neighbour of both its ends
        assert ring[3 * k] in {(before[0] + i, before[1] + j) for i, j in NEIGHBOURS} & beside


def test_neighbours_beyond_the_edge_are_corners():
    points = {tuple(p) for p in FIELD.points.reshape(-1, 3).round(9)}
    for part in FIELD.parts:
        around = (part.shape.ring + part.position).round(9)
        assert {tuple(p) for p in around} <= points
    first = FIELD.parts[0].shape                         # at the corner of the field: (0, 0), (1, 0), (1, 1)
    missing = [(point == first.corners).all(1).any() for point in first.ring]
    assert np.flatnonzero(missing).tolist() == [1, 2, 3, 4]             # (-1, 0), (-1, -1), (0, -1), (1, -1)


def test_its_boxes_reach_below_the_surface():
    for part in FIELD.parts:
        low, high = np.array(part.position) - part.shape.size, np.array(part.position) + part.shape.size
        corners = part.shape.corners + part.position
        assert (low[:2] <= corners[:, :2].min(0) + 1e-12).all() and high == pytest.approx(corners.max(0))
        assert low[2] == pytest.approx(corners[:, 2].min() - 2 * FIELD.spacing)


def test_size_and_mass():
    assert FIELD.size[:2] == (1.25, 0.75) and FIELD.size[2] == max(abs(h) for row in FIELD.heights for h in row)
    assert FIELD.volume == math.inf
    assert FIELD == HeightField(heights=[list(row) for row in FIELD.heights], spacing=0.5) and hash(FIELD)


def test_ground_is_static_unless_kinematic():
    world = World()
    assert world.add_body(shape=FIELD).type == "static"
    assert world.add_body(shape=FIELD, type="kinematic").type == "kinematic"


@pytest.mark.parametrize(("heights", "words"), [
    ([[0, 1]], "1 rows of 2; allowed are at least 2 rows of 2"), ([[0], [1]], "2 rows of 1"),
    ([[0, 1], [0]], "rows of 1 and of 2"), ("flat", "needs a list of rows"), (3, "needs a list of rows"),
    ([[0, math.nan], [0, 0]], r"heights\[0\]\[1\]: nan is out of range"),
    ([[0, 0], [2e4, 0]], r"heights\[1\]\[0\]: 20000 is out"),
    (np.zeros((130, 130)), f"{MOST_HEIGHTS:,} heights in all"), ([["a", 0], [0, 0]], "needs a list of rows")])
def test_bad_heights(heights, words):
    with pytest.raises(SettingError, match=words):
        HeightField(heights=heights, spacing=1.0)


@pytest.mark.parametrize("spacing", [0, -1, math.nan, 1e9, "wide"])
def test_bad_spacings(spacing):
    with pytest.raises(SettingError, match="spacing"):
        HeightField(heights=[[0, 0], [0, 0]], spacing=spacing)


def test_a_field_too_long():
    with pytest.raises(SettingError, match="would be 30000 m long"):
        HeightField(heights=[[0, 0, 0, 0], [0, 0, 0, 0]], spacing=1e4)


def test_a_world_holds_so_many_triangles(monkeypatch):
    monkeypatch.setattr(body_store, "MOST_BODIES", 100)
    world = World()
    first = world.add_body(shape=FIELD)                  # 30 triangles
    for _ in range(2):
        world.add_body(shape=FIELD)
    with pytest.raises(ValueError, match="at most 100 parts of compounds and triangles"):
        world.add_body(shape=FIELD)
    world.remove(first)
    world.add_body(shape=FIELD)
