"""Bounds: impulses of limits, motors and springs with a greatest force, in the solution of all rows together.

    least <= impulse <= most,     w = J V + bias + softness K impulse:     w >= 0 at least,  w <= 0 at most,  w = 0 between

is a mixed linear complementarity problem.  Rows that began at a bound are taken to be there; the others are solved exactly,
those beyond a bound go to it, those at a bound whose w has the wrong sign leave it, and the rest is solved again: block principal
pivoting.  Where that comes to no end in EASY turns, one row alone changes in each turn, the first, which cannot go round in a
circle.  It takes one turn where no bound changes hands, as in most steps, and that is why: other methods for such problems, as
projected sweeps, would give up the exact solution of the chain for a hinge's stop at its end.

A point with a greatest force has a bound for its length.  At it, the impulse is moved against w as far as a row of its own could
answer, and cut.

Sources: Murty, "Note on a Bard-type scheme for solving the complementarity problem", 1974; Judice and Pires, "A block principal
pivoting algorithm for large-scale strictly monotone linear complementarity problems", 1994.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.constraints import block
from physics.constraints.part import ONE_ROW
from physics.constraints.parts.point import POINT
from physics.constraints.together.layout import (
    AIM_SLOTS,
    AT_LEAST,
    AT_MOST,
    BIAS,
    BOUNDED,
    CUT,
    FREE,
    LEAST,
    MOST,
    OUT,
    POINT_ALONE,
    ROW_NUMBERS,
    SIDE,
    SOFTNESS,
)
from physics.constraints.together.matrix import slot
from physics.constraints.together.points import move_by_point, point_speed
from physics.simd.functions import absolute, sqrt
from physics.simd.value import W

MOST_TURNS, EASY = 24, 6                         # solutions in all, and those after which all rows may change
SURE = 1e-10                                     # share of the sizes that w is made of below which it has no sign
NEAR = 1e-3                                      # of its length: change of a cut impulse after which it stays
NO_CHANGE, MOVED, OTHERS = 0, 1, 2               # of the bounds: none, impulses at them, which rows are at them


@formula
def row_speed(jacobian, at, a, b):
    """J V of a row whose numbers begin at `at`, for the motions of its bodies."""
    total = 0.0
    for n in range(SIDE):
        total += jacobian[at + n] * a[n]
    for n in range(SIDE):
        total += jacobian[at + SIDE + n] * b[n]
    return total


@formula
def speeds_of(k, together):
    """J V of the rows of a node."""
    a, b = together.speed[together.body[k, 0]], together.speed[together.body[k, 1]]
    if together.point[k] == POINT_ALONE:
        return point_speed(together.arm[k], a, b)
    jacobian = together.jacobian[k]
    return row_speed(jacobian, 0, a, b), row_speed(jacobian, ROW_NUMBERS, a, b), row_speed(jacobian, 2 * ROW_NUMBERS, a, b)


@formula
def missing(k, together):
    """w of the rows of a node: J V + bias + softness K impulse."""
    (u, v, w), bias, own, impulse, soft = (speeds_of(k, together), together.bias[k], together.diagonal[k], together.impulse[k],
                                           together.softness[k])
    x, y, z = soft * impulse[0], soft * impulse[1], soft * impulse[2]
    return (u + bias[0] + (own[0] * x + own[1] * y + own[2] * z), v + bias[1] + (own[3] * x + own[4] * y + own[5] * z),
            w + bias[2] + (own[6] * x + own[7] * y + own[8] * z))


@formula
def ask(k, together):
    """Make what a node lacks the right side of its rows."""
    change, w = together.change[k], missing(k, together)
    change[0], change[1], change[2] = -w[0], -w[1], -w[2]


@formula
def move(k, together):
    """Add the change of a node's impulses, and what it does to its bodies."""
    change, response = together.change[k], together.response[k]
    for r in range(3):
        together.impulse[k, r] += change[r]
    for side in range(2):
        speed = together.speed[together.body[k, side]]
        if together.point[k] == POINT_ALONE:
            move_by_point(speed, response, side, change)
        else:
            for n in range(SIDE):
                at = SIDE * side + n
                speed[n] += (response[at] * change[0] + response[at + ROW_NUMBERS] * change[1]
                             + response[at + 2 * ROW_NUMBERS] * change[2])


@formula
def length_of(k, together):
    """The length of a point's impulse."""
    x, y, z = together.impulse[k, 0], together.impulse[k, 1], together.impulse[k, 2]
    return sqrt(x * x + y * y + z * z)


@formula
def read_aim(k, parts, together, slot_of_impulse):
    """Read the aim of a node and its impulse so far; returns 1 where it has a bound."""
    number, lane = together.lane[k] // W, together.lane[k] % W
    at, base, kind = number * AIM_SLOTS * W + lane, number * block.SLOTS * W + lane, parts.kind[number]
    for r in range(3):
        together.bias[k, r] = slot(together.aim, at, BIAS + r)
        together.impulse[k, r] = slot(parts.data, base, slot_of_impulse + r) if slot_of_impulse >= 0 else 0.0
    together.softness[k] = slot(together.aim, at, SOFTNESS)
    least, most = slot(together.aim, at, LEAST), slot(together.aim, at, MOST)
    together.bounds[k, 0], together.bounds[k, 1] = least, most
    impulse, state = together.impulse[k, 0], FREE
    if least >= 0.0 and most <= 0.0:
        state = OUT
    elif kind >= ONE_ROW and impulse <= least:
        state = AT_LEAST
    elif kind >= ONE_ROW and impulse >= most:
        state = AT_MOST
    together.bound[k] = state
    bounded = least > -BOUNDED or most < BOUNDED
    return 1 if bounded and (kind >= ONE_ROW or kind == POINT or state == OUT) else 0


@formula
def go_to_bound(k, together):
    """Move the impulse of a row that is at a bound to it."""
    state, impulse, change = together.bound[k], together.impulse[k], together.change[k]
    if state != FREE:
        share = 0.0
        if state == CUT:
            share = together.bounds[k, 1] / length_of(k, together)
        for r in range(3):
            change[r] = share * impulse[r] - impulse[r]
        if state == AT_LEAST:
            change[0] = together.bounds[k, 0] - impulse[0]
        elif state == AT_MOST:
            change[0] = together.bounds[k, 1] - impulse[0]
        move(k, together)


@routine
def go_to_bounds(first, last, together):
    """Move the impulses of rows at bounds to these."""
    for k in range(first, last):
        go_to_bound(k, together)


@formula
def begin_again(c, together):
    """Return to where the solution began, but for cut impulses, which keep their directions.

    Where a row contradicts others until it is at its bound, impulses were so large that motions lost digits to them.
    """
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for n in range(SIDE):
            together.speed[body, n] = together.before[body, n]
    for k in range(together.first[c], together.first[c + 1]):
        impulse, first, change = together.impulse[k], together.first_impulse[k], together.change[k]
        cut = together.bound[k] == CUT
        for r in range(3):
            change[r] = impulse[r] - first[r] if cut else 0.0
            impulse[r] = first[r]
        if cut:
            move(k, together)


@formula
def changed_row(k, together):
    """Whether a row goes to a bound or leaves one, as OTHERS; else NO_CHANGE."""
    state, impulse, (least, most) = together.bound[k], together.impulse[k, 0], (together.bounds[k, 0], together.bounds[k, 1])
    if state == FREE:
        together.bound[k] = AT_LEAST if impulse < least else AT_MOST if impulse > most else FREE
    else:
        w, speed = missing(k, together)[0], speeds_of(k, together)[0]
        sure = SURE * (absolute(speed) + absolute(together.bias[k, 0]))
        if (state == AT_LEAST and w < -sure) or (state == AT_MOST and w > sure):
            together.bound[k] = FREE
    return OTHERS if together.bound[k] != state else NO_CHANGE


@formula
def changed_point(k, together):
    """The same of a point, whose length has a bound; MOVED where its impulse at the bound turned."""
    most = together.bounds[k, 1]
    if together.bound[k] == FREE:
        if length_of(k, together) <= most:
            return NO_CHANGE
        together.bound[k] = CUT
        return OTHERS
    own, change = together.diagonal[k], together.change[k]
    stiff = (1.0 + together.softness[k]) * (own[0] + own[4] + own[8])
    before = together.impulse[k, 0], together.impulse[k, 1], together.impulse[k, 2]
    ask(k, together)
    for r in range(3):
        change[r] /= stiff
    move(k, together)
    if length_of(k, together) < most:
        together.bound[k] = FREE
        return OTHERS
    share = most / length_of(k, together)
    x, y, z = (share * together.impulse[k, 0] - before[0], share * together.impulse[k, 1] - before[1],
               share * together.impulse[k, 2] - before[2])
    if x * x + y * y + z * z > NEAR * NEAR * most * most:
        return MOVED
    for r in range(3):
        change[r] = before[r] - together.impulse[k, r]
    move(k, together)
    return NO_CHANGE


@routine
def change_bounds(first, last, parts, together, turn):
    """Which rows are at their bounds after a solution; returns NO_CHANGE, MOVED or OTHERS."""
    found = NO_CHANGE
    for k in range(first, last):
        bounded = together.bounds[k, 0] > -BOUNDED or together.bounds[k, 1] < BOUNDED
        if bounded and together.bound[k] != OUT:
            kind, change = parts.kind[together.lane[k] // W], NO_CHANGE
            if kind >= ONE_ROW:
                change = changed_row(k, together)
            elif kind == POINT:
                change = changed_point(k, together)
            found = max(found, change)
            if change == OTHERS and turn >= EASY:
                break
    return found
