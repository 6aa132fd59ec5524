"""Recycling: a manifold is kept while its two bodies have hardly moved against each other since it was found.

A kept manifold has the normal, arms and features it was found with, frozen in the world; only its separations follow,

    separation = separation when found + n . (d + turn_b x r_b - turn_a x r_a),    d = change of (x_b - x_a)

Besides time, this buys rest: points do not change their places or lose their impulses, and a stack is solved as the
linear structure it nearly is.  Found anew in each step, soft contacts let a column of twenty boxes buckle under its own
weight, as rows of springs would.  Box3D and Rapier recycle for the same reason.

`drift` bounds how far any point of one body has moved against the other: |d| + r_a |turn_a| + r_b |turn_b| with the
bounding radii r.  A manifold with points is kept while drift < reuse * least half extent, and with fewer than four
points while drift < margin too: a corner that was not among them was farther off than the margin, so none comes to touch
unseen.  One or two points are a hinge on which bodies rock, and a normal and arms that are always a little behind drive
the motion on, so these are kept only for a small share of that drift.  A pair without points is kept while
drift < gap - margin, for it cannot touch before that.  Reuse 0 finds every manifold with points anew.  Pairs that are not
due are left as they are, to the last bit: their bodies sleep.
"""
from __future__ import annotations

from physics.bodies.arrays import (
    ANCHOR_SLOTS,
    BETWEEN,
    COUNT,
    DISTANCE,
    FAR,
    FOUND_SEPARATION,
    GAP,
    KEPT,
    KNOWN,
    MANIFOLD_SLOTS,
    MEETING,
    POINT_SLOTS,
    POINTS,
    ROTATION_A,
    ROTATION_B,
    SEPARATION,
)
from physics.collision.narrow_phase.manifold import real_pairs
from physics.collision.narrow_phase.meeting import ahead_slot, any_meeting, looks_ahead, meeting_poses
from physics.compile.decorators import formula, kernel
from physics.simd.flags import flagged
from physics.simd.functions import any_lane, full_like, minimum, select
from physics.simd.memory import gather_rows, load, store
from physics.simd.quat import conjugate, multiply
from physics.simd.slots import load3, load4
from physics.simd.value import W
from physics.simd.vec3 import add, cross, dot, length, scale, sub

FEW = 3.5                                        # points: a manifold with more has all corners it can have
HINGE, HINGE_SHARE = 2.5, 0.05                   # points: on fewer bodies rock; the share of the usual drift that these may have


@formula
def turned_since(pose, rotation):
    """Twice the vector part of the turn from `rotation` to the pose's: the chord's length per radius, and, for small
    turns, the rotation vector."""
    q = multiply((pose[3], pose[4], pose[5], pose[6]), conjugate(rotation))
    return scale(select(q[3] < 0.0, -2.0, full_like(q[3], 2.0)), (q[0], q[1], q[2]))


@formula
def moved_since(poses, anchors, start):
    """(d, turn_a, turn_b) of the pairs of a block since their manifolds were found."""
    a, b = poses
    now = sub((b[0], b[1], b[2]), (a[0], a[1], a[2]))
    return (sub(now, load3(anchors, start + BETWEEN * W)), turned_since(a, load4(anchors, start + ROTATION_A * W)),
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
    """Bound of the relative motion of any two points [m]."""
    return (length(motion[0]) + radius(shapes[0]) * length(motion[1])) + radius(shapes[1]) * length(motion[2])


@formula
def follow_points(manifolds, anchors, places, motion, due):
    """Write the separations of a block's points that are due after `motion`; places = (start of the manifold, of the anchors)."""
    start, found = places
    n, between = load3(manifolds, start), load3(anchors, found + BETWEEN * W)
    for j in range(4):
        point = start + (POINTS + j * POINT_SLOTS) * W
        arm = load3(manifolds, point)
        parted = sub(add(motion[0], cross(motion[2], sub(arm, between))), cross(motion[1], arm))
        before = load(anchors, found + (FOUND_SEPARATION + j) * W)
        now = select(before < 0.5 * FAR, before + dot(n, parted), before)
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
    """Remember where the manifolds of a block that are not kept will have been found; poses = those of a and b."""
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
def may_stay(shapes, motion, state, rule):
    """Where manifolds may be kept after `motion`; state = (number of points, gap), rule as of `keep_manifolds`."""
    reuse, margin, flat = rule
    count, gap = state
    least = least_half(shapes[0])
    if not flat:
        least = minimum(least, least_half(shapes[1]))
    share = reuse * least
    few = minimum(share, margin)
    some = select(count > HINGE, few, HINGE_SHARE * few)
    return drift(motion, shapes) < select(count > FEW, share, select(count > 0.5, some, gap - margin))


@kernel
def keep_manifolds(begin, end, bodies, pairs, rule):
    """Mark the pairs of blocks begin .. end - 1 whose manifolds are kept, and let these follow; of the others note the places.

    rule = (reuse, margin, flat), flat where the second shape is a plane, which has no half extents.

    Reads   bodies.pose, bodies.velocity, bodies.shape, pairs.a, pairs.b, pairs.ahead, pairs.due
    Writes  pairs.anchors, pairs.manifolds
    """
    anchors, manifolds = pairs.anchors, pairs.manifolds
    for block in range(begin, end):
        at, found, start = block * W, block * ANCHOR_SLOTS * W, block * MANIFOLD_SLOTS * W
        due, known = flagged(pairs.due, at, anchors), load(anchors, found + KNOWN * W) > 0.5
        one, kept = full_like(load(anchors, found), 1.0), ~due
        if any_lane(due):
            poses = gather_rows(bodies.pose, pairs.a, at), gather_rows(bodies.pose, pairs.b, at)
            if any_lane(known & due):
                shapes = gather_rows(bodies.shape, pairs.a, at), gather_rows(bodies.shape, pairs.b, at)
                motion = moved_since(poses, anchors, found)
                stays = may_stay(shapes, motion, (load(manifolds, start + COUNT * W), load(anchors, found + GAP * W)), rule)
                kept = known & ~looks_ahead(pairs, block) & (stays | ~real_pairs(pairs, block, one)) | ~due
                if any_lane(kept & due):
                    follow_points(manifolds, anchors, (start, found), motion, due)
            if any_meeting(pairs, block):
                poses = meeting_poses(bodies, pairs, block)
            if any_lane(~kept):
                note_places(anchors, found, poses, kept)
        store(anchors, found + KEPT * W, select(kept, one, 0.0))


@kernel
def take_manifolds(begin, end, pairs, found):
    """Take the manifolds `found` for the pairs of blocks begin .. end - 1 that are not kept.

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
    """Remember the separations of the manifolds of blocks begin .. end - 1 that were found just now.

    Reads   bodies.pose, pairs.a, pairs.b, pairs.ahead, pairs.anchors
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
        if any_meeting(pairs, block):            # where they meet is not where they are now
            poses = gather_rows(bodies.pose, pairs.a, at), gather_rows(bodies.pose, pairs.b, at)
            later = ahead_slot(pairs, block, MEETING) > 0.0
            follow_points(manifolds, anchors, (start, place), moved_since(poses, anchors, place), later & ~kept)
