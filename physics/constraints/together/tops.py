"""Tops among joints that are solved together: the mean spin W of a substep is that of the momentum after its impulses.

Where W is that of the momentum before them, an impulse turns W along itself, and not as it turns the top: a top that is let go in
steady precession sags by m g l^2 h^2 / I1 first.  The response of W to an impulse, 1 / (1 + i b) times that to one at rest, where
i turns across the axis, is no symmetric matrix, so joints are solved again and again, each time with means that take up the
share eta of what the last solution left:

    change += eta r,     r = W(w + impulses) + g - u,     1 / eta = (1 + A) / 2 - (1 - A) / 2 cos(...),     A = 1 / (1 + i b)

What is left of r after a turn is a share of it between 1, of tops that nothing but their own inertia holds, and A, of those which
are fixed; the cosines are those of Chebyshev's polynomials on the line between the two.  A component without fast tops is solved
once.

Source: Manteuffel, "The Tchebychev iteration for nonsymmetric linear systems", 1977.
"""
from __future__ import annotations

import math

from physics.bodies.symmetric_top import lead_of, mean_rotation, top_of
from physics.bodies.tumbling import OF_TOP
from physics.compile.decorators import formula, kernel
from physics.simd.functions import maximum
from physics.simd.quat import sine_cosine
from physics.simd.vec3 import add, add_scaled, cross, sub

SLOW = 0.02                                      # b of tops for which one solution is enough; more: precession begins with a sag
FEWEST, MORE, MOST = 3, 3.0, 20                  # turns: of slow tops, for each 1 of b, of any
HALF_TURN = math.pi


@formula
def three_of(rows, row, first):
    """Three numbers of a row, in double precision."""
    return 1.0 * rows[row, first], 1.0 * rows[row, first + 1], 1.0 * rows[row, first + 2]


@formula
def read_top(bodies, row):
    """(Top, spin less what its rows changed, that change, g) of a body."""
    x, y, z = three_of(bodies.pose, row, 3)
    change = three_of(bodies.spin_change, row, 0)
    top = top_of((x, y, z, 1.0 * bodies.pose[row, 6]), three_of(bodies.local, row, 0))
    return top, sub(three_of(bodies.velocity, row, 3), change), change, three_of(bodies.spin_change, row, 4)


@kernel
def turns_of_means(c, bodies, together) -> int:
    """How often the means of the component c are renewed in a substep, before rows are relaxed.

    Reads bodies.spin_change together
    Writes
    """
    fastest = 0.0
    for body in range(together.first_body[c], together.first_body[c + 1]):
        fastest = maximum(fastest, 1.0 * bodies.spin_change[together.row[body], 7])
    return 0 if fastest < SLOW else min(FEWEST + int(MORE * fastest), MOST)


@kernel
def renew_means(c, bodies, together, h, now):
    """Renew the means of the tops of component c; now = (turn, how many).

    Reads bodies.velocity bodies.pose bodies.local bodies.spin_change together
    Writes bodies.velocity bodies.spin_change
    """
    turn, turns = now
    for body in range(together.first_body[c], together.first_body[c + 1]):
        row = together.row[body]
        if bodies.spin_change[row, 3] == OF_TOP and bodies.spin_change[row, 7] > 0:
            top, w, change, lead = read_top(bodies, row)
            b = lead_of(w, top, h)
            cosine, _ = sine_cosine(HALF_TURN * (0.5 - (turns - turn - 0.5) / turns))
            left = sub(add(mean_rotation(w, top, h), lead), add(w, change))
            part = 1.0 - cosine
            size = 1.0 / (2.0 + 0.5 * b * b * part * part)
            share, across = size * (2.0 + b * b * part), size * b * (2.0 - part)
            more = cross(left, top.axis)
            for n in range(3):
                step = share * left[n] + across * more[n]
                bodies.spin_change[row, n] += step
                bodies.velocity[row, 3 + n] += step
