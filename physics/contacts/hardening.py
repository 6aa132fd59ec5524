"""Soft contacts harden with their overlap, so that no load pushes a body through another.

Their spring is in units of the bodies' masses: 10 kN on balls of 1 kg would need 0.27 m of overlap.  From half the least half
extent s of the smaller of two bodies on, the share k of the compliance that a soft row keeps falls, to none at an overlap of s:

    k = 1 - (overlap - s / 2) / (s / 2)  within 0 .. 1,        mass_scale = 1 - k (1 - the law's)

with k = 0 the row is rigid.  The overlap is the deepest of the manifold at the start of the step; bodies that do not move are as
large as they like.
"""
from __future__ import annotations

from physics.bodies.arrays import FAR
from physics.compile.decorators import formula
from physics.contacts.layout import (
    COUNT,
    FIRST_POINT,
    FLAGS,
    HARDENED,
    INVERSE_MASS_A,
    INVERSE_MASS_B,
    KEPT_SOFTNESS,
    POINT,
    START,
)
from physics.simd.functions import any_lane, maximum, minimum, select
from physics.simd.memory import gather_half, load, store
from physics.simd.value import W


@formula
def least_extent(bodies, rows, at, inverse_mass):
    """Least half extent of the bodies of a block that can move, FAR of others [m]."""
    x, y, z, _ = gather_half(bodies.shape, rows, at, 0)
    return select(inverse_mass > 0.0, minimum(minimum(x, y), z), FAR)


@formula
def harden(bodies, contacts, block, base, shallow):
    """Mark a block, whose points are prepared, and write what softness its manifolds keep; overlap up to `shallow` [m] is passed
    over."""
    data, at = contacts.data, block * W
    data[base + FLAGS * W + HARDENED] = 0
    deepest = load(data, base + (FIRST_POINT + START) * W)
    for j in range(1, int(data[base + FLAGS * W + COUNT])):
        deepest = minimum(deepest, load(data, base + (FIRST_POINT + j * POINT + START) * W))
    if any_lane(deepest < -shallow):
        half = 0.5 * minimum(least_extent(bodies, contacts.a, at, load(data, base + INVERSE_MASS_A * W)),
                             least_extent(bodies, contacts.b, at, load(data, base + INVERSE_MASS_B * W)))
        if any_lane(deepest < -half):
            data[base + FLAGS * W + HARDENED] = 1
            store(data, base + KEPT_SOFTNESS * W, maximum(minimum((deepest + half) / half + 1.0, 1.0), 0.0))
