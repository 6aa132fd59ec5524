"""Poses of bodies in double precision: displacements, the differences of poses, and inertia at a pose; without libm.

    x' = x + move,  q' = exp(turn / 2) q;        between two poses: x' - x and log(q' q*), the rotation vector
"""
from __future__ import annotations

import math

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.lab.rows.vectors import composed, four, inner, inverse, minus, plus, put_three, three, times, turned
from physics.simd.angle import arctan2
from physics.simd.quat import from_rotation_vector

TURN, QUARTER_TURN = 2 * math.pi, math.pi / 2
UNMOVED = 1e12                                   # inertia about a locked axis, over the mass [m2]


@formula
def rotation_by(vector):
    """The rotation by any rotation vector; great angles less whole turns, as the square of the half."""
    angle = np.sqrt(inner(vector, vector))
    small = angle <= QUARTER_TURN
    share = 1.0 if small else 0.5 * (angle - TURN * np.floor(angle / TURN + 0.5)) / angle
    turn = from_rotation_vector(times(share, vector))
    return turn if small else composed(turn, turn)


@formula
def displace(bodies, row, move, turn):
    """Move a body by a translation [m] and a rotation vector [rad]."""
    put_three(bodies.pose, row, 0, plus(three(bodies.pose, row, 0), move))
    x, y, z, w = composed(rotation_by(turn), four(bodies.pose, row, 3))
    length = np.sqrt(x * x + y * y + z * z + w * w)
    put_three(bodies.pose, row, 3, (x / length, y / length, z / length))
    bodies.pose[row, 6] = w / length
    put_three(bodies.delta, row, 0, plus(three(bodies.delta, row, 0), move))
    put_three(bodies.delta, row, 3, plus(three(bodies.delta, row, 3), turn))


@formula
def between(start, end, row):
    """(translation [m], rotation vector [rad]) from the pose in row `row` of `start` to that of `end`."""
    x, y, z, w = composed(four(end, row, 3), inverse(four(start, row, 3)))
    sign = -1.0 if w < 0 else 1.0
    sine = np.sqrt(x * x + y * y + z * z)
    longer = sign * 2.0 * arctan2(sine, sign * w) / sine if sine > 0 else 2.0 * sign
    return minus(three(end, row, 0), three(start, row, 0)), (longer * x, longer * y, longer * z)


@formula
def is_movable(bodies, row):
    """Whether constraints can move a body."""
    local = bodies.local
    return bodies.awake[row] > 0 and (local[row, 0] > 0 or local[row, 1] > 0 or local[row, 2] > 0 or local[row, 3] > 0)


@formula
def mass_of(bodies, row):
    """(mass, (inertia about the body's axes)) [kg], [kg m2]; 1 in place of an infinite mass, UNMOVED about locked axes."""
    x, y, z, inverse_mass = four(bodies.local, row, 0)
    mass = 1.0 / inverse_mass if inverse_mass > 0 else 1.0
    locked = UNMOVED * mass
    return mass, (1.0 / x if x > 0 else locked, 1.0 / y if y > 0 else locked, 1.0 / z if z > 0 else locked)


@formula
def kinetic(mass, pose, row, velocity):
    """Kinetic energy [J] at (linear, angular) velocity of a body with the mass of `mass_of`."""
    v, w = velocity[0], turned(inverse(four(pose, row, 3)), velocity[1])
    about = mass[1]
    return 0.5 * (mass[0] * inner(v, v) + about[0] * w[0] * w[0] + about[1] * w[1] * w[1] + about[2] * w[2] * w[2])


@kernel
def fly(bodies, free, h):
    """Move the awake bodies at their velocities for h; `free` (n, 8) are the poses then.

    Reads   bodies.velocity bodies.awake bodies.pose bodies.delta h
    Writes  bodies.pose bodies.delta free
    """
    for row in range(len(free)):
        time = h if bodies.awake[row] > 0 else 0.0
        displace(bodies, row, times(time, three(bodies.velocity, row, 0)), times(time, three(bodies.velocity, row, 3)))
        for k in range(7):
            free[row, k] = bodies.pose[row, k]


@kernel
def set_velocities(bodies, start, h):
    """Velocities of the movable bodies from their displacements since the poses `start` (n, 8).

    Reads   bodies.pose bodies.awake bodies.local start h
    Writes  bodies.velocity
    """
    for row in range(len(start)):
        if is_movable(bodies, row):
            move, turn = between(start, bodies.pose, row)
            put_three(bodies.velocity, row, 0, times(1.0 / h, move))
            put_three(bodies.velocity, row, 3, times(1.0 / h, turn))
