"""Factoring: A = L D L^T of joints that are solved together, three by three numbers at a time, and the solution of A x = y.

    A_ij = J_i M^-1 J_j^T,    A_ii = (1 + softness) J_i M^-1 J_i^T

    for each node k:    D_k^-1;   L_ik = A_ik D_k^-1;   A_ij = A_ij - L_ik A_jk^T   for all later i >= j that k acts upon

A is symmetric and nowhere negative, so no pivots are searched for.  A row that is at its bound has no unknown.  Nor has one
whose pivot is nothing but rounding, for it depends on rows before it: what it asks for they do, or no impulse can; it keeps the
impulse that it has.  Where it has bounds, as a stop against which a motor drives, its impulse shall grow, until one of the rows
that contradict each other is at its bound: it gets the least pivot that counts.

Sources: Duff, Erisman, Reid, "Direct Methods for Sparse Matrices", 1986; linear time for trees: Baraff, "Linear-Time Dynamics
using Lagrange Multipliers", 1996.
"""
from __future__ import annotations

from physics.compile.decorators import formula, routine
from physics.constraints.together.layout import BLOCK, BOUNDED, FREE


@formula
def sweep_out(pivot, r):
    """Exchange row r of three by three numbers: after all rows, D is minus its inverse."""
    inverse = 1.0 / pivot[3 * r + r]
    for i in range(3):
        for j in range(3):
            if i != r and j != r:
                pivot[3 * i + j] -= pivot[3 * i + r] * pivot[3 * r + j] * inverse
    for i in range(3):
        if i != r:
            pivot[3 * i + r] *= inverse
            pivot[3 * r + i] *= inverse
    pivot[3 * r + r] = -inverse


@formula
def invert(k, together):
    """Replace D of a node by its inverse; rows that depend on others get none, those with bounds the largest."""
    done, pivot = 0, together.pivot[k]
    bounded = together.bounds[k, 0] > -BOUNDED or together.bounds[k, 1] < BOUNDED
    for r in range(3):
        least = together.dependent[0] * (1.0 + together.softness[k]) * together.diagonal[k, 3 * r + r]
        if bounded and pivot[3 * r + r] < least:
            pivot[3 * r + r] = least
        if (bounded or pivot[3 * r + r] > least) and least > 0.0:
            sweep_out(pivot, r)
            done |= 1 << r
    for i in range(3):
        for j in range(3):
            both = (done >> i) & (done >> j) & 1
            pivot[3 * i + j] = -pivot[3 * i + j] if both == 1 else 0.0


@formula
def times(result, left, right):
    """result = left right, of three by three numbers."""
    for i in range(3):
        for j in range(3):
            result[3 * i + j] = left[3 * i] * right[j] + left[3 * i + 1] * right[3 + j] + left[3 * i + 2] * right[6 + j]


@formula
def subtract_product(result, left, right):
    """result = result - left right^T."""
    for i in range(3):
        for j in range(3):
            result[3 * i + j] -= (left[3 * i] * right[3 * j] + left[3 * i + 1] * right[3 * j + 1]
                                  + left[3 * i + 2] * right[3 * j + 2])


@formula
def eliminate_node(k, together):
    """Factor the column of a node and change later ones by it."""
    first, last = together.column[k], together.column[k + 1]
    for at in range(first, last):
        times(together.lower[at], together.reduced[at], together.pivot[k])
    target = together.update[k]
    for at in range(first, last):
        lower = together.lower[at]
        for other in range(first, at):
            subtract_product(together.reduced[together.target[target]], lower, together.reduced[other])
            target += 1
        subtract_product(together.pivot[together.node[at]], lower, together.reduced[at])


@routine
def factor(first, last, together):
    """Factor the matrix of the nodes first .. last - 1 of a component."""
    for k in range(first, last):
        for n in range(BLOCK):
            together.pivot[k, n] = (1.0 + together.softness[k]) * together.diagonal[k, n]
    for at in range(together.column[first], together.column[last]):
        for n in range(BLOCK):
            together.reduced[at, n] = together.matrix[at, n]
    for k in range(first, last):
        if together.bound[k] == FREE:
            invert(k, together)
            eliminate_node(k, together)
        else:
            together.pivot[k, :] = 0.0
            for at in range(together.column[k], together.column[k + 1]):
                together.lower[at, :] = 0.0


@routine
def substitute(first, last, together):
    """Solve for the right side in `change` of the nodes first .. last - 1, which becomes the solution."""
    change = together.change
    for k in range(first, last):
        x, y, z = change[k, 0], change[k, 1], change[k, 2]
        for at in range(together.column[k], together.column[k + 1]):
            lower, later = together.lower[at], change[together.node[at]]
            later[0] -= lower[0] * x + lower[1] * y + lower[2] * z
            later[1] -= lower[3] * x + lower[4] * y + lower[5] * z
            later[2] -= lower[6] * x + lower[7] * y + lower[8] * z
    for k in range(last - 1, first - 1, -1):
        x, y, z, d = change[k, 0], change[k, 1], change[k, 2], together.pivot[k]
        p, q, r = d[0] * x + d[1] * y + d[2] * z, d[3] * x + d[4] * y + d[5] * z, d[6] * x + d[7] * y + d[8] * z
        for at in range(together.column[k], together.column[k + 1]):
            lower, later = together.lower[at], change[together.node[at]]
            p -= lower[0] * later[0] + lower[3] * later[1] + lower[6] * later[2]
            q -= lower[1] * later[0] + lower[4] * later[1] + lower[7] * later[2]
            r -= lower[2] * later[0] + lower[5] * later[1] + lower[8] * later[2]
        change[k, 0], change[k, 1], change[k, 2] = p, q, r
