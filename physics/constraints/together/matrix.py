"""The matrix of joints that are solved together: J, M^-1 J^T and J M^-1 J^T, from the blocks of their parts.

    (J M^-1 J^T)_ij = sum over the bodies that both parts have of J_i M^-1 J_j^T                      3 x 3

The rows are those of the sweeps, read from their blocks; the matrix holds for all solutions of a substep.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.constraints import block
from physics.constraints.part import ONE_ROW
from physics.constraints.parts.point import POINT
from physics.constraints.together.layout import A_A, A_B, B_A, B_B, ROW_NUMBERS, SIDE
from physics.simd.value import W


@formula
def slot(data, base, number):
    """A number of a part, whose lane begins at `base`."""
    return data[base + number * W]


@formula
def slot3(data, base, number):
    """Three numbers of a part."""
    return slot(data, base, number), slot(data, base, number + 1), slot(data, base, number + 2)


@formula
def put3(row, at, sign, v):
    """Write three numbers, times a sign."""
    row[at], row[at + 1], row[at + 2] = sign * v[0], sign * v[1], sign * v[2]


@formula
def point_rows(jacobian, data, base):
    """J of a point: [ -1, [r_a]x, 1, -[r_b]x ]."""
    jacobian[:] = 0.0
    for side in range(2):
        sign = 2.0 * side - 1.0
        r = slot3(data, base, block.ARM_B if side == 1 else block.ARM_A)
        at = SIDE * side
        for k in range(3):
            jacobian[k * ROW_NUMBERS + at + k] = sign
        at += 3
        jacobian[at + 1], jacobian[at + 2] = sign * r[2], -sign * r[1]
        at += ROW_NUMBERS
        jacobian[at], jacobian[at + 2] = -sign * r[2], sign * r[0]
        at += ROW_NUMBERS
        jacobian[at], jacobian[at + 1] = sign * r[1], -sign * r[0]


@formula
def three_rows(jacobian, data, base):
    """J of two or three rows (n, u_a, u_b)."""
    for k in range(3):
        n, at = slot3(data, base, block.LINEAR + 3 * k), k * ROW_NUMBERS
        put3(jacobian, at, -1.0, n)
        put3(jacobian, at + 3, -1.0, slot3(data, base, block.ANGULAR_A + 3 * k))
        put3(jacobian, at + 6, 1.0, n)
        put3(jacobian, at + 6 + 3, 1.0, slot3(data, base, block.ANGULAR_B + 3 * k))


@formula
def one_row(jacobian, data, base):
    """J of one row; the other two are zero."""
    jacobian[:] = 0.0
    put3(jacobian, 0, 1.0, slot3(data, base, block.LINEAR_A))
    put3(jacobian, 3, 1.0, slot3(data, base, block.TURN_A))
    put3(jacobian, 6, 1.0, slot3(data, base, block.LINEAR_B))
    put3(jacobian, 6 + 3, 1.0, slot3(data, base, block.TURN_B))


@formula
def respond(k, parts, together):
    """M^-1 J^T of a node."""
    base, data = together.lane[k] // W * block.SLOTS * W + together.lane[k] % W, parts.data
    response, jacobian = together.response[k], together.jacobian[k]
    for side in range(2):
        mass = slot(data, base, block.MASS_B if side == 1 else block.MASS_A)
        inertia = block.INERTIA_B if side == 1 else block.INERTIA_A
        xx, xy, xz = slot3(data, base, inertia)
        yy, yz, zz = slot3(data, base, inertia + 3)
        for k in range(3):
            at = k * ROW_NUMBERS + SIDE * side
            x, y, z = jacobian[at + 3], jacobian[at + 4], jacobian[at + 5]
            put3(response, at, mass, (jacobian[at], jacobian[at + 1], jacobian[at + 2]))
            put3(response, at + 3, 1.0, (xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z))


@formula
def add_products(block_of, jacobian, i, response, j):
    """Add J_i M^-1 J_j^T over one body, whose numbers begin at i and j, to three by three numbers."""
    for r in range(3):
        a, b, c = jacobian[i], jacobian[i + 1], jacobian[i + 2]
        d, e, f = jacobian[i + 3], jacobian[i + 4], jacobian[i + 5]
        at = j
        for s in range(3):
            block_of[3 * r + s] += (a * response[at] + b * response[at + 1] + c * response[at + 2]
                                    + d * response[at + 3] + e * response[at + 4] + f * response[at + 5])
            at += ROW_NUMBERS
        i += ROW_NUMBERS


@routine
def multiply_out(first, last, together):
    """J M^-1 J^T of the nodes first .. last - 1 and of their columns, from J and M^-1 J^T."""
    for k in range(first, last):
        jacobian, response, own = together.jacobian[k], together.response[k], together.diagonal[k]
        own[:] = 0.0
        add_products(own, jacobian, 0, response, 0)
        add_products(own, jacobian, SIDE, response, SIDE)
        for at in range(together.column[k], together.column[k + 1]):
            entry, shared, jacobian = together.matrix[at], together.shared[at], together.jacobian[together.node[at]]
            entry[:] = 0.0
            if shared & A_A:
                add_products(entry, jacobian, 0, response, 0)
            if shared & A_B:
                add_products(entry, jacobian, 0, response, SIDE)
            if shared & B_A:
                add_products(entry, jacobian, SIDE, response, 0)
            if shared & B_B:
                add_products(entry, jacobian, SIDE, response, SIDE)


@formula
def differentiate(k, parts, together):
    """J of a node."""
    number = together.lane[k] // W
    base, kind, jacobian = number * block.SLOTS * W + together.lane[k] % W, parts.kind[number], together.jacobian[k]
    if kind == POINT:
        point_rows(jacobian, parts.data, base)
    elif kind < ONE_ROW:
        three_rows(jacobian, parts.data, base)
    else:
        one_row(jacobian, parts.data, base)
