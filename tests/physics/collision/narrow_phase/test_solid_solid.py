"""Manifolds of solids: where their points lie, how deep they are, and that they hold what rests on them."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics.bodies.arrays import DISTANCE, MANIFOLD_SLOTS, NORMAL, W
from physics.collision.solids.meeting_faces import AS_DEEP, ASIDE
from physics.collision.solids.memory import new_memory
from physics.collision.solids.separation import separations
from physics.definitions.shapes import Box, Capsule, Cone, Convex, Cylinder, Sphere
from tests.support.samples import collide, manifold
from tests.support.solid_poses import as_stored, canonical_poses, pairs_of, random_poses
from tests.support.solid_reference import Poses, largest, matrices, outside, random_shape

KINDS = ("sphere", "box", "capsule", "cylinder", "cone", "convex")
PAIRS = [pair for pair in itertools.combinations_with_replacement(KINDS, 2) if set(pair) - {"sphere", "box"}]
LINES = 1e-2                                     # of the sizes: lines that are not quite parallel lie side by side, see PARALLEL
MARGIN = 0.02                                    # of the sizes
CUBE = Convex(list(itertools.product((-0.4, 0.4), repeat=3)))
UP = (0.0, 0.0, 0.0, 1.0)
ON_SIDE = (0, 0.5**0.5, 0, 0.5**0.5)             # z along x


def check(shapes, poses, precision="double"):
    """The normal and the depth are those of the separation, and every point lies between a point of a and one of b."""
    bodies, hulls, pairs = pairs_of(shapes, poses, precision)
    count, size = len(poses.between), largest(shapes[0]) + largest(shapes[1])
    rows = np.stack([pairs.a[:count], pairs.b[:count]], 1).astype(np.int64)
    known = np.zeros((count, 10))
    separations(bodies, hulls, new_memory(1), rows, known)
    collide(bodies, pairs, MARGIN * size, hulls=hulls)
    poses = as_stored(bodies, rows)
    a, b = matrices(poses.turns_a), matrices(poses.turns_b)
    exact, found = 1e-9 if precision == "double" else 1e-6, 0
    for k in range(count):
        normal, points = manifold(pairs, k)
        distance = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[k // W, DISTANCE, k % W]
        assert bool(points) == (known[k, 3] < MARGIN * size)
        if not points:                                   # beyond the margin a lower bound is enough
            assert MARGIN * size * (1 - exact) <= distance <= known[k, 3] + exact * size
            continue
        assert distance == pytest.approx(known[k, 3], abs=exact * size)
        found += 1
        depths, places = np.array([p.separation for p in points]), np.array([p.position for p in points])
        assert np.abs(normal - known[k, :3]).max() < exact
        assert abs(depths.min() - known[k, 3]) < 3 * AS_DEEP * size and depths.max() < MARGIN * size * (1 + exact)
        of_a, of_b = places - depths[:, None] * normal / 2, places + depths[:, None] * normal / 2 - poses.between[k]
        assert max(outside(shapes[0], of_a @ a[k]).max(), outside(shapes[1], of_b @ b[k]).max()) < LINES * size
    return found


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_points_lie_between_the_surfaces(one, two, precision):
    rng, found = np.random.default_rng(4), 0
    for _ in range(3):
        slim = float(rng.choice((3, 10, 30)))
        shapes = random_shape(rng, one, slim), random_shape(rng, two, slim)
        found += sum(check(shapes, of(shapes, 60, rng), precision) for of in (random_poses, canonical_poses))
    assert found > 150


@pytest.mark.parametrize(("one", "two"), [("convex", "convex"), ("box", "capsule"), ("cylinder", "cone")])
def test_an_axis_of_other_poses_changes_no_point(one, two):
    """Pairs begin with the axis that their manifold has from before: it may be any."""
    rng = np.random.default_rng(7)
    shapes = random_shape(rng, one, 3.0), random_shape(rng, two, 3.0)
    bodies, hulls, pairs = pairs_of(shapes, random_poses(shapes, 200, rng), "double")
    margin, found = MARGIN * (largest(shapes[0]) + largest(shapes[1])), []
    slots, count = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W), 200
    for axis in (np.zeros(3), *rng.normal(size=(3, 3)), *np.eye(3)):
        slots[:, NORMAL:NORMAL + 3] = axis[:, None]
        collide(bodies, pairs, margin, hulls=hulls)
        found.append([manifold(pairs, k) for k in range(count)])
    for again in found[1:]:
        for (normal, points), (same, others) in zip(found[0], again):
            assert str(points) == str(others) and (not points or (normal == same).all())


@pytest.mark.soak
@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_points_lie_between_the_surfaces_at_many_poses(one, two):
    rng = np.random.default_rng(5)
    for _ in range(100):
        slim = float(rng.choice((3, 10, 30)))
        shapes = random_shape(rng, one, slim), random_shape(rng, two, slim)
        check(shapes, random_poses(shapes, 500, rng))
        check(shapes, canonical_poses(shapes, 500, rng))


def points_at(one, two, offset, turns=(UP, UP), margin=0.02):
    """(normal, points) of one pair."""
    bodies, hulls, pairs = pairs_of((one, two), Poses(*(np.array([value], float) for value in (offset, *turns))))
    collide(bodies, pairs, margin, hulls=hulls)
    return manifold(pairs, 0)


def spanned(points):
    """Largest area of a triangle of the points."""
    places = [p.position for p in points]
    return max((np.linalg.norm(np.cross(q - p, r - p)) / 2 for p, q, r in itertools.combinations(places, 3)), default=0.0)


@pytest.mark.parametrize(("one", "two", "offset", "turns", "count", "area"), [
    (Cylinder(0.3, 0.2), Cylinder(0.3, 0.2), (0, 0, 0.399), (UP, UP), 4, 0.08),                         # half of 2 r^2, and more
    (Cylinder(0.3, 0.2), Box(half=(1, 1, 0.5)), (0, 0, -0.699), (UP, UP), 4, 0.08),
    (CUBE, CUBE, (0, 0, 0.799), (UP, UP), 4, 0.31),
    (CUBE, Box(half=(1, 1, 0.5)), (0.3, 0.1, -0.899), (UP, UP), 4, 0.31),
    (CUBE, CUBE, (0.4, 0.4, 0.799), (UP, UP), 4, 0.07),                                 # a corner rests on a quarter
    (Cone(0.3, 0.2), Box(half=(1, 1, 0.5)), (0, 0, -0.599), (UP, UP), 4, 0.08),
    (Capsule(0.2, 0.5), Box(half=(1, 1, 0.5)), (0, 0, -0.699), (ON_SIDE, UP), 2, 0),
    (Cylinder(0.2, 0.5), Box(half=(1, 1, 0.5)), (0, 0, -0.699), (ON_SIDE, UP), 2, 0),
    (Capsule(0.2, 0.5), Capsule(0.2, 0.5), (0, 0, 0.399), (ON_SIDE, ON_SIDE), 2, 0),
    (Capsule(0.2, 0.5), Capsule(0.2, 0.5), (0.3, 0.399, 0), (ON_SIDE, ON_SIDE), 2, 0),
    (Cylinder(0.2, 0.5), Capsule(0.2, 0.5), (0.3, 0.399, 0), (ON_SIDE, ON_SIDE), 2, 0),
    (Capsule(0.2, 0.5), Capsule(0.2, 0.5), (0, 0.399, 0), (UP, ON_SIDE), 1, 0),
    (Sphere(radius=0.2), Cylinder(0.2, 0.5), (0, 0, 0.699), (UP, UP), 1, 0),
])
def test_faces_and_lines_hold(one, two, offset, turns, count, area):
    """As many points as the bodies need to rest, far apart, at one depth."""
    _, points = points_at(one, two, offset, turns)
    assert len(points) == count
    assert np.ptp([p.separation for p in points]) < 1e-9 and points[0].separation == pytest.approx(-0.001, abs=1e-6)
    assert spanned(points) >= area


def test_lines_share_their_length():
    """Two capsules that lie beside each other touch at the ends of what they share."""
    _, points = points_at(Capsule(0.2, 0.5), Capsule(0.2, 0.3), (0, 0.399, 0.4))
    assert sorted(p.position[2] for p in points) == pytest.approx([0.1, 0.5])
    assert all(p.position[1] == pytest.approx(0.1995) for p in points)


@pytest.mark.parametrize("angle", [0.02, 0.045])
def test_lines_that_diverge(angle):
    """Two rods that cross at a small angle touch on either side of where they cross, and only while they lie side by side."""
    rod, turn = Capsule(0.02, 0.6), np.array((0, 0, np.sin(angle / 2), np.cos(angle / 2)))
    x, y, z, w = ON_SIDE
    aslant = (turn[3] * x - turn[2] * y, turn[3] * y + turn[2] * x, turn[3] * z + turn[2] * w, turn[3] * w - turn[2] * z)
    _, points = points_at(rod, rod, (0, 0, 0.0399), (ON_SIDE, aslant))
    places = np.array([p.position for p in points])
    aside = ASIDE * 2 * sum(rod.size)
    assert len(points) == 2 and np.abs(places[:, 1]).max() <= aside / 2 + 1e-9
    assert np.abs(places[:, 0]) == pytest.approx(min(0.6, aside / np.tan(angle)), rel=0.01)


def test_features_stay_while_bodies_slide_and_turn():
    """A cylinder and a hull that slide over a box a little keep the features of their points, by which impulses are kept."""
    for shape, low in ((Cylinder(0.3, 0.2), 0.2), (CUBE, 0.4), (Cone(0.3, 0.4), 0.2)):
        kept = [{p.feature for p in points_at(shape, Box(half=(2, 2, 0.5)), (x, 0.5 * x, -0.499 - low),
                                             (UP, (0, 0, np.sin(x / 5), np.cos(x / 5))))[1]} for x in np.linspace(0, 0.01, 11)]
        assert all(features == kept[0] for features in kept)


def test_boxes_that_are_apart_are_passed_over():
    """The manifold then says how far the boxes are apart, at least."""
    shapes = Cylinder(0.3, 0.2), Capsule(0.1, 0.3)
    bodies, hulls, pairs = pairs_of(shapes, Poses(*(np.array([v], float) for v in ((2, 0, 0), UP, UP))))
    row = int(pairs.a[0])
    bodies.aabb[row, :6] = (-0.3, -0.3, -0.2, 0.3, 0.3, 0.2)
    bodies.aabb[row + 1, :6] = (1.9, -0.1, -0.4, 2.1, 0.1, 0.4)
    collide(bodies, pairs, 0.02, hulls=hulls)
    assert not manifold(pairs, 0)[1] and pairs.manifolds[DISTANCE * W] == pytest.approx(1.6)
