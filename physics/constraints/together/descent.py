"""Descent: how far to go towards the velocity that Newton's method finds for joints and the contacts that bear them.

With the impulses q that are applied, of which V is the velocity, and the answers p of the points, see `bearing`, the energy

    1/2 (V - V_free) M (V - V_free) + sum over the points of the integral of -p dw

is least where q = p.  It is convex: along the way from V to the velocity that is found, on which w and q are straight,

    slope = sum over the points of dw (q - p(w))

rises, and its zero is found by halving.  Going no farther, every solution lowers the energy: states of points cannot go round in
a circle, and a solution that ends early is better than the one before.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.constraints.together.bearing import answer_to, moved_sideways, turns_aside, w_of
from physics.constraints.together.layout import ASIDE, GIVE_ASIDE, GRIPS, LOADED, SIDE, SIDEWAYS, WAITS
from physics.simd.functions import absolute

MOST_TURNS = 20                                  # solutions
NEAR = 1e-3                                      # of the speed that its load gives the component: change that may be left
SURE = 1e-6                                      # share of the sizes that w is made of below which it has no sign
HALVINGS = 30                                    # of the way


@formula
def fitting_hold(body, p, together):
    """The state that fits the w of a point."""
    w, give, bound = together.w[body, p], together.give[body, p], together.friction_bound[body, p]
    lack, x, y = together.lack[body, p, 0], w[1] / give[1], w[2] / give[2]
    sure = 0.0 if together.hold[body, p] & LOADED else SURE * (absolute(w[0] - lack) + absolute(lack))
    return (LOADED if w[0] < -sure else 0) | (GRIPS if x * x + y * y < bound * bound else 0)


@formula
def measure(c, together):
    """Write w of all points of a component."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            for r in range(3):
                together.w[body, p, r] = w_of(body, p, r, together)


@routine
def begin_turn(c, together):
    """Note where a solution begins."""
    measure(c, together)
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for n in range(SIDE):
            together.last_speed[body, n] = together.speed[body, n]
    for k in range(together.first[c], together.first[c + 1]):
        for r in range(3):
            together.last_impulse[k, r] = together.impulse[k, r]


@formula
def find_loads(c, together):
    """Find w of points, and the impulses of the rows that they have, after a solution."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            hold, found, w = together.hold[body, p], together.found_load[body, p], together.found_w[body, p]
            for r in range(3):
                w[r] = w_of(body, p, r, together)
                if hold & (LOADED if r == 0 else GRIPS):
                    found[r] = -w[r] / together.give[body, p, r]
            if turns_aside(body, p, together):
                row = together.side_row[body, p]
                answer = -moved_sideways(body, p, together) / row[GIVE_ASIDE]
                found[1] += row[SIDEWAYS] * (answer - row[ASIDE])
                found[2] += row[SIDEWAYS + 1] * (answer - row[ASIDE])
                row[ASIDE] = answer


@formula
def slope_at(c, along, together):
    """The slope of the energy at a share of the way to what was found."""
    slope = 0.0
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            if together.hold[body, p] != WAITS:
                w, found_w, load, found = (together.w[body, p], together.found_w[body, p], together.load[body, p],
                                           together.found_load[body, p])
                x, y, z = found_w[0] - w[0], found_w[1] - w[1], found_w[2] - w[2]
                answer = answer_to(body, p, (w[0] + along * x, w[1] + along * y, w[2] + along * z), together)
                slope += (x * (load[0] + along * (found[0] - load[0]) - answer[0])
                          + y * (load[1] + along * (found[1] - load[1]) - answer[1])
                          + z * (load[2] + along * (found[2] - load[2]) - answer[2]))
    return slope


@formula
def lowest(c, together):
    """The share of the way to what was found at which the energy is least."""
    low, high = 0.0, 1.0
    if slope_at(c, high, together) > 0.0:
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            if slope_at(c, middle, together) > 0.0:
                high = middle
            else:
                low = middle
    return high


@formula
def between(one, other, along):
    """A share of the way from one number to another, with no rounding at its end."""
    return other if along == 1.0 else one + along * (other - one)


@formula
def go(c, along, together):
    """Go a share of the way to what was found."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for n in range(SIDE):
            together.speed[body, n] = between(together.last_speed[body, n], together.speed[body, n], along)
        for p in range(together.borne[body]):
            for r in range(3):
                together.load[body, p, r] = between(together.load[body, p, r], together.found_load[body, p, r], along)
    for k in range(together.first[c], together.first[c + 1]):
        for r in range(3):
            together.impulse[k, r] = between(together.last_impulse[k, r], together.impulse[k, r], along)


@routine
def take_loads(c, together):
    """Take the impulses that belong to the speeds of the bodies."""
    find_loads(c, together)
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            for r in range(3):
                together.load[body, p, r] = together.found_load[body, p, r]


@formula
def change_holds(c, together):
    """Give points the states that fit them; returns (1 where a state or its friction changed, energy of small changes)."""
    changed, small = 0, 0.0
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            if together.hold[body, p] != WAITS:
                hold, load = fitting_hold(body, p, together), together.load[body, p]
                _, x, y = answer_to(body, p, together.w[body, p], together)
                x, y, bound = x - load[1], y - load[2], NEAR * together.friction_bound[body, p]
                changed |= int(hold != together.hold[body, p] or x * x + y * y > bound * bound)
                together.hold[body, p] = hold
                small += NEAR * NEAR * together.give[body, p, 1] * load[0] * load[0]
    return changed, small


@routine
def descend(c, together, whole):
    """Go towards what was found, all the way where `whole`, else as far as the energy falls; returns 1 where it falls on."""
    find_loads(c, together)
    falls, along = -slope_at(c, 0.0, together), 1.0
    if not whole:
        along = lowest(c, together)
    go(c, along, together)
    measure(c, together)
    changed, small = change_holds(c, together)
    return int((changed == 1 or along < 1.0) and (whole or falls > small))
