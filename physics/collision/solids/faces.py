"""The face of a shape that lies most against a direction: what touches, as corners in order.

    sphere      its centre alone, one corner
    capsule     the segment between the centres of its caps, two corners
    box, hull   the face whose normal is nearest to the direction
    cylinder    an end, or the line of its side along the direction, two corners
    cone        the base, or the line of its side
    tile        the triangle, whose normal is up

A round end is a polygon of RIM corners, the first of them where the rim lies farthest along the direction, so that what touches
first is a corner exactly.  An end that is square to the direction to FLUSH has its corners fixed to the body instead: they would
wander with each rounding.  A corner's number stays the same while it touches.
"""
from __future__ import annotations

import math
from typing import NamedTuple

from physics.collision.shape_kinds import BOX, CAPSULE, CONE, CONVEX, CYLINDER, TILE
from physics.collision.solids.placed import PARTS_OF_CONE, tile_point, to_own, to_world
from physics.collision.solids.support import farthest, on_rim
from physics.compile.decorators import formula, routine
from physics.simd.functions import absolute, sqrt
from physics.simd.mat33 import transform
from physics.simd.vec3 import cross, dot, scale, sub

RIM = 16
FLUSH = 3e-4                                     # sine of an end's angle to the contact plane; 5e-5 of its radius in height
TURNS = tuple((math.cos(2 * math.pi * k / RIM), math.sin(2 * math.pi * k / RIM)) for k in range(RIM))


class Face(NamedTuple):
    """A face in `Memory.face_a` or `Memory.face_b`."""

    count: int                    # corners: 1, 2 or more
    normal: tuple                 # (3) of a face of three corners or more: its outward unit normal


@formula
def put_corner(face, k, point, number):
    """Write corner k."""
    face[k, 0], face[k, 1], face[k, 2] = point
    face[k, 3] = number


@formula
def box_face(solid, d, face):
    """The face of a box nearest to its own direction d; a corner's number has bit k set where its coordinate k is positive."""
    size = solid.size
    x, y, z = absolute(d[0]), absolute(d[1]), absolute(d[2])
    axis = 0 if x >= y and x >= z else (1 if y >= z else 2)
    u, v = (axis + 1) % 3, (axis + 2) % 3
    side = 1.0 if d[axis] >= 0.0 else -1.0
    for k in range(4):
        first = 1.0 if k == 0 or k == 3 else -1.0
        second = side if k < 2 else -side
        one = (first if u == 0 else (second if v == 0 else side), first if u == 1 else (second if v == 1 else side),
               first if u == 2 else (second if v == 2 else side))
        number = (1.0 if one[0] > 0.0 else 0.0) + (2.0 if one[1] > 0.0 else 0.0) + (4.0 if one[2] > 0.0 else 0.0)
        put_corner(face, k, to_world(solid, (one[0] * size[0], one[1] * size[1], one[2] * size[2])), number)
    return Face(4, transform(solid.rows, (side if axis == 0 else 0.0, side if axis == 1 else 0.0, side if axis == 2 else 0.0)))


@formula
def hull_face(solid, hulls, d, face):
    """The face of a hull nearest to its own direction d; corners have their numbers in the hull."""
    hull = solid.hull
    best = hulls.first_face[hull] + farthest(hulls.normal_lanes, hulls.first_normal_block[hull],
                                             hulls.first_normal_block[hull + 1], d)
    first = hulls.first_corner[best]
    count, vertices = hulls.first_corner[best + 1] - first, hulls.first_vertex[hull]
    for k in range(count):
        corner = hulls.corners[first + k]
        at = vertices + corner
        point = (hulls.vertices[at, 0], hulls.vertices[at, 1], hulls.vertices[at, 2])
        put_corner(face, k, to_world(solid, point), 1.0 * corner)
    return Face(count, transform(solid.rows, (hulls.normals[best, 0], hulls.normals[best, 1], hulls.normals[best, 2])))


@formula
def end_face(solid, d, height, face):
    """The round end of a cylinder or a cone at this height, its own direction d with the sign of its normal."""
    across = sqrt(d[0] * d[0] + d[1] * d[1])
    side = 1.0 if d[2] >= 0.0 else -1.0
    x, y = (d[0] / across, d[1] / across) if across > FLUSH else (1.0, 0.0 * across)
    for k in range(RIM):
        cosine, sine = TURNS[k]
        sine *= side                                     # counterclockwise as seen from outside
        point = (solid.size[0] * (cosine * x - sine * y), solid.size[0] * (sine * x + cosine * y), height)
        put_corner(face, k, to_world(solid, point), 1.0 * k)
    return Face(RIM, transform(solid.rows, (0.0 * side, 0.0 * side, side)))


@formula
def line(solid, low, high, face):
    """A line of two corners."""
    put_corner(face, 0, to_world(solid, low), 0.0)
    put_corner(face, 1, to_world(solid, high), 1.0)
    return Face(2, (0.0, 0.0, 0.0))


@formula
def cylinder_face(solid, d, face):
    """An end of a cylinder where it is nearer to its own direction d than the side, else the line of the side."""
    size = solid.size
    if d[2] * d[2] > d[0] * d[0] + d[1] * d[1]:
        return end_face(solid, d, size[2] if d[2] > 0.0 else -size[2], face)
    x, y = on_rim(size[0], d[0], d[1])
    return line(solid, (x, y, -size[2]), (x, y, size[2]), face)


@formula
def cone_face(solid, d, face):
    """The base of a cone where it is nearer to its own direction d than the side, else the line of the side."""
    radius, tip, base = solid.size[0], solid.size[2], -solid.size[2] / PARTS_OF_CONE
    slant = sqrt(radius * radius + (tip - base) * (tip - base))
    out = sqrt(d[0] * d[0] + d[1] * d[1])
    if -d[2] * slant > d[2] * radius + out * (tip - base):
        return end_face(solid, d, base, face)
    x, y = on_rim(radius, d[0], d[1])
    return line(solid, (x, y, base), (0.0 * x, 0.0 * x, tip), face)


@formula
def tile_normal(solid, hulls):
    """Upward unit normal of a tile in its own axes."""
    p = tile_point(solid, hulls, 0)
    n = cross(sub(tile_point(solid, hulls, 1), p), sub(tile_point(solid, hulls, 2), p))
    return scale(1.0 / sqrt(dot(n, n)), n)


@formula
def tile_face(solid, hulls, face):
    """The triangle of a tile."""
    for k in range(3):
        put_corner(face, k, to_world(solid, tile_point(solid, hulls, k)), 1.0 * k)
    return Face(3, transform(solid.rows, tile_normal(solid, hulls)))


@routine
def face_along(solid, hulls, d, face):
    """Write the corners of the face that lies most against the world's direction d, from the centre of the pair's first body;
    returns the Face."""
    kind, own = solid.kind, to_own(solid, d)
    if kind == BOX:
        return box_face(solid, own, face)
    if kind == CONVEX:
        return hull_face(solid, hulls, own, face)
    if kind == CYLINDER:
        return cylinder_face(solid, own, face)
    if kind == CONE:
        return cone_face(solid, own, face)
    if kind == CAPSULE:
        half = solid.size[2] - solid.size[0]
        return line(solid, (0.0 * half, 0.0 * half, -half), (0.0 * half, 0.0 * half, half), face)
    if kind == TILE:
        return tile_face(solid, hulls, face)
    put_corner(face, 0, solid.centre, 0.0)
    return Face(1, (0.0, 0.0, 0.0))
