"""Worlds with all shapes: a rain of them onto the ground, at random."""
from __future__ import annotations

import itertools

import numpy as np

from physics import Box, Capsule, Cone, Convex, Cylinder, Plane, Sphere, World
from physics.definitions.shapes import Shape
from tests.support.solid_reference import matrices, random_points, reach

CUBE = [(x, y, z) for x, y, z in itertools.product((-1.0, 1.0), repeat=3)]


def any_shape(rng: np.random.Generator) -> Shape:
    """A shape of any kind, a tenth to half a metre large."""
    a, b, c = rng.uniform(0.1, 0.4, 3).tolist()
    kind = int(rng.integers(7))
    if kind == 5:
        return Convex(random_points(rng) * (a, b, c))
    if kind == 6:
        return Convex(np.array(CUBE) * (a, b, c))
    return (Sphere(radius=a), Box(half=(a, b, c)), Capsule(a, b), Cylinder(a, b), Cone(a, b))[kind]


def rain(seed: int, count: int, precision: str = "single", damping: float = 0.0, **options) -> World:
    """Bodies that fall from rest onto a plane, a box or a hull as ground, some of them kinematic or static."""
    rng = np.random.default_rng(seed)
    world = World(**{"precision": precision, "sleep": False, **options})
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Cylinder(0.6, 0.3), type="static", position=(1, 0, 0.3))
    block = Convex(np.array(CUBE) * (0.7, 0.5, 0.3))
    world.add_body(shape=block, type="static", position=(-1, 0.5, 0.3), rotation=rng.normal(size=4))
    world.add_body(shape=Capsule(0.2, 0.8), type="kinematic", position=(0, -1, 0.5), rotation=(0, 0.5**0.5, 0, 0.5**0.5),
                   angular_velocity=(0, 0, 1))
    for k in range(count):
        world.add_body(shape=any_shape(rng), position=(*rng.uniform(-1.5, 1.5, 2), 1 + 0.35 * k), rotation=rng.normal(size=4),
                       density=float(rng.uniform(300, 3000)), friction=float(rng.uniform(0, 1)),
                       linear_damping=damping, angular_damping=damping)
    return world


def lowest_places(world: World) -> dict[str, float]:
    """How far each of the dynamic bodies reaches down, by its text [m]."""
    arrays, down, found = world._bodies.arrays, np.array([0.0, 0.0, -1.0]), {}
    for body in world.bodies:
        if body.type == "dynamic":
            axes = matrices(arrays.pose[body._row:body._row + 1, 3:7].astype(float))[0]
            found[str(body)] = body.position[2] - float(reach(body.shape, down @ axes))
    return found


def lowest(world: World) -> float:
    """How far the lowest of the dynamic bodies reaches down [m]."""
    return min(lowest_places(world).values())
