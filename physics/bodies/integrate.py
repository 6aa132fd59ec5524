"""Integration of one substep: velocities from forces, then positions from velocities (semi-implicit Euler).

    v' = v / (1 + h c) + h (g + F / m)                  c is the linear damping: the Pade form of exp(-h c)
    w' = gyroscopic(w / (1 + h d)) + h I^-1 T           d is the angular damping
    x' = x + h (v' + pseudo velocity),   q' = exp(h (w' + pseudo velocity)) q

Positions are compensated sums: a slow body far from the origin moves at its speed, though in jumps of the numbers' spacing.
With the conserving gyroscopic term the rotation changes q and w together, see `bodies.tumbling`.

Damping and precession apply to the old velocity, not to its increment: a body at rest loads its neighbours with all of m g,
damped or not.
"""
from __future__ import annotations

import math

from physics.bodies.arrays import EXCEEDED
from physics.bodies.caps import LONGEST, capped_velocity, slowed, slowed_where_long
from physics.bodies.gyroscopic import turn_spin
from physics.bodies.tumbling import (
    CONSERVING,
    known_inertia,
    rotate_tumbling,
    tumbling,
    with_mean_spin,
    with_own_spin,
)
from physics.compile.decorators import formula, kernel
from physics.simd.flags import any_flagged, flagged
from physics.simd.functions import any_lane, full_like, maximum, minimum, select
from physics.simd.mat33 import rotated_diagonal, rotation_matrix, symmetric_transform
from physics.simd.memory import add_rows, load, load_rows, store, store_rows
from physics.simd.quat import turned
from physics.simd.rounding import add_compensated
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, dot, scale, select3, select4, sub, within, zero3

IMPLICIT = 2                                     # value of Motion.gyroscopic; 0: off, 1: explicit; others in `bodies.tumbling`
LARGEST_LINEAR_TURN = math.pi / 4                # of a substep in `bodies.delta`, for contacts: their points move by w x r; the
                                                 # rest of the turn, which joints count, is in `bodies.excess_turn`


@kernel
def integrate_velocities(begin, end, bodies, motion):
    """Velocities of the body blocks begin .. end - 1 after gravity, forces, damping and the gyroscopic term.

    Where motion.gyroscopic is more than CONSERVING, `change_spins` comes before.

    Reads bodies.velocity bodies.pose bodies.shape bodies.local bodies.force bodies.spin_change bodies.joined bodies.awake
    Writes bodies.velocity bodies.spin_change
    """
    h = motion.h
    for block in range(begin, end):
        row = block * W
        if not any_flagged(bodies.awake, row, bodies.velocity):
            continue
        vx, vy, vz, wx, wy, wz, spare, spare2 = load_rows(bodies.velocity, row)
        last = wx, wy, wz
        if motion.gyroscopic > CONSERVING:
            wx, wy, wz = with_own_spin(bodies, row, last)
        ix, iy, iz, inverse_mass, linear, angular, moved, _ = load_rows(bodies.local, row)
        weight = h * moved
        v = scale(1.0 / (1.0 + h * linear), (vx, vy, vz))
        v = add_scaled(v, weight, (full_like(vx, motion.gravity_x), full_like(vx, motion.gravity_y),
                                   full_like(vx, motion.gravity_z)))
        fx, fy, fz = tx, ty, tz = zero3(vx)
        if motion.forced == 1:
            fx, fy, fz, tx, ty, tz, _, _ = load_rows(bodies.force, row)
            v = add_scaled(v, h * inverse_mass, (fx, fy, fz))
        w = scale(1.0 / (1.0 + h * angular), (wx, wy, wz))
        tumbles = tumbling(ix, iy, iz)
        if 0 < motion.gyroscopic < CONSERVING and any_lane(tumbles):
            pose = load_rows(bodies.pose, row)
            inverse = known_inertia(tumbles, ix, iy, iz)
            spin = turn_spin((pose[3], pose[4], pose[5], pose[6]), w, inverse, full_like(vx, h), motion.gyroscopic == IMPLICIT)
            w = select3(tumbles, spin, w)
        twisted = (tx != 0.0) | (ty != 0.0) | (tz != 0.0)
        if any_lane(twisted):                            # by the inertia of this substep's pose
            pose = load_rows(bodies.pose, row)
            inverse = rotated_diagonal(rotation_matrix((pose[3], pose[4], pose[5], pose[6])), (ix, iy, iz))
            spun = add_scaled(w, full_like(vx, h), symmetric_transform(inverse, (tx, ty, tz)))
            w = select3(twisted, spun, w)
        awake = flagged(bodies.awake, row, bodies.velocity)
        if motion.gyroscopic > CONSERVING and any_lane(tumbles & awake):
            w = with_mean_spin(bodies, row, motion, (w, last), tumbles & awake)
        v, w = select3(awake, v, (vx, vy, vz)), select3(awake, w, (wx, wy, wz))
        store_rows(bodies.velocity, row, (v[0], v[1], v[2], w[0], w[1], w[2], spare, spare2))


@formula
def move_compensated(bodies, row, awake, position, step):
    """Positions of the body rows row .. row + 15 after `step` [m] of those that are awake; what rounding leaves is stored."""
    before = load(bodies.remainder_x, row), load(bodies.remainder_y, row), load(bodies.remainder_z, row)
    moved, left = add_compensated(position, before, step)
    x, y, z = select3(awake, left, before)
    store(bodies.remainder_x, row, x)
    store(bodies.remainder_y, row, y)
    store(bodies.remainder_z, row, z)
    return select3(awake, moved, position)


@formula
def linear_turn(bodies, row, turn):
    """`turn` [rad] of the body rows row .. row + 15, no longer than `bodies.delta` takes; the rest is in `bodies.excess_turn`."""
    most = full_like(turn[0], LARGEST_LINEAR_TURN)
    if any_lane(dot(turn, turn) > most * most):
        whole = within(turn, full_like(most, LONGEST))
        turn = slowed(whole, most)
        rest, nothing = sub(whole, turn), 0.0 * most
        bodies.excess_turn[0, EXCEEDED] = 1
        add_rows(bodies.excess_turn, row, (rest[0], rest[1], rest[2], nothing, nothing, nothing, nothing, nothing))
    return turn


@kernel
def integrate_positions(begin, end, bodies, motion):
    """Poses, and motion since the start of the step, of the body blocks begin .. end - 1; bodies that are too fast are slowed
    down, and no pseudo velocity moves a body farther than the greatest speed would.

    Reads bodies.velocity bodies.warm_start bodies.push bodies.pose bodies.delta bodies.local bodies.spin_change bodies.awake
        bodies.remainder_x bodies.remainder_y bodies.remainder_z
    Writes bodies.velocity bodies.warm_start bodies.pose bodies.delta bodies.excess_turn bodies.spin_change bodies.capped
        bodies.remainder_x bodies.remainder_y bodies.remainder_z
    """
    h = motion.h
    for block in range(begin, end):
        row = block * W
        if not any_flagged(bodies.awake, row, bodies.pose):
            continue
        velocity = capped_velocity(bodies, row, motion)
        v, w = (velocity[0], velocity[1], velocity[2]), (velocity[3], velocity[4], velocity[5])
        px, py, pz = rx, ry, rz = zero3(v[0])
        nothing = px
        if motion.pushed == 1:
            px, py, pz, rx, ry, rz, _, _ = load_rows(bodies.push, row)
        step = slowed_where_long(scale(full_like(px, h), add(v, (px, py, pz))), motion.max_speed * h)
        x, y, z, qx, qy, qz, qw, spare = load_rows(bodies.pose, row)
        awake = flagged(bodies.awake, row, bodies.pose)
        push = slowed_where_long((rx, ry, rz), LARGEST_LINEAR_TURN / h)
        if motion.gyroscopic >= CONSERVING:
            after, turn = rotate_tumbling(bodies, row, motion, (velocity, (qx, qy, qz, qw)), push)
        else:
            turn = scale(full_like(px, h), add(w, push))
            after = turned((qx, qy, qz, qw), turn)
        turn = linear_turn(bodies, row, turn)
        p = move_compensated(bodies, row, awake, (x, y, z), step)
        q = select4(awake, after, (qx, qy, qz, qw))
        store_rows(bodies.pose, row, (p[0], p[1], p[2], q[0], q[1], q[2], q[3], spare))
        add_rows(bodies.delta, row, (step[0], step[1], step[2], turn[0], turn[1], turn[2], nothing, nothing))


@kernel
def clear_rows(begin, end, rows):
    """Set the rows of the body blocks begin .. end - 1 to zero.

    Reads
    Writes rows
    """
    rows[begin * W:end * W] = 0


@kernel
def clear_flags(begin, end, flags):
    """Set the flags of the body blocks begin .. end - 1 to zero.

    Reads
    Writes flags
    """
    flags[begin * W:end * W] = 0
