"""Our shapes as colliders of Rapier, about their centres of mass, along their own axes.

Rapier's cylinders and cones stand along y about the middle of their height, which of a cone is half its half length above its
centre of mass.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from physics.bodies.rotation import product, rotate
from physics.definitions.shapes import Box, Capsule, Compound, Cone, Convex, Cylinder, Shape, Sphere

UPRIGHT = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))          # y to z


def colliders(rp: Any, shape: Shape) -> list[Any]:
    """The builders of a shape's colliders, one but for a compound's; `rp` is the module rapier3d."""
    if isinstance(shape, Compound):
        centre = np.array(shape.centre)
        return [_collider(rp, child, np.array(position) - centre, rotation) for child, position, rotation in shape.children]
    return [_collider(rp, shape, np.zeros(3), (0.0, 0.0, 0.0, 1.0))]


def _collider(rp: Any, shape: Shape, position: np.ndarray, rotation: tuple[float, ...]) -> Any:
    """The builder of one convex shape, placed and turned."""
    turn = np.array(rotation)
    match shape:
        case Box():
            made = rp.Collider.cuboid(*map(float, shape.half))
        case Sphere():
            made = rp.Collider.ball(float(shape.radius))
        case Capsule():
            made = rp.Collider.capsule_z(float(shape.half_length), float(shape.radius))
        case Cylinder():
            made, turn = rp.Collider.cylinder(float(shape.half_length), float(shape.radius)), product(turn, np.array(UPRIGHT))
        case Cone():
            made = rp.Collider.cone(float(shape.half_length), float(shape.radius))
            position = position + rotate(turn, np.array((0.0, 0.0, 0.5 * shape.half_length)))
            turn = product(turn, np.array(UPRIGHT))
        case Convex():
            made = rp.Collider.convex_hull((np.array(shape.points) - shape.centre).astype(np.float32))
        case _:
            raise TypeError(f"Rapier has no {type(shape).__name__}")
    return made.translation(floats(position)).rotation(scaled_axis(turn))


def floats(numbers: Any) -> tuple[float, ...]:
    """Plain numbers, as Rapier takes them."""
    return tuple(map(float, numbers))


def scaled_axis(q: Any) -> tuple[float, ...]:
    """A quaternion x y z w as axis times angle."""
    length = math.sqrt(sum(float(x) ** 2 for x in q[:3]))
    return tuple(float(x) / length * 2 * math.atan2(length, float(q[3])) for x in q[:3]) if length else (0.0, 0.0, 0.0)
