"""Viewports: places of variants, and agreement of rays through pixels with drawing."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.draw.camera import Camera
from app.input.viewports import GAP, NARROW, Viewport, viewports

AREA = (200.0, 60.0, 900.0, 600.0)


@pytest.mark.parametrize("count", (1, 2, 3, 4))
@pytest.mark.parametrize("area", (AREA, (0.0, 0.0, 400.0, 900.0), (0.0, 0.0, 1600.0, 300.0)))
def test_panes_fill_the_area_and_do_not_overlap(count, area):
    found = viewports(count, area)
    assert [viewport.variant for viewport in found] == list(range(count))
    left, top, width, height = area
    for viewport in found:
        assert left <= viewport.x and viewport.x + viewport.width <= left + width + 1e-9
        assert top <= viewport.y and viewport.y + viewport.height <= top + height + 1e-9
    for one in found:
        for other in found[one.variant + 1:]:
            apart = (other.x >= one.x + one.width + GAP - 1e-9 or other.y >= one.y + one.height + GAP - 1e-9
                     or one.y >= other.y + other.height + GAP - 1e-9)
            assert apart
    covered = sum(viewport.width * viewport.height for viewport in found)
    assert covered > (0.7 if count == 3 else 0.95) * width * height


def test_two_variants_stand_beside_each_other_in_a_wide_area_and_below_in_a_high_one():
    wide, high = viewports(2, (0.0, 0.0, 1000.0, 500.0)), viewports(2, (0.0, 0.0, 400.0, 900.0))
    assert wide[0].y == wide[1].y and high[0].x == high[1].x


def test_four_variants_stand_in_a_square():
    found = viewports(4, AREA)
    assert found[1].y == found[0].y and found[2].x == found[0].x and found[3].x == found[1].x


@pytest.mark.parametrize("viewport", (Viewport(0, 300.0, 100.0, 600.0, 400.0), Viewport(1, 300.0, 100.0, 200.0, 500.0)))
def test_a_ray_through_the_pixel_of_a_point_meets_it(viewport):
    camera = Camera((4.0, -9.0, 5.0), (0.5, 0.2, 1.0))
    point = np.array((1.0, 0.5, 2.0))
    x, y, depth = viewport.project(camera, point)[0]
    assert viewport.holds(x, y)
    origin, direction = viewport.ray(camera, x, y)
    assert np.linalg.norm(np.cross(point - origin, direction)) < 1e-9
    assert viewport.point_at(camera, x, y, depth) == pytest.approx(point)


def test_a_narrow_pane_sees_as_much_to_the_sides_as_a_wider_one():
    camera = Camera()
    narrow, other = Viewport(0, 0, 0, 200, 500), Viewport(0, 0, 0, 500 * NARROW, 500)
    sides = [math.tan(viewport.camera(camera).fov / 2) * viewport.width / viewport.height for viewport in (narrow, other)]
    assert sides[0] == pytest.approx(sides[1]) and other.camera(camera).fov == pytest.approx(camera.fov)
    assert Viewport(0, 0, 0, 1280, 720).camera(camera).fov == camera.fov
