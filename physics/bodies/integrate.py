"""Integration of one substep: velocities from forces, then positions from velocities (semi-implicit Euler).

    v' = v / (1 + h c) + h (g + F / m)                  c is the linear damping: the Pade form of exp(-h c)
    w' = gyroscopic(w / (1 + h d)) + h I^-1 T           d is the angular damping
    x' = x + h (v' + pseudo velocity),   q' = exp(h w') q

Damping and precession apply to the old velocity, not to its increment: a body at rest loads its neighbours with all of m g,
damped or not.
"""
from __future__ import annotations

from physics.bodies.gyroscopic import turn_spin
from physics.bodies.warm_start import minus, plus
from physics.compile.decorators import formula, kernel
from physics.simd.flags import any_flagged, flagged
from physics.simd.functions import any_lane, full_like, maximum, minimum, select, sqrt
from physics.simd.mat33 import rotated_diagonal, rotation_matrix, symmetric_transform
from physics.simd.memory import load_rows, store_rows
from physics.simd.quat import from_rotation_vector, multiply, normalize
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, dot, scale, select3, select4


@kernel
def integrate_velocities(begin, end, bodies, motion):
    """Velocities of the body blocks begin .. end - 1 after gravity, forces, damping and the gyroscopic term.

    Reads bodies.velocity bodies.pose bodies.local bodies.force bodies.awake
    Writes bodies.velocity
    """
    h = motion.h
    for block in range(begin, end):
        row = block * W
        if not any_flagged(bodies.awake, row, bodies.velocity):
            continue
        vx, vy, vz, wx, wy, wz, spare, spare2 = load_rows(bodies.velocity, row)
        ix, iy, iz, inverse_mass, linear, angular, moved, _ = load_rows(bodies.local, row)
        fx, fy, fz, tx, ty, tz, _, _ = load_rows(bodies.force, row)
        weight = h * moved
        v = scale(1.0 / (1.0 + h * linear), (vx, vy, vz))
        v = add_scaled(v, weight, (full_like(vx, motion.gravity_x), full_like(vx, motion.gravity_y),
                                   full_like(vx, motion.gravity_z)))
        v = add_scaled(v, h * inverse_mass, (fx, fy, fz))
        w = scale(1.0 / (1.0 + h * angular), (wx, wy, wz))
        tumbles = (ix > 0.0) & (iy > 0.0) & (iz > 0.0) & ((ix != iy) | (iy != iz))
        if motion.gyroscopic > 0 and any_lane(tumbles):
            pose = load_rows(bodies.pose, row)
            jx, jy, jz = select(tumbles, ix, 1.0), select(tumbles, iy, 1.0), select(tumbles, iz, 1.0)
            least = minimum(jx, minimum(jy, jz))         # 1 / greatest I: ratios suffice, cubes of I might overflow
            inertia = (least / jx, least / jy, least / jz)
            turned = turn_spin((pose[3], pose[4], pose[5], pose[6]), w, inertia, full_like(vx, h), motion.gyroscopic == 2)
            w = select3(tumbles, turned, w)
        twisted = (tx != 0.0) | (ty != 0.0) | (tz != 0.0)
        if any_lane(twisted):                            # by the inertia of this substep's pose
            pose = load_rows(bodies.pose, row)
            inverse = rotated_diagonal(rotation_matrix((pose[3], pose[4], pose[5], pose[6])), (ix, iy, iz))
            spun = add_scaled(w, full_like(vx, h), symmetric_transform(inverse, (tx, ty, tz)))
            w = select3(twisted, spun, w)
        awake = flagged(bodies.awake, row, bodies.velocity)
        v, w = select3(awake, v, (vx, vy, vz)), select3(awake, w, (wx, wy, wz))
        store_rows(bodies.velocity, row, (v[0], v[1], v[2], w[0], w[1], w[2], spare, spare2))


@formula
def slowed(v, fastest):
    """v, no longer than `fastest`."""
    square = dot(v, v)
    return scale(minimum(1.0, fastest / sqrt(maximum(square, fastest * fastest))), v)


@formula
def capped_velocity(bodies, row, motion):
    """(v, w) of the body rows row .. row + 15, written back where the caps change them; see `bodies.warm_start`."""
    vx, vy, vz, wx, wy, wz, spare, spare2 = before = load_rows(bodies.velocity, row)
    v, w = (vx, vy, vz), (wx, wy, wz)
    fastest, largest = full_like(vx, motion.max_speed), full_like(vx, motion.max_rotation / motion.h)
    if any_lane((dot(v, v) > fastest * fastest) | (dot(w, w) > largest * largest)):
        v, w = slowed(v, fastest), slowed(w, largest)
        after = (v[0], v[1], v[2], w[0], w[1], w[2], spare, spare2)
        store_rows(bodies.velocity, row, after)
        store_rows(bodies.warm_start, row, plus(load_rows(bodies.warm_start, row), minus(after, before)))    # no impulse
    return v, w


@kernel
def cap_velocities(begin, end, bodies, motion):
    """Slow down the bodies of blocks begin .. end - 1 that are too fast.

    Reads bodies.velocity bodies.warm_start
    Writes bodies.velocity bodies.warm_start
    """
    for block in range(begin, end):
        capped_velocity(bodies, block * W, motion)


@kernel
def integrate_positions(begin, end, bodies, motion):
    """Poses, and motion since the start of the step, of the body blocks begin .. end - 1; bodies that are too fast are slowed
    down, and no pseudo velocity moves a body farther than the greatest speed would.

    Reads bodies.velocity bodies.warm_start bodies.push bodies.pose bodies.delta bodies.awake
    Writes bodies.velocity bodies.warm_start bodies.pose bodies.delta
    """
    h = motion.h
    for block in range(begin, end):
        row = block * W
        if not any_flagged(bodies.awake, row, bodies.pose):
            continue
        v, w = capped_velocity(bodies, row, motion)
        px, py, pz, rx, ry, rz, _, _ = load_rows(bodies.push, row)
        step = slowed(scale(full_like(px, h), add(v, (px, py, pz))), full_like(px, motion.max_speed * h))
        turn = slowed(scale(full_like(px, h), add(w, (rx, ry, rz))), full_like(px, motion.max_rotation))
        x, y, z, qx, qy, qz, qw, spare = load_rows(bodies.pose, row)
        dx, dy, dz, ax, ay, az, spare2, spare3 = load_rows(bodies.delta, row)
        turned, awake = normalize(multiply(from_rotation_vector(turn), (qx, qy, qz, qw))), flagged(bodies.awake, row, bodies.pose)
        p = select3(awake, add((x, y, z), step), (x, y, z))
        q = select4(awake, turned, (qx, qy, qz, qw))
        d, a = add((dx, dy, dz), step), add((ax, ay, az), turn)
        store_rows(bodies.pose, row, (p[0], p[1], p[2], q[0], q[1], q[2], q[3], spare))
        store_rows(bodies.delta, row, (d[0], d[1], d[2], a[0], a[1], a[2], spare2, spare3))


@kernel
def clear_rows(begin, end, rows):
    """Set the rows of the body blocks begin .. end - 1 to zero.

    Reads
    Writes rows
    """
    rows[begin * W:end * W] = 0
