"""Choosing at most four of a pair's candidates, which support a body as well as all of them would.

    1  the deepest                  2  the farthest from it across the normal
    3  the one farthest to the left of the line 1-2     4  the one farthest to its right

as `narrow_phase.manifold_reduction` does for boxes.  The first choice decides the others, and among equally deep candidates it
must not change with every small motion, so a later one counts as deeper only where it is so by a slack.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.simd.functions import absolute

FOUR = 4                                         # points of a manifold, at most
AS_FAR = 1e-3                                    # share of a distance by which two are as far


@formula
def swap(points, i, j):
    """Exchange two candidates."""
    for slot in range(5):
        kept = points[i, slot]
        points[i, slot] = points[j, slot]
        points[j, slot] = kept


@formula
def deepest(points, count, slack):
    """The first of the deepest candidates."""
    best = 0
    for k in range(1, count):
        if points[k, 3] < points[best, 3] - slack:
            best = k
    return best


@formula
def farthest(points, count, slack):
    """The candidate farthest from the first, 0 if all are nearer than `slack` [m]."""
    best, most = 0, slack * slack
    for k in range(1, count):
        x, y = points[k, 0] - points[0, 0], points[k, 1] - points[0, 1]
        if x * x + y * y > most:
            best, most = k, x * x + y * y
    return best


@formula
def farthest_aside(points, count, slack, side):
    """The candidate farthest to the left (side 1) or right (-1) of the line from the first to the second, 0 if none is; of two
    that are as far, as corners of a hexagon may be, the deeper."""
    u, v = points[1, 0] - points[0, 0], points[1, 1] - points[0, 1]
    best, most = 0, slack * (absolute(u) + absolute(v))
    for k in range(2, count):
        far = side * (u * (points[k, 1] - points[0, 1]) - v * (points[k, 0] - points[0, 0]))
        as_far = best > 0 and absolute(far - most) <= AS_FAR * most
        if points[k, 3] < points[best, 3] if as_far else far > most:
            best, most = k, far
    return best


@formula
def both_sides(points, chosen, count, slack):
    """Move the candidates farthest to the left and right of the line of the first two behind `chosen` ones; returns how many are
    chosen then."""
    left, right = farthest_aside(points, count, slack, 1.0), farthest_aside(points, count, slack, -1.0)
    if left > 0:
        swap(points, chosen, left)
        right = left if right == chosen else right
        chosen += 1
    if right > 0:
        swap(points, chosen, right)
        chosen += 1
    return chosen


@routine
def choose(points, count, slack):
    """Move at most four of the candidates to the front; returns how many.  Candidates nearer than `slack` [m] count as one."""
    if count <= 1:
        return count
    swap(points, 0, deepest(points, count, slack))
    second = farthest(points, count, slack)
    if second == 0:
        return 1
    swap(points, 1, second)
    return both_sides(points, 2, count, slack)
