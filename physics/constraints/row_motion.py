"""Rows and motions: the rate of a row's error, and the effect of its impulse on both bodies.

    two or three rows   (n, u_a, u_b):        J V = n . (v_b - v_a) + u_b . w_b - u_a . w_a
    one row             (n_a, u_a, n_b, u_b): J V = n_a . v_a + u_a . w_a + n_b . v_b + u_b . w_b

and V' = V + M^-1 J^T impulse.  A motion is (v_a, w_a, v_b, w_b), masses are (1/m_a, I_a^-1, 1/m_b, I_b^-1).
"""
from __future__ import annotations

from typing import Any, NamedTuple

from physics.compile.decorators import formula
from physics.simd.functions import select
from physics.simd.mat33 import symmetric_transform
from physics.simd.vec3 import add, add_scaled, cross, dot, scale, sub

NEARLY_PARALLEL = 1 - 1e-4                       # of K_12^2 over K_11 K_22
PARALLEL = 1 + 1e-4                              # factor on K's diagonal where rows are nearly parallel, to make it regular


@formula
def speed_of_three(motion, rows):
    """J V of three rows (n, u_a, u_b)."""
    apart = sub(motion[2], motion[0])
    return (dot(rows[0][0], apart) + dot(rows[0][2], motion[3]) - dot(rows[0][1], motion[1]),
            dot(rows[1][0], apart) + dot(rows[1][2], motion[3]) - dot(rows[1][1], motion[1]),
            dot(rows[2][0], apart) + dot(rows[2][2], motion[3]) - dot(rows[2][1], motion[1]))


@formula
def sum_of_three(rows, k, impulse):
    """Sum over three rows of component k (0: n, 1: u_a, 2: u_b) times the impulse."""
    return add_scaled(add_scaled(scale(impulse[0], rows[0][k]), impulse[1], rows[1][k]), impulse[2], rows[2][k])


@formula
def move_by_three(motion, masses, rows, impulse):
    """The motion after these impulses of three rows."""
    push = sum_of_three(rows, 0, impulse)
    return (add_scaled(motion[0], -masses[0], push),
            sub(motion[1], symmetric_transform(masses[1], sum_of_three(rows, 1, impulse))),
            add_scaled(motion[2], masses[2], push),
            add(motion[3], symmetric_transform(masses[3], sum_of_three(rows, 2, impulse))))


@formula
def speed_of_one(motion, row):
    """J V of one row (n_a, u_a, n_b, u_b)."""
    return dot(row[0], motion[0]) + dot(row[1], motion[1]) + dot(row[2], motion[2]) + dot(row[3], motion[3])


@formula
def move_by_one(motion, masses, row, impulse):
    """The motion after an impulse of one row."""
    return (add_scaled(motion[0], masses[0] * impulse, row[0]),
            add(motion[1], symmetric_transform(masses[1], scale(impulse, row[1]))),
            add_scaled(motion[2], masses[2] * impulse, row[2]),
            add(motion[3], symmetric_transform(masses[3], scale(impulse, row[3]))))


@formula
def between(masses, row, other):
    """K between two rows (n, u_a, u_b)."""
    return ((masses[0] + masses[2]) * dot(row[0], other[0]) + dot(row[1], symmetric_transform(masses[1], other[1]))
            + dot(row[2], symmetric_transform(masses[3], other[2])))


@formula
def positive(k):
    """k, or 1 where it is not positive (both bodies immovable)."""
    return select(k > 0.0, k, 1.0)


@formula
def matrix_of_three(masses, rows):
    """K of two or three rows (n, u_a, u_b), symmetric and regular; where a row is missing it is of a row by itself."""
    xx, yy, zz = between(masses, rows[0], rows[0]), between(masses, rows[1], rows[1]), between(masses, rows[2], rows[2])
    xy, xz, yz = between(masses, rows[0], rows[1]), between(masses, rows[0], rows[2]), between(masses, rows[1], rows[2])
    flat = xy * xy > NEARLY_PARALLEL * xx * yy
    regular = select(flat, 0.0 * xx + PARALLEL, 1.0)
    return positive(xx * regular), xy, xz, positive(yy * regular), yz, positive(zz)


@formula
def rows_of_point(arms):
    """A point's rows along the axes of the world as (n, u_a, u_b)."""
    zero = 0.0 * arms[0][0]
    x, y, z = (zero + 1.0, zero, zero), (zero, zero + 1.0, zero), (zero, zero, zero + 1.0)
    return ((x, cross(arms[0], x), cross(arms[1], x)), (y, cross(arms[0], y), cross(arms[1], y)),
            (z, cross(arms[0], z), cross(arms[1], z)))


@formula
def move_by_row(motion, masses, row, impulse):
    """The motion after an impulse of one row (n, u_a, u_b) of three."""
    return (add_scaled(motion[0], -masses[0] * impulse, row[0]),
            sub(motion[1], symmetric_transform(masses[1], scale(impulse, row[1]))),
            add_scaled(motion[2], masses[2] * impulse, row[0]),
            add(motion[3], symmetric_transform(masses[3], scale(impulse, row[2]))))


class RowTargets(NamedTuple):
    """Target of one row, or of three with a bias and an impulse each."""

    bias: Any                      # the target is J V + bias = 0 [m/s] or [rad/s]
    impulse: Any                   # accumulated so far [N s] or [N m s]
    mass_scale: Any                # see Softness
    impulse_scale: Any


@formula
def impulse_of_row(motion, masses, row, targets):
    """The impulse of one row (n, u_a, u_b) of three by itself."""
    last = targets.impulse
    speed = dot(row[0], sub(motion[2], motion[0])) + dot(row[2], motion[3]) - dot(row[1], motion[1])
    k = ((masses[0] + masses[2]) * dot(row[0], row[0]) + dot(row[1], symmetric_transform(masses[1], row[1]))
         + dot(row[2], symmetric_transform(masses[3], row[2])))
    mass = select(k > 0.0, 1.0 / select(k > 0.0, k, 1.0), 0.0)
    return (1.0 - targets.impulse_scale) * last - targets.mass_scale * mass * (speed + targets.bias)


@formula
def one_after_another(motion, masses, rows, targets):
    """(impulses, motion) of three rows solved in order."""
    bias, last, mass_scale, impulse_scale = targets
    one = impulse_of_row(motion, masses, rows[0], RowTargets(bias[0], last[0], mass_scale, impulse_scale))
    motion = move_by_row(motion, masses, rows[0], one - last[0])
    two = impulse_of_row(motion, masses, rows[1], RowTargets(bias[1], last[1], mass_scale, impulse_scale))
    motion = move_by_row(motion, masses, rows[1], two - last[1])
    three = impulse_of_row(motion, masses, rows[2], RowTargets(bias[2], last[2], mass_scale, impulse_scale))
    return (one, two, three), move_by_row(motion, masses, rows[2], three - last[2])
