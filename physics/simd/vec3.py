"""Three-vectors as tuples (x, y, z) of scalars or lanes, with functions in place of operators: `add(a, b)`, `cross(a, b)`."""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import absolute, fma, full_like, maximum, minimum, select, sqrt


@formula
def add(a, b):
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@formula
def sub(a, b):
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@formula
def scale(s, a):
    """s a."""
    return s * a[0], s * a[1], s * a[2]


@formula
def negate(a):
    """-a."""
    return -a[0], -a[1], -a[2]


@formula
def add_scaled(a, s, b):
    """a + s b."""
    return fma(s, b[0], a[0]), fma(s, b[1], a[1]), fma(s, b[2], a[2])


@formula
def dot(a, b):
    """a . b."""
    return fma(a[0], b[0], fma(a[1], b[1], a[2] * b[2]))


@formula
def cross(a, b):
    """a x b."""
    return (fma(a[1], b[2], -(a[2] * b[1])),
            fma(a[2], b[0], -(a[0] * b[2])),
            fma(a[0], b[1], -(a[1] * b[0])))


@formula
def length(a):
    """|a|."""
    return sqrt(dot(a, a))


@formula
def absolute3(a):
    """|x|, |y|, |z|."""
    return absolute(a[0]), absolute(a[1]), absolute(a[2])


@formula
def within(v, most):
    """Every component within +-most."""
    return (maximum(minimum(v[0], most), -most), maximum(minimum(v[1], most), -most), maximum(minimum(v[2], most), -most))


@formula
def select3(condition, a, b):
    """a where the condition holds, else b."""
    return select(condition, a[0], b[0]), select(condition, a[1], b[1]), select(condition, a[2], b[2])


@formula
def select4(condition, a, b):
    """a where the condition holds, else b, for four numbers."""
    return (select(condition, a[0], b[0]), select(condition, a[1], b[1]), select(condition, a[2], b[2]),
            select(condition, a[3], b[3]))


@formula
def zero3(like):
    """(0, 0, 0) of the type of `like`."""
    zero = full_like(like, 0.0)
    return zero, zero, zero


@formula
def tangent_scale(n):
    """1 / |n x z| where |n_x| > 1/2, else 1 / |n x x|: neither is ever short, so no lane divides by zero."""
    return 1.0 / sqrt(select(absolute(n[0]) > 0.5, fma(n[0], n[0], n[1] * n[1]), fma(n[1], n[1], n[2] * n[2])))


@formula
def first_tangent(n, across):
    """The unit vector along n x z or n x x, of which `across` is the `tangent_scale`: t1 of a frame n, t1, t2 = n x t1."""
    zero = full_like(n[0], 0.0)
    return select3(absolute(n[0]) > 0.5, (n[1] * across, -n[0] * across, zero), (zero, n[2] * across, -n[1] * across))
