"""Responses: what a unit impulse of a row does to its bodies, and the diagonal of K.

    response = M^-1 J^T,      K_ii = J_i M^-1 J_i^T
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.lab.rows.row_products import V_A, V_B, W_A, W_B, row_product
from physics.lab.rows.vectors import AXES, four, put_three, three, turned


@formula
def put_jacobian(rows, i, sides):
    """Write J of row i from its parts for (v_a, w_a, v_b, w_b)."""
    put_three(rows.jacobian, i, V_A, sides[0])
    put_three(rows.jacobian, i, W_A, sides[1])
    put_three(rows.jacobian, i, V_B, sides[2])
    put_three(rows.jacobian, i, W_B, sides[3])


@formula
def transformed(m, v):
    """The matrix m, by rows, times the vector v."""
    return (m[0] * v[0] + m[2] * v[2] + m[1] * v[1], m[3] * v[0] + m[5] * v[2] + m[4] * v[1],
            m[6] * v[0] + m[8] * v[2] + m[7] * v[1])


@formula
def respond(rows, i, masses):
    """Write the response and K of row i; masses = (1/m_a, I_a^-1, 1/m_b, I_b^-1), inertias as nine numbers in the world."""
    mass_a, inertia_a, mass_b, inertia_b = masses
    for k in range(3):
        rows.response[i, V_A + k] = mass_a * rows.jacobian[i, V_A + k]
        rows.response[i, V_B + k] = mass_b * rows.jacobian[i, V_B + k]
    put_three(rows.response, i, W_A, transformed(inertia_a, three(rows.jacobian, i, W_A)))
    put_three(rows.response, i, W_B, transformed(inertia_b, three(rows.jacobian, i, W_B)))
    rows.k[i] = row_product(rows.jacobian, i, rows.response, i)


@formula
def inertia_of(bodies, row):
    """The inverse inertia of a body at its present pose, as nine numbers in the world."""
    q = four(bodies.pose, row, 3)
    x, y, z = three(bodies.local, row, 0)
    a, b, c = turned(q, AXES[0]), turned(q, AXES[1]), turned(q, AXES[2])          # columns of the rotation matrix
    ax, ay, az = a[0] * x, a[1] * x, a[2] * x
    bx, by, bz = b[0] * y, b[1] * y, b[2] * y
    cx, cy, cz = c[0] * z, c[1] * z, c[2] * z
    return (ax * a[0] + bx * b[0] + cx * c[0], ax * a[1] + bx * b[1] + cx * c[1], ax * a[2] + bx * b[2] + cx * c[2],
            ay * a[0] + by * b[0] + cy * c[0], ay * a[1] + by * b[1] + cy * c[1], ay * a[2] + by * b[2] + cy * c[2],
            az * a[0] + bz * b[0] + cz * c[0], az * a[1] + bz * b[1] + cz * c[1], az * a[2] + bz * b[2] + cz * c[2])


@formula
def symmetric_of(m):
    """(xx, xy, xz, yy, yz, zz) of a symmetric matrix, by rows."""
    return m[0], m[1], m[2], m[4], m[5], m[8]


@formula
def respond_at(rows, i, bodies):
    """Write the response and K of row i at the bodies' present poses."""
    a, b = rows.a[i], rows.b[i]
    respond(rows, i, (1.0 * bodies.local[a, 3], inertia_of(bodies, a), 1.0 * bodies.local[b, 3], inertia_of(bodies, b)))
