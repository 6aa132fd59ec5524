"""Unit quaternions (x, y, z, w) as tuples of scalars or lanes; rotations without libm trigonometry."""
from __future__ import annotations

import math

from physics.compile.decorators import formula
from physics.simd.functions import any_lane, floor, fma, full_like, select, sqrt
from physics.simd.vec3 import add_scaled, cross, dot, scale, select4

SERIES = math.pi ** 2 / 4                        # largest |r|^2 for which `from_rotation_vector` is exact to rounding
SINES = tuple((-1) ** k / math.factorial(2 * k + 1) for k in range(9))           # sin x / x in powers of x^2
COSINES = tuple((-1) ** k / math.factorial(2 * k) for k in range(9))             # cos x
TERMS = 10                                       # of the series of `sine_cosine` after the first
PI, INVERSE_PI = math.pi, 1 / math.pi


@formula
def multiply(p, q):
    """The rotation q followed by p."""
    return (fma(p[3], q[0], fma(p[0], q[3], fma(p[1], q[2], -(p[2] * q[1])))),
            fma(p[3], q[1], fma(p[1], q[3], fma(p[2], q[0], -(p[0] * q[2])))),
            fma(p[3], q[2], fma(p[2], q[3], fma(p[0], q[1], -(p[1] * q[0])))),
            fma(p[3], q[3], -fma(p[0], q[0], fma(p[1], q[1], p[2] * q[2]))))


@formula
def normalize(q):
    """q / |q|."""
    inverse = 1.0 / sqrt(fma(q[0], q[0], fma(q[1], q[1], fma(q[2], q[2], q[3] * q[3]))))
    return q[0] * inverse, q[1] * inverse, q[2] * inverse, q[3] * inverse


@formula
def renormalize(q):
    """q / |q| where |q| is 1 but for rounding, by a Newton step: q + q (1 - |q|^2) / 2.

    1 - |q|^2 is summed from the small difference w^2 - 1 on and corrects q in one rounding each, so |q| - 1 has the mean 0;
    with `normalize` it has not, in single precision, and what is turned many times grows.
    """
    half = -0.5 * fma(q[0], q[0], fma(q[1], q[1], fma(q[2], q[2], fma(q[3], q[3], full_like(q[3], -1.0)))))
    return fma(q[0], half, q[0]), fma(q[1], half, q[1]), fma(q[2], half, q[2]), fma(q[3], half, q[3])


@formula
def turned(q, r):
    """q turned by the rotation vector r, of any length, in the world."""
    return renormalize(multiply(from_any_rotation_vector(r), q))


@formula
def conjugate(q):
    """The opposite rotation."""
    return -q[0], -q[1], -q[2], q[3]


@formula
def difference(p, q):
    """|p - q|, exactly 0 for equal ones; of rotations by an angle t apart 2 sin(t / 4), at least sin(t / 2)."""
    x, y, z, w = p[0] - q[0], p[1] - q[1], p[2] - q[2], p[3] - q[3]
    return sqrt(fma(x, x, fma(y, y, fma(z, z, w * w))))


@formula
def rotate(q, v):
    """The vector v turned by q: v + 2 w (u x v) + 2 u x (u x v)."""
    u = (q[0], q[1], q[2])
    t = cross(u, v)
    t = (t[0] + t[0], t[1] + t[1], t[2] + t[2])
    return add_scaled(add_scaled(v, q[3], t), 1.0, cross(u, t))


@formula
def from_rotation_vector(r):
    """The rotation by |r| radians about r, for |r| <= pi/2.

    sin(a/2)/a and cos(a/2) as Taylor series in (a/2)^2, by Horner: at a = pi/2 the first term left out is below 1e-17,
    so the series is exact to rounding in single and double precision.
    """
    square = 0.25 * dot(r, r)
    half, cosine = 0.5 * polynomial(square, SINES), polynomial(square, COSINES)
    return r[0] * half, r[1] * half, r[2] * half, cosine


@formula
def polynomial(x, c):
    """c_0 + c_1 x + ... + c_8 x^8."""
    high = fma(fma(fma(fma(full_like(x, c[8]), x, c[7]), x, c[6]), x, c[5]), x, c[4])
    return fma(fma(fma(fma(high, x, c[3]), x, c[2]), x, c[1]), x, c[0])


@formula
def sine_cosine(x):
    """(sin x, cos x), both with the sign of cos (pi n) for the whole number n that makes |x - pi n| <= pi/2.

    As half of an angle x gives the same rotation with either sign.  The first terms of the Taylor series that are left out are
    below 1e-17 at pi/2.
    """
    r = fma(full_like(x, -PI), floor(fma(x, full_like(x, INVERSE_PI), full_like(x, 0.5))), x)
    square, one = r * r, full_like(x, 1.0)
    sine = cosine = one
    for k in range(TERMS, 0, -1):
        sine = fma(-square * (1.0 / (2.0 * k * (2.0 * k + 1.0))), sine, one)
        cosine = fma(-square * (1.0 / (2.0 * k * (2.0 * k - 1.0))), cosine, one)
    return r * sine, cosine


@formula
def from_any_rotation_vector(r):
    """The rotation by |r| radians about r, of any length; `from_rotation_vector` where that is exact."""
    square, series = dot(r, r), full_like(r[0], SERIES)
    small, long = from_rotation_vector(r), square > series
    if any_lane(long):                               # rare
        angle = sqrt(select(long, square, series))
        sine, cosine = sine_cosine(0.5 * angle)
        v = scale(sine / angle, r)
        return select4(long, (v[0], v[1], v[2], cosine), small)
    return small
