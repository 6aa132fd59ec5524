"""Tumbling bodies in a substep: those whose spin changes by itself, since their inertia is not the same about all axes.

The conserving gyroscopic term turns pose and spin of such a body together, by `bodies.free_rotation`, when poses are integrated.
Rows of joints must hold for the rotation that a body makes in the substep, so where a joint acts they are given its mean:

    stage 6, placing   u           the spin of the last substep's rows: curvature is that of the motion which they allow
    stage 6, forces    w           the spin of the pose at the beginning
    stage 6, end       w + change  change = log(q_free q*) / h - w,   q_free: the pose after free rotation from q and w
    stages 7, 8        u           what rows make of that
    stage 9            q' = exp(h u) q   and   w' = I(q')^-1 I(q) (u - change)
    stage 10, end      w'

`change` and change', and w' - u from stage 9 on, are in Bodies.spin_change.  With w in place of the mean, joints drift by h^2/2
times the gyroscopic acceleration in each substep.  A body that turns farther than LARGEST_MEAN turns freely: the response of
its mean to an impulse turns with it, and rows diverge.

Tops have another mean, however far they turn, see `bodies.symmetric_top` and `constraints.own_axis`: u = W + g.  Stage 6 places
their rows at W, and stage 9 turns them by it.  Lanes 4 to 7 of Bodies.spin_change have g and b, and w' - W from stage 9 on.

What corrects a pose, pseudo velocities and passes over positions, turns the body and not its momentum: a top would be moved by
its own correction.  But in an elongated body, turned by x, a share x I_max / I_min of the spin comes to lie along the axis of
the least inertia, and a thin rod that whirls on a socket would burst: its momentum turns with it.  Under soft joints u has the
correction in it: an elongated body that turns by more than SWIFT has w' = u + change', change' the rest of the free rotation's
own change.
"""
from __future__ import annotations

import math

from physics.bodies.arrays import RIM_ROUND, ROUND
from physics.bodies.caps import slowed_where_long
from physics.bodies.free_rotation import (
    STILL,
    brief_turn,
    is_brief,
    is_slight,
    local_momentum,
    rotate_freely,
    spin_after_turn,
    spin_of,
)
from physics.bodies.symmetric_top import lead_of, lead_of_middle, mean_rotation, spin_and_rest, top_of, turn_top
from physics.bodies.warm_start import store_velocity
from physics.compile.decorators import formula, kernel
from physics.simd.angle import arctan2
from physics.simd.flags import any_flagged, flagged
from physics.simd.functions import absolute, any_lane, floor, full_like, maximum, minimum, select, sqrt
from physics.simd.mat33 import rotation_matrix, transform
from physics.simd.memory import gather_rows, load_integers, load_rows, store_rows
from physics.simd.quat import conjugate, from_rotation_vector, multiply, rotate, turned
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, dot, negate, scale, select3, select4, sub, zero3

CONSERVING, JOINED, MEAN, TOPS = 3, 4, 5, 6      # of Motion.gyroscopic: without joints; means on joints; means for all; means
                                                 # on joints, tops as such
TO_ROWS, TO_POSE = -1, 1                         # of `change_spins`: signs of the change
SWIFT = 0.15                                     # turn in a substep [rad]; more: momentum is kept better, thin rods tumble sooner
ELONGATED = 2.1                                  # I_max / I_min above which a body is; a flat one has 2 at most
LARGEST_MEAN = 0.5                               # turn of a body in a substep up to which joints hold for its mean [rad]
OF_TOP = 2.0                                     # of the mark in Bodies.spin_change
TURN, INVERSE_TURN = 2 * math.pi, 0.5 / math.pi  # a whole turn [rad]


@formula
def tumbling(ix, iy, iz):
    """Mask of the bodies whose inertia is not the same about all axes, from their inverse inertia."""
    return (ix > 0.0) & (iy > 0.0) & (iz > 0.0) & ((ix != iy) | (iy != iz))


@formula
def elongated(ix, iy, iz):
    """Mask of the bodies whose inertia about some axis is much smaller than about another, from their inverse inertia."""
    return maximum(ix, maximum(iy, iz)) > ELONGATED * minimum(ix, minimum(iy, iz))


@formula
def known_inertia(tumbles, ix, iy, iz):
    """The inverse inertia of bodies that tumble, 1 for the others."""
    return select(tumbles, ix, 1.0), select(tumbles, iy, 1.0), select(tumbles, iz, 1.0)


@formula
def rotation_vector(q, guess):
    """The rotation vector of the unit quaternion q, with as many whole turns as bring it nearest to `guess` [rad]."""
    v = (q[0], q[1], q[2])
    square = dot(v, v)
    turns = square > 0.0
    sine = sqrt(select(turns, square, 1.0))
    angle = 2.0 * arctan2(select(turns, sine, 0.0), q[3])
    axis = scale(select(turns, 1.0 / sine, 0.0), v)
    whole = floor((dot(axis, guess) - angle) * INVERSE_TURN + 0.5)
    return select3(turns, scale(angle + whole * TURN, axis), scale(full_like(square, 2.0), v))


@formula
def rims(bodies, row):
    """Mask of the bodies of a block that may roll on a rim or a side, see `contacts.rolling_points`."""
    roundness = load_rows(bodies.shape, row)[ROUND]
    return roundness == full_like(roundness, RIM_ROUND)


@formula
def with_mean_spin(bodies, row, motion, before, tumbles):
    """The spin u of the body rows row .. row + 15 in the substep, whose change is stored; where joints act.

    before = (the spin, W of the last substep).
    """
    (w, last), (_, _, _, qx, qy, qz, qw, _) = before, load_rows(bodies.pose, row)
    ix, iy, iz, _, _, _, _, _ = load_rows(bodies.local, row)
    joined, others = load_integers(bodies.joined, row, ix), 1.0 if motion.gyroscopic == TOPS else 2.0
    tops = tumbles & (joined > full_like(ix, others))
    if motion.gyroscopic != MEAN:
        tumbles = tumbles & ((joined > 0.0) | rims(bodies, row))
    q, h, nothing = (qx, qy, qz, qw), full_like(ix, motion.h), zero3(ix)
    inverse, zero = known_inertia(tumbles, ix, iy, iz), nothing[0]
    change, rest, flag, b = nothing, nothing, zero, zero
    others = tumbles & ~tops
    if any_lane(others):
        free, end = rotate_freely(q, w, inverse, h, nothing)
        turn = rotation_vector(multiply(free, conjugate(q)), scale(0.5 * h, add(w, end)))
        meant = others & (dot(turn, turn) < full_like(ix, LARGEST_MEAN * LARGEST_MEAN))
        change, flag = select3(meant, sub(scale(1.0 / h, turn), w), nothing), select(meant, zero + 1.0, zero)
        rest = select3(meant, sub(end, add(w, change)), nothing)
    if any_lane(tops):
        top = top_of(q, inverse)
        lead, mean = lead_of_middle(last, top, h), mean_rotation(w, top, h)
        change, flag = select3(tops, sub(add(mean, lead), w), change), select(tops, zero + OF_TOP, flag)
        rest, b = select3(tops, lead, rest), select(tops, absolute(lead_of(w, top, h)), zero)
    store_rows(bodies.spin_change, row, (change[0], change[1], change[2], flag, rest[0], rest[1], rest[2], b))
    return add(w, change)


@formula
def rotate_tumbling(bodies, row, motion, before, push):
    """(q, turn) of the body rows row .. row + 15 after a substep, from their velocity and q `before`; of those that tumble the
    velocity changes."""
    (vx, vy, vz, wx, wy, wz, spare, spare2), q = before
    w = wx, wy, wz
    ix, iy, iz, _, _, _, _, _ = load_rows(bodies.local, row)
    h, nothing, awake = full_like(ix, motion.h), zero3(ix), flagged(bodies.awake, row, bodies.pose)
    square, largest, turn = h * h * dot(w, w), motion.max_rotation / motion.h, scale(h, add(w, push))
    tumbles = tumbling(ix, iy, iz) & (square > full_like(ix, STILL * STILL)) & awake
    free = tumbles
    if motion.gyroscopic > CONSERVING:
        cx, cy, cz, meant, rx, ry, rz, _ = load_rows(bodies.spin_change, row)
        given, tops = (meant > 0.0) & awake, (meant > 1.0) & awake
        tumbles, free = tumbles | given, free & ~given
    if not any_lane(tumbles):
        return turned(q, turn), turn
    brief, inverse, m, own = free & is_brief(square), known_inertia(tumbles, ix, iy, iz), rotation_matrix(q), w
    if motion.gyroscopic > CONSERVING:
        own = sub(w, select3(given, (cx, cy, cz), nothing))
    local, shift = local_momentum(q, own, inverse), scale(h, push)
    turn = select3(brief, add_scaled(transform(m, brief_turn(local, inverse, h, is_slight(square) | ~brief)), h, push), turn)
    straight, momentum, carried = turned(q, turn), transform(m, local), elongated(ix, iy, iz) & (dot(shift, shift) > 0.0)
    last = later = w
    if motion.gyroscopic > CONSERVING:
        later = add(w, (rx, ry, rz))
        if any_lane(tops):
            rotation = sub(w, (rx, ry, rz))
            q_top, last, end = turn_top(q, rotation, push, inverse, h)
            straight, turn = select4(tops, q_top, straight), select3(tops, scale(h, add(rotation, push)), turn)
            later = select3(tops, end, later)
    if any_lane(carried):
        momentum = select3(carried, rotate(from_rotation_vector(shift), momentum), momentum)
    spin = slowed_where_long(spin_of(straight, momentum, inverse), largest)
    if motion.gyroscopic > CONSERVING:
        if any_lane(given):
            swift = given & elongated(ix, iy, iz) & (square > full_like(ix, SWIFT * SWIFT))
            spin = select3(swift, later, spin)
            rest, own = select3(given, sub(spin, w), nothing), select3(given, sub(spin, select3(tops, last, w)), nothing)
            store_rows(bodies.spin_change, row, (rest[0], rest[1], rest[2], meant, own[0], own[1], own[2], nothing[0]))
    fast = free & ~brief
    if any_lane(fast):
        q_free, after = rotate_freely(q, w, inverse, h, select3(carried, nothing, shift))
        if any_lane(carried):
            q_free = select4(carried, turned(q_free, shift), q_free)
            after = select3(carried, rotate(from_rotation_vector(shift), after), after)
        spin, straight = select3(fast, slowed_where_long(after, largest), spin), select4(fast, q_free, straight)
        turn = select3(fast, scale(h, add(push, scale(full_like(ix, 0.5), add(w, spin)))), turn)
    if any_lane(free):
        x, y, z = select3(free, spin, w)
        store_velocity(bodies, row, (vx, vy, vz, x, y, z, spare, spare2))
    return straight, turn


@formula
def spin_change(bodies, row):
    """(mask of those that are awake and for which it is meant, spin less u, spin less W) of the rows row .. row + 15."""
    cx, cy, cz, meant, ox, oy, oz, _ = load_rows(bodies.spin_change, row)
    return (meant > 0.0) & flagged(bodies.awake, row, bodies.velocity), (cx, cy, cz), (ox, oy, oz)


@formula
def without_own_spin(bodies, rows, at, q, w):
    """The spins w of bodies `rows` of a block at q, of those that turn as tops, see `symmetric_top`, across their axes alone."""
    tops = gather_rows(bodies.spin_change, rows, at)[3] > 1.0
    if any_lane(tops):
        ix, iy, iz, _, _, _, _, _ = gather_rows(bodies.local, rows, at)
        _, rest = spin_and_rest(w, top_of(q, known_inertia(tops, ix, iy, iz)))
        w = select3(tops, rest, w)
    return w


@formula
def with_spin_change(bodies, row, changes, change):
    """Velocities of the rows row .. row + 15 (8 lanes), with this change of the spins in a mask."""
    vx, vy, vz, wx, wy, wz, spare, spare2 = load_rows(bodies.velocity, row)
    x, y, z = select3(changes, add((wx, wy, wz), change), (wx, wy, wz))
    return vx, vy, vz, x, y, z, spare, spare2


@formula
def with_own_spin(bodies, row, w):
    """The spins of the rows row .. row + 15 from those that `change_spins` gave them for placing."""
    changes, _, own = spin_change(bodies, row)
    return select3(changes, add(w, own), w)


@kernel
def change_spins(begin, end, bodies, sign):
    """Give the tumbling bodies on joints of blocks begin .. end - 1 another spin: with TO_ROWS, before placing, the W of the last
    substep, with TO_POSE, after a substep, that of their pose.

    Reads bodies.velocity bodies.spin_change bodies.awake
    Writes bodies.velocity
    """
    for block in range(begin, end):
        if any_flagged(bodies.awake, block * W, bodies.velocity):
            changes, of_rows, own = spin_change(bodies, block * W)
            if any_lane(changes):
                change = of_rows if sign > 0 else negate(own)
                store_rows(bodies.velocity, block * W, with_spin_change(bodies, block * W, changes, change))


@kernel
def end_unforced_turns(begin, end, bodies):
    """`change_spins` with TO_POSE where bodies warm start by what impulses changed, which this does not.

    Reads bodies.velocity bodies.warm_start bodies.spin_change bodies.awake
    Writes bodies.velocity bodies.warm_start
    """
    for block in range(begin, end):
        if any_flagged(bodies.awake, block * W, bodies.velocity):
            changes, change, _ = spin_change(bodies, block * W)
            if any_lane(changes):
                store_velocity(bodies, block * W, with_spin_change(bodies, block * W, changes, change))


@kernel
def keep_rotation(begin, end, bodies):
    """Keep the rotations of the tumbling bodies of blocks begin .. end - 1 in Bodies.push for `keep_momentum`.

    Reads bodies.pose bodies.local bodies.awake
    Writes bodies.push
    """
    for block in range(begin, end):
        row = block * W
        ix, iy, iz, _, _, _, _, _ = load_rows(bodies.local, row)
        if any_lane(tumbling(ix, iy, iz) & flagged(bodies.awake, row, bodies.pose)):
            _, _, _, qx, qy, qz, qw, _ = load_rows(bodies.pose, row)
            zero = 0.0 * ix
            store_rows(bodies.push, row, (qx, qy, qz, qw, zero, zero, zero, zero))


@kernel
def keep_momentum(begin, end, bodies, motion):
    """Give the tumbling bodies of blocks begin .. end - 1 the spin with their momentum, after passes that correct positions.

    Reads bodies.pose bodies.velocity bodies.local bodies.push bodies.awake
    Writes bodies.velocity bodies.push
    """
    for block in range(begin, end):
        row = block * W
        ix, iy, iz, _, _, _, _, _ = load_rows(bodies.local, row)
        tumbles = tumbling(ix, iy, iz) & flagged(bodies.awake, row, bodies.pose)
        if any_lane(tumbles):
            _, _, _, qx, qy, qz, qw, _ = load_rows(bodies.pose, row)
            bx, by, bz, bw, zero, _, _, _ = load_rows(bodies.push, row)
            vx, vy, vz, wx, wy, wz, spare, spare2 = load_rows(bodies.velocity, row)
            inverse, w = known_inertia(tumbles, ix, iy, iz), (wx, wy, wz)
            moved = tumbles & ((qx != bx) | (qy != by) | (qz != bz) | (qw != bw))
            if any_lane(moved):
                spin, now = spin_after_turn((bx, by, bz, bw), w, (qx, qy, qz, qw), inverse), (qx, qy, qz, qw)
                spin = select3(elongated(ix, iy, iz), rotate(multiply(now, conjugate((bx, by, bz, bw))), w), spin)
                w = select3(moved, slowed_where_long(spin, motion.max_rotation / motion.h), w)
                store_rows(bodies.velocity, row, (vx, vy, vz, w[0], w[1], w[2], spare, spare2))
            store_rows(bodies.push, row, (zero, zero, zero, zero, zero, zero, zero, zero))
