"""Unit quaternions (x, y, z, w) as tuples of scalars or lanes; rotations without libm trigonometry."""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import fma, full_like, sqrt
from physics.simd.vec3 import add_scaled, cross, dot


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
def conjugate(q):
    """The opposite rotation."""
    return -q[0], -q[1], -q[2], q[3]


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
    one = full_like(square, 1.0)
    sine = one - square * (1.0 / 272.0)
    for k in range(7, 0, -1):
        sine = fma(-square * (1.0 / (2.0 * k * (2.0 * k + 1.0))), sine, one)
    cosine = one - square * (1.0 / 240.0)
    for k in range(7, 0, -1):
        cosine = fma(-square * (1.0 / (2.0 * k * (2.0 * k - 1.0))), cosine, one)
    half = 0.5 * sine
    return r[0] * half, r[1] * half, r[2] * half, cosine
