"""Boxes on planes against all eight corners."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics.bodies.arrays import FIRST, new_bodies
from physics.collision.narrow_phase.plane_box import collide_plane_box
from tests.support.samples import manifold, pair_list, place, rotation, two_bodies

PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])


def corner(number, half):
    """A corner by its feature: bit k is set on the positive side of axis k."""
    return np.array([half[k] if number >> k & 1 else -half[k] for k in range(3)])


@PRECISIONS
def test_random_boxes(precision):
    rng = np.random.default_rng(7)
    count = 2000
    bodies = new_bodies(2 * count, precision)
    rows = FIRST + 2 * np.arange(count)
    for row in rows:
        q, up = rng.normal(size=4), rng.normal(size=3)
        up /= np.linalg.norm(up)
        place(bodies, row, "box", rng.uniform(0.01, 0.3, 3), up * rng.uniform(0, 0.35), q / np.linalg.norm(q))
        place(bodies, row + 1, "plane", (up, 0.0))
    pairs = pair_list(("box", "plane"), rows, rows + 1, precision)
    collide_plane_box(0, len(pairs.a) // 16, bodies, pairs, 0.02)
    tolerance = 1e-6 if precision == "single" else 1e-13
    seen = set()
    for entry, row in enumerate(rows):
        up, half = bodies.shape[row + 1, :3].astype(float), bodies.shape[row, :3].astype(float)
        turn, centre = rotation(bodies.pose[row, 3:7]), bodies.pose[row, :3].astype(float)
        heights = np.array([up @ (centre + turn @ corner(k, half)) for k in range(8)])
        normal, points = manifold(pairs, entry)
        if heights.min() > 0.02 + tolerance:
            assert not points
        if heights.min() < 0.02 - tolerance:
            np.testing.assert_allclose(normal, -up, atol=tolerance)
            assert points[0].separation == pytest.approx(heights.min(), abs=tolerance)
            face = int(np.argmax(np.abs(turn.T @ up)))
            low = [k for k in range(8) if heights[k] < 0.02 - tolerance and (k ^ points[0].feature) >> face & 1 == 0]
            assert {p.feature for p in points} >= set(low)
        for point in points:
            assert point.separation == pytest.approx(heights[point.feature], abs=tolerance)
            middle = turn @ corner(point.feature, half) - 0.5 * point.separation * up
            np.testing.assert_allclose(point.position, middle, atol=tolerance)
        seen.add(len(points))
    assert seen == {0, 1, 2, 3, 4}


@PRECISIONS
def test_lying_box_stands_on_its_four_lower_corners(precision):
    for axis, sign in itertools.product(range(3), (-1, 1)):
        q = np.zeros(4)
        q[axis], q[3] = np.sin(sign * np.pi / 4), np.cos(np.pi / 4)
        half = np.array([0.1, 0.2, 0.3])
        bodies, pairs = two_bodies(("box", half, (0, 0, 0), q), ("plane", ((0, 0, 1), 0.0)), precision)
        turned = np.abs(rotation(q)) @ half
        bodies.pose[FIRST, 2] = turned[2] - 0.001
        collide_plane_box(0, 1, bodies, pairs, 0.02)
        _, points = manifold(pairs, 0)
        assert len(points) == 4
        assert [p.separation for p in points] == pytest.approx([-0.001] * 4, abs=1e-6)
        found = np.array([p.position for p in points])
        np.testing.assert_allclose(np.abs(found[:, :2]), np.tile(turned[:2], (4, 1)), atol=1e-6)
        assert len({tuple(np.sign(f[:2])) for f in found}) == 4


def test_corners_shared_by_two_faces_keep_their_number():
    """A box rolling over an edge at 45 degrees: the two lowest corners are the same before and after."""
    features = []
    for angle in (44.9, 45.1):
        half_angle = np.radians(angle) / 2
        turn = (np.sin(half_angle), 0, 0, np.cos(half_angle))
        bodies, pairs = two_bodies(("box", (0.5, 0.5, 0.5), (0, 0, 0.5 * np.sqrt(2)), turn), ("plane", ((0, 0, 1), 0.0)))
        collide_plane_box(0, 1, bodies, pairs, 0.02)
        features.append({p.feature for p in manifold(pairs, 0)[1]})
    assert features[0] == features[1] and len(features[0]) == 2
