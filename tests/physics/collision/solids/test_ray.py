"""Rays against solids: where they enter, by bisection of how far points of the ray lie outside the shape."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import FIRST
from physics.collision.ray_cast import Ray, cast_ray
from physics.collision.solids.memory import new_memory
from physics.collision.solids.ray import solids_of
from physics.definitions.shapes import Box, Capsule, Cone, Cylinder
from tests.support.solid_poses import random_poses, rows_of
from tests.support.solid_reference import largest, matrices, outside, random_shape, reach, unit

KINDS = ("capsule", "cylinder", "cone", "convex")
SKIN = 3e-6                                      # of the size: how near a ray must come to a shape, how far off a plane may be


def along(shape, origins, ways, t):
    """How far the points of the rays at t lie outside the shape."""
    return outside(shape, origins + t[:, None] * ways)


def entered(shape, origins, ways, far):
    """(where the rays enter the shape, the least distance outside it that they reach), all in its own axes."""
    low, high = np.zeros(len(origins)), np.full(len(origins), far)
    for _ in range(80):                                                       # the distance is convex along a ray: its least
        one, two = low + (high - low) / 3, high - (high - low) / 3
        left = along(shape, origins, ways, one) < along(shape, origins, ways, two)
        low, high = np.where(left, low, one), np.where(left, two, high)
    least = along(shape, origins, ways, low)
    before, inside = np.zeros(len(origins)), low.copy()
    for _ in range(60):
        middle = (before + inside) / 2
        within = along(shape, origins, ways, middle) <= 0
        before, inside = np.where(within, before, middle), np.where(within, middle, inside)
    return inside, least


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("kind", KINDS)
def test_where_rays_enter(kind, precision):
    rng, count, hits = np.random.default_rng(7), 60, 0
    for _ in range(6):
        shape = random_shape(rng, kind, 10)
        size = largest(shape)
        poses = random_poses((shape, Box(half=(1, 1, 1))), count, rng)
        bodies, hulls, rows = rows_of((shape, Box(half=(1, 1, 1))), poses, precision)
        axes = matrices(bodies.pose[rows[:, 0], 3:7].astype(float))
        ways = unit(rng.normal(size=(count, 3)))
        origins = rng.uniform(-0.4, 0.4, (count, 3)) * size - ways * size * rng.uniform(0, 4, (count, 1))
        own_origins, own_ways = (origins[:, None] @ axes)[:, 0], (ways[:, None] @ axes)[:, 0]
        expected, least = entered(shape, own_origins, own_ways, 10 * size)
        solids = solids_of(hulls, new_memory(1))
        for k in range(count):
            row = int(rows[k, 0])
            hit = cast_ray(bodies, row, row + 1, Ray(tuple(origins[k]), tuple(ways[k]), solids=solids))
            if outside(shape, own_origins[k]) < SKIN * size:
                assert hit.row == -1 or outside(shape, own_origins[k]) > 0, "from inside a ray finds what is outside"
                continue
            if abs(least[k]) > SKIN * size:
                assert (hit.row == row) == (least[k] < 0)
            if hit.row == row:
                hits += 1
                normal = np.array(hit.normal) @ axes[k]
                closing = max(-normal @ own_ways[k], 1e-3)
                assert abs(hit.distance - expected[k]) < SKIN * size / closing or least[k] > -SKIN * size
                point = own_origins[k] + hit.distance * own_ways[k]
                assert reach(shape, normal) - normal @ point < SKIN * size, "the shape is behind the plane there"
                assert normal @ own_ways[k] < 0 and np.linalg.norm(normal) == pytest.approx(1)
    assert hits > 100


@pytest.mark.parametrize(("shape", "origin", "way", "distance", "normal"), [
    (Capsule(0.2, 0.5), (0, 0, 3), (0, 0, -1), 2.3, (0, 0, 1)),
    (Capsule(0.2, 0.5), (3, 0, 0.3), (-1, 0, 0), 2.8, (1, 0, 0)),
    (Cylinder(0.2, 0.5), (0.1, 0, 3), (0, 0, -1), 2.5, (0, 0, 1)),
    (Cylinder(0.2, 0.5), (0, -3, 0.3), (0, 1, 0), 2.8, (0, -1, 0)),
    (Cone(0.4, 0.4), (0.1, 0, -3), (0, 0, 1), 2.8, (0, 0, -1)),
    (Cone(0.4, 0.4), (3, 0, 0.2), (-1, 0, 0), 2.8, (2 / 5**0.5, 0, 1 / 5**0.5)),
])
def test_answers_by_hand(shape, origin, way, distance, normal):
    bodies, hulls, _ = rows_of((shape, shape), random_poses((shape, shape), 1, np.random.default_rng(0)))
    bodies.pose[FIRST, 3:7] = (0, 0, 0, 1)
    hit = cast_ray(bodies, FIRST, FIRST + 1, Ray(tuple(map(float, origin)), tuple(map(float, way)), solids=solids_of(hulls)))
    assert hit.distance == pytest.approx(distance, abs=1e-6) and hit.normal == pytest.approx(normal, abs=1e-5)
