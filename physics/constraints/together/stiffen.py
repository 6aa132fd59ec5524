"""Geometric stiffness of joints that are solved together, from the impulses of the present substep.

The exact solution of a chain needs it more than sweeps, which are too slow for what follows: a chain that is nearly straight
can get longer only by turning its links, the faster the straighter it is, without bound, and they whirl.  As in
`dynamics.geometric_stiffness`, bodies whose points have impulses p with

    q = h/2 balance sum (tr(I^-1) r . p - p . I^-1 r) > LARGEST,       balance = 1 - |sum p| / sum |p|

get LARGEST / q of their inverse inertia, first by the impulses of the last substep.  Where a slack chain tightens these say
nothing yet: so q is formed once more of those that the solution found, and where it is too large the substep is solved again,
until it is not.  With the inertia that its links have then the load is held instead.  A body whose inertia grows so within a
substep keeps its angular momentum, as with an implicit step, (I + h K) w' = I w; with its spin it would gain energy.  Passes over
poses are motions of one unit of time, with h = 1.  Bodies whose contacts are swept keep their inertia: contacts reckon with it.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.constraints import block
from physics.constraints.together.bounds import move
from physics.constraints.together.layout import SIDE
from physics.constraints.together.matrix import get3, multiply_out, respond, slot
from physics.simd.functions import sqrt
from physics.simd.vec3 import dot
from physics.simd.value import W

LARGEST = 1.0                                    # (omega h)^2 of a link: a quarter of the limit of stability
OVER = 2.0                                       # how far above it a body may be left
PASSES = 8                                       # solutions of a substep
TINY = 1e-30                                     # keeps 0 / 0 out of the balance


@formula
def add_pull(k, side, pull, size, together):
    """Add the impulse of a point, of this size, to the sums of one of its bodies; pull: see `Together`."""
    tension, sign, impulse = together.tension[together.body[k, side]], 2.0 * side - 1.0, together.impulse[k]
    p = sign * impulse[0], sign * impulse[1], sign * impulse[2]
    tension[0] += p[0]
    tension[1] += p[1]
    tension[2] += p[2]
    tension[3] += size
    tension[4] += dot(p, pull)


@formula
def size_of(impulse):
    """The length of an impulse."""
    return sqrt(impulse[0] * impulse[0] + impulse[1] * impulse[1] + impulse[2] * impulse[2])


@formula
def too_taut(body, together, h):
    """q of a body."""
    t = together.tension[body]
    balance = 1.0 - sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]) / max(t[3], TINY)
    swept = together.meets[body] > 0 and (together.borne[body] == 0 or together.held[body] > 0)
    return 0.0 if swept and h < 1.0 else 0.5 * h * balance * t[4]


@formula
def share_of(body, together, h):
    """LARGEST / q of a body, or 1 where it may stay."""
    q = too_taut(body, together, h)
    return LARGEST / q if q > OVER * LARGEST else 1.0


@formula
def sum_pulls(c, together):
    """The sums of all bodies."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        together.tension[body, :] = 0.0
    for k in range(together.first[c], together.first[c + 1]):
        if together.point[k] > 0:
            size = size_of(together.impulse[k])
            for side in range(2):
                add_pull(k, side, get3(together.pull[k], 3 * side), size, together)


@formula
def remember(c, together):
    """Note where the solution begins."""
    for k in range(together.first[c], together.first[c + 1]):
        for r in range(3):
            together.first_impulse[k, r] = together.impulse[k, r]
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for n in range(SIDE):
            together.before[body, n] = together.speed[body, n]


@formula
def go_back(c, together):
    """Return to where the solution began."""
    for k in range(together.first[c], together.first[c + 1]):
        for r in range(3):
            together.impulse[k, r] = together.first_impulse[k, r]
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for n in range(SIDE):
            together.speed[body, n] = together.before[body, n]


@formula
def apply_first(k, sign, together):
    """Apply the impulse with which a node began, times a sign."""
    for r in range(3):
        together.change[k, r] = sign * together.first_impulse[k, r]
    move(k, together)


@formula
def reduce_inertia(k, share, parts, together):
    """Multiply the inverse inertias of a part's bodies by their shares."""
    base = together.lane[k] // W * block.SLOTS * W + together.lane[k] % W
    for side in range(2):
        of_body, at = share[together.body[k, side]], block.INERTIA_B if side == 1 else block.INERTIA_A
        if of_body < 1.0:
            for n in range(6):
                together.inertia[k, 6 * side + n] *= of_body
                parts.data[base + (at + n) * W] *= of_body
            for n in range(3):
                together.pull[k, 3 * side + n] *= of_body


@formula
def guess_shares(c, parts, together, when):
    """Shares of the bodies of a component by the impulses of the last substep; when = (h, substeps).

    Arms of contacts are those of the beginning of the step, so what contacts bear turns by the rows of a step, not of a substep;
    it gets no more inertia than if it had the mass of its component.
    """
    h, substeps = when
    for k in range(together.first[c], together.first[c + 1]):
        base = together.lane[k] // W * block.SLOTS * W + together.lane[k] % W
        for r in range(3):
            together.impulse[k, r] = slot(parts.data, base, block.IMPULSE + r)
    sum_pulls(c, together)
    for body in range(together.first_body[c], together.first_body[c + 1]):
        lag = 1.0 * substeps * substeps if together.borne[body] > 0 else 1.0
        share = min(1.0, LARGEST / max(lag * too_taut(body, together, h), TINY))
        together.share[body] = max(share, together.felt[body]) if together.borne[body] > 0 else share


@routine
def stiffen(c, parts, together, h):
    """Give the bodies of a component that are under too much tension more inertia, and return to where the solution began;
    returns 1 where there are any, else 0 and nothing changes."""
    sum_pulls(c, together)
    found = False
    for body in range(together.first_body[c], together.first_body[c + 1]):
        together.fewer[body] = share_of(body, together, h)
        found = found or together.fewer[body] < 1.0
    if not found:
        return 0
    first, last = together.first[c], together.first[c + 1]
    go_back(c, together)
    for k in range(first, last):
        apply_first(k, -1.0, together)
    for body in range(together.first_body[c], together.first_body[c + 1]):
        together.share[body] *= together.fewer[body]
        for n in range(3):
            together.speed[body, 3 + n] *= together.fewer[body]
    for k in range(first, last):
        reduce_inertia(k, together.fewer, parts, together)
        respond(k, parts, together)
    if together.bears[c] == 1:
        multiply_out(first, last, together, together.felt_diagonal)
    else:
        multiply_out(first, last, together, together.diagonal)
    together.factored[c] = 0
    for k in range(first, last):
        for r in range(3):
            together.impulse[k, r] = 0.0
    for k in range(first, last):
        apply_first(k, 1.0, together)
    remember(c, together)
    return 1
