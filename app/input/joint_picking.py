"""Joint picking: the joint whose mark is under a pixel.

    pick_joint(view, alpha, camera_pose, (x, y), (width, height)) -> uid of a joint, or None

It shares the primitives with drawing, so every visible mark can be clicked.  The thin links from bodies to their joints do not
count, otherwise the middle of every jointed body would pick its joint.
"""
from __future__ import annotations

import numpy as np

from app.draw.camera import pose_matrix
from app.draw.frame import CameraPose
from app.draw.frame_builder import interpolate_positions, interpolate_rotations
from app.draw.joints.glyph_batch import LINK, GlyphBatch
from app.draw.joints.overlay import batch_of
from app.draw.recent import Recent
from app.published.view import View

REACH = 7.0                            # [px] distance from a primitive within which it is picked
ALIKE = 1.5                            # [px] difference of distances below which the one nearer to the eye is picked
NEAR = 0.01                            # [m] near plane at which lines are clipped
SEEN = Recent()                        # batches projected to the screen


def pick_joint(view: View, alpha: float, camera: CameraPose, at: tuple[float, float], size: tuple[float, float]) -> int | None:
    """Uid of the joint drawn within REACH of the pixel `at` of a picture of `size`, the nearest of them, or None."""
    if view.joints is None:
        return None
    positions = interpolate_positions(view.previous_positions, view.positions, alpha)
    rotations = interpolate_rotations(view.previous_rotations, view.rotations, alpha)
    batch = batch_of(view, positions, rotations, camera)[0]
    ends, depths, rows = SEEN.of((batch,), (camera, tuple(size)), lambda: on_screen(batch, camera, size))
    if not len(rows):
        return None
    away = distances(np.array(at, float), ends)
    nearest = float(away.min())
    if nearest > REACH:
        return None
    meant = away <= nearest + ALIKE
    row = rows[meant][np.argmin(depths[meant])]
    return int(view.joints.table.uids[row])


def on_screen(batch: GlyphBatch, camera: CameraPose, size: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(s, 2, 2) pixels of the pieces of a batch in front of the eye, (s,) their depths [m], and (s,) rows of their joints."""
    pieces, rows = batch.pieces(without=LINK)
    ends, depths = projected(pieces, camera, size)
    shown = depths > NEAR
    return ends[shown], depths[shown], rows[shown]


def projected(pieces: np.ndarray, camera: CameraPose, size: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """(s, 2, 2) pixels of lines (s, 2, 3), clipped at the near plane, and (s,) the depths of their nearer ends [m]: at most NEAR
    for lines wholly behind it."""
    matrix = pose_matrix(camera, size[0] / max(size[1], 1))
    clip = (pieces.reshape(-1, 3) @ matrix[:, :3].T + matrix[:, 3]).reshape(-1, 2, 4)
    nearer, farther = np.minimum(clip[:, 0, 3], clip[:, 1, 3]), np.maximum(clip[:, 0, 3], clip[:, 1, 3])
    crossing = ~(nearer >= NEAR)
    if crossing.any():
        clip[crossing] = cut_near(clip[crossing])
    flat = clip[..., :2] / np.maximum(clip[..., 3:], NEAR)
    ends = (flat * (1.0, -1.0) + 1) * (0.5 * np.array(size))
    return ends, np.where(farther > NEAR, np.maximum(nearer, 2 * NEAR), 0.0)


def cut_near(clip: np.ndarray) -> np.ndarray:
    """(s, 2, 4) lines in clip space, (s, 2, 4), from the near plane on."""
    w = clip[..., 3]
    share = np.clip((NEAR - w) / np.where(np.abs(w[:, ::-1] - w) < 1e-12, 1e-12, w[:, ::-1] - w), 0.0, 1.0)
    return np.where((w < NEAR)[..., None], clip + (clip[:, ::-1] - clip) * share[..., None], clip)


def distances(at: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """(s,) distances from a point (2,) to line segments (s, 2, 2)."""
    (x, y), (right, down) = (ends[:, 0] - at).T, (ends[:, 1] - ends[:, 0]).T
    share = -(x * right + y * down) / np.maximum(right * right + down * down, 1e-12)
    share = np.minimum(np.maximum(share, 0.0), 1.0)
    return np.hypot(x + right * share, y + down * share)
