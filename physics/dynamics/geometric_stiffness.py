"""Geometric stiffness: bodies under tension from both sides get more inertia where a substep is too long for their rotation.

Impulses along the J of the present poses neglect that J rotates.  A force f on an anchor at r turns a rotated body back,

    torque = -(f . r - r f^T) turn                                  the geometric stiffness of a point

and a body between two anchors is a torsion spring made by the tension T: the links of a chain in zigzag oscillate at
omega^2 = T L / I, however exactly every step is solved.  Semi-implicit Euler is stable up to (omega h)^2 = 4; beyond, an
oscillation is multiplied by z of z^2 + ((omega h)^2 - 2) z + 1 = 0 in every substep, until the chain breaks up.  So where

    q = h/2 balance sum (tr(I^-1) r . p - p . I^-1 r) > MOST,       balance = 1 - |sum p| / sum |p|

over the impulses p of a body's points, its inverse inertia is multiplied by MOST / q; q is (omega h)^2 of a chain's link.
A body that hangs by one point has balance 0: it rotates about that point and keeps its inertia.  Sources:
Tournier, Nesme, Gilles, Faure, "Stable Constrained Dynamics", 2015; Andrews, Teichmann, Kry, "Geometric Stiffness for
Real-time Constrained Multibody Dynamics", 2017, which add the whole stiffness to the mass matrix.
"""
from __future__ import annotations

from typing import Any, NamedTuple

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

MOST = 2.0                                       # largest (omega h)^2 of a link: half the limit of stability
TINY = 1e-30                                     # keeps 0 / 0 out of the balance


class Tension(NamedTuple):
    """Sums over the points of a body."""

    impulse: Any                                 # (3) sum p [N s]
    size: Any                                    # sum |p| [N s]
    stiffness: Any                               # sum of `point_stiffness` [1/s]


@formula
def point_stiffness(inverse, arm, impulse):
    """tr(I^-1) r . p - p . I^-1 r: the stiffness against rotation by an impulse at an arm [1/s]."""
    return (inverse[0] + inverse[3] + inverse[5]) * dot(arm, impulse) - dot(impulse, symmetric_transform(inverse, arm))


@formula
def inertia_factor(tension, h):
    """The factor on the inverse inertia of a body, from its Tension."""
    balance = 1.0 - length(tension.impulse) / maximum(tension.size, TINY)
    most = full_like(balance, MOST)
    return most / maximum(0.5 * h * balance * tension.stiffness, most)


@formula
def add_tension(bodies, index, at, anchor, impulse):
    """Add an impulse at an anchor, given in the body, to the sums of one side of a block, which are in bodies.push."""
    _, q = place_of(bodies, index, at)
    xx, xy, xz, yy, yz, zz, inverse_mass, _ = gather_rows(bodies.inverse_inertia, index, at)
    moves = full_like(xx, 0.0) + select(inverse_mass > 0.0, full_like(xx, 1.0), 0.0)
    impulse = scale(moves, impulse)              # rows of immovable bodies, which several lanes share, stay zero
    stiff = point_stiffness((xx, xy, xz, yy, yz, zz), rotate(q, anchor), impulse)
    px, py, pz, size, sum_stiff, spare, spare2, spare3 = gather_rows(bodies.push, index, at)
    total = add((px, py, pz), impulse)
    scatter_rows(bodies.push, index, at, (total[0], total[1], total[2], size + length(impulse), sum_stiff + stiff,
                                          spare, spare2, spare3))


@kernel
def sum_tension(begin, end, bodies, parts):
    """Add the impulses of points in the part blocks begin .. end - 1 in the last substep to the sums of their bodies.

    Reads bodies.pose bodies.inverse_inertia bodies.push parts.a parts.b parts.kind parts.data
    Writes bodies.push
    """
    data = parts.data
    for block in range(begin, end):
        if parts.kind[block] == POINT:
            at, base = block * W, block * SLOTS * W
            impulse = load3(data, base + IMPULSE * W)
            add_tension(bodies, parts.a, at, load3(data, base + LOCAL_A * W), negate(impulse))
            add_tension(bodies, parts.b, at, load3(data, base + LOCAL_B * W), impulse)


@kernel
def stiffen_bodies(begin, end, bodies, h):
    """Reduce the inverse inertia of the body blocks begin .. end - 1 by their tension, and reset the sums.

    Reads bodies.push bodies.inverse_inertia
    Writes bodies.push bodies.inverse_inertia
    """
    for block in range(begin, end):
        row = block * W
        px, py, pz, size, stiff, _, _, _ = load_rows(bodies.push, row)
        if any_lane(size > 0.0):
            share = inertia_factor(Tension((px, py, pz), size, stiff), h)
            xx, xy, xz, yy, yz, zz, inverse_mass, spare = load_rows(bodies.inverse_inertia, row)
            store_rows(bodies.inverse_inertia, row, (share * xx, share * xy, share * xz, share * yy, share * yz, share * zz,
                                                     inverse_mass, spare))
            bodies.push[row:row + W] = 0
