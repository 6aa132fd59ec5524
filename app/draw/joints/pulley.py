"""The glyph of a pulley: a rope over two wheels."""
from __future__ import annotations

import numpy as np

from app.draw.joints.glyph_batch import DOT, FINE, MAIN, ROPE
from app.draw.joints.glyphs import glyph
from app.draw.joints.mounts import anchors
from app.draw.joints.polylines import ARC, RING, TURN, circle, lengths, spread, unit
from app.draw.joints.poses import Poses
from app.draw.joints.sketch import Seen, Sketch
from app.published.view import JointTable

ROPE_WIDTH = 2.4                       # [pixels]
WHEEL = 0.55                           # radius of a wheel, in glyph radii
BEND = 3 + ARC + RING                  # vertices of a wheel with its rope


@glyph
def pulley(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """A rope from a over two wheels at the ground points to b."""
    rows = joints.rows
    ends = sketch.places(anchors, rows, count=2)
    sketch.dots(ends, MAIN, DOT)
    found = sketch.places(bends, rows, table.grounds[rows], count=2 * BEND).reshape(-1, 2, BEND)
    for side in (0, 1):
        arc, wheel = np.split(found[:, side, 3:], [ARC], axis=1)
        sketch.curve(arc, ROPE, ROPE_WIDTH)
        sketch.curve(wheel, MAIN, FINE)
        sketch.dots(found[:, side, 2], MAIN, DOT)
    for start, end in ((ends[:, 0], found[:, 0, 0]), (found[:, 0, 1], found[:, 1, 1]), (found[:, 1, 0], ends[:, 1])):
        sketch.lines(start, end, ROPE, ROPE_WIDTH, caps=False)


def bends(poses: Poses, grounds: np.ndarray) -> np.ndarray:
    """(k, 2 BEND, 3) of the wheel in each of two corners (k, 2, 3) of a rope: its two tangent points, its centre, the rope
    around it, and its rim."""
    corner = np.concatenate((grounds[:, 0], grounds[:, 1]))
    ends = np.concatenate((poses.a, poses.b)), np.concatenate((grounds[:, 1], grounds[:, 0]))
    directions = [end - corner for end in ends]
    one, other = map(unit, directions)
    half = 0.5 * np.arccos(np.clip((one * other).sum(1), -1.0, 1.0))
    steep = np.tan(np.clip(half, 0.02, 1.55))
    radius = np.minimum(WHEEL * np.tile(poses.size, 2), 0.45 * np.minimum(*map(lengths, directions)) * steep)
    touching = [corner + direction * (radius / steep)[:, None] for direction in (one, other)]
    center = corner + unit(one + other) * (radius * np.sqrt(1 + 1 / steep**2))[:, None]
    plane = unit(touching[0] - center), -one
    arc = circle(center, plane, radius, spread(0 * half, np.pi - 2 * half, ARC))
    rim = circle(center, plane, 0.82 * radius, np.linspace(0.0, TURN, RING)[None])
    found = np.concatenate((np.stack((*touching, center), axis=1), arc, rim), axis=1)
    return np.concatenate(np.split(found, 2), axis=1)


def legs(poses: Poses, grounds: np.ndarray) -> np.ndarray:
    """(k, 4, 3) the ends of the straight pieces of pulleys' ropes."""
    return np.concatenate((poses.a[:, None], grounds, poses.b[:, None]), axis=1)
