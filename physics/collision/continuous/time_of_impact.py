"""Time of impact: when in this step two bodies meet that move fast against each other.

Pairs that move against each other in a step, d = (v_b - v_a) dt, are followed along straight lines, without turning:

    sphere, box against plane    t = separation / closing,    closing = -d . n
    sphere against sphere        |p + t d| = r_a + r_b
    sphere against box           conservative advancement: t grows by separation / closing until the separation vanishes;
                                 the plane between the nearest points separates the two until then
    box against box              each of the fifteen axes has an interval of t in which the projections overlap; the boxes
                                 meet when the last of these begins, unless one of them has ended before

The manifold of bodies that meet is found with both at the poses of the meeting, so with the right normal and arms; only its
separations are converted to the present poses.  Those that only graze do not meet: a meeting counts if shapes smaller by the
flush tolerance meet.

Pairs that are apart and do not meet pass each other.  A row with the present normal n would be an obstacle where there is none:
a ball of radius r that rolls toward an edge at the distance x of its floor is apart from it by x^2 / 2 r, which a row along n
lets it close only as x d / r does, so the edge stops it from d > x / 2 on.  Therefore their manifolds are those of the end of the
step, where separation + n . d' is exact for small changes d' of the motion; where bodies part there, nothing is left to push.
A row along the present normal errs by less than d: pairs slower than the flush tolerance need none of this, nor do slow ones that
had no points before, or touched.

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
    KNOWN,
    MEETING,
    NORMAL,
    NO_POINT,
    PAIR_KINDS,
    POINT_SLOTS,
    POINTS,
    REACH,
    SEPARATION,
)
from physics.collision.continuous.swept_axes import Window, box_window
from physics.collision.narrow_phase.box_sat import box_pair
from physics.collision.narrow_phase.manifold import manifold_start, real_pairs
from physics.collision.narrow_phase.manifold_cache import least_half
from physics.collision.narrow_phase.meeting import ahead_slot, any_meeting, meeting_poses, receded
from physics.collision.narrow_phase.sphere_box import clamp, toward_box
from physics.collision.narrow_phase.sphere_sphere import direction
from physics.compile.decorators import formula, kernel
from physics.simd.functions import any_lane, fma, full_like, maximum, minimum, select, sqrt
from physics.simd.mat33 import rotation_matrix, transform_transposed
from physics.simd.memory import gather_rows, load, store
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import absolute3, add_scaled, dot, length, negate, scale, sub

SPHERE_SPHERE, SPHERE_BOX, BOX_BOX, SPHERE_PLANE, BOX_PLANE = range(len(PAIR_KINDS))
SKIN = 0.25                                      # at most, as a share of the lesser half extent
ADVANCES = 16                                    # steps of conservative advancement
NEAR = 0.5                                       # separation at which it ends, as a share of the skin
MOST = 4.0                                       # steps ahead up to which it goes
PIECES = 5                                       # of the way past a box: before, over and behind a corner, an edge and a face


class SweepRule(NamedTuple):
    """What is swept."""

    margin: float                 # points exist where the separation is less [m]
    kind: int                     # pair kind
    flush: float                  # shapes smaller by so much must meet [m]


class Solid(NamedTuple):
    """Body a or b of sixteen pairs."""

    pose: tuple                   # (8) lanes of Bodies.pose
    shape: tuple                  # (8) lanes of Bodies.shape


class Approach(NamedTuple):
    """How the bodies of a block's pairs move against each other."""

    d: tuple                      # (3) motion of b against a in a step, world [m]
    followed: object              # mask of the pairs that are followed
    skin: object                  # by how much smaller the shapes are that must meet [m]


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
def meet_spheres(a, b, approach):
    """The window of spheres, by the quadratic equation."""
    p, d, radius = sub(b.pose, a.pose), approach.d, a.shape[0] + b.shape[0] - approach.skin
    toward, apart, square = -dot(p, d), dot(p, p) - radius * radius, dot(d, d)
    root = toward * toward - square * apart
    meets = (toward > 0.0) & (apart > 0.0) & (root > 0.0)
    enter = apart / select(meets, toward + sqrt(select(meets, root, 1.0)), 1.0)
    normal, _ = direction(add_scaled(p, enter, d))
    gap, nearest = sqrt(dot(p, p)) - (a.shape[0] + b.shape[0]), toward / select(square > 0.0, square, 1.0)
    return Window(select(meets, enter, FAR), full_like(gap, FAR), select(meets, -dot(normal, d), 0.0), gap, toward,
                  select((toward > 0.0) & (gap > 0.0) & ~meets, maximum(nearest, 1.0), 0.0))


@formula
def beside_faces(p, half):
    """Mask of the points that are beyond two faces of a box or more: nearest to an edge or a corner of it."""
    out = absolute3(p)
    x, y, z = out[0] > half[0], out[1] > half[1], out[2] > half[2]
    return (x & y) | (y & z) | (x & z)


@formula
def nearest_time(time, p, u, half):
    """When a point is nearest to a box that starts at p and moves by u in a step, in the box's frame, no later than `time`.

    The squared distance is convex and piecewise quadratic: Newton's method finds the zero of its slope.  It takes the greatest
    curvature so far, lest it goes back and forth between two pieces.
    """
    last, curvature = time, 0.0 * time
    for _ in range(PIECES):
        x = add_scaled(p, time, u)
        out = (x[0] - clamp(x[0], half[0]), x[1] - clamp(x[1], half[1]), x[2] - clamp(x[2], half[2]))
        slope = dot(out, u)
        here = (select(out[0] != 0.0, u[0] * u[0], 0.0) + select(out[1] != 0.0, u[1] * u[1], 0.0)
                + select(out[2] != 0.0, u[2] * u[2], 0.0))
        curvature = maximum(curvature, here)
        time = minimum(time - select(curvature > 0.0, slope / select(curvature > 0.0, curvature, 1.0), 0.0), last)
    return time


@formula
def meet_sphere_box(a, b, approach):
    """The window of spheres a against boxes b, in the lanes that are followed."""
    radius, half = a.shape[0], (b.shape[0], b.shape[1], b.shape[2])
    rows = rotation_matrix((b.pose[3], b.pose[4], b.pose[5], b.pose[6]))
    p = transform_transposed(rows, sub((a.pose[0], a.pose[1], a.pose[2]), (b.pose[0], b.pose[1], b.pose[2])))
    u, core = transform_transposed(rows, negate(approach.d)), radius - approach.skin
    close, enter = NEAR * approach.skin, 0.0 * radius
    toward, distance = toward_box(p, half, radius)
    separation, closing = distance - core, dot(u, toward)
    gap, start, touch = distance - radius, closing, enter
    for _ in range(ADVANCES):
        going = approach.followed & (separation > close) & (closing > 0.0) & (enter < MOST)
        if not any_lane(going):
            break
        shorter = 1.0 / select(going, closing, 1.0)
        touch = select(going & (distance > radius), fma(distance - radius, shorter, enter), touch)
        enter = select(going, minimum(fma(separation, shorter, enter), MOST), enter)
        toward, distance = toward_box(add_scaled(p, enter, u), half, radius)
        separation, closing = distance - core, dot(u, toward)
    meets = (enter > 0.0) & (closing > 0.0) & (separation <= close)      # bodies that only graze do not come as near
    past = 0.0 * radius
    if any_lane(approach.followed & ~meets):
        far = (closing > 0.0) & (separation > approach.skin + approach.skin)
        nearest = nearest_time(select(far, full_like(past, 1.0), enter), p, u, half)
        _, distance = toward_box(add_scaled(p, nearest, u), half, radius)
        past = select(start > 0.0, maximum(nearest, 1.0), nearest)
        near = (distance > core) & (past > -MOST) & ((start > 0.0) | (gap < approach.skin)) & beside_faces(p, half)
        past = select(near, past, 0.0)
    enter = touch + approach.skin / select(meets, closing, 1.0)         # they touch a skin before
    return Window(select(meets, enter, FAR), full_like(radius, FAR), maximum(closing, 0.0), gap, start, past)


@formula
def lesser_half(a, b, kind):
    """The least half extent of the two shapes of a pair; planes have none [m]."""
    if kind == SPHERE_SPHERE:
        return minimum(a[0], b[0])
    if kind == SPHERE_BOX:
        return minimum(a[0], least_half(b))
    if kind == BOX_BOX:
        return minimum(least_half(a), least_half(b))
    return a[0] if kind == SPHERE_PLANE else least_half(a)


@formula
def window_of(bodies, pairs, block, approach, kind):
    """The window in which the pairs of a block meet."""
    at = block * W
    a = Solid(gather_rows(bodies.pose, pairs.a, at), gather_rows(bodies.shape, pairs.a, at))
    b = Solid(gather_rows(bodies.pose, pairs.b, at), gather_rows(bodies.shape, pairs.b, at))
    if kind == SPHERE_SPHERE:
        return meet_spheres(a, b, approach)
    if kind == SPHERE_BOX:
        return meet_sphere_box(a, b, approach)
    if kind == BOX_BOX:
        boxes = box_pair(a.pose, b.pose, (a.shape[0], a.shape[1], a.shape[2]), (b.shape[0], b.shape[1], b.shape[2]))
        return box_window(boxes, approach.d, approach.skin)
    return meet_plane(a, b, approach, kind != SPHERE_PLANE)


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
def rim_speed(velocity, shape):
    """Bound of the speed of a box's corners about its centre [m/s]; boxes that turn faster than they move pass otherwise."""
    return length((velocity[3], velocity[4], velocity[5])) * length((shape[0], shape[1], shape[2]))


@kernel
def sweep_pairs(begin, end, bodies, pairs, rule):
    """Write when the pairs of blocks begin .. end - 1 meet and up to which separation their points exist; `rule` is a SweepRule.

    The time of pairs that pass each other is that of `Window.past`.

    Reads   bodies.pose, bodies.shape, bodies.velocity, pairs.a, pairs.b, pairs.sweep, pairs.manifolds, rule
    Writes  pairs.ahead, pairs.anchors
    """
    kind = rule.kind
    flat = kind == BOX_BOX or kind == BOX_PLANE
    ahead, dt = pairs.ahead, pairs.sweep[0]
    for block in range(begin, end):
        at, start = block * W, block * AHEAD_SLOTS * W
        a, b = gather_rows(bodies.velocity, pairs.a, at), gather_rows(bodies.velocity, pairs.b, at)
        d = scale(dt, sub((b[0], b[1], b[2]), (a[0], a[1], a[2])))
        zero, margin = 0.0 * d[0], full_like(d[0], rule.margin)
        time = reach = zero
        square, skin = dot(d, d), zero
        real = real_pairs(pairs, block, zero)
        fast = (square > margin * margin) & real
        followed = fast
        if kind != SPHERE_PLANE and kind != BOX_PLANE:
            followed = fast | (real & comes_slowly(pairs, block, d, rule))
        if any_lane(followed):
            shapes = gather_rows(bodies.shape, pairs.a, at), gather_rows(bodies.shape, pairs.b, at)
            least = lesser_half(shapes[0], shapes[1], kind)
            skin = minimum(SKIN * least, full_like(zero, rule.flush))
            window = window_of(bodies, pairs, block, Approach(d, followed, skin), kind)
            closing = select(followed, window.closing, 0.0)
            enter = maximum(window.enter - skin / select(closing > 0.0, closing, 1.0), 0.0)
            meets = (closing > 0.0) & (window.enter > 0.0) & (window.enter < window.leave) & (
                closing * (enter - 1.0) < margin)
            inside = fast & (window.enter <= 0.0) & (window.leave >= 0.0)      # they overlap by turning
            past = select(followed & ~meets, window.past, zero)
            if kind == BOX_BOX:
                past = select(dt * (rim_speed(a, shapes[0]) + rim_speed(b, shapes[1])) < sqrt(square), past, zero)
            reach = select(past != 0.0, minimum(window.gap, 0.0), zero)
            if flat:
                meets = meets & fast
                reach = select((meets & (closing > margin)) | inside, sqrt(square), reach)      # other corners touch as well
            time = select(meets, enter, past) * dt
        store(ahead, start + MEETING * W, time)
        store(ahead, start + REACH * W, reach)
        if not flat:
            store(pairs.anchors, (block * ANCHOR_SLOTS + KNOWN) * W, zero)


@kernel
def recede_spheres(begin, end, bodies, pairs):
    """Convert the separations of spheres' points found at a meeting to the present poses, and write the anchors of the meeting.

    Reads   bodies.pose, bodies.velocity, pairs.a, pairs.b, pairs.ahead, pairs.sweep
    Writes  pairs.manifolds, pairs.anchors
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
        slot = start + (POINTS + SEPARATION) * W
        found, later = load(pairs.manifolds, slot), ahead_slot(pairs, block, MEETING) != 0.0
        parted = dot(load3(pairs.manifolds, start), sub(now, between))
        store(pairs.manifolds, slot, select(later & (found < 0.5 * NO_POINT), receded(pairs, block, found, parted), found))
