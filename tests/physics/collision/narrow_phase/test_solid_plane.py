"""Solids against a plane: their lowest points, and all that rest on it."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics.bodies.arrays import DISTANCE, MANIFOLD_SLOTS, PLANE_OFFSET, W
from physics.collision.shape_kinds import PLANE
from physics.definitions.body_types import STATIC
from physics.definitions.shapes import Capsule, Cone, Convex, Cylinder, Sphere
from tests.support.samples import collide, manifold, pair_list
from tests.support.solid_poses import canonical_poses, random_poses, rows_of
from tests.support.solid_reference import Poses, largest, matrices, outside, random_shape, reach, unit

KINDS = ("capsule", "cylinder", "cone", "convex")
ON_SIDE = (0, 0.5**0.5, 0, 0.5**0.5)             # z along x
UP = (0.0, 0.0, 0.0, 1.0)


def against_planes(shape, turns, heights, normals, precision="double"):
    """Bodies at these heights above planes with these normals, through points of their own: (bodies, pairs, hulls)."""
    count = len(turns)
    bodies, hulls, rows = rows_of((shape, Sphere(radius=1)), Poses(np.zeros((count, 3)), turns, turns), precision)
    places = np.random.default_rng(0).normal(size=(count, 3))
    bodies.pose[rows[:, 0], :3] = places
    bodies.kind[rows[:, 1]], bodies.type[rows[:, 1]] = PLANE, STATIC
    bodies.shape[rows[:, 1], :3] = normals
    bodies.shape[rows[:, 1], PLANE_OFFSET] = (places * normals).sum(1) - heights
    return bodies, pair_list(("solid", "plane"), rows[:, 0], rows[:, 1], precision), hulls


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_lowest_points(kind, precision):
    """The deepest is as deep as the shape reaches, each is on the surface of the shape, and none that is there is wrong."""
    rng, exact = np.random.default_rng(6), 1e-9 if precision == "double" else 3e-6
    for poses_of in (random_poses, canonical_poses) * 3:
        shape = random_shape(rng, kind, 10)
        turns = poses_of((shape, shape), 80, rng).turns_b
        normals = unit(rng.normal(size=(80, 3))) if poses_of is random_poses else np.eye(3)[rng.integers(3, size=80)]
        size, axes = largest(shape), matrices(turns)
        reached = reach(shape, -(normals[:, None] @ axes)[:, 0])
        heights, margin = reached * rng.uniform(0.8, 1.05, 80), 0.02 * size
        bodies, pairs, hulls = against_planes(shape, turns, heights, normals, precision)
        collide(bodies, pairs, margin, hulls=hulls)
        for k in range(80):
            normal, points = manifold(pairs, k)
            distance = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[k // W, DISTANCE, k % W]
            assert distance == pytest.approx(heights[k] - reached[k], abs=exact * size)
            assert bool(points) == (distance < margin)
            if points:
                assert np.abs(normal + normals[k]).max() < exact
                depths, places = np.array([p.separation for p in points]), np.array([p.position for p in points])
                assert abs(depths.min() - distance) < 1e-4 * size and depths.max() < margin + exact
                assert np.abs(places @ normals[k] + heights[k] - depths / 2).max() < exact * size       # half way to the plane
                on_shape = (places + depths[:, None] / 2 * normals[k]) @ axes[k]
                assert outside(shape, on_shape).max() < exact * size


@pytest.mark.parametrize(("shape", "turn", "height", "count", "features"), [
    (Cylinder(0.3, 0.2), UP, 0.199, 4, None),
    (Cylinder(0.3, 0.2), ON_SIDE, 0.299, 2, {0, 1}),
    (Capsule(0.3, 0.2), ON_SIDE, 0.299, 2, {0, 1}),
    (Capsule(0.3, 0.2), UP, 0.499, 1, None),
    (Cone(0.3, 0.4), UP, 0.199, 4, None),
    (Cone(0.3, 0.4), (1, 0, 0, 0), 0.599, 1, None),
    (Convex(list(itertools.product((-0.3, 0.3), repeat=3))), UP, 0.299, 4, {0, 2, 4, 6}),
    (Convex(list(itertools.product((-0.3, 0.3), repeat=3))), (0, 0, np.sin(0.2), np.cos(0.2)), 0.299, 4, {0, 2, 4, 6}),
])
def test_what_rests(shape, turn, height, count, features):
    bodies, pairs, hulls = against_planes(shape, np.array([turn], float), np.array([height]), np.array([[0.0, 0, 1]]))
    collide(bodies, pairs, 0.01, hulls=hulls)
    _, points = manifold(pairs, 0)
    assert len(points) == count and all(p.separation == pytest.approx(-0.001) for p in points)
    assert features is None or {p.feature for p in points} == features
