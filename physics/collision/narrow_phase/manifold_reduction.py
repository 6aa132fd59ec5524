"""Reducing up to twelve candidates to at most four contact points that support a body as well as all of them would.

    1  the deepest                  2  the farthest from it along the face
    3  the one farthest to the left of the line 1-2     4  the one farthest to its right

so that a rectangle keeps its corners and an edge its ends.  The first choice decides the others, and among eight equally deep
points it must not change with every small motion: a later candidate counts as deeper only where it is so by SAME_DEPTH slacks,
half a percent of the smaller face's size.  The true depth may be missed by that much.  Candidates are (u, v, height), see `clip`.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FAR
from physics.compile.decorators import formula
from physics.simd.functions import absolute, fma, full_like, maximum, select
from physics.simd.vec3 import select3

NUMBERS = (0.0, 4.0, 8.0)                       # of the first candidate of each group of four
SAME_DEPTH = 5.0                                # slacks by which a later candidate must be deeper


class Best(NamedTuple):
    """The best candidate so far, in each lane."""

    score: object                 # what the next candidate must exceed, or fall below
    point: tuple                  # (u, v, height) [m]
    number: object                # of the candidate


class Line(NamedTuple):
    """A line in the face."""

    origin: tuple                 # (u, v, height) [m]
    u: object                     # its direction, of any length [m]
    v: object


class BothSides(NamedTuple):
    """The best candidates on both sides of a line; scores are distances times the line's length [m2]."""

    left: Best                    # positive scores
    right: Best                   # negative scores


class Chosen(NamedTuple):
    """One of the four chosen points, in each lane."""

    exists: object                # mask
    point: tuple                  # (u, v, height) [m]
    number: object                # of the candidate


@formula
def chosen(better, score, point, number, best):
    """`best`, replaced by a candidate where `better` holds."""
    return Best(select(better, score, best.score), select3(better, point, best.point), select(better, number, best.number))


@formula
def deeper(best, first, points, exist, slack):
    """The deepest of `best` and four candidates numbered from `first`; the score is what the next must be below."""
    tie = SAME_DEPTH * slack
    best = chosen(exist[0] & (points[0][2] < best.score), points[0][2] - tie, points[0], first, best)
    best = chosen(exist[1] & (points[1][2] < best.score), points[1][2] - tie, points[1], first + 1, best)
    best = chosen(exist[2] & (points[2][2] < best.score), points[2][2] - tie, points[2], first + 2, best)
    return chosen(exist[3] & (points[3][2] < best.score), points[3][2] - tie, points[3], first + 3, best)


@formula
def distance_square(p, q):
    """Squared distance along the face [m2]."""
    u, v = p[0] - q[0], p[1] - q[1]
    return fma(u, u, v * v)


@formula
def farther_one(best, number, point, exists, origin):
    """The farther of `best` and a candidate from `origin`."""
    score = distance_square(point, origin)
    return chosen(exists & (score > best.score), score, point, number, best)


@formula
def farther(best, first, points, exist, origin):
    """The farthest of `best` and four candidates from `origin`."""
    best = farther_one(best, first, points[0], exist[0], origin)
    best = farther_one(best, first + 1, points[1], exist[1], origin)
    best = farther_one(best, first + 2, points[2], exist[2], origin)
    return farther_one(best, first + 3, points[3], exist[3], origin)


@formula
def aside_one(sides, number, point, exists, line):
    """`sides` of a line, each replaced by a candidate where that is farther from the line."""
    origin, left, right = line.origin, sides.left, sides.right
    score = fma(line.u, point[1] - origin[1], -(line.v * (point[0] - origin[0])))
    return BothSides(chosen(exists & (score > left.score), score, point, number, left),
                     chosen(exists & (score < right.score), score, point, number, right))


@formula
def aside(sides, first, points, exist, line):
    """The best of `sides` and four candidates, on both sides of a line."""
    sides = aside_one(sides, first, points[0], exist[0], line)
    sides = aside_one(sides, first + 1, points[1], exist[1], line)
    sides = aside_one(sides, first + 2, points[2], exist[2], line)
    return aside_one(sides, first + 3, points[3], exist[3], line)


@formula
def reduce_candidates(points, exist, slack):
    """Four `Chosen` of the candidates, those that exist first; two candidates nearer than `slack` [m] count as one."""
    zero = full_like(slack, 0.0)
    none = full_like(slack, FAR)
    origin = (zero, zero, zero)
    best = deeper(Best(none, origin, zero), NUMBERS[0], points[0], exist[0], slack)
    best = deeper(best, NUMBERS[1], points[1], exist[1], slack)
    one = deeper(best, NUMBERS[2], points[2], exist[2], slack)
    nearest = slack * slack
    best = farther(Best(nearest, origin, zero), NUMBERS[0], points[0], exist[0], one.point)
    best = farther(best, NUMBERS[1], points[1], exist[1], one.point)
    two = farther(best, NUMBERS[2], points[2], exist[2], one.point)
    u, v = two.point[0] - one.point[0], two.point[1] - one.point[1]
    line = Line(one.point, u, v)
    thin = slack * maximum(absolute(u), absolute(v))
    sides = aside(BothSides(Best(thin, origin, zero), Best(-thin, origin, zero)), NUMBERS[0], points[0], exist[0], line)
    sides = aside(sides, NUMBERS[1], points[1], exist[1], line)
    sides = aside(sides, NUMBERS[2], points[2], exist[2], line)
    left, right = sides.left, sides.right
    apart = two.score > nearest                               # else there is no line
    to_left, to_right = apart & (left.score > thin), apart & (right.score < -thin)
    third = select3(to_left, left.point, right.point), select(to_left, left.number, right.number)     # no left one: the right one
    return (Chosen(one.score < none, one.point, one.number), Chosen(apart, two.point, two.number),
            Chosen(to_left | to_right, third[0], third[1]), Chosen(to_left & to_right, right.point, right.number))
