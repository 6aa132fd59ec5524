"""Geometric stiffness: bodies that joints pull at from both sides turn as if they were heavier, where a substep could not
follow them.

Impulses along the J of where the bodies are do not know that J turns.  An anchor at r that is pulled by f turns the body back,

    torque = -(f . r - r f^T) turn                                  the geometric stiffness of a point

and a body between two anchors is a spring that the tension T alone stretches: the links of a chain in zigzag swing at
omega^2 = T L / I, however exactly every step is solved.  Semi-implicit Euler lets (omega h)^2 come to 4; beyond, a swing is
multiplied by z of z^2 + ((omega h)^2 - 2) z + 1 = 0 in every substep, until links whirl and the chain is apart.  So where

    q = h/2 balance sum (tr(I^-1) r . p - p . I^-1 r) > MOST,       balance = 1 - |sum p| / sum |p|

over the impulses p of a body's points, its inverse inertia is multiplied by MOST / q; q is (omega h)^2 of a chain's link.
A body that hangs by one point is in balance with nothing: it turns about that point, and is left as it is.  Sources:
Tournier, Nesme, Gilles, Faure, "Stable Constrained Dynamics", 2015; Andrews, Teichmann, Kry, "Geometric Stiffness for
Real-time Constrained Multibody Dynamics", 2017, which raise masses in the same place, by the whole stiffness.
"""
from __future__ import annotations

from physics.compile.decorators import formula, kernel
from physics.constraints.block import IMPULSE, LOCAL_A, LOCAL_B, SLOTS, place_of
from physics.constraints.parts.point import POINT
from physics.simd.functions import any_lane, full_like, maximum, select
from physics.simd.mat33 import symmetric_transform
from physics.simd.memory import gather_rows, load_rows, scatter_rows, store_rows
from physics.simd.quat import rotate
from physics.simd.slots import load3
from physics.simd.value import W
from physics.simd.vec3 import add, dot, length, negate, scale

MOST = 2.0                                       # (omega h)^2 of a link: half of what it could be
TINY = 1e-30                                     # keeps 0 / 0 out of the balance


@formula
def pull(inverse, arm, impulse):
    """tr(I^-1) r . p - p . I^-1 r: how stiffly an impulse at an arm turns a body back [1/s]."""
    return (inverse[0] + inverse[3] + inverse[5]) * dot(arm, impulse) - dot(impulse, symmetric_transform(inverse, arm))


@formula
def share_left(total, h):
    """What is left of an inverse inertia; total = (sum p, sum |p|, sum of pulls)."""
    balance = 1.0 - length(total[0]) / maximum(total[1], TINY)
    most = full_like(balance, MOST)
    return most / maximum(0.5 * h * balance * total[2], most)


@formula
def add_tension(bodies, index, at, pulling):
    """Add a pull to the sums of one side of a block, which are in bodies.push; pulling = (anchor in the body, impulse)."""
    _, q = place_of(bodies, index, at)
    xx, xy, xz, yy, yz, zz, inverse_mass, _ = gather_rows(bodies.inverse_inertia, index, at)
    moves = full_like(xx, 0.0) + select(inverse_mass > 0.0, full_like(xx, 1.0), 0.0)
    impulse = scale(moves, pulling[1])           # rows of bodies that many lanes share stay zero
    stiff = pull((xx, xy, xz, yy, yz, zz), rotate(q, pulling[0]), impulse)
    px, py, pz, size, sum_stiff, spare, spare2, spare3 = gather_rows(bodies.push, index, at)
    total = add((px, py, pz), impulse)
    scatter_rows(bodies.push, index, at, (total[0], total[1], total[2], size + length(impulse), sum_stiff + stiff,
                                          spare, spare2, spare3))


@kernel
def sum_tension(begin, end, bodies, parts):
    """Add what the points of the part blocks begin .. end - 1 pulled with in the last substep, body by body.

    Reads bodies.pose bodies.inverse_inertia bodies.push parts.a parts.b parts.kind parts.data
    Writes bodies.push
    """
    data = parts.data
    for block in range(begin, end):
        if parts.kind[block] == POINT:
            at, base = block * W, block * SLOTS * W
            impulse = load3(data, base + IMPULSE * W)
            add_tension(bodies, parts.a, at, (load3(data, base + LOCAL_A * W), negate(impulse)))
            add_tension(bodies, parts.b, at, (load3(data, base + LOCAL_B * W), impulse))


@kernel
def stiffen_bodies(begin, end, bodies, h):
    """Less inverse inertia for the body blocks begin .. end - 1 where the sums of pulls ask for it; forget these.

    Reads bodies.push bodies.inverse_inertia
    Writes bodies.push bodies.inverse_inertia
    """
    for block in range(begin, end):
        row = block * W
        px, py, pz, size, stiff, _, _, _ = load_rows(bodies.push, row)
        if any_lane(size > 0.0):
            share = share_left(((px, py, pz), size, stiff), h)
            xx, xy, xz, yy, yz, zz, inverse_mass, spare = load_rows(bodies.inverse_inertia, row)
            store_rows(bodies.inverse_inertia, row, (share * xx, share * xy, share * xz, share * yy, share * yz, share * zz,
                                                     inverse_mass, spare))
            bodies.push[row:row + W] = 0
