"""Volume, centre and moments of every shape: by sampling its inside, and hulls against shapes with closed forms."""
from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from physics import Box, Capsule, Cone, Convex, Cylinder, Sphere
from physics.bodies.rotation import matrix, rotate
from physics.definitions.shapes.hull import _mass, solid_of
from tests.support.solid_reference import outside, random_points, random_shape

KINDS = ("sphere", "box", "capsule", "cylinder", "cone", "convex")
GRID = 90                                        # points of the grid along each side of the box about a shape


def by_sampling(shape):
    """(volume, centre, inertia about the centre per mass) by a grid of points inside."""
    size = np.array(shape.size)
    axes = [(np.arange(GRID) + 0.5) / GRID * 2 - 1] * 3
    points = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 3) * size
    points = points[outside(shape, points) <= 0]
    centre = points.mean(0)
    off = points - centre
    covariance = off.T @ off / len(points)
    return len(points) * 8 * size.prod() / GRID**3, centre, np.trace(covariance) * np.eye(3) - covariance


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_volume_centre_and_moments(kind, seed):
    """In the principal axes: the centre is the origin, and the inertia is diagonal."""
    shape = random_shape(np.random.default_rng(seed), kind, 3)
    volume, centre, inertia = by_sampling(shape)
    largest = max(shape.unit_inertia)
    assert volume == pytest.approx(shape.volume, rel=0.02)
    assert centre == pytest.approx((0, 0, 0), abs=0.005 * max(shape.size))
    assert np.abs(inertia - np.diag(shape.unit_inertia)).max() < 0.02 * largest


def ring(count, radius, height):
    angles = 2 * np.pi * np.arange(count) / count
    return [(radius * math.cos(a), radius * math.sin(a), height) for a in angles]


@pytest.mark.parametrize(("points", "shape"), [
    (list(itertools.product((-0.3, 0.3), (-0.5, 0.5), (-0.7, 0.7))), Box(half=(0.3, 0.5, 0.7))),
    (ring(32, 0.5, -0.4) + ring(32, 0.5, 0.4), Cylinder(0.5, 0.4)),
    (ring(63, 0.5, 0) + [(0, 0, 0.8)], Cone(0.5, 0.4)),
])
def test_hulls_that_are_nearly_other_shapes(points, shape):
    """A hull of n corners about a circle has 1 - (2/3) (pi / n)^2 of its area."""
    hull = Convex(np.array(points) + (3, -2, 5))
    assert hull.volume == pytest.approx(shape.volume, rel=1e-12 if shape.name == "box" else 0.008)
    assert hull.unit_inertia == pytest.approx(shape.unit_inertia, rel=1e-9 if shape.name == "box" else 0.01)
    height = 0.2 if shape.name == "cone" else 0
    assert hull.centre == pytest.approx((3, -2, 5 + height))
    assert hull.principal_axes == (0, 0, 0, 1)


def test_a_tetrahedron_by_hand():
    """The corner of a cube: volume 1/6, centre a quarter of the edges, covariance (4 - 1) / 80 and -1 / 80."""
    shape = Convex([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    assert shape.volume == pytest.approx(1 / 6) and shape.centre == pytest.approx((0.25, 0.25, 0.25))
    assert sorted(shape.unit_inertia) == pytest.approx([5 / 80, 5 / 80, 8 / 80])


@pytest.mark.parametrize("seed", range(5))
def test_principal_axes_turn_the_hull_and_its_inertia(seed):
    """The corners seen along the principal axes, turned and moved to the centre, are the points; so is the inertia."""
    points = np.random.default_rng(seed).normal(size=(12, 3)) * (1, 0.6, 0.3)
    shape = Convex(points)
    turned = rotate(np.array(shape.principal_axes), shape.hull.vertices) + shape.centre
    assert all(np.abs(points - corner).max(1).min() < 1e-12 for corner in turned)
    axes = matrix(np.array(shape.principal_axes))
    volume, centre, covariance = _mass(shape.hull._replace(vertices=turned))
    inertia = np.trace(covariance) * np.eye(3) - covariance
    assert volume == pytest.approx(shape.volume) and centre == pytest.approx(shape.centre)
    assert inertia == pytest.approx(axes @ np.diag(shape.unit_inertia) @ axes.T, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_any_origin_any_rotation(seed):
    """The same points elsewhere and turned: the same volume and moments, the centre moved and turned along."""
    rng = np.random.default_rng(seed)
    points, turn = random_points(rng) * (1, 0.7, 0.4), rng.normal(size=4)
    turn /= np.linalg.norm(turn)
    here, there = Convex(points), Convex(rotate(turn, points) + (30, -20, 10))
    assert there.volume == pytest.approx(here.volume)
    assert sorted(there.unit_inertia) == pytest.approx(sorted(here.unit_inertia))
    assert there.centre == pytest.approx(tuple(rotate(turn, np.array(here.centre)) + (30, -20, 10)))


@pytest.mark.parametrize("factor", [1e-3, 1e3])
def test_any_size(factor):
    points = np.random.default_rng(1).normal(size=(20, 3))
    one, other = Convex(points), Convex(points * factor)
    assert other.volume == pytest.approx(one.volume * factor**3)
    assert other.unit_inertia == pytest.approx(np.array(one.unit_inertia) * factor**2)


def test_parts_of_a_capsule():
    """A capsule's moments are those of its cylinder and its caps by parallel axes, with the caps sampled as half balls."""
    radius, half = 0.4, 0.7
    capsule, cylinder = Capsule(radius, half), Cylinder(radius, half)
    ball = Sphere(radius=radius)
    offset = 3 / 8 * radius                                                   # of half a ball's centre from its flat side
    across = ball.unit_inertia[0] - offset**2 + (half + offset) ** 2
    total = cylinder.volume + ball.volume
    assert capsule.volume == pytest.approx(total)
    assert capsule.unit_inertia[0] == pytest.approx((cylinder.volume * cylinder.unit_inertia[0] + ball.volume * across) / total)
    axial = cylinder.volume * cylinder.unit_inertia[2] + ball.volume * 0.4 * radius**2
    assert capsule.unit_inertia[2] == pytest.approx(axial / total)


def test_long_and_flat_limits():
    """Rods have l^2 / 3 across, plates half as much about a diameter as about their axis, a capsule without length is a ball."""
    for shape in (Capsule(1e-4, 1), Cylinder(1e-4, 1)):
        assert shape.unit_inertia[0] == pytest.approx(1 / 3, rel=1e-3)
    plate = Cylinder(1, 1e-4)
    assert plate.unit_inertia[0] == pytest.approx(plate.unit_inertia[2] / 2, rel=1e-6)
    assert Capsule(1, 1e-4).unit_inertia == pytest.approx((0.4, 0.4, 0.4), rel=1e-3)


def test_equal_points_share_one_solid():
    points = np.random.default_rng(2).normal(size=(9, 3))
    assert solid_of(Convex(points).points) is solid_of(Convex(points.tolist()).points)
