"""From up to twelve candidates to at most four contact points that hold a body as well as all of them would.

    1  the deepest                  2  the farthest from it along the face
    3  the one farthest to the left of the line 1-2     4  the one farthest to its right

so that a rectangle keeps its corners and an edge its ends.  The first choice decides the others, and with eight equal
points it must not change with every tremor: a later candidate counts as deeper only where it is by SAME_DEPTH slacks,
half a percent of the face's size.  By so much the true depth may be missed.  Candidates are (u, v, height), see `clip`.
"""
from __future__ import annotations

from physics.bodies.arrays import FAR
from physics.compile.decorators import formula
from physics.simd.functions import absolute, fma, full_like, maximum, select
from physics.simd.vec3 import select3

NUMBERS = (0.0, 4.0, 8.0)                       # of the first candidate of each group of four
SAME_DEPTH = 5.0                                # slacks by which a later candidate must be deeper


@formula
def chosen(better, score, point, number, best):
    """`best` = (score, point, number), replaced where `better` holds."""
    return select(better, score, best[0]), select3(better, point, best[1]), select(better, number, best[2])


@formula
def deeper(best, first, points, exist, slack):
    """The deepest of `best` and four candidates numbered from `first`; the score is what the next must be below."""
    tie = SAME_DEPTH * slack
    best = chosen(exist[0] & (points[0][2] < best[0]), points[0][2] - tie, points[0], first, best)
    best = chosen(exist[1] & (points[1][2] < best[0]), points[1][2] - tie, points[1], first + 1, best)
    best = chosen(exist[2] & (points[2][2] < best[0]), points[2][2] - tie, points[2], first + 2, best)
    return chosen(exist[3] & (points[3][2] < best[0]), points[3][2] - tie, points[3], first + 3, best)


@formula
def distance_square(p, q):
    """Squared distance along the face [m2]."""
    u, v = p[0] - q[0], p[1] - q[1]
    return fma(u, u, v * v)


@formula
def farther_one(best, number, point, exists, origin):
    """The farther of `best` and a candidate from `origin`."""
    score = distance_square(point, origin)
    return chosen(exists & (score > best[0]), score, point, number, best)


@formula
def farther(best, first, points, exist, origin):
    """The farthest of `best` and four candidates from `origin`."""
    best = farther_one(best, first, points[0], exist[0], origin)
    best = farther_one(best, first + 1, points[1], exist[1], origin)
    best = farther_one(best, first + 2, points[2], exist[2], origin)
    return farther_one(best, first + 3, points[3], exist[3], origin)


@formula
def aside_one(sides, number, point, exists, line):
    """sides = (best on the left, best on the right) of line = (origin, direction), and a candidate."""
    left, right = sides
    origin, u, v = line
    score = fma(u, point[1] - origin[1], -(v * (point[0] - origin[0])))
    return (chosen(exists & (score > left[0]), score, point, number, left),
            chosen(exists & (score < right[0]), score, point, number, right))


@formula
def aside(sides, first, points, exist, line):
    """The best of `sides` and four candidates on either side of a line."""
    sides = aside_one(sides, first, points[0], exist[0], line)
    sides = aside_one(sides, first + 1, points[1], exist[1], line)
    sides = aside_one(sides, first + 2, points[2], exist[2], line)
    return aside_one(sides, first + 3, points[3], exist[3], line)


@formula
def reduce_candidates(points, exist, slack):
    """Four times (exists, point, number) of at most four of the candidates; what is nearer than `slack` [m] is one."""
    zero = full_like(slack, 0.0)
    none = full_like(slack, FAR)
    origin = (zero, zero, zero)
    best = deeper((none, origin, zero), NUMBERS[0], points[0], exist[0], slack)
    best = deeper(best, NUMBERS[1], points[1], exist[1], slack)
    one = deeper(best, NUMBERS[2], points[2], exist[2], slack)
    nearest = slack * slack
    best = farther((nearest, origin, zero), NUMBERS[0], points[0], exist[0], one[1])
    best = farther(best, NUMBERS[1], points[1], exist[1], one[1])
    two = farther(best, NUMBERS[2], points[2], exist[2], one[1])
    u, v = two[1][0] - one[1][0], two[1][1] - one[1][1]
    line = (one[1], u, v)
    thin = slack * maximum(absolute(u), absolute(v))
    sides = aside(((thin, origin, zero), (-thin, origin, zero)), NUMBERS[0], points[0], exist[0], line)
    sides = aside(sides, NUMBERS[1], points[1], exist[1], line)
    left, right = aside(sides, NUMBERS[2], points[2], exist[2], line)
    apart = two[0] > nearest                                  # without a line nothing is beside it
    to_left, to_right = apart & (left[0] > thin), apart & (right[0] < -thin)
    third = select3(to_left, left[1], right[1]), select(to_left, left[2], right[2])       # or the fourth becomes the third
    return ((one[0] < none, one[1], one[2]), (apart, two[1], two[2]),
            (to_left | to_right, third[0], third[1]), (to_left & to_right, right[1], right[2]))
