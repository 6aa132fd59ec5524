"""Products of rows of twelve numbers, J or the response, for (v_a w_a v_b w_b); the first eight products are summed in pairs."""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.lab.rows.vectors import three

V_A, W_A, V_B, W_B = 0, 3, 6, 9                  # places of the velocities in a row


@formula
def four_of(table, i):
    """The four vectors of row i."""
    return three(table, i, V_A), three(table, i, W_A), three(table, i, V_B), three(table, i, W_B)


@formula
def pairwise(j, v):
    """The inner product of two times four vectors."""
    first = (j[0][0] * v[0][0] + j[0][1] * v[0][1]) + (j[0][2] * v[0][2] + j[1][0] * v[1][0])
    second = (j[1][1] * v[1][1] + j[1][2] * v[1][2]) + (j[2][0] * v[2][0] + j[2][1] * v[2][1])
    return first + second + j[2][2] * v[2][2] + j[3][0] * v[3][0] + j[3][1] * v[3][1] + j[3][2] * v[3][2]


@formula
def row_product(table, i, other, j):
    """Row i of a table (m, 12) times row j of another."""
    return pairwise(four_of(table, i), four_of(other, j))


@formula
def speed_of(jacobian, i, motion, a, b):
    """Row i of J times the motion (n, at least 6) of two bodies."""
    return pairwise(four_of(jacobian, i), (three(motion, a, 0), three(motion, a, 3), three(motion, b, 0), three(motion, b, 3)))
