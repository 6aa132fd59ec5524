"""The matrix of joints that are solved together: J, M^-1 J^T and J M^-1 J^T, from the blocks of their parts.

    (J M^-1 J^T)_ij = sum over the bodies that both parts have of J_i M^-1 J_j^T                      3 x 3

The rows are those of the sweeps, read from their blocks; the matrix holds for all solutions of a substep.  Numbers that a kind of
part has as zero are so from when the arrays are made.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.constraints import block
from physics.constraints.part import ONE_ROW
from physics.constraints.parts.point import POINT
from physics.constraints.together.layout import A_A, A_B, B_A, B_B, POINT_ALONE, ROW_NUMBERS, SIDE
from physics.constraints.together.points import point_products, put_point_response, put_point_rows, turning_pull
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
def get3(row, at):
    """Three neighbouring numbers."""
    return row[at], row[at + 1], row[at + 2]


@formula
def get6(row, at):
    """Six neighbouring numbers."""
    return row[at], row[at + 1], row[at + 2], row[at + 3], row[at + 4], row[at + 5]


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
    """J of one row; the other two stay zero."""
    put3(jacobian, 0, 1.0, slot3(data, base, block.LINEAR_A))
    put3(jacobian, 3, 1.0, slot3(data, base, block.TURN_A))
    put3(jacobian, 6, 1.0, slot3(data, base, block.LINEAR_B))
    put3(jacobian, 6 + 3, 1.0, slot3(data, base, block.TURN_B))


@formula
def differentiate(k, parts, together):
    """J of a node, and the inverse inertias of its bodies."""
    number, data, inertia = together.lane[k] // W, parts.data, together.inertia[k]
    base, kind, jacobian = number * block.SLOTS * W + together.lane[k] % W, parts.kind[number], together.jacobian[k]
    for n in range(6):
        inertia[n] = slot(data, base, block.INERTIA_A + n)
        inertia[6 + n] = slot(data, base, block.INERTIA_B + n)
    together.point[k] = POINT_ALONE if kind == POINT else 0
    if kind == POINT:
        for side in range(2):
            arm = slot3(data, base, block.ARM_B if side == 1 else block.ARM_A)
            put3(together.arm[k], 3 * side, 1.0, arm)
            put_point_rows(jacobian, side, get3(together.arm[k], 3 * side))
            put3(together.pull[k], 3 * side, 1.0, turning_pull(get3(together.arm[k], 3 * side), get6(inertia, 6 * side)))
    elif kind < ONE_ROW:
        three_rows(jacobian, data, base)
    else:
        one_row(jacobian, data, base)


@formula
def respond_by_mobility(k, side, together):
    """M^-1 J^T of a node for a body that contacts hold."""
    response, jacobian, mobility = together.response[k], together.jacobian[k], together.mobility[together.body[k, side]]
    for r in range(3):
        at = r * ROW_NUMBERS + SIDE * side
        for n in range(SIDE):
            response[at + n] = 0.0
            for m in range(SIDE):
                response[at + n] += mobility[n, m] * jacobian[at + m]


@formula
def respond(k, parts, together):
    """M^-1 J^T of a node."""
    base, data = together.lane[k] // W * block.SLOTS * W + together.lane[k] % W, parts.data
    response, jacobian = together.response[k], together.jacobian[k]
    for side in range(2):
        mass, inertia = slot(data, base, block.MASS_B if side == 1 else block.MASS_A), get6(together.inertia[k], 6 * side)
        if together.point[k] == POINT_ALONE:
            put_point_response(response, side, get3(together.arm[k], 3 * side), (mass, inertia))
        elif together.held[together.body[k, side]] > 0:
            respond_by_mobility(k, side, together)
        else:
            for r in range(3):
                at = r * ROW_NUMBERS + SIDE * side
                put3(response, at, mass, get3(jacobian, at))
                put3(response, at + 3, 1.0, turned(inertia, get3(jacobian, at + 3)))


@formula
def turned(inertia, v):
    """I^-1 v."""
    xx, xy, xz, yy, yz, zz = inertia
    return xx * v[0] + xy * v[1] + xz * v[2], xy * v[0] + yy * v[1] + yz * v[2], xz * v[0] + yz * v[1] + zz * v[2]


@formula
def row_product(jacobian, i, response, j):
    """Two rows over one body, whose numbers begin at i and j."""
    return (jacobian[i] * response[j] + jacobian[i + 1] * response[j + 1] + jacobian[i + 2] * response[j + 2]
            + jacobian[i + 3] * response[j + 3] + jacobian[i + 4] * response[j + 4] + jacobian[i + 5] * response[j + 5])


@formula
def products(i, side, k, other, together):
    """(9) J_i M^-1 J_k^T over the body that is on this side of node i and on the other of node k."""
    response = together.response[k]
    if together.point[i] == POINT_ALONE and together.point[k] == POINT_ALONE:
        return point_products(together.arm[i], side, response, other)
    m, a, j = together.jacobian[i], SIDE * side, SIDE * other
    b, c, at, last = a + ROW_NUMBERS, a + 2 * ROW_NUMBERS, j + ROW_NUMBERS, j + 2 * ROW_NUMBERS
    return (row_product(m, a, response, j), row_product(m, a, response, at), row_product(m, a, response, last),
            row_product(m, b, response, j), row_product(m, b, response, at), row_product(m, b, response, last),
            row_product(m, c, response, j), row_product(m, c, response, at), row_product(m, c, response, last))


@formula
def put9(row, m):
    """Write three by three numbers."""
    row[0], row[1], row[2] = m[0], m[1], m[2]
    row[3], row[4], row[5] = m[3], m[4], m[5]
    row[6], row[7], row[8] = m[6], m[7], m[8]


@formula
def add9(row, m):
    """Add three by three numbers."""
    row[0], row[1], row[2] = row[0] + m[0], row[1] + m[1], row[2] + m[2]
    row[3], row[4], row[5] = row[3] + m[3], row[4] + m[4], row[5] + m[5]
    row[6], row[7], row[8] = row[6] + m[6], row[7] + m[7], row[8] + m[8]


@formula
def couple(at, k, together):
    """J M^-1 J^T of an entry of the column of node k."""
    entry, shared, i = together.matrix[at], together.shared[at], together.node[at]
    if shared in (A_A, A_B, B_A, B_B):
        put9(entry, products(i, 1 if shared > A_B else 0, k, 0 if shared in (A_A, B_A) else 1, together))
        return
    entry[:] = 0.0
    for side in range(2):
        for other in range(2):
            if shared & (A_A << (2 * side + other)):
                add9(entry, products(i, side, k, other, together))


@routine
def multiply_out(first, last, together, diagonal):
    """J M^-1 J^T of the nodes first .. last - 1, in `diagonal`, and of their columns, from J and M^-1 J^T."""
    for k in range(first, last):
        own = diagonal[k]
        put9(own, products(k, 0, k, 0, together))
        add9(own, products(k, 1, k, 1, together))
        for at in range(together.column[k], together.column[k + 1]):
            couple(at, k, together)
