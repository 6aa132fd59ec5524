"""Tops on joints: bodies whose joints do not feel how far they have turned about their own axis of symmetry.

A socket with its anchor on the axis, and a hinge along it, hold and see the same however the body is turned about that axis.
So such a body may go through a substep as a top, see `bodies.symmetric_top`.  A body with an anchor beside the axis whirls, and
one on a hinge askew is led on a cone: their joints take part in the spin, and they turn as any other body.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.rotation import rotate
from physics.bodies.symmetric_top import ROUND
from physics.constraints.part import ANCHOR_A, ANCHOR_B, FRAME_A, FRAME_B, PART_SLOTS
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.point import POINT
from physics.simd.value import W

ABOUT_AN_AXIS = (AXIS_ROTATION, ANGLE)           # kinds of parts that are the same however a body is turned about their axis
X = np.array((1.0, 0.0, 0.0))


def own_axes(inverse: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """((n,) which have one, (n, 3) own axes in the bodies, (n,) the inverse inertia across them) from inverse inertia (n, 3)."""
    x, y, z = inverse.T
    gaps = np.abs(np.stack((y - z, z - x, x - y), 1))
    found = gaps.argmin(1)
    across = inverse[np.arange(len(inverse)), (found + 1) % 3]
    moves = (inverse > 0).all(1)
    return moves & (gaps.min(1) <= ROUND * inverse.max(1)), np.eye(3)[found], across


def tops_on_joints(parts, blocks: int, local: np.ndarray) -> np.ndarray:
    """(rows,) bool: the bodies on parts in `blocks` blocks that are such tops, from Bodies.local."""
    inverse, lanes = local[:, :3].astype(np.float64), blocks * W
    tops, axes, across = own_axes(inverse)
    reach = ROUND * np.sqrt(local[:, 3].astype(np.float64) / np.where(across > 0, across, 1.0))
    store = parts.store.reshape(-1, PART_SLOTS, W)
    numbers, kinds = parts.part[:lanes], np.repeat(parts.kind[:blocks], W)
    for rows, anchor, frame in ((parts.a[:lanes], ANCHOR_A, FRAME_A), (parts.b[:lanes], ANCHOR_B, FRAME_B)):
        arm = store[numbers // W, anchor:anchor + 3, numbers % W].astype(np.float64)
        about = rotate(store[numbers // W, frame:frame + 4, numbers % W].astype(np.float64), X[None, :])
        aside = np.linalg.norm(np.cross(arm, axes[rows]), axis=1) <= reach[rows]
        along = np.linalg.norm(np.cross(about, axes[rows]), axis=1) <= ROUND
        tops[rows[~np.where(kinds == POINT, aside, np.isin(kinds, ABOUT_AN_AXIS) & along)]] = False
    return tops
