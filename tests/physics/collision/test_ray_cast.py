"""Rays against one shape each, with answers by hand, and against many by a slow search."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics.bodies.arrays import FIRST, new_bodies
from physics.collision.ray_cast import Ray, cast_ray
from tests.support.samples import place

PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])
DIAGONAL = (0, 0, math.sin(math.pi / 8), math.cos(math.pi / 8))          # 45 degrees about z


def cast(bodies, count, origin, direction, reach=math.inf):
    direction = np.asarray(direction, float)
    ray = Ray(tuple(map(float, origin)), tuple(direction / np.linalg.norm(direction)), reach)
    return cast_ray(bodies, FIRST, FIRST + count, ray)


def world_of(*bodies_of, precision="single"):
    bodies = new_bodies(len(bodies_of), precision)
    for k, body in enumerate(bodies_of):
        place(bodies, FIRST + k, *body)
    return bodies


@PRECISIONS
@pytest.mark.parametrize(("body", "origin", "direction", "distance", "normal"), [
    (("sphere", 0.5, (3, 0, 0)), (0, 0, 0), (1, 0, 0), 2.5, (-1, 0, 0)),
    (("sphere", 0.5, (3, 0.3, 0)), (0, 0, 0), (1, 0, 0), 2.6, (-0.8, -0.6, 0)),
    (("box", (0.5, 1, 2), (0, 0, 5)), (0.2, 0.3, 9), (0, 0, -1), 2.0, (0, 0, 1)),
    (("box", (1, 1, 1), (5, 0, 0), DIAGONAL), (0, 0.1, 0), (1, 0, 0), 5.1 - math.sqrt(2), (-math.sqrt(0.5), math.sqrt(0.5), 0)),
    (("plane", ((0, 0, 1), 1.0)), (0, 0, 4), (0, 3, -4), 3.75, (0, 0, 1)),
])
def test_one_body(body, origin, direction, distance, normal, precision):
    hit = cast(world_of(body, precision=precision), 1, origin, direction)
    assert hit.row == FIRST
    assert hit.distance == pytest.approx(distance, abs=2e-6)
    assert hit.normal == pytest.approx(normal, abs=2e-6)


@pytest.mark.parametrize(("body", "origin", "direction"), [
    (("sphere", 0.5, (3, 0.51, 0)), (0, 0, 0), (1, 0, 0)),
    (("sphere", 0.5, (-3, 0, 0)), (0, 0, 0), (1, 0, 0)),
    (("sphere", 5.0, (0, 0, 1)), (0, 0, 0), (1, 0, 0)),
    (("box", (0.5, 0.5, 0.5), (3, 0.51, 0)), (0, 0, 0), (1, 0, 0)),
    (("box", (0.5, 0.5, 0.5), (-3, 0, 0)), (0, 0, 0), (1, 0, 0)),
    (("box", (5, 5, 5), (0, 0, 1)), (0, 0, 0), (1, 0, 0)),
    (("plane", ((0, 0, 1), 1.0)), (0, 0, 4), (1, 0, 0)),
    (("plane", ((0, 0, 1), 1.0)), (0, 0, 0), (0, 0, 1)),
    (("plane", ((0, 0, 1), 1.0)), (0, 0, 0), (0, 0, -1)),
], ids=["beside", "behind", "from inside", "beside a box", "behind a box", "from inside a box", "along", "from below", "below"])
def test_misses(body, origin, direction):
    assert cast(world_of(body), 1, origin, direction).row == -1


def test_reach_and_an_empty_world():
    bodies = world_of(("sphere", 0.5, (3, 0, 0)))
    assert cast(bodies, 1, (0, 0, 0), (1, 0, 0), reach=2.49).row == -1
    assert cast(bodies, 1, (0, 0, 0), (1, 0, 0), reach=2.51).row == FIRST
    assert cast(new_bodies(0, "single"), 0, (0, 0, 0), (1, 0, 0)).row == -1


def test_equal_distances_give_the_lower_row():
    balls = [("sphere", 0.5, (3, 0, 0))] * 20
    assert cast(world_of(*balls), 20, (0, 0, 0), (1, 0, 0)).row == FIRST


@PRECISIONS
def test_many_bodies_give_the_first(precision):
    """The hit on many equals the nearest of the hits on each alone."""
    rng = np.random.default_rng(4)
    placed = []
    for _ in range(60):
        q = rng.normal(size=4)
        kind = rng.choice(["sphere", "box"])
        placed.append((kind, 0.4 if kind == "sphere" else rng.uniform(0.1, 0.6, 3), rng.uniform(-3, 3, 3), q / np.linalg.norm(q)))
    bodies, hits = world_of(*placed, precision=precision), 0
    for _ in range(60):
        origin = rng.uniform(-6, 6, 3)
        direction = rng.uniform(-4, 4, 3) - origin
        hit = cast(bodies, 60, origin, direction)
        alone = [cast(world_of(body, precision=precision), 1, origin, direction).distance for body in placed]
        assert hit.distance == min(alone)
        assert hit.row == (FIRST + int(np.argmin(alone)) if np.isfinite(min(alone)) else -1)
        hits += hit.row >= 0
    assert 10 < hits < 60
