"""Bearing: joints that are solved together and the contacts that bear them, as one system.

A point that bears has a normal row and two of friction.  Each answers its w = J V + bias with an impulse by itself, at a give c:

    normal     p = max(0, -w / c)
    friction   p = -w / c, cut to the length mu N,      N: normal impulse with which the solution begins

The velocity that meets joints and answers is that of least energy, see `descent`.  It is found by Newton's method: rows that
press or grip are springs, and the others have the impulse of their answer.  For a body with the inverse mass matrix Y, springs
with the give c are taken one after another,

    g = Y J^T / (c + J Y J^T),     V' = V - g w,     Y' = Y - g J Y                         w = J V + bias + c impulse

after which V meets all of them and Y, the body's mobility, is how it moves under impulses while they do.  With Y in place of
M^-1, the system of the joints is that of joints and contacts together, and as easy to solve: points at something immovable couple
no bodies.  The impulses of the points follow from the speeds that are found, impulse = -(J V + bias) / c.

Friction at its bound turns with the speed: sideways it is a spring with the give c |w / c| / (mu N).
Source: Qi and Sun, "A nonsmooth version of Newton's method", 1993.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.constraints import block
from physics.constraints.together.layout import (
    ASIDE,
    GIVE_ASIDE,
    GRIPS,
    LOADED,
    POINT_ALONE,
    POINT_AS_ROWS,
    SIDE,
    SIDEWAYS,
    WAITS,
)
from physics.constraints.together.matrix import get6, multiply_out, respond, slot
from physics.simd.functions import sqrt
from physics.simd.value import W

TINY = 1e-30                                     # keeps 0 / 0 out of directions


@formula
def row_product6(wrench, at, speed):
    """J V of a row whose six numbers begin at `at`."""
    total = 0.0
    for n in range(SIDE):
        total += wrench[at + n] * speed[n]
    return total


@formula
def w_of(body, p, r, together):
    """J V + bias of a row of a point."""
    return row_product6(together.wrench[body, p], SIDE * r, together.speed[body]) + together.lack[body, p, r]


@formula
def answer_to(body, p, w, together):
    """The impulses with which the rows of a point answer w, each by itself."""
    give, bound = together.give[body, p], together.friction_bound[body, p]
    x, y = -w[1] / give[1], -w[2] / give[2]
    share = min(1.0, bound / max(sqrt(x * x + y * y), TINY))
    return max(-w[0] / give[0], 0.0), share * x, share * y


@formula
def node_side(body, together):
    """A node at a body, and its side there."""
    return together.node_at[body] // 2, together.node_at[body] % 2


@formula
def push_body(body, parts, together, push):
    """Give a body an impulse at a point without regard to others; push = (its point, row, impulse)."""
    (k, side), (p, r, impulse), at = node_side(body, together), push, SIDE * push[1]
    base = together.lane[k] // W * block.SLOTS * W + together.lane[k] % W
    mass = slot(parts.data, base, block.MASS_B if side == 1 else block.MASS_A)
    xx, xy, xz, yy, yz, zz = get6(together.inertia[k], SIDE * side)
    j, speed = together.wrench[body, p], together.speed[body]
    x, y, z = impulse * j[at + 3], impulse * j[at + 4], impulse * j[at + 5]
    for n in range(3):
        speed[n] += mass * impulse * j[at + n]
    speed[3] += xx * x + xy * y + xz * z
    speed[4] += xy * x + yy * y + yz * z
    speed[5] += xz * x + yz * y + zz * z
    together.found_load[body, p, r] += impulse


@routine
def apply_loads(c, parts, together):
    """Apply the impulses with which the points of a component begin."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            for r in range(3):
                push_body(body, parts, together, (p, r, together.load[body, p, r]))
    together.met[c] = 1


@formula
def free_mobility(body, parts, together):
    """Write M^-1 as the mobility of a body."""
    k, side = node_side(body, together)
    base = together.lane[k] // W * block.SLOTS * W + together.lane[k] % W
    mobility, inertia = together.mobility[body], get6(together.inertia[k], SIDE * side)
    mobility[:, :] = 0.0
    for n in range(3):
        mobility[n, n] = slot(parts.data, base, block.MASS_B if side == 1 else block.MASS_A)
    xx, xy, xz, yy, yz, zz = inertia
    mobility[3, 3], mobility[3, 4], mobility[3, 5] = xx, xy, xz
    mobility[4, 3], mobility[4, 4], mobility[4, 5] = xy, yy, yz
    mobility[5, 3], mobility[5, 4], mobility[5, 5] = xz, yz, zz


@formula
def take_row(body, row, at, lacking, together):
    """Let a body meet the row whose six numbers begin at `at`, and take what it cannot do any more from its mobility; lacking =
    (w, give)."""
    y, mobility, speed, (w, k) = together.answer[body], together.mobility[body], together.speed[body], lacking
    for n in range(SIDE):
        y[n] = 0.0
        for m in range(SIDE):
            y[n] += mobility[n, m] * row[at + m]
        k += row[at + n] * y[n]
    for n in range(SIDE):
        speed[n] -= w / k * y[n]
        for m in range(SIDE):
            mobility[n, m] -= y[n] * y[m] / k


@formula
def take_point(body, p, r, together):
    """The same for a row of a point."""
    give = together.give[body, p, r]
    w = w_of(body, p, r, together) + give * together.found_load[body, p, r]
    take_row(body, together.wrench[body, p], SIDE * r, (w, give), together)


@formula
def put_side_row(body, p, together):
    """Write the row along which friction at its bound turns."""
    w, give, j, row = together.w[body, p], together.give[body, p], together.wrench[body, p], together.side_row[body, p]
    x, y = -w[1] / give[1], -w[2] / give[2]
    size = max(sqrt(x * x + y * y), TINY)
    x, y = x / size, y / size
    for n in range(SIDE):
        row[n] = x * j[2 * SIDE + n] - y * j[SIDE + n]
    row[SIDEWAYS], row[SIDEWAYS + 1] = -y, x
    row[GIVE_ASIDE], row[ASIDE] = give[1] * size / together.friction_bound[body, p], 0.0


@formula
def moved_sideways(body, p, together):
    """How much faster a body goes along the side row of a point than at the last solution."""
    row = together.side_row[body, p]
    return row_product6(row, 0, together.speed[body]) - row_product6(row, 0, together.last_speed[body])


@formula
def turns_aside(body, p, together):
    """Whether a point has friction at its bound."""
    return together.hold[body, p] & (GRIPS | WAITS) == 0 and together.friction_bound[body, p] > 0.0


@formula
def meet_points(body, parts, together):
    """Let a body meet the rows of its points; returns 1 where its mobility is of other rows than before."""
    changed = together.held[body] == 0
    for p in range(together.borne[body]):
        hold, load, found = together.hold[body, p], together.load[body, p], together.found_load[body, p]
        found[0], found[1], found[2] = load[0], load[1], load[2]
        if hold & (LOADED | WAITS) == 0:
            push_body(body, parts, together, (p, 0, -load[0]))
        if hold & (GRIPS | WAITS) == 0:
            _, x, y = answer_to(body, p, together.w[body, p], together)
            push_body(body, parts, together, (p, 1, x - load[1]))
            push_body(body, parts, together, (p, 2, y - load[2]))
        made, give = together.made_of[body, p], together.give[body, p, 0]
        changed = changed or made[0] != hold or made[1] != give or turns_aside(body, p, together)
        made[0], made[1] = hold, give
    free_mobility(body, parts, together)
    for p in range(together.borne[body]):
        hold = together.hold[body, p]
        if hold & LOADED:
            take_point(body, p, 0, together)
        if hold & GRIPS:
            take_point(body, p, 1, together)
            take_point(body, p, 2, together)
        elif turns_aside(body, p, together):
            put_side_row(body, p, together)
            row = together.side_row[body, p]
            take_row(body, row, 0, (moved_sideways(body, p, together), row[GIVE_ASIDE]), together)
    together.held[body] = 1
    return 1 if changed else 0


@routine
def meet_all_points(c, parts, together):
    """Let all bodies of a component meet the rows of their points, and form the matrix for their mobilities."""
    changed, first, last = 1 - together.bears[c], together.first[c], together.first[c + 1]
    for body in range(together.first_body[c], together.first_body[c + 1]):
        if together.borne[body] > 0:
            changed |= meet_points(body, parts, together)
    if changed > 0:
        together.bears[c] = 1
        for k in range(first, last):
            if together.held[together.body[k, 0]] > 0 or together.held[together.body[k, 1]] > 0:
                if together.point[k] == POINT_ALONE:
                    together.point[k] = POINT_AS_ROWS
                respond(k, parts, together)
        multiply_out(first, last, together, together.felt_diagonal)
        together.factored[c] = 0


@formula
def forget_mobility(c, together):
    """Let the bodies of a component move by their own mass again; numbers of M^-1 J^T that are zero then are set to it."""
    if together.bears[c] == 1:
        for k in range(together.first[c], together.first[c + 1]):
            if together.point[k] > 0:
                together.point[k] = POINT_ALONE
                together.response[k, :] = 0.0
        for body in range(together.first_body[c], together.first_body[c + 1]):
            together.held[body] = 0
        together.bears[c] = 0


@routine
def move_alone(c, parts, together):
    """Form the matrix of a component that contacts bear as if they did not, for motions that they do not know."""
    forget_mobility(c, together)
    for k in range(together.first[c], together.first[c + 1]):
        respond(k, parts, together)
    multiply_out(together.first[c], together.first[c + 1], together, together.diagonal)
    together.factored[c] = 0
