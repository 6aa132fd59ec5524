"""Joint poses: place and size of the drawn joints of a view.

Anchors and frames are published at the end of a step; bodies are drawn between two steps.  Each anchor and frame is transformed
from its body's pose at the end of the step to the pose at which the body is drawn.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from app.draw.frame import USUAL_HEIGHT, CameraPose
from app.draw.recent import Recent
from app.published.view import BodyTable, JointTable, View
from physics.bodies.rotation import opposite, product, rotate

SIZE = 0.85                            # of a glyph: its radius in half widths of the smaller body that moves
SMALLEST, LARGEST = 12.0, 110.0        # [pixels] limits of that radius
LONG = 0.5                             # share of a long body's longest half extent that counts as its half width
NO_BODY = 0.5                          # [m] assumed half width of a joint without a body of finite size
AXES = np.eye(3)
KNOWN = Recent()


class Joined(NamedTuple):
    """What the tables alone tell of the bodies of m joints."""

    rows: np.ndarray           # (m, 2) of the bodies a and b; 0 for unknown ones
    known: np.ndarray          # (m, 2) bool: the body is in the view; the world is not
    moving: np.ndarray         # (m, 2) bool: it is dynamic
    natural: np.ndarray        # (m,) radius of the glyph by the size of the bodies [m]


class Poses(NamedTuple):
    """k drawn joints; `take` selects some of them."""

    rows: np.ndarray                     # (k,) of the view's joints
    a: np.ndarray                        # (k, 3) anchor on a [m]
    b: np.ndarray                        # (k, 3) anchor on b
    frames: np.ndarray                   # (k, 2, 4) on a and b
    centers: np.ndarray                  # (k, 2, 3) of the bodies; of the world, the joint's anchor
    moving: np.ndarray                   # (k, 2) bool: the body is dynamic
    natural: np.ndarray                  # (k,) radius of the glyph by the size of the bodies alone [m]
    size: np.ndarray                     # (k,) the same within limits on the screen [m]
    pixel: np.ndarray                    # (k,) length of a pixel at the joint [m]
    axes: np.ndarray | None = None       # (k, 2, 3, 3) x, y, z of the frames as rows; None until `turned`

    def take(self, chosen: np.ndarray) -> Poses:
        """Those with indices or of a mask `chosen`."""
        return Poses(*(None if part is None else part[chosen] for part in self))

    def turned(self) -> Poses:
        """The same with axes."""
        return self._replace(axes=rotate(self.frames[:, :, None], AXES))

    @property
    def axes_a(self) -> np.ndarray:
        """(k, 3, 3) x, y, z of the frame on a: unit vectors as rows."""
        return self.axes[:, 0]

    @property
    def axes_b(self) -> np.ndarray:
        """(k, 3, 3) the same on b."""
        return self.axes[:, 1]

    @property
    def axis(self) -> np.ndarray:
        """(k, 3) the joint's axis on a."""
        return self.axes[:, 0, 0]


def poses_of(view: View, positions: np.ndarray, rotations: np.ndarray, camera: CameraPose) -> Poses:
    """All joints of `view`, with bodies drawn at (n, 3), (n, 4)."""
    joints, table = view.joints, view.joints.table
    rows, known, moving, natural = joined = KNOWN.of((view.table, table), (), lambda: joined_by(view.table, table))
    anchors, frames = joints.anchors, joints.frames
    if positions is not view.positions:
        anchors, frames = carried(view, joined[:2], (positions, rotations))
    centers = np.where(known[..., None], positions[rows], anchors) if len(positions) else anchors
    away = np.linalg.norm(anchors.mean(axis=1) - np.array(camera.eye, np.float32), axis=1)
    pixel = np.maximum(away, 1e-6) * np.float32(2 * math.tan(camera.fov / 2) / USUAL_HEIGHT)
    size = np.minimum(np.maximum(natural, SMALLEST * pixel), LARGEST * pixel)
    return Poses(np.arange(len(rows)), anchors[:, 0], anchors[:, 1], frames, centers, moving, natural, size, pixel)


def joined_by(bodies: BodyTable, joints: JointTable) -> Joined:
    """The bodies of joints: their rows, whether they move, and the size of a glyph between them."""
    rows, known = body_rows(bodies, joints.bodies)
    moving = known & (bodies.types[rows] == 0) if len(bodies.uids) else known
    half = np.where(moving, half_widths(bodies)[rows], np.inf).min(axis=1) if len(bodies.uids) else np.full(len(rows), np.inf)
    return Joined(rows, known, moving, SIZE * np.where(np.isfinite(half), half, np.float32(NO_BODY)))


def body_rows(table: BodyTable, uids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the bodies with these uids (m, 2), and whether each exists; missing ones have row 0."""
    rows = np.searchsorted(table.uids, uids)
    rows[rows >= len(table.uids)] = 0
    known = (table.uids[rows] == uids) & (uids != 0) if len(table.uids) else np.zeros(uids.shape, bool)
    return np.where(known, rows, 0), known


def carried(view: View, bodies, drawn) -> tuple[np.ndarray, np.ndarray]:
    """Anchors (m, 2, 3) and frames (m, 2, 4) of the joints, moved with their `bodies` (rows, known) to the poses (positions,
    rotations) at which these are `drawn`."""
    (rows, known), (positions, rotations) = bodies, drawn
    turns = product(rotations, opposite(view.rotations).astype(np.float32))
    there, origin = known[..., None], np.zeros(3, np.float32)
    turn = np.where(there, turns[rows], np.array((0, 0, 0, 1), np.float32))
    start, end = (np.where(there, places[rows], origin) for places in (view.positions, positions))
    return end + rotate(turn, view.joints.anchors - start), product(turn, view.joints.frames)


def half_widths(table: BodyTable) -> np.ndarray:
    """(n,) median half extent of each body [m], or a share of the longest for long bodies; inf for planes."""
    return np.where(table.kinds == 2, np.inf, np.maximum(np.median(table.sizes, axis=1), LONG * table.sizes.max(axis=1)))
