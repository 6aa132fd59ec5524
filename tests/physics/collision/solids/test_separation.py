"""The separation of any two shapes against a search over directions, at random poses and at corners of the domain.

The distance is that along the normal that comes with it, to rounding, and no direction of the search separates the two farther.
The nearest points lie in the two shapes; where these are apart the way between the points is an upper bound of the distance as
the plane square to the normal gives a lower one, and the two prove it.  The search keeps the plane that separated farthest and
the points that came nearest, which need not be of one turn of it: along faces and edges that nearly lie on each other they may
be beside each other by sqrt(2 gap D), for a gap between the bounds and cores that are D apart.
`make soak` takes 100,000 poses of each pair of shapes.
"""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics.collision.solids.memory import new_memory
from physics.collision.solids.rods import PARALLEL
from physics.collision.solids.separation import NEARLY, separations
from physics.definitions.shapes import Box, Capsule, Cone, Convex, Cylinder, Sphere
from tests.support.solid_poses import as_stored, canonical_poses, random_poses, rows_of, scaled
from tests.support.solid_reference import Poses, largest, matrices, outside, random_shape, separation, separation_along

KINDS = ("sphere", "box", "capsule", "cylinder", "cone", "convex")
PAIRS = list(itertools.combinations_with_replacement(KINDS, 2))
SEPARATION = 1e-4                                # of the sizes: how much better a direction of the search may be
KNOWN = 1e-6                                     # of the sizes, or NEARLY of the distance of cores: gap between the two bounds
POINTS = 1e-4                                    # of the sizes: how far points may be beside each other
DEEP_POINTS = 1e-2                               # of overlapping ones, whose deepest points move with any turn of the normal
EXACT = {"single": 1e-6, "double": 1e-9}         # of the sizes: rounding of poses, and of points that count as one
RODS = PARALLEL ** 0.5                           # of two capsules, which lie side by side up to this angle [rad]


def found_at(shapes, poses, precision="double"):
    """(poses as stored, normals, distances, points of a from a's centre, points of b from b's)."""
    bodies, hulls, rows = rows_of(shapes, poses, precision)
    found = np.zeros((len(rows), 10))
    separations(bodies, hulls, new_memory(1), rows, found)
    poses = as_stored(bodies, rows)
    return poses, found[:, :3], found[:, 3], found[:, 4:7], found[:, 7:10] - poses.between


def check(shapes, poses, rng, precision="double"):
    """What must hold of the separations of two shapes at these poses."""
    poses, normals, distances, of_a, of_b = found_at(shapes, poses, precision)
    size, exact = largest(shapes[0]) + largest(shapes[1]), EXACT[precision]
    if all(isinstance(shape, Capsule) for shape in shapes):
        exact = max(exact, RODS)
    assert np.abs(np.linalg.norm(normals, axis=1) - 1).max() < 1e-12
    assert np.abs(separation_along(shapes, poses, normals[:, None])[:, 0] - distances).max() < exact * size
    assert (separation(shapes, poses, rng) - distances).max() < SEPARATION * size
    for shape, points, turns in ((shapes[0], of_a, poses.turns_a), (shapes[1], of_b, poses.turns_b)):
        assert outside(shape, (points[:, None] @ matrices(turns))[:, 0]).max() < exact * size
    way, apart = of_b + poses.between - of_a, distances > 0
    off = np.linalg.norm(way - distances[:, None] * normals, axis=1)
    cores = np.where(apart, distances, 0) + sum(shape.radius for shape in shapes if isinstance(shape, (Capsule, Sphere)))
    farther = np.linalg.norm(way + (cores - distances)[:, None] * normals, axis=1) - cores
    assert (farther < np.maximum(KNOWN * size, NEARLY * cores))[apart].all()
    assert off[apart].max(initial=0) < POINTS * size
    assert off.max() < DEEP_POINTS * size


def check_pair(one, two, rng, counts):
    """counts = (shapes, poses of each)."""
    for _ in range(counts[0]):
        slim = float(rng.choice((3, 10, 100)))
        shapes = random_shape(rng, one, slim), random_shape(rng, two, slim)
        for poses_of in (random_poses, canonical_poses):
            check(shapes, poses_of(shapes, counts[1], rng), rng)


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_no_direction_separates_farther(one, two):
    check_pair(one, two, np.random.default_rng(1), (2, 60))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_no_direction_separates_farther_at_many_poses(one, two, seed):
    check_pair(one, two, np.random.default_rng(100 + seed), (25, 200))


NEARLY_FLAT = {                                  # faces and edges that nearly lie on each other, in poses of the soak
    "box on an end": ((Box(half=(0.5004038669016295, 0.3427552067001486, 0.6229443184901006)),
                       Cylinder(radius=0.8815144733752371, half_length=0.7197495506606035)),
                      ((0.612135140918149, 0.3060675704590745, 0.612135140918149), (-0.5, -0.5, -0.5, 0.5),
                       (-3.5947652380223123e-07, -2.3171442942420495e-07, -0.7071069106902937, -0.7071066516826482))),
    "capsule on a base": ((Capsule(radius=0.20839372085192234, half_length=0.7165079055843325),
                           Cone(radius=0.6746456841758404, half_length=0.7555635223082113)),
                          ((0.0, 0.0, -0.7997735515555591), (0.0, 0.0, -1.0, 0.0),
                           (-0.4999997432410776, -0.4999999821282402, 0.500000086905781, 0.5000001877247922))),
    "capsule along an edge": ((Box(half=(0.4057906556935889, 0.45581048149908276, 0.6295461069162962)),
                               Capsule(radius=0.46371326899055226, half_length=0.9791044736674044)),
                              ((0.8699601758559254, 0.4349800879279627, 0.0), (-(0.5**0.5), 0.0, 0.0, 0.5**0.5),
                               (0.01110553983653717, -0.9997182137892741, 0.02097999053675666, 0.0))),
}


@pytest.mark.parametrize("name", NEARLY_FLAT)
def test_points_of_nearly_flat_faces(name):
    """They lie over each other, though the normal of least depth is known no better than to the angle of the two faces, and those
    of nearly parallel edges are where these come nearest."""
    shapes, pose = NEARLY_FLAT[name]
    poses = at(*pose)
    check(shapes, poses, np.random.default_rng(0))
    poses, normals, distances, of_a, of_b = found_at(shapes, poses)
    off = of_b + poses.between - of_a - distances[:, None] * normals
    assert np.linalg.norm(off) < 1e-5 * (largest(shapes[0]) + largest(shapes[1]))


@pytest.mark.parametrize("size", [1e-3, 1e3])
def test_any_size(size):
    """A pair that is a thousand times as large or as small is as far apart, times that."""
    rng = np.random.default_rng(2)
    for one, two in PAIRS:
        shapes = random_shape(rng, one, 3), random_shape(rng, two, 3)
        large = tuple(resized(shape, size) for shape in shapes)
        poses = random_poses(shapes, 30, rng)
        distances, others = found_at(shapes, poses)[2], found_at(large, scaled(poses, size))[2]
        # deep in one another, round shapes have many directions that are equally near: there the search ends within its tolerance
        assert np.abs(others / size - distances).max() < 1e-6 * (largest(shapes[0]) + largest(shapes[1]))


def resized(shape, factor):
    """The shape, larger by a factor."""
    if isinstance(shape, Convex):
        return Convex(np.array(shape.points) * factor)
    return type(shape)(**{name: np.multiply(value, factor).tolist() for name, value in vars(shape).items()})


def test_poses_in_single_precision():
    rng = np.random.default_rng(3)
    for one, two in PAIRS:
        shapes = random_shape(rng, one, 5), random_shape(rng, two, 5)
        check(shapes, random_poses(shapes, 40, rng), rng, "single")


def at(offset, turn_a=(0, 0, 0, 1), turn_b=(0, 0, 0, 1)):
    """One pair."""
    return Poses(*(np.array([value], float) for value in (offset, turn_a, turn_b)))


ON_SIDE = (0, 0.5**0.5, 0, 0.5**0.5)             # z along x


@pytest.mark.parametrize(("one", "two", "poses", "distance", "normal"), [
    (Capsule(0.2, 0.5), Capsule(0.3, 0.4), at((1, 0, 0)), 0.5, (1, 0, 0)),
    (Capsule(0.2, 0.5), Capsule(0.3, 0.4), at((0, 0, 1.5)), 0.1, (0, 0, 1)),
    (Capsule(0.2, 0.5), Capsule(0.3, 0.4), at((0, 0.4, 0), turn_b=ON_SIDE), -0.1, (0, 1, 0)),
    (Cylinder(0.2, 0.5), Cylinder(0.3, 0.4), at((0.1, 0, 0.8)), -0.1, (0, 0, 1)),
    (Cylinder(0.2, 0.5), Cylinder(0.3, 0.4), at((0.6, 0, 0)), 0.1, (1, 0, 0)),
    (Cylinder(0.2, 0.5), Cylinder(0.3, 0.4), at((0, 0, 0.75), turn_b=ON_SIDE), -0.05, (0, 0, 1)),
    (Cone(0.4, 0.6), Box(half=(1, 1, 1)), at((0, 0, 2)), 0.1, (0, 0, 1)),
    (Cone(0.4, 0.6), Box(half=(1, 1, 1)), at((0, 0, -1.4)), 0.1, (0, 0, -1)),
    (Sphere(radius=0.5), Cone(0.3, 0.2), at((0, 0, -1)), 0.2, (0, 0, -1)),
    (Box(half=(1, 2, 3)), Capsule(0.5, 1), at((1.4, 1, 1)), -0.1, (1, 0, 0)),
    (Sphere(radius=0.5), Cylinder(0.3, 0.4), at((0, 0, 0)), -0.8, None),
    (Cylinder(0.3, 0.4), Cylinder(0.3, 0.4), at((0, 0, 0)), -0.6, None),
    (Cylinder(0.5, 0.2), Cylinder(0.5, 0.2), at((0, 0, 0)), -0.4, (0, 0, 1)),
    (Capsule(0.3, 0.4), Capsule(0.2, 0.4), at((0, 0, 0)), -0.5, None),
    (Capsule(0.3, 0.4), Capsule(0.2, 0.4), at((0, 0, 0.1), turn_b=ON_SIDE), -0.5, (0, 1, 0)),
    (Sphere(radius=0.3), Sphere(radius=0.2), at((0, 0, 0)), -0.5, None),
])
def test_answers_by_hand(one, two, poses, distance, normal):
    """Of shapes that share their centre the sign of the normal, or all of it, is free."""
    _, normals, distances, _, _ = found_at((one, two), poses)
    assert distances[0] == pytest.approx(distance, abs=1e-6)
    assert np.linalg.norm(normals[0]) == pytest.approx(1)
    if normal is not None:
        along = normals[0] @ normal
        assert along == pytest.approx(1, abs=1e-6) or not poses.between[0] @ normal and along == pytest.approx(-1, abs=1e-6)


@pytest.mark.parametrize("gap", [0.0, 1e-12, 1e-9, -1e-12, -1e-9, 1e-5, -1e-5])
def test_touching_exactly(gap):
    """Cylinders on their ends and sides, a cone's tip on a box, a hull's face on a face: the gap is found to 2e-7 of the size,
    and the normal is the faces' own."""
    cube = Convex(list(itertools.product((-0.4, 0.4), repeat=3)))
    one, box = Cylinder(0.3, 0.4), Box(half=(0.5, 0.5, 0.5))
    pairs = [(one, Cylinder(0.2, 0.5), (0, 0, 0.9), (0, 0, 1)), (one, Cylinder(0.2, 0.5), (0.5, 0, 0), (1, 0, 0)),
             (Cone(0.3, 0.4), box, (0, 0, 1.1), (0, 0, 1)), (cube, box, (0.1, 0.9, 0.2), (0, 1, 0)),
             (cube, cube, (0, 0, 0.8), (0, 0, 1)), (Capsule(0.3, 0.4), Cylinder(0.2, 0.5), (0.5, 0, 0.1), (1, 0, 0)),
             (cube, Sphere(radius=0.1), (0, -0.5, 0.1), (0, -1, 0))]
    for one, two, offset, normal in pairs:
        _, normals, distances, _, _ = found_at((one, two), at(np.array(offset) + gap * np.array(normal)))
        assert distances[0] == pytest.approx(gap, abs=4e-7)
        assert normals[0] @ normal == pytest.approx(1, abs=1e-6), (one, two)
