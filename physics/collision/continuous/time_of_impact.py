"""Time of impact: when in this step two bodies meet that move against each other, or where they pass each other.

Pairs that move against each other in a step, d = (v_b - v_a) dt, are followed along straight lines, without turning, two spheres
as in `two_spheres`, others so:

    sphere, box against plane    t = separation / closing,    closing = -d . n
    sphere against box           conservative advancement: t grows by separation / closing until the separation vanishes;
                                 the plane between the nearest points separates the two until then
    box against box              each of the fifteen axes has an interval of t in which the projections overlap; the boxes
                                 meet when the last of these begins, unless one of them has ended before

The manifold of bodies that meet is found with both at the poses of the meeting, so with the right normal and arms; only its
separations are converted to the present poses.  Those that only graze do not meet: a meeting counts if shapes smaller by the
flush tolerance meet.

Pairs that are apart and do not meet pass each other.  A row with the present normal n would be an obstacle where there is none:
a ball of radius r that rolls toward an edge at the distance x of its floor is apart from it by x^2 / 2 r, which a row along n
lets it close only as x d / r does, so the edge stops it from d > x / 2 on.  So their manifolds are those of where they pass:

    spheres     where they are nearest, n . d = 0; edges that they leave behind too, which would push them on instead
    boxes       when the axes that close in this step, or a skin later, overlap by a skin, so that another one is their normal

A row along the present normal errs by less than d: pairs slower than the flush tolerance need none of this, nor do slow boxes
that close less than that along their normal.  Boxes that turn faster than they move are not followed past each other.

Source: Ericson, Real-Time Collision Detection, 2005, 5.5 (moving spheres, separating axes of moving boxes); Mirtich,
Impulse-based Dynamic Simulation, 1996 (conservative advancement).
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import (
    AHEAD_SLOTS,
    ANCHOR_SLOTS,
    BETWEEN,
    COUNT,
    FAR,
    FIRST,
    KNOWN,
    MEETING,
    NORMAL,
    NO_POINT,
    PAIR_KINDS,
    POINTS,
    REACH,
    SEPARATION,
)
from physics.collision.continuous.followed_pairs import (
    BOX_BOX,
    BOX_PLANE,
    SPHERE_BOX,
    SPHERE_PLANE,
    SPHERE_SPHERE,
    moving_pairs,
    noted,
    to_follow,
)
from physics.collision.continuous.swept_axes import Window, box_window
from physics.collision.continuous.swept_spheres import Approach, Solid, meet_sphere_box
from physics.collision.narrow_phase.box_sat import box_pair
from physics.collision.narrow_phase.manifold import manifold_start
from physics.collision.narrow_phase.manifold_cache import least_half
from physics.collision.narrow_phase.meeting import ahead_slot, any_meeting, meeting_poses, receded
from physics.compile.decorators import formula, kernel
from physics.simd.functions import absolute, any_lane, full_like, maximum, minimum, select, sqrt
from physics.simd.mat33 import rotation_matrix, transform_transposed
from physics.simd.memory import gather_half, gather_rows, gather_slots, load, load_integers, store
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import absolute3, dot, length, scale, sub

SKIN = 0.25                                      # at most, as a share of the lesser half extent


@formula
def meet_plane(a, b, approach, flat):
    """The window of bodies a against planes b; flat: a has faces, else it is round."""
    pose, shape, plane = a.pose, a.shape, b.shape
    up = (plane[0], plane[1], plane[2])
    size, zero = shape[0], 0.0 * shape[0]
    if flat:
        rows = rotation_matrix((pose[3], pose[4], pose[5], pose[6]))
        size = dot(absolute3(transform_transposed(rows, up)), (shape[0], shape[1], shape[2]))
    height = dot(up, (pose[0], pose[1], pose[2])) - plane[3] - size
    closing = dot(up, approach.d)
    enter = (height + approach.skin) / select(closing > 0.0, closing, 1.0)
    return Window(select(closing > 0.0, enter, FAR), zero + FAR, closing, zero, closing, zero)


@formula
def lesser_half(a, b, kind):
    """The least half extent of the two shapes of a pair; planes have none [m]."""
    if kind == SPHERE_BOX:
        return minimum(a[0], least_half(b))
    if kind == BOX_BOX:
        return minimum(least_half(a), least_half(b))
    return a[0] if kind == SPHERE_PLANE else least_half(a)


@formula
def window_of(a, b, approach, kind):
    """The window in which the Solids a and b of a block of pairs meet."""
    if kind == SPHERE_BOX:
        return meet_sphere_box(a, b, approach)
    if kind == BOX_BOX:
        boxes = box_pair(a.pose, b.pose, (a.shape[0], a.shape[1], a.shape[2]), (b.shape[0], b.shape[1], b.shape[2]))
        return box_window(boxes, approach.d, approach.skin)
    return meet_plane(a, b, approach, kind != SPHERE_PLANE)


@formula
def rim_speed(velocity, shape):
    """Bound of the speed of a box's corners about its centre [m/s]; boxes that turn faster than they move pass otherwise."""
    return length((velocity[3], velocity[4], velocity[5])) * length((shape[0], shape[1], shape[2]))


@kernel
def sweep_pairs(begin, end, bodies, pairs, rule):
    """Write when the pairs of blocks begin .. end - 1 meet and up to which separation their points exist; `rule` is a SweepRule.

    The time of pairs that pass each other is that of `Window.past`.

    Reads   bodies.pose, bodies.shape, bodies.kind, bodies.type, bodies.velocity, bodies.travel, bodies.flush, bodies.aabb
            pairs.a, pairs.b, pairs.sweep, pairs.manifolds, rule
    Writes  pairs.ahead, pairs.looking, pairs.anchors, pairs.anchored
    """
    kind = rule.kind
    flat = kind == BOX_BOX or kind == BOX_PLANE
    ahead, dt = pairs.ahead, pairs.sweep[0]
    for block in range(begin, end):
        at, start = block * W, block * AHEAD_SLOTS * W
        if rule.every == 0 and pairs.looking[block] == 0:
            continue
        old, (fixed, chosen) = noted(pairs, block), moving_pairs(bodies, pairs, block, rule)
        pairs.looking[block] = any_lane(fixed) or any_lane(chosen)
        if not (old or any_lane(chosen)):
            continue
        a, b = gather_rows(bodies.velocity, pairs.a, at), gather_rows(bodies.velocity, pairs.b, at)
        d = scale(dt, sub((b[0], b[1], b[2]), (a[0], a[1], a[2])))
        zero, margin = 0.0 * d[0], full_like(d[0], rule.margin)
        time = reach = zero
        fast, followed = to_follow(bodies, pairs, block, (chosen, d), rule)
        if any_lane(followed):
            one = Solid(gather_rows(bodies.pose, pairs.a, at), gather_half(bodies.shape, pairs.a, at, 0))
            two = Solid(gather_rows(bodies.pose, pairs.b, at), gather_half(bodies.shape, pairs.b, at, 0))
            square, least = dot(d, d), lesser_half(one.shape, two.shape, kind)
            skin = minimum(SKIN * least, full_like(zero, rule.flush))
            window = window_of(one, two, Approach(d, fast, followed, skin), kind)
            closing = select(followed, window.closing, 0.0)
            enter = maximum(window.enter - skin / select(closing > 0.0, closing, 1.0), 0.0)
            meets = (closing > 0.0) & (window.enter > 0.0) & (window.enter < window.leave) & (
                closing * (enter - 1.0) < margin)
            inside = fast & (window.enter <= 0.0) & (window.leave >= 0.0)      # they overlap by turning
            past = select(followed & ~meets, window.past, zero)
            if kind == BOX_BOX:
                past = select(dt * (rim_speed(a, one.shape) + rim_speed(b, two.shape)) < sqrt(square), past, zero)
            reach = select(past != 0.0, minimum(window.gap, 0.0), zero)
            if flat:
                meets = meets & fast
                reach = select((meets & (closing > margin)) | inside, sqrt(square), reach)      # other corners touch as well
            time = select(meets, enter, past) * dt
        store(ahead, start + MEETING * W, time)
        store(ahead, start + REACH * W, reach)
        if not flat and pairs.anchored[block] > 0:
            store(pairs.anchors, (block * ANCHOR_SLOTS + KNOWN) * W, zero)
            pairs.anchored[block] = 0


@kernel
def recede_spheres(begin, end, bodies, pairs):
    """Convert the separations of spheres' points found at a meeting to the present poses, and write the anchors of the meeting.

    Reads   bodies.pose, bodies.velocity, pairs.a, pairs.b, pairs.ahead, pairs.sweep
    Writes  pairs.manifolds, pairs.anchors, pairs.anchored
    """
    for block in range(begin, end):
        if not any_meeting(pairs, block):
            continue
        at, anchor, start = block * W, block * ANCHOR_SLOTS * W, manifold_start(block)
        a, b = gather_rows(bodies.pose, pairs.a, at), gather_rows(bodies.pose, pairs.b, at)
        now, (a, b) = sub((b[0], b[1], b[2]), (a[0], a[1], a[2])), meeting_poses(bodies, pairs, block)
        between = sub((b[0], b[1], b[2]), (a[0], a[1], a[2]))
        store3(pairs.anchors, anchor + BETWEEN * W, between)
        store(pairs.anchors, anchor + KNOWN * W, select(ahead_slot(pairs, block, MEETING) != 0.0, full_like(now[0], 1.0), 0.0))
        pairs.anchored[block] = 1
        slot = start + (POINTS + SEPARATION) * W
        found, later = load(pairs.manifolds, slot), ahead_slot(pairs, block, MEETING) != 0.0
        parted = dot(load3(pairs.manifolds, start), sub(now, between))
        store(pairs.manifolds, slot, select(later & (found < 0.5 * NO_POINT), receded(pairs, block, found, parted), found))
