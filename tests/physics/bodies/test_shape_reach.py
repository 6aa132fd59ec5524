"""How far shapes reach in a direction: against dense points of their surfaces, and as the metric `lowest_point`."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Capsule, Compound, Cone, Convex, Cylinder, Sphere, World
from physics.definitions.shapes.axes import matrix_of
from physics.measure.sampler import Sampler
from physics.bodies.shape_reach import support

ROUND = np.linspace(0, 2 * np.pi, 721)
BALL = np.random.default_rng(5).normal(size=(20000, 3))
BALL /= np.linalg.norm(BALL, axis=1, keepdims=True)
TURNED = (0.5, 0.5, 0.5, 0.5)                              # z to x, x to y, y to z
WEDGE = Convex(points=((0, 0, 0), (2, 0, 0), (0, 1, 0), (2, 1, 0), (2, 0, 1), (2, 1, 1)))


def rim(radius, z):
    return np.column_stack([radius * np.cos(ROUND), radius * np.sin(ROUND), np.full(len(ROUND), z)])


def surface(shape):
    """Points of the surface in the shape's own axes, from its centre of mass."""
    if isinstance(shape, Sphere):
        return shape.radius * BALL
    if isinstance(shape, Box):
        return np.array(shape.half) * np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T
    if isinstance(shape, Capsule):
        return np.vstack([shape.radius * BALL + [0, 0, z] for z in (-shape.half_length, shape.half_length)])
    if isinstance(shape, Cylinder):
        return np.vstack([rim(shape.radius, z) for z in (-shape.half_length, shape.half_length)])
    if isinstance(shape, Cone):
        return np.vstack([rim(shape.radius, -shape.half_length / 2), [[0, 0, 1.5 * shape.half_length]]])
    if isinstance(shape, Convex):
        return np.array(shape.points) - shape.centre
    return np.vstack([surface(child) @ matrix_of(turn).T + np.array(place) - shape.centre
                      for child, place, turn in shape.children])


CONE = Cone(radius=0.3, half_length=0.7)
SHAPES = [Sphere(radius=0.4), Box(half=(0.3, 0.5, 0.2)), Capsule(radius=0.2, half_length=0.6),
          Cylinder(radius=0.5, half_length=0.1), CONE, WEDGE,
          Compound(children=((CONE, (0.2, 0, 1), TURNED), (WEDGE, (0, 1, 0), TURNED),
                             (Sphere(radius=0.4), (0, 0, -1), (0, 0, 0, 1))))]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_as_far_as_the_farthest_point(shape):
    d = BALL[:200]
    own = surface(shape) @ matrix_of(shape.principal_axes)
    assert support(shape, d) == pytest.approx((d @ own.T).max(axis=1), abs=2e-3)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_the_lowest_point_of_a_body(shape):
    world, turn = World(precision="double"), np.array([0.2, -0.4, 0.1, 0.8])
    turn /= np.linalg.norm(turn)
    body = world.add_body(shape=shape, position=(1, 2, 5), rotation=turn)
    other = world.add_body(shape=Sphere(radius=1), position=(9, 9, 7))
    lowest = (surface(shape) @ matrix_of(tuple(turn)).T)[:, 2].min() + 5
    assert Sampler(world).read("lowest_point", [body.uid, other.uid]) == pytest.approx([lowest, 6], abs=2e-3)
