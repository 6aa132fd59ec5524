"""Mounts and places that several glyphs use.  Each function takes the poses of k joints; a mount is an origin and three axes."""
from __future__ import annotations

import numpy as np

from app.draw.joints.poses import Poses


def mounted(origins: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """(..., 4, 3) mounts with origins (..., 3) and axes (..., 3, 3) as rows."""
    return np.concatenate((origins[..., None, :], axes), axis=-2)


def on_a(poses: Poses) -> np.ndarray:
    """(k, 4, 3) the frame on a at a's anchor."""
    return mounted(poses.a, poses.axes_a)


def on_b(poses: Poses) -> np.ndarray:
    """(k, 4, 3) the frame on b at b's anchor."""
    return mounted(poses.b, poses.axes_b)


def b_at_a(poses: Poses) -> np.ndarray:
    """(k, 4, 3) the frame on b at a's anchor."""
    return mounted(poses.a, poses.axes_b)


def anchors(poses: Poses) -> np.ndarray:
    """(k, 2, 3) both anchors."""
    return np.stack((poses.a, poses.b), axis=1)


def link_a(poses: Poses) -> np.ndarray:
    """(k, 2, 3) the centre of body a, and the anchor on it."""
    return np.stack((poses.centers[:, 0], poses.a), axis=1)


def link_b(poses: Poses) -> np.ndarray:
    """(k, 2, 3) the centre of body b, and the anchor on it."""
    return np.stack((poses.centers[:, 1], poses.b), axis=1)
