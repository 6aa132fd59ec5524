"""The drawn parts of planes, and the area of the light's maps."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.render.arrangement.extent import Extent
from app.render.arrangement.light_fit import footprint, sun_view, top_view
from app.render.arrangement.plane_layout import PlaneLayouter, clip, lay_out
from app.render.arrangement.scene_block import SUN

LOW, HIGH = np.array((-3.0, -3.0, -2.25)), np.array((3.0, 3.0, 4.0))
FLOOR = (0.0, 0.0, 1.0, 0.0)


def test_one_floor_is_the_ground():
    layout = lay_out(np.array([FLOOR]), LOW, HIGH)
    assert layout.height == 0.0 and not layout.polygons


def test_the_highest_of_two_floors_is_the_ground():
    assert lay_out(np.array([FLOOR, (0, 0, 1, 1.5)]), LOW, HIGH).height == 1.5


def test_a_lone_slope_is_a_ground_without_height():
    layout = lay_out(np.array([(-0.5, 0.0, np.sqrt(0.75), 0.0)]), LOW, HIGH)
    assert layout.ground is not None and layout.height is None


def test_a_ceiling_or_wall_is_no_ground():
    layout = lay_out(np.array([(0, 0, -1.0, -4.0), (1.0, 0, 0, -3.0)]), LOW, HIGH)
    assert layout.ground is None and len(layout.polygons) == 2


def test_six_planes_make_a_box():
    planes = np.array([(*(sign * np.eye(3)[axis]), -2.0) for axis in range(3) for sign in (-1, 1)])
    layout = lay_out(planes, LOW, HIGH)
    assert layout.height == -2.0 and len(layout.polygons) == 5
    for polygon, normal in zip(layout.polygons, layout.normals, strict=True):
        assert np.abs(polygon).max() == pytest.approx(2.0)
        edges = np.roll(polygon, -1, axis=0) - polygon
        assert np.linalg.norm(edges, axis=1) == pytest.approx(4.0)
        assert np.cross(edges[0], edges[1]) @ normal > 0, "counter-clockwise from outside"


def test_a_slope_ends_at_the_ground():
    slope = (-np.sin(0.5), 0.0, np.cos(0.5), 0.0)
    layout = lay_out(np.array([FLOOR, slope]), LOW, HIGH)
    assert len(layout.polygons) == 1 and layout.polygons[0][:, 2].min() == pytest.approx(0.0, abs=1e-9)


def test_clip_keeps_the_outer_side():
    square = np.array(((-1.0, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)))
    kept = clip(square, np.array((1.0, 0, 0, 0.5)))
    assert kept[:, 0].min() == pytest.approx(0.5) and kept[:, 0].max() == 1.0
    assert len(clip(square, np.array((1.0, 0, 0, 5.0)))) == 0 and len(clip(square, np.array((1.0, 0, 0, -5.0)))) == 4


def test_squares_grow_and_never_shrink():
    planes, layouter = np.array([(0.0, -1.0, 0.0, -3.0)]), PlaneLayouter()
    size = lambda low, high: np.ptp(layouter.layout(planes, np.array(low), np.array(high)).polygons[0][:, 0])      # noqa: E731
    first = size((-1.0, -1, -1), (1.0, 1, 1))
    assert size((-0.9, -1, -1), (1.05, 1, 1)) == first, "small motion changes nothing"
    grown = size((-4.0, -1, -1), (1.0, 1, 1))
    assert grown > first and size((-1.0, -1, -1), (1.0, 1, 1)) == grown
    assert layouter.layout(planes, np.full(3, -1.0), np.ones(3)) is layouter.layout(planes, np.full(3, -1.0), np.ones(3))


def clip_space(view, points):
    """(k, 3) clip coordinates."""
    return points @ view.matrix[:3, :3].T + view.matrix[:3, 3]


@pytest.mark.parametrize("make", [lambda extent, pose: sun_view(extent, pose, 1.6, SUN, 1024),
                                  lambda extent, pose: top_view(extent, pose, 512)])
def test_maps_cover_all_bodies_in_sight(make):
    random = np.random.default_rng(2)
    centers = random.uniform(-6, 6, (200, 3))
    extent = Extent(centers, np.full(200, 0.5), 0.5)
    view = make(extent, Camera((30.0, -35.0, 20.0), (0, 0, 0)).pose)
    corners = np.concatenate([centers + 0.5 * d for d in np.eye(3)] + [centers - 0.5 * d for d in np.eye(3)])
    assert np.abs(clip_space(view, corners)).max() <= 1.0 + 1e-9


def test_sun_map_stands_still_while_the_camera_creeps():
    extent = Extent(np.random.default_rng(3).uniform(-5, 5, (50, 3)), np.full(50, 0.4), 0.4)
    views = [sun_view(extent, Camera((20 + shift, -25.0, 15.0), (0, 0, 0)).pose, 1.6, SUN, 1024) for shift in (0.0, 0.01)]
    assert np.array_equal(views[0].matrix, views[1].matrix)


def test_sun_map_spends_its_texels_on_what_is_seen():
    """One body far away must not blur the shadows of those before the eye."""
    near = np.random.default_rng(4).uniform(-3, 3, (50, 3))
    pose = Camera((8.0, -9.0, 5.0), (0, 0, 0)).pose
    alone = sun_view(Extent(near, np.full(50, 0.4), 0.4), pose, 1.6, SUN, 1024)
    runaway = np.concatenate((near, [(0.0, -4000.0, 0.0)]))
    assert sun_view(Extent(runaway, np.full(51, 0.4), 0.4), pose, 1.6, SUN, 1024).texel < 12 * alone.texel


def test_footprint_is_what_the_map_sees_of_the_plane():
    extent = Extent(np.random.default_rng(5).uniform(1, 4, (30, 3)), np.full(30, 0.3), 0.3)
    pose = Camera((8.0, -9.0, 5.0), (0, 0, 0)).pose
    plane = np.array((0.0, 0.6, 0.8, 0.5))
    for view in (sun_view(extent, pose, 1.6, SUN, 1024), top_view(extent, pose, 512)):
        corners = footprint(view, plane)
        assert corners @ plane[:3] == pytest.approx(plane[3])
        assert np.abs(clip_space(view, corners)[:, :2]) == pytest.approx(1.0)
        assert np.cross(corners[1] - corners[0], corners[2] - corners[1]) @ plane[:3] > 0
        assert footprint(view, np.array((0.0, 0.0, -1.0, -5.0))) is None, "its rays come from behind"
