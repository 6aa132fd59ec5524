"""Glyphs of joints that guide a motion (ball socket, hinge, slider) and of those that allow none.

Each function takes a batch, the poses of k joints of its type, and the table of all joints.  A limit is a translucent range with
the present value as a needle in it; a motor is an arrow, a spring a coil.

A hinge's range is drawn where the swinging body can go: the needle points to its centre of mass, or along the frame's y axis
when that centre is on the axis.
"""
from __future__ import annotations

import math

import numpy as np

from app.draw.joints.glyph_batch import BALL, DOT, FINE, LIMIT, LINK, MAIN, MOTOR, NEEDLE, RANGE, SPRING, THICK, THIN, GlyphBatch
from app.draw.joints.glyphs import glyph
from app.draw.joints.polylines import across, arrow_head, box_edges, circle, coil, line, spread, unit
from app.draw.joints.poses import Poses
from app.published.view import JointTable

ARC, RING = 33, 49                     # points of an arc and of a whole turn
ENDLESS = 3.0                          # [radii] length of a rail without a stop beyond the carriage
ABOVE = 1.35                           # [radii] height of a straight motor's arrow over the carriage: outside most bodies
TURN = 2 * math.pi
SPIRAL_TURNS, COIL_TURNS, COIL_POINTS = 2.6, 9, 121
PLAIN = 0.55                           # of the radius: the ring of a hinge without limits and motor
NEAREST = 0.08                         # of a radius: a centre nearer to the axis than this gives no direction


@glyph
def ball(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """A ball; with limits also the cone of b's axis, that axis as a needle, and the range of its twist."""
    batch.dots(poses.rows, poses.a, MAIN, BALL)
    cones, twists = table.cones[poses.rows], table.limits[poses.rows]
    limited = np.isfinite(cones)
    if limited.any():
        cone(batch, poses.take(limited), cones[limited])
    twisting = np.isfinite(twists).any(axis=1)
    if twisting.any():
        twist(batch, poses.take(twisting), twists[twisting])
    pointing = poses.take(limited | twisting)
    if len(pointing.rows):
        tips = pointing.a + pointing.axes_b[:, 0] * pointing.size[:, None]
        batch.lines(pointing.rows, line(pointing.a, tips), NEEDLE, FINE)
        batch.dots(pointing.rows, tips, NEEDLE, DOT)


def cone(batch: GlyphBatch, poses: Poses, angles: np.ndarray) -> None:
    """The cone of half angles (k,) [rad] about a's axis."""
    axis, y, z = (poses.axes_a[:, i] for i in range(3))
    turns = np.broadcast_to(np.linspace(0.0, TURN, RING), (len(angles), RING))
    middle = poses.a + axis * (poses.size * np.cos(angles))[:, None]
    rim = circle(middle, (y, z), poses.size * np.sin(angles), turns)
    batch.fan(poses.rows, poses.a, rim, RANGE)
    batch.curve(poses.rows, rim, LIMIT, FINE)
    ribs = rim[:, :-1:12]
    batch.lines(poses.rows, np.stack((np.broadcast_to(poses.a[:, None], ribs.shape), ribs), axis=2), LIMIT, THIN)


def twist(batch: GlyphBatch, poses: Poses, limits: np.ndarray) -> None:
    """The range (k, 2) [rad] of b's twist about its own axis, at the tip of that axis."""
    axis = poses.axes_b[:, 0]
    tips, radius = poses.a + axis * poses.size[:, None], 0.36 * poses.size
    zero = swung(poses.axes_a[:, 1], poses.axes_a[:, 0], axis)
    sector(batch, poses.rows, tips, (zero, np.cross(axis, zero), radius), limits)
    batch.lines(poses.rows, line(tips, tips + poses.axes_b[:, 1] * radius[:, None]), NEEDLE, FINE)


def swung(vectors: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(k, 3) vectors, rotated by the shortest rotation from unit vectors `start` to `end` (k, 3)."""
    normal, cosine = np.cross(start, end), (start * end).sum(1, keepdims=True)
    along = (normal * vectors).sum(1, keepdims=True)
    return cosine * vectors + np.cross(normal, vectors) + normal * along / np.maximum(1 + cosine, 1e-6)


def sector(batch: GlyphBatch, rows: np.ndarray, center: np.ndarray, plane, limits: np.ndarray) -> None:
    """The range of angles `limits` (k, 2) [rad] in `plane` (first (k, 3), second (k, 3), radius (k,)): filled, with an arc and a
    line at each end.  A NaN end is open: the arc is a full turn without that line.  Ranges beyond a turn are spirals."""
    first, second, radius = plane
    lower = np.where(np.isfinite(limits[:, 0]), limits[:, 0], limits[:, 1] - TURN)
    upper = np.where(np.isfinite(limits[:, 1]), limits[:, 1], lower + TURN)
    angles = spread(lower, upper, RING)
    over = np.maximum((upper - lower) / TURN - 1, 0.0)[:, None]
    reach = radius[:, None] * (1 - 0.3 * np.minimum(over, 1.0) * np.linspace(1.0, 0.0, RING))
    rim = circle(center, (first, second), reach, angles)
    batch.fan(rows, center, rim, RANGE)
    batch.curve(rows, rim, LIMIT, FINE)
    for end, place in ((0, 0), (1, -1)):
        stopped = np.isfinite(limits[:, end])
        batch.lines(rows[stopped], line(center, rim[:, place])[stopped], LIMIT, FINE)


@glyph
def hinge(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """A pin along the axis, the range of the angle (a ring without limits), the needle, the motor's arrow, the spring."""
    axis, size = poses.axis, poses.size[:, None]
    ends = poses.a + axis * (0.8 * size), poses.a - axis * (0.8 * size)
    batch.lines(poses.rows, line(*ends), MAIN, THICK)
    batch.dots(poses.rows, np.stack(ends, axis=1), MAIN, DOT)
    needle, zero, sign = dial(poses)
    limits = table.limits[poses.rows]
    ordered = np.where(sign[:, None] > 0, limits, -limits[:, ::-1])
    free = ~np.isfinite(limits).any(axis=1)
    plane = zero, np.cross(axis, zero), poses.size
    sector(batch, poses.rows[~free], poses.a[~free], tuple(part[~free] for part in plane), ordered[~free])
    driven, sprung = table.motors[poses.rows, 1] > 0, table.springs[poses.rows, 0] > 0
    share = np.where(free & ~driven & ~sprung, PLAIN, 1.0)
    ring(batch, poses.take(free), (axis[free], zero[free]), share[free])
    tips = poses.a + needle * size * share[:, None]
    batch.lines(poses.rows, line(poses.a, tips), NEEDLE, FINE)
    batch.dots(poses.rows, tips, NEEDLE, DOT)
    if driven.any():
        spin = np.sign(table.motors[poses.rows, 0]) * sign
        turning_arrow(batch, poses.take(driven), needle[driven], spin[driven])
    if sprung.any():
        rest = table.springs[poses.rows, 1] * sign
        spiral(batch, poses.take(sprung), (zero[sprung], needle[sprung]), rest[sprung])


def dial(poses: Poses) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The needle of hinges: a unit vector (k, 3) across the axis, fixed to the swinging body; its direction (k, 3) at angle 0;
    and (k,) 1 where it turns by the angle, -1 where a swings against a static b and turns by the opposite angle."""
    swings_b = poses.moving[:, 1]
    sign = np.where(swings_b, 1.0, -1.0)
    mover, still = (np.where(swings_b[:, None, None], one, other) for one, other in
                    ((poses.axes_b, poses.axes_a), (poses.axes_a, poses.axes_b)))
    center = np.where(swings_b[:, None], poses.centers[:, 1], poses.centers[:, 0])
    away = center - poses.a
    flat = away - mover[:, 0] * (away * mover[:, 0]).sum(1, keepdims=True)
    there = np.linalg.norm(flat, axis=1) > NEAREST * poses.size
    y, z = (np.where(there, (flat * mover[:, i]).sum(1), 1.0 if i == 1 else 0.0) for i in (1, 2))
    length = np.maximum(np.hypot(y, z), 1e-12)
    y, z = (y / length)[:, None], (z / length)[:, None]
    return y * mover[:, 1] + z * mover[:, 2], y * still[:, 1] + z * still[:, 2], sign


def ring(batch: GlyphBatch, poses: Poses, frame: tuple[np.ndarray, np.ndarray], share: np.ndarray) -> None:
    """A thin ring about an axis (k, 3), from a direction across it (k, 3), at a share (k,) of the radius."""
    axis, first = frame
    turns = np.broadcast_to(np.linspace(0.0, TURN, RING), (len(poses.rows), RING))
    batch.curve(poses.rows, circle(poses.a, (first, np.cross(axis, first)), share * poses.size, turns), LINK, THIN)


def turning_arrow(batch: GlyphBatch, poses: Poses, first: np.ndarray, spin: np.ndarray) -> None:
    """Three quarters of a turn with a head, about the upper end of the pin, in the sense of `spin` (k,) 1 or -1; 0, a brake, has
    no head.  It rotates with the needle `first` (k, 3)."""
    axis, radius = poses.axis, 0.42 * poses.size
    center = poses.a + axis * (0.62 * poses.size)[:, None]
    sense = np.where(spin == 0, 1.0, spin)
    angles = sense[:, None] * np.linspace(0.0, 0.72 * TURN, ARC)
    second = np.cross(axis, first)
    points = circle(center, (first, second), radius, angles)
    batch.curve(poses.rows, points, MOTOR, FINE + 0.6)
    headed, last = spin != 0, angles[:, -1:]
    outward = unit(points[:, -1] - center)
    forward = np.cross(axis, outward) * sense[:, None]
    tip = circle(center, (first, second), radius, last)[:, 0] + forward * (0.3 * poses.size)[:, None]
    batch.fills(poses.rows[headed], arrow_head(tip, forward, 0.38 * poses.size)[headed], MOTOR)


def spiral(batch: GlyphBatch, poses: Poses, directions, rest: np.ndarray) -> None:
    """A clock spring from the pin to the needle, and a tick at its rest angle; `directions` = (at angle 0, needle)."""
    zero, needle = directions
    second = np.cross(poses.axis, needle)
    share = np.linspace(0.0, 1.0, 2 * RING)
    angles = np.broadcast_to(TURN * SPIRAL_TURNS * (share - 1), (len(rest), 2 * RING))
    batch.curve(poses.rows, circle(poses.a, (needle, second), poses.size[:, None] * (0.14 + 0.62 * share), angles), SPRING, FINE)
    at_rest = np.cos(rest)[:, None] * zero + np.sin(rest)[:, None] * np.cross(poses.axis, zero)
    tick = (poses.a + at_rest * (share * poses.size)[:, None] for share in (0.84, 1.14))
    batch.lines(poses.rows, line(*tick), SPRING, THICK)


@glyph
def rails(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """Two rails along the axis between the stops, the carriage on them, the motor's arrow, the spring."""
    axis, size = poses.axis, poses.size
    position = ((poses.b - poses.a) * axis).sum(1)
    limits = table.limits[poses.rows]
    endless = position[:, None] + np.array((-1, 1)) * (ENDLESS * size)[:, None]
    ends = np.where(np.isfinite(limits), limits, endless)
    ends = np.stack((np.minimum(ends[:, 0], position), np.maximum(ends[:, 1], position)), axis=1)
    side = across(axis)
    gauge = side * (0.2 * size)[:, None]
    start, stop = (poses.a + axis * ends[:, [i]] for i in (0, 1))
    for offset in (gauge, -gauge):
        batch.lines(poses.rows, line(start + offset, stop + offset), MAIN, FINE)
    for end, place, sense in ((0, start, -1.0), (1, stop, 1.0)):
        stopped = np.isfinite(limits[:, end])
        stops(batch, poses.take(stopped), poses.a[stopped] + axis[stopped] * limits[stopped, end, None], side[stopped])
        head = arrow_head(place + axis * (sense * 0.6 * size)[:, None], axis * sense, 0.6 * size)
        batch.fills(poses.rows[~stopped], head[~stopped], MAIN)
    carriage = poses.a + axis * position[:, None]
    half = np.stack((0.34 * size, 0.28 * size, 0.2 * size), axis=1)
    frame = np.stack((axis, side, np.cross(axis, side)), axis=1)
    batch.lines(poses.rows, box_edges(carriage, frame, half), NEEDLE, FINE)
    driven = (table.motors[poses.rows, 1] > 0) & (table.motors[poses.rows, 0] != 0)
    if driven.any():
        sense = np.sign(table.motors[poses.rows, 0])[driven, None]
        straight_arrow(batch, poses.take(driven), carriage[driven], axis[driven] * sense)
    sprung = table.springs[poses.rows, 0] > 0
    if sprung.any():
        chosen = poses.take(sprung)
        batch.curve(chosen.rows, coil(start[sprung], carriage[sprung], 0.3 * chosen.size, COIL_TURNS, COIL_POINTS), SPRING, FINE)
        rest = chosen.a + chosen.axis * table.springs[chosen.rows, 1, None]
        reach = side[sprung] * (0.34 * chosen.size)[:, None]
        batch.lines(chosen.rows, line(rest - reach, rest + reach), SPRING, THICK)


def stops(batch: GlyphBatch, poses: Poses, places: np.ndarray, side: np.ndarray) -> None:
    """A buffer across the axis at each of (k, 3) places: a square with its diagonals."""
    other = np.cross(poses.axis, side)
    reach = (0.36 * poses.size)[:, None]
    corners = [places + reach * (x * side + y * other) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    edges = np.stack([np.stack((corners[i], corners[(i + 1) % 4]), axis=1) for i in range(4)], axis=1)
    batch.lines(poses.rows, edges, LIMIT, THICK)
    halves = [np.stack((corners[0], corners[i], corners[i + 1]), axis=1) for i in (1, 2)]
    batch.fills(poses.rows, np.stack(halves, axis=1), RANGE)


def straight_arrow(batch: GlyphBatch, poses: Poses, start: np.ndarray, direction: np.ndarray) -> None:
    """A motor's arrow from (k, 3) along unit vectors (k, 3)."""
    size = poses.size[:, None]
    lifted = start - np.cross(direction, across(direction)) * (ABOVE * size)
    tip = lifted + direction * (1.5 * size)
    batch.lines(poses.rows, line(lifted, tip - direction * (0.4 * size)), MOTOR, THICK)
    batch.fills(poses.rows, arrow_head(tip, direction, 0.5 * poses.size), MOTOR)


@glyph
def block(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """A small block with a cross through it: a joint without free motion."""
    half = np.repeat(0.3 * poses.size[:, None], 3, axis=1)
    batch.lines(poses.rows, box_edges(poses.a, poses.axes_a, half), MAIN, FINE)
    reach = half[:, :1, None] * poses.axes_a
    batch.lines(poses.rows, np.stack((poses.a[:, None] - reach, poses.a[:, None] + reach), axis=2), MAIN, FINE)
