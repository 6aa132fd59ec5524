"""Where a straight line enters a solid: closed forms in the solid's own axes.

    p + t d             the line: d a unit vector, p its point nearest to the solid's centre
    half-space          n . x <= o:      t = (o - n . p) / (n . d), entered where n . d < 0, left where n . d > 0
    round about z       x^2 + y^2 <= r^2:   t = m -+ sqrt((r^2 - |P + m D|^2) / |D|^2), m = -P . D / |D|^2, P, D: p, d without z
    cone                x^2 + y^2 <= k^2 q^2, q >= 0 the depth below the tip:     a quadratic equation in t
    box, hull, cylinder, cone     the last entry into their half-spaces and round sides, if the line leaves none of them before
    ball, capsule       the first entry into the balls at its ends and the side between them
    triangle            t = n . (a - p) / (n . d), if the line passes its three sides on the same side

Since p is near the solid, all numbers are of its size, however far away a ray starts.  Sides that a line leaves by are moved out
by GROWN, so that no line falls between two solids, or two triangles, that share a side.
Source: Ericson, Real-Time Collision Detection, 2005, 5.3; Moeller and Trumbore, 1997.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FAR
from physics.collision.shape_kinds import BOX, CAPSULE, CONE, CONVEX, CYLINDER, SPHERE, TILE
from physics.collision.solids.placed import PARTS_OF_CONE, tile_point, to_own
from physics.compile.decorators import formula, routine
from physics.simd.functions import absolute, maximum, minimum, sqrt
from physics.simd.mat33 import transform
from physics.simd.vec3 import add_scaled, cross, dot, negate, scale, sub

GROWN = 1e-9                                     # of the size: how far sides are moved out by which a line leaves
NOTHING = 1e-300                                 # squared lengths below this are 0


class Line(NamedTuple):
    """A line in a solid's own axes."""

    point: tuple                  # (3) its point nearest to the centre [m]
    way: tuple                    # (3) unit vector
    slack: float                  # by which sides are moved out [m]


class Span(NamedTuple):
    """The part of a line in an intersection of half-spaces and round sides; it is empty where enter > leave."""

    enter: float                  # t of its beginning [m]
    leave: float                  # t of its end [m]
    normal: tuple                 # (3) outward normal where it begins


@formula
def empty(line):
    """The Span of a line that misses."""
    return Span(FAR, -FAR, line.way)


@formula
def entered_at(span, t, normal):
    """A Span that begins not before t."""
    return Span(t, span.leave, normal) if t > span.enter else span


@formula
def left_at(span, t):
    """A Span that ends not after t."""
    return Span(span.enter, minimum(span.leave, t), span.normal)


@formula
def cut(span, line, normal, offset):
    """The part of a Span in the half-space normal . x <= offset."""
    closing, ahead = dot(normal, line.way), offset - dot(normal, line.point)
    if closing < 0.0:
        return entered_at(span, ahead / closing, normal)
    if closing > 0.0:
        return left_at(span, (ahead + line.slack) / closing)
    return span if ahead + line.slack >= 0.0 else empty(line)


@formula
def between(span, line, normal, half):
    """The part of a Span in |normal . x| <= half."""
    return cut(cut(span, line, normal, half), line, negate(normal), half)


@formula
def whole(line):
    """The Span of the whole line."""
    return Span(-FAR, FAR, line.way)


@formula
def in_box(line, half):
    """The Span in a box."""
    span = between(whole(line), line, (1.0, 0.0, 0.0), half[0])
    span = between(span, line, (0.0, 1.0, 0.0), half[1])
    return between(span, line, (0.0, 0.0, 1.0), half[2])


@formula
def in_hull(line, hull, hulls):
    """The Span in a hull."""
    span, first = whole(line), hulls.first_vertex[hull]
    for face in range(hulls.first_face[hull], hulls.first_face[hull + 1]):
        corner = first + hulls.corners[hulls.first_corner[face]]
        normal = hulls.normals[face, 0], hulls.normals[face, 1], hulls.normals[face, 2]
        point = hulls.vertices[corner, 0], hulls.vertices[corner, 1], hulls.vertices[corner, 2]
        span = cut(span, line, normal, dot(normal, point))
    return span


@formula
def in_tube(span, line, radius):
    """The part of a Span in an endless cylinder about z."""
    (px, py, _), (dx, dy, _) = line.point, line.way
    square = dx * dx + dy * dy
    if square < NOTHING:
        return span if px * px + py * py <= radius * radius else empty(line)
    middle = -(px * dx + py * dy) / square
    x, y = px + middle * dx, py + middle * dy
    inside = radius * radius - x * x - y * y
    if inside < 0.0:
        return empty(line)
    half = sqrt(inside / square)
    x, y = x - half * dx, y - half * dy
    return left_at(entered_at(span, middle - half, (x / radius, y / radius, 0.0)), middle + half)


@formula
def in_ball(line, z, radius):
    """The Span in a ball with its centre at this height."""
    off = line.point[0], line.point[1], line.point[2] - z
    middle = -dot(off, line.way)
    nearest = add_scaled(off, middle, line.way)
    inside = radius * radius - dot(nearest, nearest)
    if inside < 0.0:
        return empty(line)
    half = sqrt(inside)
    return Span(middle - half, middle + half, scale(1.0 / radius, add_scaled(nearest, -half, line.way)))


@formula
def in_capsule(line, radius, half):
    """The Span in a capsule, whose end caps have their centres at -half and half."""
    low, high, side = in_ball(line, -half, radius), in_ball(line, half, radius), in_tube(whole(line), line, radius)
    first = low if low.enter < high.enter else high
    at = line.point[2] + side.enter * line.way[2]
    return side if side.enter < first.enter and absolute(at) <= half else first


@formula
def in_cone(line, radius, tip):
    """The Span in a cone whose tip is at this height."""
    height = tip + tip / PARTS_OF_CONE
    span = cut(whole(line), line, (0.0, 0.0, -1.0), tip / PARTS_OF_CONE)
    span = cut(span, line, (0.0, 0.0, 1.0), tip)
    (px, py, pz), (dx, dy, dz) = line.point, line.way
    slope = radius * radius / (height * height)
    depth = tip - pz
    a = dx * dx + dy * dy - slope * dz * dz
    b = px * dx + py * dy + slope * depth * dz
    c = px * px + py * py - slope * depth * depth
    square = b * b - a * c
    if square < 0.0 and a > 0.0:
        return empty(line)
    root = sqrt(maximum(square, 0.0))
    pole = -(b + root) if b >= 0.0 else root - b         # without a difference of near numbers
    one = pole / (a if absolute(a) > NOTHING else -NOTHING)
    two = c / pole if absolute(pole) > NOTHING else one
    low, high = minimum(one, two), maximum(one, two)
    if a > 0.0:
        enter, leave = low, high
    elif dz < 0.0:
        enter, leave = high, FAR
    else:
        enter, leave = -FAR, low
    if enter > span.enter:
        x, y, z = px + enter * dx, py + enter * dy, slope * (depth - enter * dz)
        across = sqrt(x * x + y * y + z * z)
        span = entered_at(span, enter, (x / across, y / across, z / across) if across > 0.0 else negate(line.way))
    return left_at(span, leave)


@formula
def in_triangle(line, tile, hulls):
    """The Span in a triangle of a height field, a single point; the normal is that of the side from which the line comes."""
    p = sub(tile_point(tile, hulls, 0), line.point)
    q, r = sub(tile_point(tile, hulls, 1), line.point), sub(tile_point(tile, hulls, 2), line.point)
    one, two, three = dot(line.way, cross(q, r)), dot(line.way, cross(r, p)), dot(line.way, cross(p, q))
    whole_area = one + two + three
    sign = 1.0 if whole_area > 0.0 else -1.0
    least = minimum(minimum(sign * one, sign * two), sign * three)
    if whole_area == 0.0 or least < -GROWN * absolute(whole_area):
        return empty(line)
    normal = cross(sub(q, p), sub(r, p))
    t = dot(normal, p) / dot(normal, line.way)
    return Span(t, t, scale(-sign / sqrt(dot(normal, normal)), normal))


@formula
def span_in(solid, hulls, line):
    """The Span of a line in a Placed shape."""
    kind, size = solid.kind, solid.size
    if kind == SPHERE:
        return in_ball(line, 0.0, size[0])
    if kind == BOX:
        return in_box(line, size)
    if kind == CAPSULE:
        return in_capsule(line, size[0], size[2] - size[0])
    if kind == CYLINDER:
        return in_tube(between(whole(line), line, (0.0, 0.0, 1.0), size[2]), line, size[0])
    if kind == CONE:
        return in_cone(line, size[0], size[2])
    if kind == CONVEX:
        return in_hull(line, solid.hull, hulls)
    if kind == TILE:
        return in_triangle(line, solid, hulls)
    return empty(line)


@routine
def entry(solid, hulls, direction):
    """(distance, outward normal) where a ray from the origin along a unit vector enters a Placed shape; FAR where it misses it or
    starts inside."""
    away = dot(solid.centre, direction)
    off = sub(scale(away, direction), solid.centre)
    square = dot(solid.size, solid.size)
    if dot(off, off) > square or away < 0.0 and dot(solid.centre, solid.centre) > square:
        return FAR, direction
    line = Line(to_own(solid, off), to_own(solid, direction), GROWN * sqrt(square))
    span = span_in(solid, hulls, line)
    if span.enter > span.leave or away + span.enter <= 0.0:
        return FAR, direction
    return away + span.enter, transform(solid.rows, span.normal)
