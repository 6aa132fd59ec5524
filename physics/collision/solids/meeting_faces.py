"""The points between two faces that meet along a normal: where the one, seen along the normal, lies over the other.

The face that is more square to the normal is the reference.  The other is cut by the reference's sides, as seen along the normal,
and each corner that is left makes a candidate, at its separation from the reference's plane along the normal.  Two lines that are
nearly parallel have two, at the ends of what they share.  The nearest points of the two shapes are one more where no candidate is
as deep: of crossing edges, of round shapes, of corners they are the only one.

A candidate's number tells what made it: a corner keeps its own, one cut off has those of side and edge that cross.  An edge
has the number of the corner that it starts from, a side of the reference that has become an edge its own, from CUT on.
Source: Sutherland, Hodgman, Reentrant polygon clipping, 1974.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FAR
from physics.collision.solids.faces import face_along
from physics.collision.solids.memory import MOST_CORNERS, MOST_CUT
from physics.collision.solids.overlap import across
from physics.collision.solids.placed import radius_of, tolerance_of
from physics.compile.decorators import formula, routine
from physics.simd.functions import absolute, maximum, minimum, sqrt
from physics.simd.vec3 import cross, dot, negate

LEAST_SQUARE = 0.2                               # cosine of a face and the normal below which it is no plane to measure from
SQUARER = 1e-3                                   # by so much b's face must be squarer to be the reference, which changes seldom
PARALLEL = 0.05                                  # sine of two lines' angle, seen along the normal, below which they are parallel
ASIDE = 0.01                                     # of the sizes: lines seen so far apart do not lie side by side
AS_DEEP = 5e-5                                   # of the sizes: candidates so near in depth are equally deep
CUT = 1.0 * MOST_CORNERS                         # numbers from here on: corners cut off
OF_B = CUT * (2.0 * CUT + 1.0)                   # is added where b's face is the reference
NEAREST = 2.0 * OF_B                             # number of the nearest points


class View(NamedTuple):
    """How a pair is seen along its normal."""

    n: tuple                      # (3) the normal from a to b
    u: tuple                      # (3) unit vectors across it
    v: tuple
    radius_a: float               # about a's core [m]
    radius_b: float               # about b's
    near: float                   # candidates exist where the separation is less [m]


@formula
def view_of(pair, normal, near):
    """The View of a pair along a normal."""
    u = across(normal)
    return View(normal, u, cross(normal, u), radius_of(pair[0]), radius_of(pair[1]), near)


@formula
def put_candidate(points, count, place, heights, number):
    """Write a candidate at `place` across the normal between heights (of a's surface, of b's) along it; returns how many."""
    if count >= MOST_CUT:
        return count
    low, high = heights
    points[count, 0], points[count, 1] = place
    points[count, 2], points[count, 3], points[count, 4] = 0.5 * (low + high), high - low, number
    return count + 1


@formula
def seen(view, face, k):
    """Corner k of a face: (along u, along v, along the normal)."""
    p = (face[k, 0], face[k, 1], face[k, 2])
    return dot(p, view.u), dot(p, view.v), dot(p, view.n)


@formula
def take_over(cut, at, p, numbers):
    """Write a corner of the face that is cut; numbers = (its own, that of the edge from it to the next)."""
    cut[at, 0], cut[at, 1], cut[at, 2] = p
    cut[at, 3], cut[at, 4] = numbers


@formula
def beyond(x, y, side):
    """How far a place lies beyond a side, in lengths of the side times metres."""
    return (x - side[0]) * side[2] + (y - side[1]) * side[3]


@formula
def cut_by_side(source, target, count, side, number):
    """Cut a face by side `number` of the reference, (x, y, outward x, outward y): returns how many corners `target` has."""
    left = 0
    for k in range(count):
        p, last = (source[k, 0], source[k, 1], source[k, 2]), k == count - 1
        far = beyond(p[0], p[1], side)
        if far <= 0.0 and left < MOST_CUT:
            take_over(target, left, p, (source[k, 3], source[k, 4]))
            left += 1
        if last and count <= 2:                          # a line is open
            break
        j = 0 if last else k + 1
        q = (source[j, 0], source[j, 1], source[j, 2])
        next_far = beyond(q[0], q[1], side)
        if (far > 0.0) != (next_far > 0.0) and left < MOST_CUT:
            t = far / (far - next_far)
            edge = source[k, 4]
            take_over(target, left, (p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])),
                      (CUT + 2.0 * CUT * number + edge, edge if far > 0.0 else CUT + number))
            left += 1
    return left


@formula
def side_of(outline, k, count, turn):
    """Side k of the reference: (x, y, outward x, outward y), the outward vector as long as the side."""
    j = k + 1 if k + 1 < count else 0
    x, y = outline[j, 0] - outline[k, 0], outline[j, 1] - outline[k, 1]
    return outline[k, 0], outline[k, 1], turn * y, -turn * x


@formula
def runs_along(p, q, side, most):
    """Whether the line p q lies side by side with a side of the reference, as lines do in `meet_lines`."""
    one, other = beyond(p[0], p[1], side), beyond(q[0], q[1], side)
    du, dv, length = q[0] - p[0], q[1] - p[1], sqrt(side[2] * side[2] + side[3] * side[3])
    return (maximum(absolute(one), absolute(other)) <= most * length
            and absolute(other - one) <= PARALLEL * length * sqrt(du * du + dv * dv))


@formula
def along_some(p, q, outline, sides, most):
    """Whether the line p q lies side by side with one of the sides = (count, turn) of the reference."""
    found = False
    for k in range(sides[0]):
        found = found or runs_along(p, q, side_of(outline, k, sides[0], sides[1]), most)
    return found


@formula
def through(p, q, place):
    """The line p q, moved across itself until it is seen through a place: (p, q)."""
    du, dv = q[0] - p[0], q[1] - p[1]
    square = du * du + dv * dv
    aside = ((place[1] - p[1]) * du - (place[0] - p[0]) * dv) / square if square > 0.0 else 0.0
    u, v = -aside * dv, aside * du
    return (p[0] + u, p[1] + v, p[2]), (q[0] + u, q[1] + v, q[2])


@formula
def onto_face(line, place, outline, sides):
    """The place moved onto the sides that the line (p, q, most) lies beside, where it is beyond them; sides = (count, turn)."""
    (p, q, most), (x, y), (count, turn) = line, place, sides
    for k in range(count):
        side = side_of(outline, k, count, turn)
        far = beyond(x, y, side)
        if far > 0.0 and runs_along(p, q, side, most):
            share = far / (side[2] * side[2] + side[3] * side[3])
            x, y = x - share * side[2], y - share * side[3]
    return x, y


@routine
def cut_face(memory, view, faces, of_b, limits):
    """Candidates of the other face over the reference, which is b's where `of_b`; returns how many.

    A line, that of a round side, is taken through the nearest points: rounding of the normal moves it by a part of the radius.
    One that then lies side by side with a side of the reference is not cut by it: rounding decides whether a cylinder on an edge
    is seen over the face or beside it.  What is beyond the side has its height, and is no deeper than the nearest points.
    limits = (how far beside a side a line may lie, separation of the shapes, place of the nearest points across the normal) [m].
    """
    most, distance, place = limits
    reference, other = (faces[1], faces[0]) if of_b else (faces[0], faces[1])
    corners, others = (memory.face_b, memory.face_a) if of_b else (memory.face_a, memory.face_b)
    outline = memory.outline
    first = seen(view, corners, 0)
    square = dot(reference.normal, view.n)
    for k in range(reference.count):
        p = seen(view, corners, k)
        outline[k, 0], outline[k, 1] = p[0], p[1]
    for k in range(other.count):
        take_over(memory.cut[0], k, seen(view, others, k), (others[k, 3], others[k, 3]))
    count, sides, now = other.count, (reference.count, 1.0 if square > 0.0 else -1.0), 0
    p, q = seen(view, others, 0), seen(view, others, 1 if count == 2 else 0)
    beside = False
    if count == 2:
        p, q = through(p, q, place)
        beside = along_some(p, q, outline, sides, most)
        take_over(memory.cut[0], 0, p, (others[0, 3], others[0, 3]))
        take_over(memory.cut[0], 1, q, (others[1, 3], others[1, 3]))
    for k in range(reference.count):
        side = side_of(outline, k, reference.count, sides[1])
        if beside and runs_along(p, q, side, most):
            continue
        count = cut_by_side(memory.cut[now], memory.cut[1 - now], count, side, 1.0 * k)
        now = 1 - now
    found, across_u, across_v = 0, dot(reference.normal, view.u) / square, dot(reference.normal, view.v) / square
    for k in range(count):
        x, y, high = memory.cut[now, k, 0], memory.cut[now, k, 1], memory.cut[now, k, 2]
        over = onto_face((p, q, most), (x, y), outline, sides) if beside else (x, y)
        plane = first[2] - (over[0] - first[0]) * across_u - (over[1] - first[1]) * across_v
        low, high = (high, plane) if of_b else (plane, high)
        low, high = low + view.radius_a, high - view.radius_b
        if over[0] != x or over[1] != y:
            high = maximum(high, low + distance)
        if high - low < view.near:
            found = put_candidate(memory.points, found, (x, y), (low, high), memory.cut[now, k, 3] + (OF_B if of_b else 0.0))
    return found


@formula
def nearest_on_line(p, q, x, y):
    """The point of the line p q, (u, v, height) each, that is seen nearest to (x, y)."""
    du, dv = q[0] - p[0], q[1] - p[1]
    square = du * du + dv * dv
    t = ((x - p[0]) * du + (y - p[1]) * dv) / square if square > 0.0 else 0.0
    t = minimum(maximum(t, 0.0), 1.0)
    return p[0] + t * du, p[1] + t * dv, p[2] + t * (q[2] - p[2])


@formula
def side_by_side(ends, p, q, most):
    """Of the part `ends` = (start, end) of a line, by shares of it, the part that is seen within `most` [m] of another line;
    p, q: on which side of that its two ends lie, and how far [m]."""
    start, end = ends
    turn = q - p
    if turn == 0.0:
        return start, (end if absolute(p) <= most else start)
    one, other = (-most - p) / turn, (most - p) / turn
    return maximum(start, minimum(one, other)), minimum(end, maximum(one, other))


@routine
def meet_lines(memory, view, most):
    """Candidates of two lines that are nearly parallel, at the ends of what they share, where they are seen within `most` [m] of
    each other; returns how many, 0 if they cross."""
    a0, a1 = seen(view, memory.face_a, 0), seen(view, memory.face_a, 1)
    b0, b1 = seen(view, memory.face_b, 0), seen(view, memory.face_b, 1)
    au, av, bu, bv = a1[0] - a0[0], a1[1] - a0[1], b1[0] - b0[0], b1[1] - b0[1]
    long_a, long_b = sqrt(au * au + av * av), sqrt(bu * bu + bv * bv)
    if long_a == 0.0 or absolute(au * bv - av * bu) > PARALLEL * long_a * long_b:
        return 0
    t0 = ((b0[0] - a0[0]) * au + (b0[1] - a0[1]) * av) / (long_a * long_a)
    t1 = ((b1[0] - a0[0]) * au + (b1[1] - a0[1]) * av) / (long_a * long_a)
    start, end = minimum(t0, t1), maximum(t0, t1)
    if long_b > 0.0:
        side0 = ((a0[0] - b0[0]) * bv - (a0[1] - b0[1]) * bu) / long_b
        side1 = ((a1[0] - b0[0]) * bv - (a1[1] - b0[1]) * bu) / long_b
        start, end = side_by_side((start, end), side0, side1, most)
    first, last = (2.0 if start > 0.0 else 0.0), (3.0 if end < 1.0 else 1.0)
    start, end = maximum(start, 0.0), minimum(end, 1.0)
    if end <= start:
        return 0
    found = 0
    for k in range(2):
        t, number = (start, first) if k == 0 else (end, last)
        x, y, low = a0[0] + t * au, a0[1] + t * av, a0[2] + t * (a1[2] - a0[2])
        bx, by, high = nearest_on_line(b0, b1, x, y)
        low, high = low + view.radius_a, high - view.radius_b
        if high - low < view.near:
            found = put_candidate(memory.points, found, (0.5 * (x + bx), 0.5 * (y + by)), (low, high), number)
    return found


@routine
def candidates(pair, separation, view, memory):
    """Write the candidates of a pair with this Separation to `Memory.points`; returns how many."""
    a, b, hulls = pair
    faces = face_along(a, hulls, view.n, memory.face_a), face_along(b, hulls, negate(view.n), memory.face_b)
    square_a, square_b = dot(faces[0].normal, view.n), -dot(faces[1].normal, view.n)
    count, beside = 0, tolerance_of(pair, ASIDE)
    p, q = separation.point_a, separation.point_b
    place = 0.5 * (dot(p, view.u) + dot(q, view.u)), 0.5 * (dot(p, view.v) + dot(q, view.v))
    if maximum(square_a, square_b) > LEAST_SQUARE:
        count = cut_face(memory, view, faces, square_b > square_a + SQUARER, (beside, separation.distance, place))
    elif faces[0].count == 2 and faces[1].count == 2:
        count = meet_lines(memory, view, beside)
    least = FAR
    for k in range(count):
        least = minimum(least, memory.points[k, 3])
    if least > separation.distance + tolerance_of(pair, AS_DEEP):
        low = dot(p, view.n)
        count = put_candidate(memory.points, count, place, (low, low + separation.distance), NEAREST)
    return count
