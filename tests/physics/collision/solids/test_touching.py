"""Which solids overlap a sensor: at random against the search over directions, against planes, and on their way through."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from physics import Box, Capsule, Cone, Convex, Cylinder, Plane, Sphere, World
from physics.bodies.principal_axes import own_rotation
from tests.support.solid_poses import as_stored, random_poses, rows_of
from tests.support.solid_reference import largest, matrices, random_shape, reach, separation

KINDS = ("sphere", "box", "capsule", "cylinder", "cone", "convex")
PAIRS = [pair for pair in itertools.combinations_with_replacement(KINDS, 2) if set(pair) - {"sphere", "box"}]


def overlaps(world):
    """Pairs (sensor, other) after a step."""
    world.step()
    return set(map(tuple, world.overlaps.tolist()))


@pytest.mark.parametrize("precision", ["single", "double"])
def test_which_overlap(precision):
    """Pairs far from each other, the first of each a sensor; those that nearly touch are left out."""
    rng, inside = np.random.default_rng(10), 0
    for one, two in PAIRS:
        shapes = random_shape(rng, one, 5), random_shape(rng, two, 5)
        poses = random_poses(shapes, 20, rng)
        bodies, _, rows = rows_of(shapes, poses)
        known = separation(shapes, as_stored(bodies, rows), rng)
        world, made = World(gravity=(0, 0, 0), precision=precision), []
        for k in range(20):
            place = np.array([8.0 * k, 0, 0])
            made.append(tuple(world.add_body(shape=shape, position=place + offset, rotation=turn, sensor=sensor)
                              for shape, offset, turn, sensor in ((shapes[0], 0.0, poses.turns_a[k], True),
                                                                  (shapes[1], poses.between[k], poses.turns_b[k], False))))
            for body in made[-1]:
                if isinstance(body.shape, Convex):
                    body.rotation = own_of(body)
        found = overlaps(world)
        for k, (sensor, other) in enumerate(made):
            if abs(known[k]) > 1e-4 * (largest(shapes[0]) + largest(shapes[1])):
                assert ((sensor.uid, other.uid) in found) == (known[k] < 0), (one, two, k)
                inside += known[k] < 0
    assert inside > 50


def own_of(body):
    """The rotation for which the principal axes have the rotation that the body was made with."""
    return own_rotation(np.array(body.rotation), body.shape)


def test_below_a_plane():
    """A plane as a sensor finds what reaches below it."""
    rng = np.random.default_rng(11)
    world = World(gravity=(0, 0, 0))
    plane = world.add_body(shape=Plane(normal=(0, 0.6, 0.8), offset=0.5), type="static", sensor=True)
    expected = set()
    for k in range(60):
        shape = random_shape(rng, KINDS[2 + k % 4], 5)
        body = world.add_body(shape=shape, position=(20 * k, *rng.uniform(-1, 1.5, 2)), rotation=rng.normal(size=4))
        axes = matrices(world._bodies.arrays.pose[body._row:body._row + 1, 3:7].astype(float))[0]
        low = body.position @ (0, 0.6, 0.8) - reach(shape, -np.array([0, 0.6, 0.8]) @ axes) - 0.5
        assert abs(low) > 1e-5
        expected |= {(plane.uid, body.uid)} if low < 0 else set()
    assert overlaps(world) == expected and 10 < len(expected) < 55


@pytest.mark.parametrize("gate", [Cylinder(1, 0.05), Cone(1, 0.1), Box(half=(1, 1, 0.05)),
                                  Convex(list(itertools.product((-1, 1), (-1, 1), (-0.05, 0.05))))], ids=lambda shape: shape.name)
@pytest.mark.parametrize("shape", [Capsule(0.05, 0.05), Sphere(radius=0.05), Cylinder(0.05, 0.05)], ids=lambda shape: shape.name)
def test_on_its_way_through(gate, shape):
    """A bullet that was before and is behind a thin sensor went through it; one beside it did not."""
    world = World(gravity=(0, 0, 0))
    sensor = world.add_body(shape=gate, type="static", sensor=True)
    through = world.add_body(shape=shape, position=(0.1, 0.1, 1.5), velocity=(0, 0, -180))
    world.add_body(shape=shape, position=(1.5, 0, 1.5), velocity=(0, 0, -180))
    assert overlaps(world) == {(sensor.uid, through.uid)}
    assert overlaps(world) == set()
