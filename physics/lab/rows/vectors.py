"""Vectors and quaternions (x, y, z, w) as tuples of numbers, for the rows of the laboratory; plain sums and products.

Sums and multiples are those of `physics.simd.vec3`.  Products are written here without its fused operations: rows are the
reference for the solver.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.vec3 import add, scale

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@formula
def axis_of(component):
    """The axis x, y or z."""
    return (1.0 if component == 0 else 0.0), (1.0 if component == 1 else 0.0), (1.0 if component == 2 else 0.0)


@formula
def three(table, i, first):
    """Three numbers of row i of a table, from column `first` on."""
    return 1.0 * table[i, first], 1.0 * table[i, first + 1], 1.0 * table[i, first + 2]


@formula
def four(table, i, first):
    """Four numbers of row i of a table, from column `first` on."""
    return 1.0 * table[i, first], 1.0 * table[i, first + 1], 1.0 * table[i, first + 2], 1.0 * table[i, first + 3]


@formula
def put_three(table, i, first, v):
    """Write three numbers of row i of a table, from column `first` on."""
    table[i, first], table[i, first + 1], table[i, first + 2] = v


@formula
def inner(a, b):
    """a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@formula
def crossed(a, b):
    """a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@formula
def turned(q, v):
    """The vector v turned by the unit quaternion q."""
    u = (q[0], q[1], q[2])
    t = scale(2.0, crossed(u, v))
    return add(add(v, scale(q[3], t)), crossed(u, t))


@formula
def inverse(q):
    """The inverse rotation of the unit quaternion q."""
    return -q[0], -q[1], -q[2], q[3]


@formula
def composed(p, q):
    """The rotation q followed by p."""
    u, v = (p[0], p[1], p[2]), (q[0], q[1], q[2])
    x, y, z = add(add(scale(p[3], v), scale(q[3], u)), crossed(u, v))
    return x, y, z, p[3] * q[3] - inner(u, v)
