"""The glyph of a slider: rails, stops, a carriage, its motor and its spring."""
from __future__ import annotations

import numpy as np

from app.draw.joints.basic import box
from app.draw.joints.glyph_batch import FINE, LIMIT, MAIN, MOTOR, NEEDLE, RANGE, SPRING, THICK
from app.draw.joints.glyphs import glyph
from app.draw.joints.mounts import mounted
from app.draw.joints.polylines import across, coil, coil_axes
from app.draw.joints.poses import Poses
from app.draw.joints.sketch import Seen, Sketch
from app.draw.joints.ties import COIL_POINTS, COIL_TURNS
from app.published.view import JointTable
from physics.bodies.rotation import cross

ENDLESS = 3.0                          # [radii] length of a rail without a stop beyond the carriage
ABOVE = 1.35                           # [radii] height of a straight motor's arrow over the carriage: outside most bodies
BUFFER = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@glyph
def rails(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """Two rails along the axis between the stops, the carriage on them, the motor's arrow, the spring."""
    rows = joints.rows
    limits, motors, springs = table.limits[rows], table.motors[rows], table.springs[rows]
    zero, start, stop, carriage = sketch.mount(tracks, rows, limits, count=4).T
    begins, ends = (sketch.points(end, ((0, 0.2, 0), (0, -0.2, 0))) for end in (start, stop))
    sketch.lines(begins, ends, MAIN, FINE)
    for end, place, sense in ((0, start, -1.0), (1, stop, 1.0)):
        stopped = np.isfinite(limits[:, end])
        stops(sketch, zero[stopped], limits[stopped, end])
        tips, tails = (sketch.point(place[~stopped], (reach, 0, 0)) for reach in (sense * 0.6, 0))
        sketch.heads(tips, tails, MAIN)
    box(sketch, carriage, (0.34, 0.28, 0.2), NEEDLE)
    driven = (motors[:, 1] > 0) & (motors[:, 0] != 0)
    straight_arrow(sketch, carriage[driven], np.sign(motors[driven, 0]))
    sprung = springs[:, 0] > 0
    coils = sketch.mount(track_coils, rows[sprung], limits[sprung])
    sketch.curve(sketch.points(coils, metres=coil(COIL_TURNS, COIL_POINTS)), SPRING, FINE)
    rest = springs[sprung, 1, None, None] * (1, 0, 0)
    tick = sketch.points(zero[sprung], ((0, -0.34, 0), (0, 0.34, 0)), rest)
    sketch.lines(tick[:, 0], tick[:, 1], SPRING, THICK)


def tracks(poses: Poses, limits: np.ndarray) -> np.ndarray:
    """(k, 4, 4, 3) at position 0, at both ends of the rails and at the carriage, x along the axis; `limits` (k, 2) [m]."""
    axis = poses.axis
    side = across(axis)
    axes = np.stack((axis, side, cross(axis, side)), axis=1)
    along = np.concatenate((np.zeros((len(axis), 1)), rail_places(poses, limits)), axis=1)
    return mounted(poses.a[:, None] + along[..., None] * axis[:, None], np.broadcast_to(axes[:, None], (len(axis), 4, 3, 3)))


def rail_places(poses: Poses, limits: np.ndarray) -> np.ndarray:
    """(k, 3) positions of both ends of the rails and of the carriage [m]."""
    position = ((poses.b - poses.a) * poses.axis).sum(1)[:, None]
    ends = np.where(np.isfinite(limits), limits, position + (-ENDLESS, ENDLESS) * poses.size[:, None])
    return np.concatenate((np.minimum(ends[:, :1], position), np.maximum(ends[:, 1:], position), position), axis=1)


def track_coils(poses: Poses, limits: np.ndarray) -> np.ndarray:
    """(k, 4, 3) of coils from the lower ends of the rails to the carriages."""
    start, _, position = rail_places(poses, limits).T[..., None]
    return mounted(poses.a + start * poses.axis, coil_axes((position - start) * poses.axis, 0.3 * poses.size))


def stops(sketch: Sketch, at: np.ndarray, positions: np.ndarray) -> None:
    """A buffer across the axes of mounts (k,) at each of (k,) positions [m]: a square with its diagonals."""
    corners = sketch.points(at, [(0, 0.36 * y, 0.36 * z) for y, z in BUFFER], positions[:, None, None] * (1, 0, 0))
    sketch.lines(corners, np.roll(corners, -1, axis=1), LIMIT, THICK)
    sketch.fills(corners[:, ((0, 1, 2), (0, 2, 3))], RANGE)


def straight_arrow(sketch: Sketch, at: np.ndarray, sense: np.ndarray) -> None:
    """A motor's arrow over mounts (k,), along their x axes in the sense (k,) 1 or -1."""
    start, neck, tip = (sketch.point(at, sense[:, None] * (reach, 0, 0) - (0, 0, ABOVE)) for reach in (0.0, 1.1, 1.5))
    sketch.lines(start, neck, MOTOR, THICK)
    sketch.heads(tip, sketch.point(at, sense[:, None] * (1.0, 0, 0) - (0, 0, ABOVE)), MOTOR)
