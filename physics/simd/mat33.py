"""3x3 matrices of scalars or lanes: general ones as three rows, symmetric ones as (xx, xy, xz, yy, yz, zz)."""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import fma, maximum
from physics.simd.rounding import rounding
from physics.simd.vec3 import cross, dot

IN_DOUBT = 8.0                                   # times `rounding`


@formula
def rotation_matrix(q):
    """Rows of the rotation of the unit quaternion q; its columns are the body's axes in the world."""
    x2, y2, z2 = q[0] + q[0], q[1] + q[1], q[2] + q[2]
    xx, yy, zz = q[0] * x2, q[1] * y2, q[2] * z2
    xy, xz, yz = q[0] * y2, q[0] * z2, q[1] * z2
    wx, wy, wz = q[3] * x2, q[3] * y2, q[3] * z2
    return ((1.0 - (yy + zz), xy - wz, xz + wy),
            (xy + wz, 1.0 - (xx + zz), yz - wx),
            (xz - wy, yz + wx, 1.0 - (xx + yy)))


@formula
def column(m, k):
    """Column k."""
    return m[0][k], m[1][k], m[2][k]


@formula
def transform(m, v):
    """m v."""
    return dot(m[0], v), dot(m[1], v), dot(m[2], v)


@formula
def transform_transposed(m, v):
    """m^T v."""
    return (fma(m[0][0], v[0], fma(m[1][0], v[1], m[2][0] * v[2])),
            fma(m[0][1], v[0], fma(m[1][1], v[1], m[2][1] * v[2])),
            fma(m[0][2], v[0], fma(m[1][2], v[1], m[2][2] * v[2])))


@formula
def symmetric_transform(s, v):
    """s v for a symmetric s = (xx, xy, xz, yy, yz, zz)."""
    return (fma(s[0], v[0], fma(s[1], v[1], s[2] * v[2])),
            fma(s[1], v[0], fma(s[3], v[1], s[4] * v[2])),
            fma(s[2], v[0], fma(s[4], v[1], s[5] * v[2])))


@formula
def rotated_diagonal(m, d):
    """m diag(d) m^T as a symmetric matrix: a body's inertia, or its inverse, in the world."""
    a = (m[0][0] * d[0], m[0][1] * d[1], m[0][2] * d[2])
    b = (m[1][0] * d[0], m[1][1] * d[1], m[1][2] * d[2])
    c = (m[2][0] * d[0], m[2][1] * d[1], m[2][2] * d[2])
    return dot(a, m[0]), dot(a, m[1]), dot(a, m[2]), dot(b, m[1]), dot(b, m[2]), dot(c, m[2])


@formula
def solve33(m, b):
    """x with m x = b for a general invertible m given by rows, by Cramer's rule."""
    c0 = (m[0][0], m[1][0], m[2][0])
    c1 = (m[0][1], m[1][1], m[2][1])
    c2 = (m[0][2], m[1][2], m[2][2])
    c12 = cross(c1, c2)
    inverse = 1.0 / dot(c0, c12)
    return inverse * dot(b, c12), inverse * dot(c0, cross(b, c2)), inverse * dot(c0, cross(c1, b))


@formula
def pivot(rest, whole):
    """The rest that elimination leaves of the diagonal element `whole`, at least the part of it that rounding makes uncertain."""
    return maximum(rest, IN_DOUBT * rounding(whole) * whole)


@formula
def symmetric_inverse(s):
    """The inverse of a symmetric positive definite s, symmetric too.

    By s = L D L^T: for bodies of 200 m or of 0.2 mm the determinant is beyond single precision, the pivots are not.
    """
    xx, xy, xz, yy, yz, zz = s
    x = 1.0 / xx
    yx, zx = x * xy, x * xz
    y = 1.0 / pivot(fma(-yx, xy, yy), yy)
    rest = fma(-zx, xy, yz)
    zy = y * rest
    z = 1.0 / pivot(fma(-zy, rest, fma(-zx, xz, zz)), zz)
    back = fma(zy, yx, -zx)                          # L^-1: 1; -yx 1; back -zy 1
    return (fma(back * z, back, fma(yx * y, yx, x)), fma(-(back * z), zy, -(yx * y)), back * z,
            fma(zy * z, zy, y), -(zy * z), z)
