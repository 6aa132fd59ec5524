"""The swept test: when in this step two bodies meet that move fast against each other.

A pair that moves d = (v_b - v_a) dt against each other is followed along straight lines, without turning, where |d| is more
than the margin and than half of the least half extent of the two, for what moves less is found before it is half through:

    sphere, box against plane    t = separation / closing,    closing = -d . n
    sphere against sphere        |p + t d| = r_a + r_b
    sphere against box           conservative advancement: t grows by separation / closing until the separation is nothing;
                                 the plane between the nearest points parts the two until then
    box against box              each of the fifteen axes has an interval of t in which the projections overlap; they
                                 meet when the last of these begins, unless one of them ended before

Where they meet, their manifold is found with the bodies in the places they have then, so with the right normal and arms, and
only its separations are told for now.  Bodies that pass each other are not stopped, however near the corner.  Nor are those
that only graze: to count, shapes that are smaller by a skin must meet, so what slides over a floor of several boxes is not
stopped at the seams that it has sunk below.

Source: Ericson, Real-Time Collision Detection, 2005, 5.5 (moving spheres, separating axes of moving boxes); Mirtich,
Impulse-based Dynamic Simulation, 1996 (conservative advancement).
"""
from __future__ import annotations

from physics.bodies.arrays import AHEAD_SLOTS, ANCHOR_SLOTS, BETWEEN, FAR, KNOWN, MEETING, PAIR_KINDS, POINTS, REACH, SEPARATION
from physics.collision.broad_phase.aabb import FAST
from physics.collision.continuous.swept_axes import Window, box_window
from physics.collision.narrow_phase.box_sat import box_pair
from physics.collision.narrow_phase.manifold import manifold_start, real_pairs
from physics.collision.narrow_phase.manifold_cache import least_half
from physics.collision.narrow_phase.meeting import ahead_slot, any_meeting, meeting_poses
from physics.collision.narrow_phase.sphere_box import toward_box
from physics.collision.narrow_phase.sphere_sphere import direction
from physics.compile.decorators import formula, kernel
from physics.simd.functions import any_lane, full_like, maximum, minimum, select, sqrt
from physics.simd.mat33 import rotation_matrix, transform_transposed
from physics.simd.memory import gather_rows, load, store
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import absolute3, add_scaled, dot, negate, scale, sub

SPHERE_SPHERE, SPHERE_BOX, BOX_BOX, SPHERE_PLANE, BOX_PLANE = range(len(PAIR_KINDS))
SKIN = 0.25                                      # at most, as a share of the lesser half extent
ADVANCES = 16                                    # steps of conservative advancement
NEAR = 0.01                                      # it ends so near, as a share of the radius
MOST = 4.0                                       # steps ahead that it looks


@formula
def meet_plane(a, b, motion, flat):
    """The window of bodies a against planes b; a, b = (pose, shape), motion = (d, skin); flat: a has faces, else is round."""
    pose, shape, plane = a[0], a[1], b[1]
    up = (plane[0], plane[1], plane[2])
    size = shape[0]
    if flat:
        rows = rotation_matrix((pose[3], pose[4], pose[5], pose[6]))
        size = dot(absolute3(transform_transposed(rows, up)), (shape[0], shape[1], shape[2]))
    height = dot(up, (pose[0], pose[1], pose[2])) - plane[3] - size
    closing = dot(up, motion[0])
    enter = (height + motion[1]) / select(closing > 0.0, closing, 1.0)
    return Window(select(closing > 0.0, enter, FAR), full_like(enter, FAR), closing)


@formula
def meet_spheres(a, b, motion):
    """The window of spheres, by the quadratic equation."""
    p, d, radius = sub(b[0], a[0]), motion[0], a[1][0] + b[1][0] - motion[1]
    toward, apart, square = -dot(p, d), dot(p, p) - radius * radius, dot(d, d)
    root = toward * toward - square * apart
    meets = (toward > 0.0) & (apart > 0.0) & (root > 0.0)
    enter = apart / select(meets, toward + sqrt(select(meets, root, 1.0)), 1.0)
    normal, _ = direction(add_scaled(p, enter, d))
    return Window(select(meets, enter, FAR), full_like(enter, FAR), select(meets, -dot(normal, d), 0.0))


@formula
def meet_sphere_box(a, b, motion, fast):
    """The window of spheres a against boxes b, for the lanes `fast`."""
    radius, half = a[1][0], (b[1][0], b[1][1], b[1][2])
    rows = rotation_matrix((b[0][3], b[0][4], b[0][5], b[0][6]))
    p = transform_transposed(rows, sub((a[0][0], a[0][1], a[0][2]), (b[0][0], b[0][1], b[0][2])))
    u, core = transform_transposed(rows, negate(motion[0])), radius - motion[1]
    enter = closing = separation = 0.0 * radius
    for _ in range(ADVANCES):
        way, distance = toward_box(add_scaled(p, enter, u), half, radius)
        separation, closing = distance - core, dot(u, way)
        going = fast & (separation > NEAR * radius) & (closing > 0.0) & (enter < MOST)
        if not any_lane(going):
            break
        enter = select(going, enter + separation / select(going, closing, 1.0), enter)
    meets = (enter > 0.0) & (closing > 0.0) & (separation <= NEAR * radius)      # who only grazes does not come so near in time
    return Window(select(meets, enter, FAR), full_like(enter, FAR), maximum(closing, 0.0))


@formula
def lesser_half(a, b, kind):
    """The least half extent of the two shapes of a pair, which a plane has none of [m]."""
    if kind == SPHERE_SPHERE:
        return minimum(a[0], b[0])
    if kind == SPHERE_BOX:
        return minimum(a[0], least_half(b))
    if kind == BOX_BOX:
        return minimum(least_half(a), least_half(b))
    return a[0] if kind == SPHERE_PLANE else least_half(a)


@formula
def window_of(bodies, pairs, block, motion, kind):
    """When the pairs of a block meet; motion = (d, fast, skin)."""
    at = block * W
    d, fast, skin = motion
    a = gather_rows(bodies.pose, pairs.a, at), gather_rows(bodies.shape, pairs.a, at)
    b = gather_rows(bodies.pose, pairs.b, at), gather_rows(bodies.shape, pairs.b, at)
    if kind == SPHERE_SPHERE:
        return meet_spheres(a, b, (d, skin))
    if kind == SPHERE_BOX:
        return meet_sphere_box(a, b, (d, skin), fast)
    if kind == BOX_BOX:
        boxes = box_pair(a[0], b[0], (a[1][0], a[1][1], a[1][2]), (b[1][0], b[1][1], b[1][2]))
        return box_window(boxes, d, skin)
    return meet_plane(a, b, (d, skin), kind != SPHERE_PLANE)


@formula
def far_moving(bodies, pairs, block, motion, kind):
    """(mask of the pairs of a block that move far, the skin by which they must meet); motion = (d, square of it, margin)."""
    at = block * W
    _, square, margin = motion
    least = lesser_half(gather_rows(bodies.shape, pairs.a, at), gather_rows(bodies.shape, pairs.b, at), kind)
    far = maximum(margin, FAST * least)
    return square > far * far, minimum(SKIN * least, margin)


@kernel
def sweep_pairs(begin, end, bodies, pairs, rule):
    """Note for the pairs of blocks begin .. end - 1 when they meet and how near points count; rule = (margin, pair kind).

    Reads   bodies.pose, bodies.shape, bodies.velocity, pairs.a, pairs.b, pairs.sweep
    Writes  pairs.ahead, pairs.anchors
    """
    limit, kind = rule
    ahead, dt = pairs.ahead, pairs.sweep[0]
    for block in range(begin, end):
        at, start = block * W, block * AHEAD_SLOTS * W
        a, b = gather_rows(bodies.velocity, pairs.a, at), gather_rows(bodies.velocity, pairs.b, at)
        d = scale(dt, sub((b[0], b[1], b[2]), (a[0], a[1], a[2])))
        zero, margin = 0.0 * d[0], full_like(d[0], limit)
        time = reach = zero
        square, skin = dot(d, d), zero
        fast = (square > margin * margin) & real_pairs(pairs, block, zero)
        if any_lane(fast):
            far, skin = far_moving(bodies, pairs, block, (d, square, margin), kind)
            fast = fast & far
        if any_lane(fast):
            window = window_of(bodies, pairs, block, (d, fast, skin), kind)
            closing = select(fast, window.closing, 0.0)
            enter = maximum(window.enter - skin / select(closing > 0.0, closing, 1.0), 0.0)
            meets = (closing > 0.0) & (window.enter > 0.0) & (window.enter <= window.leave) & (
                closing * (enter - 1.0) < margin)
            inside = fast & (window.enter <= 0.0) & (window.leave >= 0.0)      # a turn brought them there
            time = select(meets, enter * dt, zero)
            if kind == BOX_BOX or kind == BOX_PLANE:                          # their other corners come down in this step too
                reach = select((meets & (closing > margin)) | inside, sqrt(dot(d, d)), zero)
        store(ahead, start + MEETING * W, time)
        store(ahead, start + REACH * W, reach)
        if kind != BOX_BOX and kind != BOX_PLANE:
            store(pairs.anchors, (block * ANCHOR_SLOTS + KNOWN) * W, zero)


@kernel
def recede_spheres(begin, end, bodies, pairs):
    """Tell the separations of now of the points of spheres that were found where they meet, and keep where that is.

    Reads   bodies.pose, bodies.velocity, pairs.a, pairs.b, pairs.ahead
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
        store(pairs.anchors, anchor + KNOWN * W, select(ahead_slot(pairs, block, MEETING) > 0.0, full_like(now[0], 1.0), 0.0))
        slot = start + (POINTS + SEPARATION) * W
        found, later = load(pairs.manifolds, slot), ahead_slot(pairs, block, MEETING) > 0.0
        parted = dot(load3(pairs.manifolds, start), sub(now, between))
        store(pairs.manifolds, slot, select(later & (found < 0.5 * FAR), found + parted, found))
