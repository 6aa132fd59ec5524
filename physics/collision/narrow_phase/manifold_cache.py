"""Manifold cache: a manifold is kept while its two bodies have hardly moved against each other since it was found.

A kept manifold has the normal, arms and features it was found with, fixed in the world; only its separations are updated,

    separation = separation when found + n . (d + turn_b x r_b - turn_a x r_a),    d = change of (x_b - x_a)

Besides saving time this calms stacks: points do not change their places or lose their impulses, and a stack is solved as the
linear structure it nearly is.  With manifolds found anew in each step, soft contacts let a column of twenty boxes buckle under
its own weight, as a column of springs would.  Box3D and Rapier keep manifolds for the same reason.

`drift` bounds how far any point of one body has moved against the other: |d| + r_a |turn_a| + r_b |turn_b| with the
bounding radii r.  A manifold with points is kept while drift < reuse * least half extent; one with fewer than four points only
while also drift < margin: a corner that is not among them was farther off than the margin, so it cannot begin to touch unnoticed.
One or two points are a hinge on which bodies rock, and a normal and arms that lag behind feed that motion, so these are kept only
for a small share of that drift.  A pair without points is kept while drift < gap - margin, because it cannot touch before.
Four points of a round end hold less than all of its rim: the manifold of one is found anew while a point is off the other body.
That of other solids, hulls and parts of compounds, is found anew from when the first of the points that touched has lifted off.
Reuse 0 finds every manifold with points anew.  Pairs that are not due, whose bodies sleep, stay unchanged to the last bit.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import (
    ANCHOR_SLOTS,
    BETWEEN,
    COUNT,
    DISTANCE,
    FOUND_SEPARATION,
    GAP,
    KEPT,
    KNOWN,
    MANIFOLD_SLOTS,
    MEETING,
    NO_POINT,
    POINT_SLOTS,
    POINTS,
    ROTATION_A,
    ROTATION_B,
    SEPARATION,
)
from physics.collision.narrow_phase.manifold import manifold_start, real_pairs
from physics.collision.narrow_phase.meeting import ahead_slot, any_meeting, looks_ahead, meeting_poses, receded
from physics.compile.decorators import formula, kernel
from physics.simd.flags import flagged
from physics.simd.functions import any_lane, full_like, maximum, minimum, select
from physics.simd.memory import gather_half, gather_rows, load, store
from physics.simd.quat import conjugate, multiply
from physics.simd.slots import load3, load4
from physics.simd.value import W
from physics.simd.vec3 import add, cross, dot, length, scale, sub

FEW = 3.5                                        # points: a manifold with more has all corners it can have
HINGE, HINGE_SHARE = 2.5, 0.05                   # points: on fewer, bodies rock; share of the usual drift that these may have


class KeepRule(NamedTuple):
    """When the manifolds of a pair kind may be kept."""

    reuse: float                  # drift over least half extent below which a manifold is kept
    margin: float                 # points exist where the separation is less [m]
    flat: bool                    # the second shape is a plane, which has no half extents
    solid: bool = False           # one shape is a solid: its manifold is kept only while all its points touch


class RelativeMotion(NamedTuple):
    """Motion of the bodies of a block's pairs since their manifolds were found."""

    d: tuple                      # (3) change of x_b - x_a [m]
    turn_a: tuple                 # (3) rotation vector of a [rad]
    turn_b: tuple                 # (3) rotation vector of b [rad]


@formula
def turned_since(pose, rotation):
    """Twice the vector part of the quaternion that turns `rotation` into the pose's: its length is that of the chord of the unit
    circle, and for small turns it is the rotation vector."""
    q = multiply((pose[3], pose[4], pose[5], pose[6]), conjugate(rotation))
    return scale(select(q[3] < 0.0, -2.0, full_like(q[3], 2.0)), (q[0], q[1], q[2]))


@formula
def moved_since(poses, anchors, start):
    """The RelativeMotion of the pairs of a block, from the poses of their bodies a and b and the anchors at `start`."""
    a, b = poses
    now = sub((b[0], b[1], b[2]), (a[0], a[1], a[2]))
    return RelativeMotion(sub(now, load3(anchors, start + BETWEEN * W)), turned_since(a, load4(anchors, start + ROTATION_A * W)),
                          turned_since(b, load4(anchors, start + ROTATION_B * W)))


@formula
def least_half(shape):
    """The least half extent of boxes."""
    return minimum(minimum(shape[0], shape[1]), shape[2])


@formula
def radius(shape):
    """Bounding radius of boxes."""
    return length((shape[0], shape[1], shape[2]))


@formula
def drift(motion, shapes):
    """Bound of the relative motion of any two points of the shapes of a and b [m]."""
    return (length(motion.d) + radius(shapes[0]) * length(motion.turn_a)) + radius(shapes[1]) * length(motion.turn_b)


@formula
def follow_points(manifolds, anchors, block, motion, due):
    """Write the separations of a block's points that are due after a RelativeMotion."""
    start, found = manifold_start(block), block * (ANCHOR_SLOTS * W)
    n, between = load3(manifolds, start), load3(anchors, found + BETWEEN * W)
    for j in range(4):
        point = start + (POINTS + j * POINT_SLOTS) * W
        arm = load3(manifolds, point)
        parted = sub(add(motion.d, cross(motion.turn_b, sub(arm, between))), cross(motion.turn_a, arm))
        before = load(anchors, found + (FOUND_SEPARATION + j) * W)
        now = select(before < 0.5 * NO_POINT, before + dot(n, parted), before)
        store(manifolds, point + SEPARATION * W, select(due, now, load(manifolds, point + SEPARATION * W)))


@formula
def all_kept(anchors, block):
    """Whether no pair of a block needs its manifold found."""
    return not any_lane(load(anchors, (block * ANCHOR_SLOTS + KEPT) * W) < 0.5)


@formula
def put_unless(kept, data, offset, value):
    """Write the lanes of `value` that are not kept."""
    store(data, offset, select(kept, load(data, offset), value))


@formula
def note_places(anchors, start, poses, kept):
    """Write the poses of bodies a and b at which the manifolds of a block that are not kept are found now."""
    a, b = poses
    between = sub((b[0], b[1], b[2]), (a[0], a[1], a[2]))
    for k in range(3):
        put_unless(kept, anchors, start + (BETWEEN + k) * W, between[k])
    rotation_a, rotation_b = (a[3], a[4], a[5], a[6]), (b[3], b[4], b[5], b[6])
    for k in range(4):
        put_unless(kept, anchors, start + (ROTATION_A + k) * W, rotation_a[k])
        put_unless(kept, anchors, start + (ROTATION_B + k) * W, rotation_b[k])
    put_unless(kept, anchors, start + KNOWN * W, full_like(between[0], 1.0))


@formula
def has_lifted(bodies, pairs, block):
    """Mask of the manifolds of a block with a point that is off: of round ends any, of others one that touched when found."""
    start, found, at = manifold_start(block), block * (ANCHOR_SLOTS * W), block * W
    round_a, round_b = gather_half(bodies.shape, pairs.a, at, 1)[3], gather_half(bodies.shape, pairs.b, at, 1)[3]
    rims, highest = (round_a < 0.0) | (round_b < 0.0), full_like(round_a, -NO_POINT)
    for j in range(4):
        separation = load(pairs.manifolds, start + (POINTS + j * POINT_SLOTS + SEPARATION) * W)
        counts = rims | (load(pairs.anchors, found + (FOUND_SEPARATION + j) * W) <= 0.0)
        highest = select(counts & (separation < 0.5 * NO_POINT), maximum(highest, separation), highest)
    return highest > 0.0


@formula
def may_stay(shapes, motion, count, gap, rule):
    """Mask of the manifolds with `count` points and this gap [m] that a KeepRule allows to keep after a RelativeMotion."""
    least, margin = least_half(shapes[0]), rule.margin
    if not rule.flat:
        least = minimum(least, least_half(shapes[1]))
    share = rule.reuse * least
    few = minimum(share, margin)
    some = select(count > HINGE, few, HINGE_SHARE * few)
    return drift(motion, shapes) < select(count > FEW, share, select(count > 0.5, some, gap - margin))


@kernel
def keep_manifolds(begin, end, bodies, pairs, rule):
    """Mark the pairs of blocks begin .. end - 1 whose manifolds a KeepRule keeps, and update these; of the others write anchors.

    Reads   bodies.pose, bodies.velocity, bodies.shape, pairs.a, pairs.b, pairs.ahead, pairs.due, rule
    Writes  pairs.anchors, pairs.anchored, pairs.manifolds
    """
    anchors, manifolds = pairs.anchors, pairs.manifolds
    for block in range(begin, end):
        at, found, start = block * W, block * ANCHOR_SLOTS * W, block * MANIFOLD_SLOTS * W
        due, known = flagged(pairs.due, at, anchors), load(anchors, found + KNOWN * W) > 0.5
        one, kept = full_like(load(anchors, found), 1.0), ~due
        if any_lane(due):
            poses = gather_rows(bodies.pose, pairs.a, at), gather_rows(bodies.pose, pairs.b, at)
            if any_lane(known & due):
                shapes = gather_half(bodies.shape, pairs.a, at, 0), gather_half(bodies.shape, pairs.b, at, 0)
                motion = moved_since(poses, anchors, found)
                count, gap = load(manifolds, start + COUNT * W), load(anchors, found + GAP * W)
                stays = may_stay(shapes, motion, count, gap, rule)
                if rule.solid and any_lane(stays & (count > 0.5)):
                    stays = stays & ~has_lifted(bodies, pairs, block)
                kept = known & ~looks_ahead(pairs, block) & (stays | ~real_pairs(pairs, block, one)) | ~due
                if any_lane(kept & due):
                    follow_points(manifolds, anchors, block, motion, due)
            if any_meeting(pairs, block):
                poses = meeting_poses(bodies, pairs, block)
            if any_lane(~kept):
                note_places(anchors, found, poses, kept)
                pairs.anchored[block] = 1
        store(anchors, found + KEPT * W, select(kept, one, 0.0))


@kernel
def take_manifolds(begin, end, pairs, found):
    """Copy the manifolds `found` for the pairs of blocks begin .. end - 1 that are not kept.

    Reads   pairs.anchors, found
    Writes  pairs.manifolds
    """
    for block in range(begin, end):
        if not all_kept(pairs.anchors, block):
            start, kept = block * MANIFOLD_SLOTS * W, load(pairs.anchors, (block * ANCHOR_SLOTS + KEPT) * W) > 0.5
            for slot in range(MANIFOLD_SLOTS):
                put_unless(kept, pairs.manifolds, start + slot * W, load(found, start + slot * W))


@kernel
def note_separations(begin, end, bodies, pairs):
    """Write the separations of the manifolds of blocks begin .. end - 1 found in this step to their anchors.

    Reads   bodies.pose, pairs.a, pairs.b, pairs.ahead, pairs.anchors, pairs.sweep
    Writes  pairs.manifolds, pairs.anchors
    """
    anchors, manifolds = pairs.anchors, pairs.manifolds
    for block in range(begin, end):
        if all_kept(anchors, block):
            continue
        at, place, start = block * W, block * ANCHOR_SLOTS * W, block * MANIFOLD_SLOTS * W
        kept = load(anchors, place + KEPT * W) > 0.5
        for k in range(4):
            separation = load(manifolds, start + (POINTS + k * POINT_SLOTS + SEPARATION) * W)
            put_unless(kept, anchors, place + (FOUND_SEPARATION + k) * W, separation)
        put_unless(kept, anchors, place + GAP * W, load(manifolds, start + DISTANCE * W))
        if any_meeting(pairs, block):            # they were found at the poses of the meeting
            poses = gather_rows(bodies.pose, pairs.a, at), gather_rows(bodies.pose, pairs.b, at)
            later = ahead_slot(pairs, block, MEETING) != 0.0
            follow_points(manifolds, anchors, block, moved_since(poses, anchors, place), later & ~kept)
            for k in range(4):
                slot, before = start + (POINTS + k * POINT_SLOTS + SEPARATION) * W, (FOUND_SEPARATION + k) * W
                found, now = load(anchors, place + before), load(manifolds, slot)
                store(manifolds, slot, select(later & ~kept, receded(pairs, block, found, now - found), now))
