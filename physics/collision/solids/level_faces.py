"""Faces that lie level on the side of a large round shape: their corners are points of the manifold, too.

The side of a cylinder, a cone or a capsule meets a face along a line and another line at a point, as a ball does.  That is a
hinge.  What is much smaller than the radius R rocks on it faster than steps follow, a cube of half length s with

    w = sqrt(3/5 g R) / s,      while the hinge moves by R per radian, past the face from s / R on

So where the side is level under all of a face, corners on both sides of the hinge are points as well.  They carry nothing until
the body has rocked onto them.  A side is level as far as SPAN R across the hinge, SPAN^2 R / 2 below its tangent plane.  Where it
falls away by a depth that counts as nothing, the corners are taken before the line, as on a plane.  By how much a side falls away
under a point p of the tangent plane, in the round shape's own axes, with the axis along z:

    capsule     |p - nearest point of the core| - r                      R = r
    cylinder    |(x, y)| - r               for z within the ends         R = r
    cone        (|(x, y)| (tip - base) + (z - tip) r) / slant            R = |(x, y)| slant / (tip - base) of the nearest point
"""
from __future__ import annotations

from physics.bodies.arrays import FAR
from physics.collision.shape_kinds import CAPSULE, CONE, CYLINDER, SPHERE
from physics.collision.solids.choice import both_sides, choose, farthest, swap
from physics.collision.solids.faces import face_along
from physics.collision.solids.meeting_faces import AS_DEEP, ASIDE, OF_B, put_candidate
from physics.collision.solids.placed import PARTS_OF_CONE, to_own, tolerance_of
from physics.compile.decorators import formula, routine
from physics.simd.functions import absolute, maximum, minimum, sqrt
from physics.simd.vec3 import add_scaled, dot, negate, sub

SPAN = 1.0 / 4.0                                 # of R: how far from the hinge corners of a level face are at most, across it
HINGE = 2                                        # points on which bodies rock
CORNERS = 2.0 * OF_B + 1.0                       # numbers from here on: corners of level faces


@formula
def has_large_side(solid, other):
    """Whether a shape has a round side, a sphere as a capsule without length, of which SPAN may hold a face of the other."""
    bend = solid.size[0]
    if solid.kind == CONE:
        bend += bend * bend / (solid.size[2] * (1.0 + 1.0 / PARTS_OF_CONE))
    if SPAN * bend < minimum(minimum(other.size[0], other.size[1]), other.size[2]):
        return False
    return solid.kind == SPHERE or solid.kind == CAPSULE or solid.kind == CYLINDER or solid.kind == CONE


@formula
def may_lie_level(face, side):
    """Whether a Face, a polygon or a line, may lie level on another, the line of a round side or the centre of a ball."""
    return side.count <= HINGE <= face.count


@formula
def off_side(solid, point):
    """How far a point, from the centre of the pair's first body, is from the round side of a solid [m]; FAR beyond its ends."""
    size, (x, y, z) = solid.size, to_own(solid, sub(point, solid.centre))
    out = sqrt(x * x + y * y)
    if solid.kind == CYLINDER:
        return out - size[0] if absolute(z) <= size[2] else FAR
    if solid.kind == CONE:
        tip, base = size[2], -size[2] / PARTS_OF_CONE
        high = tip - base
        return (out * high + (z - tip) * size[0]) / sqrt(size[0] * size[0] + high * high) if z >= base else FAR
    half = size[2] - size[0]
    z -= minimum(maximum(z, -half), half)
    return sqrt(out * out + z * z) - size[0]


@formula
def bend_of(solid, point):
    """The radius R of a round side across its line through a point, from the centre of the pair's first body [m]."""
    if solid.kind != CONE:
        return solid.size[0]
    x, y, _ = to_own(solid, sub(point, solid.centre))
    high = solid.size[2] * (1.0 + 1.0 / PARTS_OF_CONE)
    return sqrt((x * x + y * y) * (1.0 + solid.size[0] * solid.size[0] / (high * high)))


@formula
def put_corners(memory, view, count, sides):
    """Write the corners of a face after `count` candidates where the other's side is level below all of them; returns how many
    candidates there are, and how far the side falls away [m].

    sides = (corners, how many, the other, its point nearest to the face, whether the corners are b's).
    """
    face, corners, other, nearest, of_b = sides
    total, fall, most = count, 0.0, 0.5 * SPAN * SPAN * bend_of(other, nearest)
    level, radius, up = dot(nearest, view.n), (view.radius_b if of_b else view.radius_a), (1.0 if of_b else -1.0)
    for k in range(corners):
        p = face[k, 0], face[k, 1], face[k, 2]
        high = dot(p, view.n) - up * radius
        below = add_scaled(p, level - dot(p, view.n), view.n)                    # in the tangent plane
        off = off_side(other, below)
        if off < 0.5 * FAR:
            fall = maximum(fall, off)
            if fall > most:
                return count, fall
            if up * (high - level) + off < view.near:
                heights = (level - off, high) if of_b else (high, level + off)
                number = CORNERS + face[k, 3] + (OF_B if of_b else 0.0)
                total = put_candidate(memory.points, total, (dot(p, view.u), dot(p, view.v)), heights, number)
    return total, fall


@formula
def level_corners(pair, view, memory, count, separation):
    """Write the corners of a face that lies level on the other shape's round side after the `count` candidates of a pair; returns
    what `put_corners` does."""
    a, b, hulls = pair
    face_a, face_b = face_along(a, hulls, view.n, memory.face_a), face_along(b, hulls, negate(view.n), memory.face_b)
    total, fall = count, 0.0
    if has_large_side(a, b) and may_lie_level(face_b, face_a):
        total, fall = put_corners(memory, view, count, (memory.face_b, face_b.count, a, separation.point_a, True))
    if total == count and has_large_side(b, a) and may_lie_level(face_a, face_b):
        total, fall = put_corners(memory, view, count, (memory.face_a, face_a.count, b, separation.point_b, False))
    return total, fall


@formula
def stand_by(points, chosen, extra, slack):
    """Move corners on both sides of a hinge of `chosen` points behind it, extra = (first corner, end of the corners); returns how
    many points there are."""
    first, end = extra
    if chosen < HINGE and end - first == HINGE:          # both ends of a line
        swap(points, 1, first)
        swap(points, 2, first + 1)
        return 1 + HINGE
    if chosen < HINGE:
        second = farthest(points, end, slack)
        if second == 0:
            return chosen
        swap(points, 1, second)
        chosen = HINGE
    return both_sides(points, chosen, end, slack)


@formula
def may_be_level(pair):
    """Whether a face of one shape of a pair may lie level on the other's side."""
    return has_large_side(pair[0], pair[1]) or has_large_side(pair[1], pair[0])


@routine
def choose_with_corners(pair, view, memory, count, separation):
    """Move at most four of a pair's `count` candidates to the front, see `choice`, and corners of a face that lies level on a
    round side; returns how many."""
    points, slack = memory.points, tolerance_of(pair, AS_DEEP)
    total, fall = level_corners(pair, view, memory, count, separation)
    if fall <= slack:                                    # or there are no corners
        for k in range(total - count):
            swap(points, k, count + k)
        return choose(points, total, slack)
    chosen = choose(points, count, slack)
    return stand_by(points, chosen, (count, total), tolerance_of(pair, ASIDE)) if chosen <= HINGE and total > count else chosen
