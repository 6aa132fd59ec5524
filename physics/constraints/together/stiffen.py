"""Geometric stiffness of joints that are solved together, from the impulses of the present substep.

The exact solution of a chain needs it more than sweeps, which are too slow for what follows: a chain that is nearly straight
can get longer only by turning its links, the faster the straighter it is, without bound, and they whirl.  As in
`dynamics.geometric_stiffness`, bodies whose points have impulses p with

    q = h/2 balance sum (tr(I^-1) r . p - p . I^-1 r) > LARGEST,       balance = 1 - |sum p| / sum |p|

get LARGEST / q of their inverse inertia, first by the impulses of the last substep.  Where a slack chain tightens these say
nothing yet: so q is formed once more of those that the solution found, and where it is too large the substep is solved again,
until it is not.  With the inertia that its links have then the load is held instead.  A body whose inertia grows so within a
substep keeps its angular momentum, as with an implicit step, (I + h K) w' = I w; with its spin it would gain energy.  Passes over
poses are motions of one unit of time, with h = 1.  Bodies that touch something keep their inertia, which contacts reckon with.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.constraints import block
from physics.constraints.parts.point import POINT
from physics.constraints.together.bounds import move
from physics.constraints.together.layout import SIDE
from physics.constraints.together.matrix import multiply_out, respond, slot, slot3
from physics.simd.functions import sqrt
from physics.simd.vec3 import dot
from physics.simd.value import W

LARGEST = 1.0                                    # (omega h)^2 of a link: a quarter of the limit of stability
OVER = 2.0                                       # how far above it a body may be left
PASSES = 8                                       # solutions of a substep
TINY = 1e-30                                     # keeps 0 / 0 out of the balance


@formula
def add_pull(k, side, parts, together):
    """Add the impulse of a point to the sums of one of its bodies."""
    number = together.lane[k] // W
    base, sign = number * block.SLOTS * W + together.lane[k] % W, 2.0 * side - 1.0
    body, data = together.body[k, side], parts.data
    r = slot3(data, base, block.ARM_B if side == 1 else block.ARM_A)
    p = sign * together.impulse[k, 0], sign * together.impulse[k, 1], sign * together.impulse[k, 2]
    inertia = block.INERTIA_B if side == 1 else block.INERTIA_A
    xx, xy, xz = slot3(data, base, inertia)
    yy, yz, zz = slot3(data, base, inertia + 3)
    turned = xx * r[0] + xy * r[1] + xz * r[2], xy * r[0] + yy * r[1] + yz * r[2], xz * r[0] + yz * r[1] + zz * r[2]
    tension = together.tension[body]
    for n in range(3):
        tension[n] += p[n]
    tension[3] += sqrt(dot(p, p))
    tension[4] += (xx + yy + zz) * dot(r, p) - dot(p, turned)


@formula
def too_taut(body, together, h):
    """q of a body."""
    t = together.tension[body]
    balance = 1.0 - sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]) / max(t[3], TINY)
    return 0.0 if together.meets[body] > 0 and h < 1.0 else 0.5 * h * balance * t[4]


@formula
def share_of(body, together, h):
    """LARGEST / q of a body, or 1 where it may stay."""
    q = too_taut(body, together, h)
    return LARGEST / q if q > OVER * LARGEST else 1.0


@formula
def sum_pulls(first, last, parts, together):
    """The sums of all bodies."""
    for k in range(first, last):
        for side in range(2):
            together.tension[together.body[k, side], :] = 0.0
    for k in range(first, last):
        if parts.kind[together.lane[k] // W] == POINT:
            for side in range(2):
                add_pull(k, side, parts, together)


@formula
def remember(k, together):
    """Note where the solution begins for a node and its bodies."""
    for r in range(3):
        together.first_impulse[k, r] = together.impulse[k, r]
    for side in range(2):
        body = together.body[k, side]
        for n in range(SIDE):
            together.before[body, n] = together.speed[body, n]


@formula
def go_back(k, together):
    """Return a node and its bodies to where the solution began."""
    for r in range(3):
        together.impulse[k, r] = together.first_impulse[k, r]
    for side in range(2):
        body = together.body[k, side]
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
        body, inertia = together.body[k, side], block.INERTIA_B if side == 1 else block.INERTIA_A
        for n in range(6):
            parts.data[base + (inertia + n) * W] *= share[body]


@formula
def guess_shares(c, parts, together, h):
    """Shares of the bodies of a component by the impulses of the last substep."""
    first, last = together.first[c], together.first[c + 1]
    for body in range(together.first_body[c], together.first_body[c + 1]):
        together.share[body] = 1.0
    for k in range(first, last):
        base = together.lane[k] // W * block.SLOTS * W + together.lane[k] % W
        for r in range(3):
            together.impulse[k, r] = slot(parts.data, base, block.IMPULSE + r)
    sum_pulls(first, last, parts, together)
    for body in range(together.first_body[c], together.first_body[c + 1]):
        together.share[body] = min(1.0, LARGEST / max(too_taut(body, together, h), TINY))


@routine
def stiffen(first, last, parts, together, h):
    """Give the bodies of the nodes first .. last - 1 that are under too much tension more inertia, and return to where the
    solution began; returns 1 where there are any, else 0 and nothing changes."""
    sum_pulls(first, last, parts, together)
    found = 0
    for k in range(first, last):
        for side in range(2):
            if share_of(together.body[k, side], together, h) < 1.0:
                found = 1
    if found == 0:
        return 0
    for k in range(first, last):
        go_back(k, together)
    for k in range(first, last):
        apply_first(k, -1.0, together)
    for k in range(first, last):
        for side in range(2):
            body = together.body[k, side]
            if together.tension[body, 3] >= 0.0:
                together.fewer[body] = share_of(body, together, h)
                together.share[body] *= together.fewer[body]
                together.tension[body, 3] = -1.0
                for n in range(3):
                    together.speed[body, 3 + n] *= together.fewer[body]
    for k in range(first, last):
        reduce_inertia(k, together.fewer, parts, together)
        respond(k, parts, together)
    multiply_out(first, last, together)
    for k in range(first, last):
        for r in range(3):
            together.impulse[k, r] = 0.0
    for k in range(first, last):
        apply_first(k, 1.0, together)
    for k in range(first, last):
        remember(k, together)
    return 1
