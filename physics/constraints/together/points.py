"""Rows of points in joints that are solved together: their J is the identity and arms alone, two thirds of it zeros.

    J = [ -1, [r_a]x, 1, -[r_b]x ],     J V = v_b + w_b x r_b - v_a - w_a x r_a

A row of J, turned into the motion that it gives a body, is (m s e_c, T_c) with T_c = I^-1 (s J's angular part), s = -1 for a and
1 for b; between two points over one body

    (J_i M^-1 J_k^T)_rc = s_i s_k m delta_rc + s_i (T_c x r_i)_r

These are the products of `matrix` without the zeros: the same bits, for a third of the work.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.together.layout import ROW_NUMBERS, SIDE


@formula
def point_speed(arm, a, b):
    """J V of a point, for the motions of its bodies."""
    return ((b[0] + (b[4] * arm[5] - b[5] * arm[4])) - (a[0] + (a[4] * arm[2] - a[5] * arm[1])),
            (b[1] + (b[5] * arm[3] - b[3] * arm[5])) - (a[1] + (a[5] * arm[0] - a[3] * arm[2])),
            (b[2] + (b[3] * arm[4] - b[4] * arm[3])) - (a[2] + (a[3] * arm[1] - a[4] * arm[0])))


@formula
def put_point_rows(jacobian, side, r):
    """Write the numbers of J that are not zero for one side."""
    sign, at = 2.0 * side - 1.0, SIDE * side
    x, y, z = sign * r[0], sign * r[1], sign * r[2]
    jacobian[at] = sign
    jacobian[at + 4], jacobian[at + 5] = z, -y
    at += ROW_NUMBERS
    jacobian[at + 1] = sign
    jacobian[at + 3], jacobian[at + 5] = -z, x
    at += ROW_NUMBERS
    jacobian[at + 2] = sign
    jacobian[at + 3], jacobian[at + 4] = y, -x


@formula
def put_point_response(response, side, r, body):
    """Write the numbers of M^-1 J^T that are not zero for one side; body = (inverse mass, inverse inertia)."""
    sign, at, (mass, inertia) = 2.0 * side - 1.0, SIDE * side, body
    xx, xy, xz, yy, yz, zz = inertia
    x, y, z = sign * r[0], sign * r[1], sign * r[2]
    response[at] = sign * mass
    response[at + 3], response[at + 4], response[at + 5] = xy * z - xz * y, yy * z - yz * y, yz * z - zz * y
    at += ROW_NUMBERS
    response[at + 1] = sign * mass
    response[at + 3], response[at + 4], response[at + 5] = xz * x - xx * z, yz * x - xy * z, zz * x - xz * z
    at += ROW_NUMBERS
    response[at + 2] = sign * mass
    response[at + 3], response[at + 4], response[at + 5] = xx * y - xy * x, xy * y - yy * x, xz * y - yz * x


@formula
def point_products(arm, i, response, j):
    """(9) J_i M^-1 J_k^T of two points over a body that is on side i of the first and on side j of the second."""
    sign, from_, at = 2.0 * i - 1.0, 3 * i, SIDE * j
    x, y, z = sign * arm[from_], sign * arm[from_ + 1], sign * arm[from_ + 2]
    mass = sign * response[at]
    a0, a1, a2 = response[at + 3], response[at + 4], response[at + 5]
    at += ROW_NUMBERS
    b0, b1, b2 = response[at + 3], response[at + 4], response[at + 5]
    at += ROW_NUMBERS
    c0, c1, c2 = response[at + 3], response[at + 4], response[at + 5]
    return (mass + (a1 * z - a2 * y), b1 * z - b2 * y, c1 * z - c2 * y,
            a2 * x - a0 * z, mass + (b2 * x - b0 * z), c2 * x - c0 * z,
            a0 * y - a1 * x, b0 * y - b1 * x, mass + (c0 * y - c1 * x))


@formula
def move_by_point(speed, response, side, change):
    """Add to the motion of a body what a point's impulses do to it."""
    at = SIDE * side
    x, y, z = change[0], change[1], change[2]
    mass = response[at]
    speed[0] += mass * x
    speed[1] += mass * y
    speed[2] += mass * z
    for n in range(3, SIDE):
        speed[n] += response[at + n] * x + response[at + n + ROW_NUMBERS] * y + response[at + n + 2 * ROW_NUMBERS] * z


@formula
def turning_pull(r, inertia):
    """tr(I^-1) r - I^-1 r: times the impulse of a point at r, what it adds to a body's geometric stiffness."""
    xx, xy, xz, yy, yz, zz = inertia
    return ((yy + zz) * r[0] - xy * r[1] - xz * r[2], (xx + zz) * r[1] - xy * r[0] - yz * r[2],
            (xx + yy) * r[2] - xz * r[0] - yz * r[1])
