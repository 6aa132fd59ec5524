"""Joint frames: the axes x, y, z that a joint has on each of its bodies; where it holds them, they lie upon each other."""
from __future__ import annotations

import numpy as np

from app.draw import colors
from app.draw.frame import Segments
from app.draw.joints.poses import poses_of
from app.draw.overlay import NOTHING, Primitives, Shown
from physics.bodies.rotation import rotate

LENGTHS = (1.0, 0.72)              # of the axes on a and on b, in sizes of the joint's glyph
WIDTHS = (2.6, 4.4)                # [pixels]
TINTS = (colors.AXIS_X, colors.AXIS_Y, colors.AXIS_Z)


def draw(shown: Shown) -> Primitives:
    """Three axes for each joint on its body a, and three shorter and thicker ones on its body b."""
    view = shown.view
    if not shown.options.joint_frames or view.joints is None or not len(view.joints.table.uids):
        return NOTHING
    poses = poses_of(view, shown.positions, shown.rotations, shown.camera)
    lines = []
    for side, (anchors, length, width) in enumerate(zip((poses.a, poses.b), LENGTHS, WIDTHS)):
        for axis, tint in zip(np.eye(3, dtype=np.float32), TINTS):
            tips = anchors + rotate(poses.frames[:, side], axis * (length * poses.size)[:, None])
            points = np.stack((anchors, tips), axis=1).astype(np.float32)
            lines.append(Segments(points, colors.repeated(tint, len(points)), width, on_top=True))
    return Primitives(tuple(lines))
