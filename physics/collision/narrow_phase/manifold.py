"""Writing manifold blocks: the normal, the number of points, and up to four points of sixteen pairs.

The normal points from a to b.  A point lies midway between the two surfaces, or on that of a sphere against a box or a
plane, relative to a's centre, along the world's axes.  A point that does not exist has separation NO_POINT and feature -1;
its position, and the normal of a pair without points, hold any finite numbers.  Points that exist come first.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import (
    COUNT,
    FEATURE,
    FIRST,
    MANIFOLD_SLOTS,
    NO_POINT,
    NORMAL,
    POINT_SLOTS,
    POINTS,
    POSITION,
    SEPARATION,
)
from physics.compile.decorators import formula
from physics.simd.functions import full_like, select
from physics.simd.memory import load_integers, store
from physics.simd.value import W


class ManifoldPoint(NamedTuple):
    """A point of sixteen manifolds, as lanes."""

    position: tuple               # (3) from a's centre, along the world's axes [m]
    separation: object            # [m]
    feature: object               # number that stays the same while the point does


@formula
def manifold_start(block):
    """Offset of a block in `Pairs.manifolds`."""
    return block * (MANIFOLD_SLOTS * W)


@formula
def real_pairs(pairs, block, like):
    """Mask of the lanes of a block that hold a pair; the others refer to dummies."""
    return load_integers(pairs.a, block * W, like) >= FIRST


@formula
def put_normal(manifolds, start, normal):
    """Write the normal of the block at `start`."""
    store(manifolds, start + NORMAL * W, normal[0])
    store(manifolds, start + (NORMAL + 1) * W, normal[1])
    store(manifolds, start + (NORMAL + 2) * W, normal[2])


@formula
def put_point(manifolds, start, number, exists, point):
    """Write a ManifoldPoint as point `number`; returns 1 where it exists, else 0."""
    place = start + (POINTS + number * POINT_SLOTS) * W
    position, separation, feature = point.position, point.separation, point.feature
    store(manifolds, place + POSITION * W, position[0])
    store(manifolds, place + (POSITION + 1) * W, position[1])
    store(manifolds, place + (POSITION + 2) * W, position[2])
    store(manifolds, place + SEPARATION * W, select(exists, separation, NO_POINT))
    store(manifolds, place + FEATURE * W, select(exists, feature, -1.0))
    one = full_like(separation, 1.0)
    return select(exists, one, 0.0)


@formula
def put_no_points(manifolds, start, first, count):
    """Write the number of points, and mark those from `first` on as missing."""
    store(manifolds, start + COUNT * W, count)
    for number in range(first, 4):
        place = start + (POINTS + number * POINT_SLOTS) * W
        store(manifolds, place + SEPARATION * W, full_like(count, NO_POINT))
        store(manifolds, place + FEATURE * W, full_like(count, -1.0))
