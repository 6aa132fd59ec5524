"""Picking against bodies placed by hand, and against the camera that draws them."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.input.body_picking import pick
from tests.support.synthetic import BOX, DYNAMIC, GROUND, PLANE, SPHERE, STATIC, view_of_bodies

DOWN = np.array((0.0, 0.0, -1.0))
QUARTER = (0.0, 0.0, np.sin(np.pi / 8), np.cos(np.pi / 8))         # 45 degrees about z


def down(view, x, y, alpha=1.0):
    return pick(view, alpha, np.array((x, y, 10.0)), DOWN)


def test_the_nearest_body_wins():
    view = view_of_bodies([GROUND, (SPHERE, DYNAMIC, (0, 0, 1), (1, 1, 1)), (BOX, DYNAMIC, (0, 0, 4), (1, 1, 0.5))])
    hit = down(view, 0.3, 0.3)
    assert hit.uid == 3 and hit.dynamic
    assert hit.distance == pytest.approx(5.5) and hit.point == pytest.approx((0.3, 0.3, 4.5))
    assert down(view, 5, 5).uid == 1 and not down(view, 5, 5).dynamic


def test_sensors_are_passed_and_picked_alone():
    view = view_of_bodies([GROUND, (BOX, STATIC, (0, 0, 4), (1, 1, 1), (0, 0, 0, 1), 0.0, True)])
    assert down(view, 0, 0).uid == 1 and down(view, 0, 0).ground
    found = pick(view, 1.0, np.array((0.0, 0, 10)), DOWN, True)
    assert found.uid == 2 and not found.ground and found.distance == pytest.approx(5)
    assert pick(view, 1.0, np.array((5.0, 0, 10)), DOWN, True) is None


def test_nothing_above_the_horizon():
    view = view_of_bodies([GROUND])
    assert pick(view, 1.0, np.array((0.0, 0, 3)), -DOWN) is None
    assert pick(view_of_bodies([]), 1.0, np.zeros(3), DOWN) is None


def test_a_plane_is_hit_where_it_lies():
    tilted = (PLANE, STATIC, (0, 0, 0), (0.6, 0.0, 0.8), (0.0, 0.0, 0.0, 1.0), 2.0)
    hit = down(view_of_bodies([tilted]), 0.5, 3.0)
    assert hit.point == pytest.approx((0.5, 3.0, (2.0 - 0.6 * 0.5) / 0.8), abs=1e-6)
    assert pick(view_of_bodies([tilted]), 1.0, np.array((0.0, 0.0, 2.4)), DOWN) is None     # from below it


def test_a_turned_box_is_hit_where_it_is():
    view = view_of_bodies([(BOX, DYNAMIC, (0, 0, 0), (1, 1, 1), QUARTER)])
    assert down(view, 1.3, 0.0) is not None               # the corner of the turned square reaches 1.41
    assert down(view, 0.95, 0.95) is None                 # where the corner of the straight one would be


def test_the_local_point_is_in_the_bodys_own_axes():
    view = view_of_bodies([(BOX, DYNAMIC, (5, 0, 0), (1, 1, 1), QUARTER)])
    hit = down(view, 6.2, 0.0)
    assert hit.local == pytest.approx((1.2 * np.sqrt(0.5), -1.2 * np.sqrt(0.5), 1.0), abs=1e-6)


def test_bodies_are_picked_where_they_are_drawn():
    before = np.array([[0.0, 0, 0]], np.float32)
    view = view_of_bodies([(SPHERE, DYNAMIC, (10, 0, 0), (1, 1, 1))], previous_positions=before)
    assert down(view, 0, 0, alpha=0.0) is not None and down(view, 10, 0, alpha=0.0) is None
    assert down(view, 5, 0, alpha=0.5) is not None and down(view, 10, 0, alpha=1.0) is not None


def test_from_inside_a_body_the_far_side_is_hit():
    view = view_of_bodies([(SPHERE, DYNAMIC, (0, 0, 0), (2, 2, 2)), (BOX, STATIC, (0, 0, 0), (9, 9, 9))])
    assert pick(view, 1.0, np.zeros(3), DOWN).distance == pytest.approx(2.0)


def test_projected_bodies_are_found_under_their_pixel():
    random = np.random.default_rng(4)
    bodies = [(SPHERE, DYNAMIC, tuple(random.uniform(-6, 6, 3)), (0.4, 0.4, 0.4)) for _ in range(40)]
    view, camera = view_of_bodies(bodies), Camera((15, -18, 9), (0, 0, 0))
    pixels = camera.project(view.positions, 1280, 720)
    found = 0
    for row, (x, y, _) in enumerate(pixels):
        origin, direction = camera.ray(x, y, 1280, 720)
        hit = pick(view, 1.0, origin, direction)
        assert hit.distance <= np.linalg.norm(view.positions[row] - origin)
        found += hit.row == row
    assert found > 30                                     # the rest stand behind others
