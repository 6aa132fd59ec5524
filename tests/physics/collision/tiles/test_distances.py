"""Contacts with height fields at random poses, against the distance from all triangles."""
from __future__ import annotations

import numpy as np
import pytest

from physics import HeightField, SolverSettings, Sphere, World
from physics.bodies.arrays import FIRST
from physics.collision.shape_kinds import PART
from tests.support.samples import manifold
from tests.support.solid_reference import random_shape, unit
from tests.support.surface_reference import as_seen, distances, from_points, heights_at, near, triangles

BUMPY = HeightField(heights=np.random.default_rng(3).uniform(-0.35, 0.35, (9, 9)), spacing=0.7)
MARGIN = 0.05
KINDS = ("sphere", "box", "capsule", "cylinder", "cone", "convex")
BATCH = 250
FULL = pytest.mark.soak


def contacts_of(bodies, precision):
    """What a world finds of bodies (shape, position, rotation) beside BUMPY in a step, each alone: of each a list with (normal
    from the ground, separation) of its points."""
    world = World(sleep=False, gravity=(0, 0, 0), solver=SolverSettings(margin=MARGIN), precision=precision, length_scale=1)
    world.add_body(shape=BUMPY)
    rows = {world.add_body(shape=shape, position=position, rotation=rotation, group=1)._row: k
            for k, (shape, position, rotation) in enumerate(bodies)}
    world.step()
    pairs, kind, found = world._contacts.pairs, world._bodies.arrays.kind, [[] for _ in bodies]
    for entry in np.flatnonzero(pairs.a >= FIRST):
        normal, points = manifold(pairs, entry)
        below = kind[pairs.a[entry]] == PART
        mine = found[rows[int((pairs.b if below else pairs.a)[entry])]]
        mine += [(normal if below else -normal, point.separation) for point in points]
    return found


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("batches", [1, pytest.param(200, marks=FULL)])
def test_a_ball_is_as_deep_as_its_centre_is_near(batches, precision):
    """Also where it overlaps the surface, up to its centre.

    Of a ball deep in the ground the plane of a triangle beside the nearest one may be farther off, by some hundredths of the
    radius; of one that overlaps by less than a tenth of it, by a thousandth."""
    rng, corners, found, same = np.random.default_rng(5), triangles(BUMPY), 0, 0
    exact = 1e-5 if precision == "single" else 1e-9
    for _ in range(batches):
        radii, places = rng.uniform(0.05, 0.5, BATCH), np.zeros((BATCH, 3))
        places[:, :2] = rng.uniform(-2, 2, (BATCH, 2))
        places[:, 2] = heights_at(BUMPY, places) + rng.uniform(0.05, 1.1, BATCH) * radii + rng.uniform(0, MARGIN, BATCH)
        balls = [(Sphere(radius=float(radius)), place, (0, 0, 0, 1)) for radius, place in zip(radii, places)]
        for radius, apart, way, points in zip(radii, *from_points(places, corners), contacts_of(balls, precision)):
            if apart - radius > MARGIN * 0.999:
                assert not points or min(s for _, s in points) > MARGIN * 0.9
                continue
            found += 1
            normal, separation = min(points, key=lambda point: point[1])
            off = separation - (apart - radius)
            assert -(1e-3 if apart > 0.9 * radius else 0.08) * radius < off < exact
            same += off > -exact and normal @ way > 1 - 1e-5
    assert same > 0.98 * found
    assert found > 0.6 * batches * BATCH


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [40, pytest.param(1000, marks=FULL)])
def test_a_contact_is_at_the_distance_from_all_triangles(count, kind):
    """One contact is, and none is nearer than a triangle's plane may be under a point over the triangle."""
    rng, corners, bodies, distance = np.random.default_rng(6), triangles(BUMPY), [], []
    for _ in range(count):
        shape, rotation = random_shape(rng, kind, 4.0), unit(rng.normal(size=4))
        _, turn = as_seen(shape, rotation)
        place = np.array([*rng.uniform(-1.2, 1.2, 2), 0.0])
        around = near(corners, place, 2.5)
        place[2] = 3.0
        for _ in range(3):                               # down to a few centimetres over what it would meet
            place[2] -= distances(shape, place, turn, around, rng).min() - rng.uniform(0.003, 0.06)
        bodies.append((shape, place, rotation))
        distance.append(distances(shape, place, turn, around, rng).min())
    found = 0
    for (shape, place, rotation), least, points in zip(bodies, distance, contacts_of(bodies, "double")):
        # What is h over the plane of a triangle that is below it, is h / n_z over it along z: `least` is no more.
        assert all(separation > least * normal[2] - 1e-5 for normal, separation in points)
        if least <= 0 or least > MARGIN - 2e-3:
            continue
        found += 1
        off, close = min(abs(separation - least) for _, separation in points), 1.5e-3 * max(shape.size)
        if off > close:                                  # a search finds less than there is, rarely by so much; more find more
            _, turn = as_seen(shape, rotation)
            around = near(corners, place, 2.5)
            least = np.max([distances(shape, place, turn, around, rng) for _ in range(8)], axis=0).min()
            off = min(abs(separation - least) for _, separation in points)
        assert off < close
    assert found > 0.5 * count
