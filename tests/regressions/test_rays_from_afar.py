"""Rays that start far from what they hit, or far from the origin.

Seen: in single precision rays from 1 km hit up to 0.18 m beside a ball of 1 m, and 110 of 500 rays from 10 km missed it.
Expected: Box3D's bound, 16 d eps + 2e-6 m.  Why: (d . m)^2 - (m . m - r^2) is the difference of two great numbers; the ray's
distance from the centre is a small one.  The origin of a ray was also rounded by its distance from the world's origin, not by
that from the body.
"""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Capsule, Compound, Cone, Convex, Cylinder, Plane, Sphere, World

SHAPES = {
    "sphere": Sphere(radius=1), "box": Box(half=(0.9, 0.7, 0.8)), "capsule": Capsule(0.5, 0.6), "cylinder": Cylinder(0.6, 0.7),
    "cone": Cone(0.8, 0.5), "hull": Convex(points=((1, 0, -1), (-1, 0.5, -0.9), (-1, -1, -1), (0, 0.1, 1.2))),
    "compound": Compound(children=((Sphere(radius=0.5), (0.4, 0, 0)), (Box(half=(0.4, 0.5, 0.6)), (-0.4, 0, 0)))),
}
TURNED = (0.5, 0.1, -0.3, (1 - 0.35)**0.5)
FARTHEST = 90e3


def rays(rng: np.random.Generator, number: int):
    """(ways, points to which they go) near a body at the origin."""
    ways = rng.normal(size=(number, 3))
    return ways / np.linalg.norm(ways, axis=1)[:, None], rng.uniform(-0.6, 0.6, (number, 3))


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_same_hit_from_near_and_far(shape, precision):
    rng, eps = np.random.default_rng(3), np.finfo(np.float32 if precision == "single" else np.float64).eps
    near, world = World(precision="double"), World(precision=precision)
    for one in (near, world):
        one.add_body(shape=SHAPES[shape], type="static", rotation=TURNED)
    hits = 0
    for way, aim in zip(*rays(rng, 40)):
        if (expected := near.ray_cast(aim - 4 * way, way)) is None or -expected.normal @ way < 0.3:
            continue
        hits += 1
        for far in (100, 1e3, 1e4, FARTHEST):
            origin = aim - far * way
            hit, bound = world.ray_cast(origin, way), 16 * far * eps + 2e-6
            if bound < 0.1:
                assert hit is not None, (far, expected)
                miss = np.abs(hit.position - expected.position).max()
                assert miss < 3 * bound, (far, hit, expected)                    # the surface is up to 1 / 0.3 times as far along
    assert hits > 12


@pytest.mark.parametrize("far", [100, 1e3, 1e4, FARTHEST])
def test_no_ray_from_afar_misses_a_ball(far):
    rng, world, eps = np.random.default_rng(4), World(precision="single"), np.finfo(np.float32).eps
    world.add_body(shape=Sphere(radius=1), type="static")
    for _ in range(100):
        way, aside = rng.normal(size=(2, 3))
        way /= np.linalg.norm(way)
        aside = np.cross(way, aside)
        aside *= rng.uniform(0, 0.8) / np.linalg.norm(aside)
        hit = world.ray_cast(aside - far * way, way)
        right = aside - way * (1 - aside @ aside)**0.5
        assert hit is not None and np.linalg.norm(hit.position - right) < 16 * far * eps + 2e-6


@pytest.mark.parametrize("shape", [Sphere(radius=100), Sphere(radius=5000), Box(half=(3000, 2000, 1000))])
def test_great_bodies_from_near(shape):
    """The bound is one of the distance, not of the size."""
    rng, top = np.random.default_rng(6), shape.size[2]
    near, world = World(precision="double"), World(precision="single")
    for one in (near, world):
        one.add_body(shape=shape, type="static")
    for _ in range(20):
        way = np.array((*rng.uniform(-0.5, 0.5, 2), -1))
        origin = np.array((*rng.uniform(-0.1, 0.1, 2) * top, top + 0.5))
        hit, expected = world.ray_cast(origin, way), near.ray_cast(origin, way)
        assert hit.distance == pytest.approx(expected.distance, abs=16 * expected.distance * 1.2e-7 + 2e-6)


@pytest.mark.parametrize("shape", SHAPES)
def test_near_a_body_far_from_the_origin(shape):
    """At a place that single precision has exactly, hits are as exact as at the origin."""
    rng, place = np.random.default_rng(5), np.array((8192.25, -4096.5, 2048.125))
    near, world = World(precision="double"), World(precision="single")
    near.add_body(shape=SHAPES[shape], type="static", rotation=TURNED)
    world.add_body(shape=SHAPES[shape], type="static", rotation=TURNED, position=place)
    for way, aim in zip(*rays(rng, 30)):
        expected = near.ray_cast(aim - 3 * way, way)
        if expected is not None and -expected.normal @ way > 0.3:
            hit = world.ray_cast(place + aim - 3 * way, way)
            assert hit.position - place == pytest.approx(expected.position, abs=6e-6)


def test_planes_are_exact():
    world = World(precision="single")
    world.add_body(shape=Plane(normal=(0.6, 0, 0.8), offset=0.5), type="static")
    for far in (10.0, 1e4, FARTHEST):
        along = np.array((0.8, 0, -0.6)) * far
        hit = world.ray_cast(along + np.array((0.6, 0, 0.8)) * 3, (-0.6, 0, -0.8))
        assert hit.distance == pytest.approx(2.5, abs=far * 1.2e-7 + 1e-6)
