"""Glyphs of axes: of joints that are described axis by axis (six_dof), and of those that hold a rotation alone (angle)."""
from __future__ import annotations

import numpy as np

from app.draw.joints.basic import sector
from app.draw.joints.glyph_batch import AXIS_FIXED, AXIS_FREE, DOT, FINE, LIMIT, LINK, MAIN, NEEDLE, THICK, THIN
from app.draw.joints.glyphs import glyph
from app.draw.joints.mounts import anchors, b_at_a, on_a, on_b
from app.draw.joints.polylines import ARC, TURN, around, ring, spread
from app.draw.joints.sketch import Seen, Sketch
from app.published.view import FIXED, FREE, LIMITED, JointTable

OPENING, SQUARE = 0.2 * TURN, 0.25 * TURN        # [rad] of the sign of one angle, and of each of three
AXES = np.eye(3)


@glyph
def angle_signs(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """An angle mark about the axis on each body, or about all three axes when the whole rotation is held.  Both marks have the
    same direction while the joint holds.  A line joins them."""
    rows, whole = joints.rows, table.whole[joints.rows]
    sketch.lines(*sketch.places(anchors, rows, count=2).T, LINK, FINE)
    sides = sketch.mount(on_a, rows), sketch.mount(on_b, rows)
    opening = np.where(whole, SQUARE, OPENING)
    for axis in range(3):
        chosen = np.ones(len(rows), bool) if axis == 0 else whole
        for at in sides:
            sign(sketch, at[chosen], axis, opening[chosen])


def sign(sketch: Sketch, at: np.ndarray, axis: int, opening: np.ndarray) -> None:
    """An angle mark about an axis of mounts (k,): two legs, `opening` (k,) [rad] apart, and two arcs between."""
    turns = spread(0 * opening, opening, ARC)
    for share in (0.72, 0.86):
        sketch.curve(sketch.points(at, np.roll(around(turns, share), axis, axis=-1)), LIMIT, FINE)
    legs = sketch.points(at, np.roll(around(turns[:, [0, -1]]), axis, axis=-1))
    sketch.lines(sketch.points(at), legs, MAIN, FINE)


@glyph
def axes(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """Three axes, each with its translation and its rotation: the colour shows free, limited or fixed; limited ones have stops
    and ranges."""
    rows = joints.rows
    modes, ranges = table.modes[rows], table.ranges[rows]
    at, present = sketch.mount(on_a, rows), sketch.mount(b_at_a, rows)
    for axis in range(3):
        for mode, meaning in ((FREE, AXIS_FREE), (LIMITED, LIMIT), (FIXED, AXIS_FIXED)):
            moved, turned = modes[:, axis] == mode, modes[:, 3 + axis] == mode
            translation(sketch, at[moved], axis, (mode, meaning, ranges[moved, axis]))
            radius = 0.66 + 0.08 * axis
            if mode == FREE:
                free = sketch.points(at[turned], radius * np.roll(ring(), axis, axis=1))
                sketch.curve(free, meaning, FINE)
            elif mode == LIMITED:
                sector(sketch, at[turned], radius, ranges[turned, 3 + axis], axis=axis)
                hand = sketch.points(present[turned], (0 * AXES[0], radius * AXES[(axis + 1) % 3]))
                sketch.lines(hand[:, 0], hand[:, 1], NEEDLE, THIN)
    ends = sketch.places(anchors, rows, count=2)
    sketch.lines(ends[:, 0], ends[:, 1], NEEDLE, FINE)
    sketch.dots(ends[:, 1], NEEDLE, DOT)


def translation(sketch: Sketch, at: np.ndarray, axis: int, look) -> None:
    """The translation along an axis of mounts (k,): an arrow to both sides, a line between stops, or a stub; `look` = (mode,
    meaning, range (k, 2) [m])."""
    mode, meaning, limits = look
    along, side = AXES[axis], 0.22 * AXES[(axis + 1) % 3]
    if mode == LIMITED:
        places, stops = 0 * along, limits[..., None] * along
    else:
        places, stops = np.outer((-1, 1), along) * (1.3 if mode == FREE else 0.45), 0 * along
    ends = sketch.points(at, places, stops)
    sketch.lines(ends[:, 0], ends[:, 1], meaning, FINE if mode == FIXED else THICK)
    if mode == LIMITED:
        bars = sketch.points(at, -side, stops), sketch.points(at, side, stops)
        sketch.lines(*bars, meaning, THICK)
    elif mode == FREE:
        for sense in (-1.0, 1.0):
            tips, tails = (sketch.point(at, sense * reach * along) for reach in (1.6, 1.2))
            sketch.heads(tips, tails, meaning)
