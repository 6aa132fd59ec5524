"""Principal axes of an inertia, and rotations as matrices and quaternions, of one shape at a time."""
from __future__ import annotations

import numpy as np

DIAGONAL = 1e-9                                  # share of the trace below which a moment off the diagonal is rounding


def matrix_of(q: tuple[float, float, float, float]) -> np.ndarray:
    """The rotation matrix (3, 3) of a unit quaternion (x, y, z, w)."""
    (x, y, z), w = q[:3], q[3]
    across = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + 2 * (w * across + across @ across)


def principal(inertia: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(moments, axes as columns) of an inertia: the axes of the coordinates where these are principal, else ones near them."""
    off = max(abs(inertia[0, 1]), abs(inertia[0, 2]), abs(inertia[1, 2]))
    if off <= DIAGONAL * np.trace(inertia):
        return np.diag(inertia).copy(), np.eye(3)
    moments, axes = np.linalg.eigh(inertia)
    order: list[int] = []
    for axis in range(3):                                                     # each coordinate axis takes the nearest one left
        order.append(max((k for k in range(3) if k not in order), key=lambda k: abs(axes[axis, k])))
    moments, axes = moments[order], axes[:, order]
    axes = axes * np.where(np.diag(axes) < 0, -1.0, 1.0)
    if np.linalg.det(axes) < 0:
        axes[:, int(np.argmin(np.abs(np.diag(axes))))] *= -1
    return moments, axes


def quaternion_of(axes: np.ndarray) -> tuple[float, float, float, float]:
    """The rotation with these columns as x y z w (Shepperd, 1978: by the greatest of the four)."""
    m, trace = axes, np.trace(axes)
    four = np.array([m[0, 0], m[1, 1], m[2, 2], trace])
    k = int(np.argmax(four))
    if k == 3:
        q = np.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], 1 + trace])
    else:
        i, j = (k + 1) % 3, (k + 2) % 3
        q = np.zeros(4)
        q[k], q[i], q[j], q[3] = 1 + 2 * m[k, k] - trace, m[i, k] + m[k, i], m[j, k] + m[k, j], m[j, i] - m[i, j]
    q /= np.linalg.norm(q)
    return tuple((q if q[3] >= 0 else -q).tolist())
