"""Bearing: joints that are solved together and the contacts that bear them, as one system.

A point that presses adds rows J with the little give c to its body.  For a body with the inverse mass matrix Y they are taken one
after another,

    g = Y J^T / (c + J Y J^T),     V' = V - g w,     Y' = Y - g J Y                         w = J V + bias + c impulse

after which V meets all of them and Y, the body's mobility, is how it moves under impulses while they do.  With Y in place of
M^-1, the system of the joints is that of joints and contacts together, and as easy to solve: points at something immovable couple
no bodies.  The impulses of the points follow from the speeds that are found, impulse = -(J V + bias) / c.

A point presses and does not pull, and friction has a bound: points GRIP (three rows), SLIDE (the normal row, with friction at its
bound) or are LOOSE.  What does not fit its state changes it, and the system is solved again, as for bounds of joints, see
`bounds`.  Friction at its bound follows the load that it had in the turn before.  Where that comes to no end
in EASY turns it stays, and the rest is found for it.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.constraints import block
from physics.constraints.together.layout import GRIPS, KEPT, LOOSE, ROW_NUMBERS, SIDE, SLIDES
from physics.constraints.together.matrix import get6, multiply_out, respond, slot
from physics.simd.functions import absolute, sqrt
from physics.simd.value import W

EASY, MOST_TURNS = 5, 10                         # solutions after which friction stays as it is, and in all
NEAR = 1e-3                                      # of its bound: change of friction after which it stays
SURE = 1e-6                                      # share of the sizes that w is made of below which it has no sign
TINY = 1e-30                                     # keeps 0 / 0 out of directions


@formula
def row_product6(wrench, at, speed):
    """J V of a row whose six numbers begin at `at`."""
    total = 0.0
    for n in range(SIDE):
        total += wrench[at + n] * speed[n]
    return total


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
    together.load[body, p, r] += impulse


@routine
def apply_loads(c, parts, together):
    """Apply the impulses with which the points of a component begin."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            for r in range(3):
                impulse = together.load[body, p, r]
                push_body(body, parts, together, (p, r, impulse))
                together.load[body, p, r] = impulse
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
def take_row(body, p, r, together):
    """Let a body meet a row, and take what it cannot do any more from its mobility."""
    j, y, mobility, speed = together.wrench[body, p], together.answer[body], together.mobility[body], together.speed[body]
    at, give = SIDE * r, together.give[body, p, r]
    k = give
    for n in range(SIDE):
        y[n] = 0.0
        for m in range(SIDE):
            y[n] += mobility[n, m] * j[at + m]
        k += j[at + n] * y[n]
    w = row_product6(j, at, speed) + together.lack[body, p, r] + give * together.load[body, p, r]
    for n in range(SIDE):
        speed[n] -= w / k * y[n]
        for m in range(SIDE):
            mobility[n, m] -= y[n] * y[m] / k


@formula
def rub(body, p, parts, together):
    """Put the friction of a point that slides to what it would have without a bound, as far as that lets it."""
    load, trial = together.load[body, p], together.trial[body, p]
    wanted = sqrt(trial[0] * trial[0] + trial[1] * trial[1])
    share = min(1.0, together.grip[body, p] * max(load[0], 0.0) / max(wanted, TINY))
    push_body(body, parts, together, (p, 1, share * trial[0] - load[1]))
    push_body(body, parts, together, (p, 2, share * trial[1] - load[2]))


@formula
def meet_points(body, parts, together, turn):
    """Let a body meet the rows of its points; returns 1 where its mobility is of other rows than before."""
    changed = together.held[body] == 0
    for p in range(together.borne[body]):
        hold, load = together.hold[body, p], together.load[body, p]
        if hold == LOOSE:
            for r in range(3):
                push_body(body, parts, together, (p, r, -load[r]))
        elif hold == SLIDES and turn <= EASY:
            rub(body, p, parts, together)
        made = together.made_of[body, p]
        changed = changed or made[0] != hold or made[1] != together.give[body, p, 0]
        made[0], made[1] = hold, together.give[body, p, 0]
    free_mobility(body, parts, together)
    for p in range(together.borne[body]):
        if together.hold[body, p] == GRIPS or together.hold[body, p] == SLIDES:
            take_row(body, p, 0, together)
        if together.hold[body, p] == GRIPS:
            take_row(body, p, 1, together)
            take_row(body, p, 2, together)
    together.held[body] = 1
    return 1 if changed else 0


@routine
def meet_all_points(c, parts, together, turn):
    """Let all bodies of a component meet the rows of their points, and form the matrix for their mobilities."""
    changed, first, last = 1 - together.bears[c], together.first[c], together.first[c + 1]
    for body in range(together.first_body[c], together.first_body[c + 1]):
        if together.borne[body] > 0:
            changed |= meet_points(body, parts, together, turn)
    if changed > 0:
        together.bears[c] = 1
        for k in range(first, last):
            if together.held[together.body[k, 0]] > 0 or together.held[together.body[k, 1]] > 0:
                respond(k, parts, together)
        multiply_out(first, last, together, together.felt_diagonal)
        together.factored[c] = 0


@formula
def found_load(body, p, r, together):
    """The impulse of a row of a point that meets it, from the speed of its body."""
    return -(row_product6(together.wrench[body, p], SIDE * r, together.speed[body]) + together.lack[body, p, r]) / (
        together.give[body, p, r])


@formula
def find_loads(body, p, together):
    """Find the impulses of the rows that a point has, and the friction that it would have without a bound: of one that slides
    that of a sweep, which moves the body alone."""
    load, trial, hold = together.load[body, p], together.trial[body, p], together.hold[body, p]
    if hold != LOOSE:
        load[0] = found_load(body, p, 0, together)
    for r in range(1, 3):
        found = found_load(body, p, r, together)
        if hold == GRIPS:
            trial[r - 1] = load[r] = found
        else:
            trial[r - 1] = load[r] + together.felt[body] * (found - together.rubbed[body, p, r - 1])


@formula
def comes(body, p, together):
    """Whether the body of a point without load would go in there."""
    v, lack = row_product6(together.wrench[body, p], 0, together.speed[body]), together.lack[body, p, 0]
    return v + lack < -SURE * (absolute(v) + absolute(lack))


@formula
def friction_hold(body, p, together):
    """(GRIPS or SLIDES, whichever fits the friction of a point, 1 where that has to follow its bound)."""
    load, trial, hold, moved = together.load[body, p], together.trial[body, p], GRIPS, 0
    wanted, bound = sqrt(trial[0] * trial[0] + trial[1] * trial[1]), together.grip[body, p] * load[0]
    if wanted > bound:
        share = bound / wanted
        x, y = share * trial[0] - load[1], share * trial[1] - load[2]
        hold, moved = SLIDES, int(x * x + y * y > NEAR * NEAR * bound * bound)
    return hold, moved


@formula
def next_hold(body, p, together, turn):
    """(state in which a point fits what was found, 1 where its friction has to follow its bound)."""
    hold, moved = together.hold[body, p], 0
    if hold == LOOSE:
        if comes(body, p, together):
            hold = GRIPS if turn < EASY else SLIDES
    elif together.load[body, p, 0] < 0.0:
        hold = LOOSE
    elif turn < EASY:
        hold, moved = friction_hold(body, p, together)
    return hold, moved


@routine
def change_holds(c, together, turn):
    """Find the impulses of all points, and let those change their states that do not fit them; returns 1 where any does."""
    found = 0
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            hold = together.hold[body, p]
            if hold != KEPT:
                find_loads(body, p, together)
                together.hold[body, p], moved = next_hold(body, p, together, turn)
                found |= moved | int(together.hold[body, p] != hold)
    return found


@routine
def keep_friction(c, together):
    """Let friction stay as it is where points press."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            if together.hold[body, p] == GRIPS:
                together.hold[body, p] = SLIDES


@formula
def forget_mobility(c, together):
    """Let the bodies of a component move by their own mass again; numbers of M^-1 J^T that are zero then are set to it."""
    if together.bears[c] == 1:
        for k in range(together.first[c], together.first[c + 1]):
            for side in range(2):
                if together.held[together.body[k, side]] > 0 and together.point[k] == 1:
                    for r in range(3):
                        together.response[k, r * ROW_NUMBERS + SIDE * side:r * ROW_NUMBERS + SIDE * side + SIDE] = 0.0
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
