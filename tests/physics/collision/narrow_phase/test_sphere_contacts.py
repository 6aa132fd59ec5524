"""Spheres against spheres, planes and boxes: against the answers one can write down."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import FIRST, new_bodies
from physics.collision.narrow_phase.plane_sphere import collide_plane_sphere
from physics.collision.narrow_phase.sphere_box import collide_sphere_box
from physics.collision.narrow_phase.sphere_sphere import collide_sphere_sphere
from tests.support.samples import manifold, pair_list, place, rotation, two_bodies

PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])
TURN = (0.18257419, 0.36514837, 0.54772256, 0.73029674)


def one(routine, first, second, precision, margin=0.02):
    """Normal and the only point, or None, of two bodies."""
    bodies, pairs = two_bodies(first, second, precision)
    routine(0, 1, bodies, pairs, margin)
    normal, points = manifold(pairs, 0)
    assert len(points) <= 1
    assert all(not manifold(pairs, k)[1] for k in range(1, 16)), "padding lanes never touch"
    return normal, points[0] if points else None


@PRECISIONS
def test_two_spheres_of_different_size(precision):
    normal, point = one(collide_sphere_sphere, ("sphere", 1.0, (1, 2, 3)), ("sphere", 0.25, (1, 2, 4.2)), precision)
    np.testing.assert_allclose(normal, (0, 0, 1), atol=1e-7)
    assert point.separation == pytest.approx(-0.05, abs=1e-6)
    np.testing.assert_allclose(point.position, (0, 0, 0.975), atol=1e-6)
    assert point.feature == 0


@PRECISIONS
@pytest.mark.parametrize(("gap", "exists"), [(0.0199, True), (0.0201, False), (-0.5, True)])
def test_margin_decides(gap, exists, precision):
    _, point = one(collide_sphere_sphere, ("sphere", 0.5), ("sphere", 0.5, (1 + gap, 0, 0)), precision)
    assert (point is not None) == exists


@PRECISIONS
def test_one_centre_has_a_sure_normal(precision):
    normal, point = one(collide_sphere_sphere, ("sphere", 0.5, (7, 7, 7)), ("sphere", 0.25, (7, 7, 7)), precision)
    assert tuple(normal) == (0, 0, 1)
    assert point.separation == -0.75


@PRECISIONS
def test_swapped_spheres_mirror(precision):
    a, b = ("sphere", 0.7, (0.1, -0.2, 0.3)), ("sphere", 0.4, (0.9, 0.3, 0.1))
    normal, point = one(collide_sphere_sphere, a, b, precision)
    mirrored, other = one(collide_sphere_sphere, b, a, precision)
    np.testing.assert_allclose(normal, -mirrored, atol=1e-7)
    assert point.separation == pytest.approx(other.separation, abs=1e-7)
    np.testing.assert_allclose(point.position + a[2], other.position + b[2], atol=1e-6)


@PRECISIONS
def test_sphere_above_a_tilted_plane(precision):
    up = np.array([1, 2, 2]) / 3
    centre = up * 1.49 + np.cross(up, (0, 0, 5))
    normal, point = one(collide_plane_sphere, ("sphere", 0.5, centre), ("plane", (up, 1.0)), precision)
    np.testing.assert_allclose(normal, -up, atol=1e-7)
    assert point.separation == pytest.approx(-0.01, abs=1e-6)
    np.testing.assert_allclose(point.position, -up * 0.5, atol=1e-6)


@PRECISIONS
def test_sphere_deep_below_a_plane_is_pushed_up(precision):
    normal, point = one(collide_plane_sphere, ("sphere", 0.5, (0, 0, -3)), ("plane", ((0, 0, 1), 0.0)), precision)
    assert tuple(normal) == (0, 0, -1)
    assert point.separation == -3.5


def nearest_on_box(local, half):
    """Nearest point of a box's surface to a point in its frame, its distance (negative inside), and the outward normal."""
    nearest = np.clip(local, -half, half)
    distance = np.linalg.norm(local - nearest)
    if distance > 0:
        return distance, (local - nearest) / distance
    axis = int(np.argmax(np.abs(local) - half))
    return (np.abs(local) - half)[axis], np.eye(3)[axis] * (1 if local[axis] >= 0 else -1)


@PRECISIONS
def test_sphere_against_box_everywhere(precision):
    rng = np.random.default_rng(5)
    count, half = 3000, np.array([0.5, 0.2, 0.9])
    bodies = new_bodies(2 * count, precision)
    rows = FIRST + 2 * np.arange(count)
    for row in rows:
        q = rng.normal(size=4)
        local = rng.uniform(-1.4, 1.4, 3) * (half + 0.1)
        q /= np.linalg.norm(q)
        place(bodies, row + 1, "box", half, (0.3, -1, 2), q)
        place(bodies, row, "sphere", 0.15, rotation(q) @ local + (0.3, -1, 2))
    pairs = pair_list(("sphere", "box"), rows, rows + 1, precision)
    collide_sphere_box(0, len(pairs.a) // 16, bodies, pairs, 0.02)
    tolerance = 2e-6 if precision == "single" else 1e-12
    seen = [0, 0]
    for entry, row in enumerate(rows):
        turn = rotation(bodies.pose[row + 1, 3:7])
        local = turn.T @ (bodies.pose[row, :3].astype(float) - bodies.pose[row + 1, :3])
        distance, outward = nearest_on_box(local, bodies.shape[row + 1, :3].astype(float))
        normal, points = manifold(pairs, entry)
        separation = distance - 0.15
        if abs(separation - 0.02) > tolerance:
            assert bool(points) == (separation < 0.02)
        if points:
            assert points[0].separation == pytest.approx(separation, abs=tolerance)
            np.testing.assert_allclose(points[0].position, normal * 0.15, atol=tolerance)
            depths = np.sort(np.abs(local) - bodies.shape[row + 1, :3])
            if distance > 0.01 or (distance < -tolerance and depths[2] - depths[1] > tolerance):
                np.testing.assert_allclose(normal, -(turn @ outward), atol=1e-4 if precision == "single" else 1e-10)
            seen[int(distance < 0)] += 1
    assert min(seen) > 100


@PRECISIONS
@pytest.mark.parametrize("height", [0.5 - 1e-6, 0.5, 0.5 + 1e-6])
def test_centre_on_the_surface(height, precision):
    """Where the nearest point and the centre coincide the normal is still the face's."""
    normal, point = one(collide_sphere_box, ("sphere", 0.25, (0.1, 0.2, height)), ("box", (0.5, 0.5, 0.5)), precision)
    assert tuple(normal) == (0, 0, -1)
    assert point.separation == pytest.approx(height - 0.75, abs=1e-7)


@PRECISIONS
def test_centre_of_a_cube_is_finite(precision):
    normal, point = one(collide_sphere_box, ("sphere", 0.25, (1, 1, 1)), ("box", (0.5, 0.5, 0.5), (1, 1, 1), TURN), precision)
    assert np.linalg.norm(normal) == pytest.approx(1, abs=1e-6)
    assert point.separation == pytest.approx(-0.75, abs=1e-6)
