"""Glyphs of axes: of joints that are described axis by axis (six_dof), and of those that hold a rotation alone (angle)."""
from __future__ import annotations

import numpy as np

from app.draw.joints.basic import ARC, RING, TURN, sector
from app.draw.joints.glyph_batch import AXIS_FIXED, AXIS_FREE, DOT, FINE, LIMIT, LINK, MAIN, NEEDLE, THICK, THIN, GlyphBatch
from app.draw.joints.glyphs import glyph
from app.draw.joints.polylines import arrow_head, circle, line, spread
from app.draw.joints.poses import Poses
from app.published.view import FIXED, FREE, LIMITED, JointTable

OPENING, SQUARE = 0.2 * TURN, 0.25 * TURN        # [rad] of the sign of one angle, and of each of three


@glyph
def angle_signs(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """An angle mark about the axis on each body, or about all three axes when the whole rotation is held.  Both marks have the
    same direction while the joint holds.  A line joins them."""
    whole = table.whole[poses.rows]
    batch.lines(poses.rows, line(poses.a, poses.b), LINK, FINE)
    for axis in range(3):
        chosen = poses if axis == 0 else poses.take(whole)
        opening = np.where(table.whole[chosen.rows], SQUARE, OPENING)
        for center, axes in ((chosen.a, chosen.axes_a), (chosen.b, chosen.axes_b)):
            plane = axes[:, (axis + 1) % 3], axes[:, (axis + 2) % 3]
            sign(batch, chosen, center, plane, opening)


def sign(batch: GlyphBatch, poses: Poses, center: np.ndarray, plane, opening: np.ndarray) -> None:
    """An angle mark: two legs from centres (k, 3) in a plane (first, second (k, 3)), `opening` (k,) [rad] apart, and two arcs
    between."""
    turns = spread(0 * opening, opening, ARC)
    for share in (0.72, 0.86):
        batch.curve(poses.rows, circle(center, plane, share * poses.size, turns), LIMIT, FINE)
    for leg in (0, -1):
        batch.lines(poses.rows, line(center, circle(center, plane, poses.size, turns[:, [leg]])[:, 0]), MAIN, FINE)


@glyph
def axes(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """Three axes, each with its translation and its rotation: the colour shows free, limited or fixed; limited ones have stops
    and ranges."""
    for axis in range(3):
        for mode, meaning in ((FREE, AXIS_FREE), (LIMITED, LIMIT), (FIXED, AXIS_FIXED)):
            chosen = poses.take(table.modes[poses.rows, axis] == mode)
            if len(chosen.rows):
                translation(batch, chosen, axis, (mode, meaning, table.ranges[chosen.rows, axis]))
            chosen = poses.take(table.modes[poses.rows, 3 + axis] == mode)
            if len(chosen.rows) and mode != FIXED:
                rotation(batch, chosen, axis, (mode, meaning, table.ranges[chosen.rows, 3 + axis]))
    batch.lines(poses.rows, line(poses.a, poses.b), NEEDLE, FINE)
    batch.dots(poses.rows, poses.b, NEEDLE, DOT)


def translation(batch: GlyphBatch, poses: Poses, axis: int, look) -> None:
    """The translation along an axis: an arrow to both sides, a line between stops, or a stub; `look` = (mode, meaning, range (k,
    2))."""
    mode, meaning, limits = look
    direction, side = poses.axes_a[:, axis], poses.axes_a[:, (axis + 1) % 3]
    size = poses.size[:, None]
    ends = limits if mode == LIMITED else np.array((-1.0, 1.0)) * size * (1.3 if mode == FREE else 0.45)
    places = [poses.a + direction * ends[:, [end]] for end in (0, 1)]
    batch.lines(poses.rows, line(*places), meaning, FINE if mode == FIXED else THICK)
    for place, sign in zip(places, (-1.0, 1.0), strict=True):
        if mode == LIMITED:
            bar = side * (0.22 * size)
            batch.lines(poses.rows, line(place - bar, place + bar), meaning, THICK)
        elif mode == FREE:
            tip = place + direction * (sign * 0.3 * size)
            batch.fills(poses.rows, arrow_head(tip, direction * sign, 0.4 * poses.size), meaning)


def rotation(batch: GlyphBatch, poses: Poses, axis: int, look) -> None:
    """The rotation about an axis: a ring when free, its range when limited; `look` as in `translation`."""
    mode, meaning, limits = look
    first, second = poses.axes_a[:, (axis + 1) % 3], poses.axes_a[:, (axis + 2) % 3]
    radius = poses.size * (0.66 + 0.08 * axis)
    if mode == FREE:
        turns = np.broadcast_to(np.linspace(0.0, TURN, RING), (len(poses.rows), RING))
        batch.curve(poses.rows, circle(poses.a, (first, second), radius, turns), meaning, FINE)
        return
    sector(batch, poses.rows, poses.a, (first, second, radius), limits)
    present = poses.axes_b[:, (axis + 1) % 3]
    batch.lines(poses.rows, line(poses.a, poses.a + present * radius[:, None]), NEEDLE, THIN)
