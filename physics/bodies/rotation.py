"""Rotations of numpy vectors by quaternions (x, y, z, w), one or many, for code outside kernels."""
from __future__ import annotations

import numpy as np

CONJUGATE = np.array((-1.0, -1.0, -1.0, 1.0))


def _single(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether these are one and one in double precision: Python's numbers give the same bits many times as fast as arrays."""
    return a.ndim == 1 == b.ndim and a.dtype.char == "d" == b.dtype.char


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a x b of vectors (..., 3); for few vectors several times as fast as numpy.cross."""
    if _single(a, b):
        (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
        return np.array((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx))
    ax, ay, az, bx, by, bz = a[..., 0], a[..., 1], a[..., 2], b[..., 0], b[..., 1], b[..., 2]
    x = ay * bz - az * by
    out = np.empty((*x.shape, 3), x.dtype)
    out[..., 0] = x
    np.subtract(az * bx, ax * bz, out=out[..., 1])
    np.subtract(ax * by, ay * bx, out=out[..., 2])
    return out


def rotate(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Vectors v (..., 3) turned by unit quaternions q (..., 4)."""
    if _single(q, v):
        (x, y, z, w), (a, b, c) = q.tolist(), v.tolist()
        tx, ty, tz = 2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)
        return np.array((a + w * tx + (y * tz - z * ty), b + w * ty + (z * tx - x * tz), c + w * tz + (x * ty - y * tx)))
    u, w = q[..., :3], q[..., 3:]
    t = 2 * cross(u, v)
    return v + w * t + cross(u, t)


def rotate_back(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Vectors v (..., 3) turned by the inverses of q (..., 4): from the world into the body's frame."""
    return rotate(opposite(q), v)


def matrix(q: np.ndarray) -> np.ndarray:
    """Rotation matrices (..., 3, 3) of unit quaternions (..., 4)."""
    return rotate(q[..., None, :], np.eye(3)).swapaxes(-1, -2)           # its columns are the axes, turned


def product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The rotations q (..., 4) followed by p (..., 4)."""
    if _single(p, q):
        (a, b, c, d), (x, y, z, w) = p.tolist(), q.tolist()
        return np.array((d * x + w * a + (b * z - c * y), d * y + w * b + (c * x - a * z), d * z + w * c + (a * y - b * x),
                         d * w - (0.0 + a * x + b * y + c * z)))
    vector = p[..., 3:] * q[..., :3] + q[..., 3:] * p[..., :3] + cross(p[..., :3], q[..., :3])
    return np.concatenate((vector, p[..., 3:] * q[..., 3:] - (p[..., :3] * q[..., :3]).sum(-1, keepdims=True)), -1)


def opposite(q: np.ndarray) -> np.ndarray:
    """The inverse rotations of unit quaternions q (..., 4)."""
    return q * CONJUGATE


def moved(pose: np.ndarray, displacement: np.ndarray) -> np.ndarray:
    """Poses (n, 7), position and quaternion, after displacements (n, 6), translation [m] and rotation vector [rad]."""
    angle = np.linalg.norm(displacement[:, 3:], axis=1, keepdims=True)
    turn = np.concatenate((0.5 * np.sinc(angle / (2 * np.pi)) * displacement[:, 3:], np.cos(angle / 2)), 1)
    turned = product(turn, pose[:, 3:7])
    return np.concatenate((pose[:, :3] + displacement[:, :3], turned / np.linalg.norm(turned, axis=1, keepdims=True)), 1)
