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
from physics.constraints.together.matrix import put9

APART = 1e-4                                     # of the product of its diagonal: determinant from which on minors lose no digits


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
def has_bounds(k, together):
    """Whether the rows of a node have bounds."""
    return together.bounds[k, 0] > -BOUNDED or together.bounds[k, 1] < BOUNDED


@formula
def invert_rows(k, together):
    """Replace D of a node by its inverse, row by row; rows that depend on others get none, those with bounds the largest."""
    done, pivot, bounded = 0, together.pivot[k], has_bounds(k, together)
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
def invert(k, together):
    """Replace D of a node by its inverse: by minors, with one division, where three rows are far from depending on others."""
    p, own = together.pivot[k], together.diagonal[k]
    xx, xy, xz, yy, yz, zz = p[0], p[1], p[2], p[4], p[5], p[8]
    a, b, c = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    d, e, f = xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy
    whole = xx * a + xy * b + xz * c
    if whole > APART * (own[0] * own[4] * own[8]) and xx > 0.0 and f > 0.0 and not has_bounds(k, together):
        inverse = 1.0 / whole
        a, b, c, d, e, f = inverse * a, inverse * b, inverse * c, inverse * d, inverse * e, inverse * f
        put9(p, (a, b, c, b, d, e, c, e, f))
    else:
        invert_rows(k, together)


@formula
def get9(row):
    """Three by three numbers."""
    return row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8]


@formula
def row_times(x, y, z, b):
    """A row times three by three numbers."""
    return x * b[0] + y * b[3] + z * b[6], x * b[1] + y * b[4] + z * b[7], x * b[2] + y * b[5] + z * b[8]


@formula
def times(a, b):
    """a b, of three by three numbers."""
    p, q, r = row_times(a[0], a[1], a[2], b), row_times(a[3], a[4], a[5], b), row_times(a[6], a[7], a[8], b)
    return p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2]


@formula
def subtract(row, m):
    """Subtract three by three numbers."""
    row[0], row[1], row[2] = row[0] - m[0], row[1] - m[1], row[2] - m[2]
    row[3], row[4], row[5] = row[3] - m[3], row[4] - m[4], row[5] - m[5]
    row[6], row[7], row[8] = row[6] - m[6], row[7] - m[7], row[8] - m[8]


@formula
def transposed(a):
    """a^T."""
    return a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]


@formula
def eliminate_node(k, together):
    """Factor the column of a node and change later ones by it."""
    first, last, pivot = together.column[k], together.column[k + 1], get9(together.pivot[k])
    target = together.update[k]
    for at in range(first, last):
        reduced = get9(together.reduced[at])
        lower = times(reduced, pivot)
        put9(together.lower[at], lower)
        for other in range(first, at):
            subtract(together.reduced[together.target[target]], times(lower, transposed(get9(together.reduced[other]))))
            target += 1
        subtract(together.pivot[together.node[at]], times(lower, transposed(reduced)))


@formula
def state_of(k, together):
    """What of a node but its matrix and softness decides on its pivot."""
    return 2.0 * together.bound[k] + (1.0 if has_bounds(k, together) else 0.0)


@formula
def is_factored(c, together):
    """Whether L and D are still those of the present matrix, softness and bounds, as in the relaxing of rigid joints."""
    same = together.factored[c] == 1
    if same:
        for k in range(together.first[c], together.first[c + 1]):
            same = same and together.made_for[k, 0] == together.softness[k] and together.made_for[k, 1] == state_of(k, together)
    return same


@routine
def factor(c, together):
    """Factor the matrix of a component."""
    first, last = together.first[c], together.first[c + 1]
    for k in range(first, last):
        soft, pivot, own = 1.0 + together.softness[k], together.pivot[k], together.diagonal[k]
        for n in range(BLOCK):
            pivot[n] = soft * own[n]
            if together.bears[c] == 1:
                pivot[n] += together.felt_diagonal[k, n] - own[n]
        together.made_for[k, 0], together.made_for[k, 1] = together.softness[k], state_of(k, together)
    for at in range(together.column[first], together.column[last]):
        put9(together.reduced[at], get9(together.matrix[at]))
    for k in range(first, last):
        if together.bound[k] == FREE:
            invert(k, together)
            eliminate_node(k, together)
        else:
            together.pivot[k, :] = 0.0
            for at in range(together.column[k], together.column[k + 1]):
                together.lower[at, :] = 0.0
    together.factored[c] = 1


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
