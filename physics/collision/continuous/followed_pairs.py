"""Which pairs are followed through a step, see `continuous.time_of_impact`: fast ones, and slow ones at a seam.

A pair is fast where it moves by more than the margin in the step, slow where only by more than the flush tolerance.  Neither is
followed where the boxes of its bodies, with the motion and the margin, are apart: then it has no points before the step's end.
Where bodies look ahead to fixed ones alone, slow pairs are followed only at flush faces, see `seams.flush_faces`.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import COUNT, MEETING, NORMAL, PAIR_KINDS, REACH
from physics.collision.narrow_phase.manifold import manifold_start
from physics.collision.narrow_phase.meeting import ahead_slot
from physics.collision.seams.covered_faces import position_of
from physics.collision.seams.flush_faces import at_flush_face
from physics.compile.decorators import formula
from physics.definitions.body_types import DYNAMIC
from physics.simd.compress import mask_of
from physics.simd.functions import absolute, any_lane, full_like, lane_bits, maximum, minimum, trailing_zeros
from physics.simd.memory import gather_rows, gather_slots, load
from physics.simd.slots import load3
from physics.simd.value import W
from physics.simd.vec3 import dot, sub

SPHERE_SPHERE, SPHERE_BOX, BOX_BOX, SOLID_SOLID, SPHERE_PLANE, BOX_PLANE, SOLID_PLANE = range(len(PAIR_KINDS))


class SweepRule(NamedTuple):
    """What is swept."""

    margin: float                 # points exist where the separation is less [m]
    kind: int                     # pair kind
    flush: float                  # shapes smaller by so much must meet [m]
    every: int                    # 1: pairs of dynamic bodies too
    seams: int = 1                # 0: no dynamic body can be at a flush face


@formula
def comes_slowly(pairs, block, d, rule):
    """Mask of the slow pairs of a block that are followed: their rows of the step before would be obstacles for a motion d of b.

    Half the margin is what a pair may have closed since it was farther than the margin.
    """
    start, square = manifold_start(block), dot(d, d)
    seen = load(pairs.manifolds, start + COUNT * W) > 0.5
    half = 0.5 * rule.margin
    soon = ~seen & (square > full_like(square, half * half))
    bites = seen
    if rule.kind != SPHERE_BOX:
        closing = -dot(load3(pairs.manifolds, start + NORMAL * W), d)
        bites = seen & ((closing > full_like(square, rule.flush)) | (ahead_slot(pairs, block, MEETING) != 0.0))
    return (square > full_like(square, rule.flush * rule.flush)) & (bites | soon)


@formula
def at_seams(bodies, pairs, block, slow, margin):
    """Of the slow pairs of a block, those of a body at a flush face of the other; they come no closer than the margin."""
    bits = lane_bits(slow)
    left = bits
    while left:
        lane = trailing_zeros(left)
        left &= left - 1
        row, other = pairs.a[block * W + lane], pairs.b[block * W + lane]
        if bodies.type[row] == DYNAMIC:
            row, other = other, row
        seen = sub(position_of(bodies, other), position_of(bodies, row))
        if not at_flush_face(bodies, row, other, (seen, margin)):
            bits ^= 1 << lane
    return mask_of(bits)


@formula
def come_near(bodies, pairs, block, d, margin):
    """Mask of the pairs of a block whose boxes come nearer than the margin while b moves by d against a."""
    a, b = gather_rows(bodies.aabb, pairs.a, block * W), gather_rows(bodies.aabb, pairs.b, block * W)
    near = d[0] == d[0]
    for k in range(3):
        low, high = minimum(d[k], 0.0) - margin, maximum(d[k], 0.0) + margin
        near = near & (b[k] + low <= a[k + 3]) & (b[k + 3] + high >= a[k])
    return near


@formula
def moving_pairs(bodies, pairs, block, rule):
    """Masks of a block: the pairs with a body that is not dynamic; those of them that may move by more than the margin in this
    step, or by the flush tolerance where that body has flush faces; where every pair is followed, all that may move by that.
    """
    a = gather_slots(bodies.travel, pairs.a, block * W, 1, 0)
    b = gather_slots(bodies.travel, pairs.b, block * W, 1, 0)
    way, fixed, margin = absolute(a) + absolute(b), minimum(a, b) < 0.0, full_like(a, rule.margin)
    if rule.every > 0:
        return fixed, way > minimum(full_like(a, rule.flush), margin)
    return fixed, (way > margin) & fixed


@formula
def noted(pairs, block):
    """Whether a pair of a block has a time of meeting or a reach from the step before."""
    return any_lane((ahead_slot(pairs, block, MEETING) != 0.0) | (ahead_slot(pairs, block, REACH) != 0.0))


@formula
def to_follow(bodies, pairs, block, motion, rule):
    """Masks of the fast pairs of a block and of all that are followed; motion = (mask of `moving_pairs`, motion d of b)."""
    chosen, d = motion
    square, margin = dot(d, d), full_like(d[0], rule.margin)
    fast = (square > margin * margin) & chosen
    if rule.kind != SPHERE_BOX and rule.kind != BOX_BOX:
        return fast, fast
    if rule.every == 0 and rule.seams == 0:               # no slow pair is followed
        if any_lane(fast):
            fast = fast & come_near(bodies, pairs, block, d, margin)
        return fast, fast
    chosen = chosen & come_near(bodies, pairs, block, d, margin)
    fast = fast & chosen
    slow = chosen & ~fast & comes_slowly(pairs, block, d, rule)
    if rule.every == 0:
        slow = at_seams(bodies, pairs, block, slow, rule.margin)
    return fast, fast | slow
