"""Glyphs of joints that turn about a point or an axis (ball socket, hinge) and of those that allow no motion.

Each function takes a sketch, k joints of its type, and the table of all joints.  A limit is a translucent range with the present
value as a needle in it; a motor is an arrow, a spring a coil.

A hinge's range is drawn where the swinging body can go: the needle points to its centre of mass, or along the frame's y axis
when that centre is on the axis.
"""
from __future__ import annotations

import numpy as np

from app.draw.joints.glyph_batch import BALL, DOT, FINE, LIMIT, LINK, MAIN, MOTOR, NEEDLE, RANGE, SPRING, THICK, THIN
from app.draw.joints.glyphs import glyph
from app.draw.joints.mounts import b_at_a, mounted, on_a
from app.draw.joints.polylines import ARC, CORNERS, EDGES, RING, TURN, around, lengths, ring, spread
from app.draw.joints.poses import Poses
from app.draw.joints.sketch import Seen, Sketch
from app.published.view import JointTable
from physics.bodies.rotation import cross

SPIRAL_TURNS = 2.6
PLAIN = 0.55                           # of the radius: the ring of a hinge without limits and motor
NEAREST = 0.08                         # of a radius: a centre nearer to the axis than this gives no direction


@glyph
def ball(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """A ball; with limits also the cone of b's axis, that axis as a needle, and the range of its twist."""
    rows = joints.rows
    at = sketch.mount(on_a, rows)
    middle = sketch.point(at)
    sketch.dots(middle, MAIN, BALL)
    cones, twists = table.cones[rows], table.limits[rows]
    limited, twisting = np.isfinite(cones), np.isfinite(twists).any(axis=1)
    cone(sketch, at[limited], cones[limited])
    pointing = limited | twisting
    needle = sketch.mount(b_at_a, rows[pointing])
    tips = sketch.point(needle, (1, 0, 0))
    twist(sketch, rows[twisting], twists[twisting])
    sketch.lines(middle[pointing], tips, NEEDLE, FINE)
    sketch.dots(tips, NEEDLE, DOT)


def cone(sketch: Sketch, at: np.ndarray, angles: np.ndarray) -> None:
    """The cone of half angles (k,) [rad] about the axes of mounts (k,)."""
    opening = angles[:, None]
    rim = sketch.points(at, around(np.linspace(0.0, TURN, RING), np.sin(opening), np.cos(opening)))
    apex = sketch.point(at)
    sketch.fan(apex, rim, RANGE)
    sketch.curve(rim, LIMIT, FINE)
    sketch.lines(apex[:, None], rim[:, :-1:12], LIMIT, THIN)


def twist(sketch: Sketch, rows: np.ndarray, limits: np.ndarray) -> None:
    """The range (k, 2) [rad] of b's twist about its own axis, at the tip of that axis."""
    sector(sketch, sketch.mount(twists, rows), 0.36, limits)
    hand = sketch.points(sketch.mount(b_at_a, rows), ((1, 0, 0), (1, 0.36, 0)))
    sketch.lines(hand[:, 0], hand[:, 1], NEEDLE, FINE)


def twists(poses: Poses) -> np.ndarray:
    """(k, 4, 3) at the tip of b's axis: that axis, and a's y axis, swung as b's axis is."""
    axis = poses.axes_b[:, 0]
    zero = swung(poses.axes_a[:, 1], poses.axis, axis)
    return mounted(poses.a + axis * poses.size[:, None], np.stack((axis, zero, cross(axis, zero)), axis=1))


def swung(vectors: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(k, 3) vectors, rotated by the shortest rotation from unit vectors `start` to `end` (k, 3)."""
    normal, cosine = cross(start, end), (start * end).sum(1, keepdims=True)
    along = (normal * vectors).sum(1, keepdims=True)
    return cosine * vectors + cross(normal, vectors) + normal * along / np.maximum(1 + cosine, 1e-6)


def sector(sketch: Sketch, at: np.ndarray, radius: float, limits: np.ndarray, *, axis: int = 0) -> None:
    """The range of angles `limits` (k, 2) [rad] about an axis of mounts (k,), from the next one: filled, with an arc and a line
    at each end.  A NaN end is open: the arc is a full turn without that line.  Ranges beyond a turn are spirals."""
    lower = np.where(np.isfinite(limits[:, 0]), limits[:, 0], limits[:, 1] - TURN)
    upper = np.where(np.isfinite(limits[:, 1]), limits[:, 1], lower + TURN)
    over = np.maximum((upper - lower) / TURN - 1, 0.0)[:, None]
    reach = radius * (1 - 0.3 * np.minimum(over, 1.0) * np.linspace(1.0, 0.0, RING))
    rim = sketch.points(at, np.roll(around(spread(lower, upper, RING), reach), axis, axis=-1))
    center = sketch.point(at)
    sketch.fan(center, rim, RANGE)
    sketch.curve(rim, LIMIT, FINE)
    for end, place in ((0, 0), (1, -1)):
        stopped = np.isfinite(limits[:, end])
        sketch.lines(center[stopped], rim[stopped, place], LIMIT, FINE)


@glyph
def hinge(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """A pin along the axis, the range of the angle (a ring without limits), the needle, the motor's arrow, the spring."""
    rows = joints.rows
    pin = sketch.points(sketch.mount(on_a, rows), ((0.8, 0, 0), (-0.8, 0, 0)))
    sketch.lines(pin[:, 0], pin[:, 1], MAIN, THICK)
    sketch.dots(pin, MAIN, DOT)
    zero, needle = sketch.mount(dials, rows, count=2).T
    sign = np.where(joints.moving[:, 1], 1.0, -1.0)
    limits = table.limits[rows]
    ordered = np.where(sign[:, None] > 0, limits, -limits[:, ::-1])
    free = ~np.isfinite(limits).any(axis=1)
    sector(sketch, zero[~free], 1.0, ordered[~free])
    driven, sprung = table.motors[rows, 1] > 0, table.springs[rows, 0] > 0
    share = np.where(free & ~driven & ~sprung, PLAIN, 1.0)
    sketch.curve(sketch.points(zero[free], share[free, None, None] * ring()), LINK, THIN)
    tips = sketch.point(needle, share[:, None] * (0, 1, 0))
    sketch.lines(sketch.point(needle), tips, NEEDLE, FINE)
    sketch.dots(tips, NEEDLE, DOT)
    turning_arrow(sketch, needle[driven], (np.sign(table.motors[rows, 0]) * sign)[driven])
    spiral(sketch, zero[sprung], needle[sprung], (table.springs[rows, 1] * sign)[sprung])


def dials(poses: Poses) -> np.ndarray:
    """(k, 2, 4, 3) at hinges, x along the axis: y the direction of the needle at angle 0, and y the needle.  The needle is fixed
    to the swinging body; it turns by the angle, or by the opposite angle where a swings against a static b."""
    swings_b = poses.moving[:, 1, None]
    mover, still = (np.where(swings_b[..., None], one, other) for one, other in
                    ((poses.axes_b, poses.axes_a), (poses.axes_a, poses.axes_b)))
    away = np.where(swings_b, poses.centers[:, 1], poses.centers[:, 0]) - poses.a
    flat = away - mover[:, 0] * (away * mover[:, 0]).sum(1, keepdims=True)
    parts = np.einsum("ki,kji->kj", flat, mover[:, 1:])
    parts = np.where((lengths(flat) > NEAREST * poses.size)[:, None], parts, (1.0, 0.0))
    parts /= np.maximum(np.hypot(parts[:, :1], parts[:, 1:]), 1e-12)
    y = np.einsum("kj,skji->ksi", parts, np.stack((still[:, 1:], mover[:, 1:])))
    x = np.broadcast_to(poses.axis[:, None], y.shape)
    return mounted(np.broadcast_to(poses.a[:, None], y.shape), np.stack((x, y, cross(x, y)), axis=2))


def turning_arrow(sketch: Sketch, needle: np.ndarray, spin: np.ndarray) -> None:
    """Three quarters of a turn with a head, about the upper end of the pin, in the sense of `spin` (k,) 1 or -1; 0, a brake, has
    no head.  It rotates with the needle, mounts (k,)."""
    sense = np.where(spin == 0, 1.0, spin)[:, None]
    angles = sense * np.linspace(0.0, 0.72 * TURN, ARC)
    sketch.curve(sketch.points(needle, around(angles, 0.42, 0.62)), MOTOR, FINE + 0.6)
    headed, last = spin != 0, angles[:, -1]
    forward = sense * around(last + TURN / 4)
    tip = around(last, 0.42, 0.62) + 0.3 * forward
    sketch.heads(*(sketch.point(needle[headed], place[headed]) for place in (tip, tip - 0.38 * forward)), MOTOR)


def spiral(sketch: Sketch, zero: np.ndarray, needle: np.ndarray, rest: np.ndarray) -> None:
    """A clock spring from the pin to the needle, mounts (k,), and a tick at its rest angle (k,) [rad] from that of angle 0."""
    share = np.linspace(0.0, 1.0, 2 * RING)
    sketch.curve(sketch.points(needle, around(TURN * SPIRAL_TURNS * (share - 1), 0.14 + 0.62 * share)), SPRING, FINE)
    tick = sketch.points(zero, around(rest[:, None], np.array((0.84, 1.14))))
    sketch.lines(tick[:, 0], tick[:, 1], SPRING, THICK)


@glyph
def block(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """A small block with a cross through it: a joint without free motion."""
    at = sketch.mount(on_a, joints.rows)
    box(sketch, at, (0.3, 0.3, 0.3), MAIN)
    cross_bars(sketch, at, MAIN)


def box(sketch: Sketch, at: np.ndarray, half: tuple[float, float, float], meaning: int) -> None:
    """The edges of boxes about the origins of mounts (k,), with half extents [radii]."""
    corners = sketch.points(at, CORNERS * half)
    sketch.lines(corners[:, EDGES[:, 0]], corners[:, EDGES[:, 1]], meaning, FINE)


def cross_bars(sketch: Sketch, at: np.ndarray, meaning: int) -> None:
    """Bars along the three axes of mounts (k,)."""
    ends = [sketch.points(at, sign * 0.3 * np.eye(3)) for sign in (-1, 1)]
    sketch.lines(*ends, meaning, FINE)
