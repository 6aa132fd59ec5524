"""Placement: poses of both bodies of a joint when it is made, and world points and axes in their frames.

Rotations are unit quaternions (x, y, z, w), and vectors are tuples of floats: a scene may place ten thousand joints, and arrays
of three numbers would take longer than the arithmetic.  The world is a body at the origin with the identity rotation.
"""
from __future__ import annotations

import math
from typing import NamedTuple

from physics.constraints.part import IDENTITY, ORIGIN

Vector = tuple[float, float, float]
Rotation = tuple[float, float, float, float]

OPPOSITE = 1e-24                                 # 1 + cosine below which two directions are opposite
# the rotations that take x to x, y and z by cyclic permutation of the axes
TO_AXIS: tuple[Rotation, ...] = (IDENTITY, (0.5, 0.5, 0.5, 0.5), (-0.5, -0.5, -0.5, 0.5))


def turned(q: Rotation, v: Vector) -> Vector:
    """v rotated by q."""
    x, y, z, w = q
    tx, ty, tz = 2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])
    return (v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx)


def opposite(q: Rotation) -> Rotation:
    """The inverse of q."""
    return -q[0], -q[1], -q[2], q[3]


def product(p: Rotation, q: Rotation) -> Rotation:
    """The rotation q followed by p, normalised."""
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    r = (pw * qx + px * qw + py * qz - pz * qy, pw * qy + py * qw + pz * qx - px * qz,
         pw * qz + pz * qw + px * qy - py * qx, pw * qw - px * qx - py * qy - pz * qz)
    inverse = 1 / math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3])
    return r[0] * inverse, r[1] * inverse, r[2] * inverse, r[3] * inverse


def frame_along(axis: Vector) -> Rotation:
    """The shortest rotation that takes x to the unit vector `axis`; half a turn about z for -x."""
    x, y, z = axis
    ahead = 1 + x if x > 0 else (y * y + z * z) / (1 - x)            # 1 + x, which loses its digits near -1
    if ahead < OPPOSITE:
        return 0.0, 0.0, 1.0, 0.0
    w = math.sqrt(ahead / 2)
    return 0.0, -z / (2 * w), y / (2 * w), w


def between(start: Vector, end: Vector) -> Vector:
    """end - start."""
    return end[0] - start[0], end[1] - start[1], end[2] - start[2]


def along(u: Vector, v: Vector) -> float:
    """u . v."""
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


class Seat(NamedTuple):
    """Where a joint sits in its bodies: anchors from the centres of mass [m] and frames whose x is its axis."""

    anchor_a: Vector = ORIGIN
    anchor_b: Vector = ORIGIN
    frame_a: Rotation = IDENTITY
    frame_b: Rotation = IDENTITY

    def about(self, axis: int) -> "Seat":
        """The same with axis 0, 1 or 2 of the frames as x, by cyclic permutation."""
        return self._replace(frame_a=product(self.frame_a, TO_AXIS[axis]), frame_b=product(self.frame_b, TO_AXIS[axis]))


class Placement(NamedTuple):
    """Poses of both bodies at the moment a joint is made; the defaults are the pose of the world."""

    position_a: Vector = ORIGIN
    rotation_a: Rotation = IDENTITY
    position_b: Vector = ORIGIN
    rotation_b: Rotation = IDENTITY

    def in_a(self, point: Vector) -> Vector:
        """A world point in a's frame [m]."""
        return turned(opposite(self.rotation_a), between(self.position_a, point))

    def in_b(self, point: Vector) -> Vector:
        """A world point in b's frame [m]."""
        return turned(opposite(self.rotation_b), between(self.position_b, point))

    def seat(self, point_a: Vector, point_b: Vector, frame_a: Rotation, frame_b: Rotation) -> Seat:
        """The seat of world points and world frames."""
        return Seat(self.in_a(point_a), self.in_b(point_b), product(opposite(self.rotation_a), frame_a),
                    product(opposite(self.rotation_b), frame_b))
