"""Joint gears: what a joint that couples two motions looks like - gear, rack - or that holds a turn: angle, six_dof."""
from __future__ import annotations

import numpy as np

from app.curves import across, arrow_head, circle, line, spread, unit
from app.joint_poses import Poses
from app.joint_shapes import ARC, RING, TURN, sector
from app.strokes import AXIS_FIXED, AXIS_FREE, DOT, FINE, GEAR, LIMIT, LINK, MAIN, NEEDLE, THICK, THIN, WHEEL, Sketch
from app.view import FIXED, FREE, LIMITED, JointTable

TEETH, MOST_TEETH = 14, 60             # of the smaller wheel, and at most
POINTS_PER_TURN, STEEP = 420, 2.5      # points of a wheel; steepness of its teeth
PARALLEL = 0.95                        # cosine from which on two axes are taken for parallel
LARGEST_WHEEL = 2.6                    # [glyph radii] beyond it, gears that would touch are drawn small and apart


def gear(sketch: Sketch, poses: Poses, table: JointTable) -> None:
    """Two toothed wheels that turn with their bodies, in mesh where the bodies stand so, and a line between their centres."""
    ratio = np.maximum(np.abs(table.ratios[poses.rows]), 1e-6)
    between = poses.b - poses.a
    gap = np.linalg.norm(between, axis=1)
    facing = (poses.axes_a[:, 0] * poses.axes_b[:, 0]).sum(1)
    level = np.abs((between * poses.axis).sum(1)) < 0.3 * gap
    meshed = gap / (1 + ratio)                                     # a's pitch radius when the wheels touch
    largest = LARGEST_WHEEL * poses.size * np.maximum(ratio, 1 / ratio)
    touch = (np.abs(facing) > PARALLEL) & level & (np.maximum(meshed, gap - meshed) < largest)
    radius = np.where(touch, meshed, 0.8 * poses.size / np.maximum(np.sqrt(ratio), 1 / np.sqrt(ratio)))
    teeth = np.minimum(np.round(TEETH / np.minimum(ratio, 1.0)), MOST_TEETH)
    others = np.clip(np.round(teeth * ratio), 3, MOST_TEETH)
    met = teeth * bearing(poses.axes_a, between)                   # phase of a's teeth where they meet b's
    phase = np.pi - np.sign(facing) * met - others * bearing(poses.axes_b, -between)
    sketch.lines(poses.rows, line(poses.a, poses.b), LINK, FINE)
    wheel(sketch, poses.rows, (poses.a, poses.axes_a), (radius, teeth, 0 * phase))
    wheel(sketch, poses.rows, (poses.b, poses.axes_b), (radius * ratio, others, phase))


def bearing(axes: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """(k,) angle [rad] of directions (k, 3) about the x axes of frames (k, 3, 3), from their y axes."""
    return np.arctan2((directions * axes[:, 2]).sum(1), (directions * axes[:, 1]).sum(1))


def wheel(sketch: Sketch, rows: np.ndarray, place, form) -> None:
    """Toothed wheels at `place` = (centres (k, 3), frames (k, 3, 3) about whose x they turn); `form` = (pitch radii (k,), teeth
    (k,), phases of the teeth (k,) [rad]).  Spokes, one of them bright, show how they turn."""
    (center, axes), (radius, teeth, phase) = place, form
    angles = np.broadcast_to(np.linspace(0.0, TURN, POINTS_PER_TURN + 1), (len(rows), POINTS_PER_TURN + 1))
    plane = axes[:, 1], axes[:, 2]
    rim = circle(center, plane, radius[:, None] * profile(angles * teeth[:, None] + phase[:, None], teeth), angles)
    sketch.fan(rows, center, rim, WHEEL)
    sketch.curve(rows, rim, GEAR, FINE)
    sketch.curve(rows, circle(center, plane, 0.2 * radius, angles[:, ::10]), GEAR, THIN)
    for spoke in range(4):
        there = np.full((len(rows), 1), spoke * TURN / 4)
        inner, outer = (circle(center, plane, share * radius, there)[:, 0] for share in (0.2, 0.8))
        sketch.lines(rows, line(inner, outer), NEEDLE if spoke == 0 else GEAR, THICK if spoke == 0 else THIN)
    sketch.dots(rows, center, GEAR, DOT)


def profile(phase: np.ndarray, teeth: np.ndarray) -> np.ndarray:
    """(k, n) outline of teeth over their pitch radius at phases (k, n) [rad], a tooth a turn; as high as gears' teeth are."""
    return 1 + 1.5 / teeth[:, None] * np.clip(STEEP * np.cos(phase), -1.0, 1.0)


def rack(sketch: Sketch, poses: Poses, table: JointTable) -> None:
    """A pinion of the joint's radius on a; a toothed bar along b's axis, on the side on which the pinion drives it that way."""
    radius, teeth = np.abs(table.ratios[poses.rows]), np.full(len(poses.rows), float(TEETH))
    wheel(sketch, poses.rows, (poses.a, poses.axes_a), (radius, teeth, 0 * radius))
    way = poses.axes_b[:, 0] * np.sign(table.ratios[poses.rows])[:, None]
    out = np.cross(way, poses.axis)
    out = np.where(np.linalg.norm(out, axis=1, keepdims=True) > 1e-3, unit(out), across(poses.axis))
    reach = 2.6 * radius
    along = spread(-reach, reach, POINTS_PER_TURN)
    phase = teeth[:, None] * (bearing(poses.axes_a, out)[:, None] + along / radius[:, None])
    height = radius[:, None] * (profile(phase, teeth) + 0.03)
    edge = poses.a[:, None] + way[:, None] * along[..., None] + out[:, None] * height[..., None]
    back = poses.a[:, None] + way[:, None] * along[..., None] + out[:, None] * (1.42 * radius)[:, None, None]
    sketch.fills(poses.rows, strip(edge, back), WHEEL)
    sketch.curve(poses.rows, edge, GEAR, FINE)
    sketch.lines(poses.rows, line(back[:, 0], back[:, -1]), GEAR, FINE)
    for end in (0, -1):
        sketch.lines(poses.rows, line(edge[:, end], back[:, end]), GEAR, FINE)
    sketch.lines(poses.rows, line(poses.a + out * (1.42 * radius)[:, None], poses.b), LINK, THIN)


def strip(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(k, s, 3, 3) triangles between two curves (k, n, 3)."""
    return np.concatenate((np.stack((one[:, :-1], one[:, 1:], other[:, :-1]), axis=2),
                           np.stack((one[:, 1:], other[:, 1:], other[:, :-1]), axis=2)), axis=1)


def angle(sketch: Sketch, poses: Poses, table: JointTable) -> None:
    """The sign of an angle about the axis, one leg on each body; about all three when the whole rotation is held."""
    whole = table.whole[poses.rows]
    for axis in range(3):
        chosen = poses.take(whole if axis else np.ones(len(whole), bool))
        if not len(chosen.rows):
            continue
        first = chosen.axes_a[:, (axis + 1) % 3]
        turns = np.broadcast_to(np.linspace(0.0, 0.2 * TURN, ARC), (len(chosen.rows), ARC))
        for shares, meaning in (((0.72, 0.72), LIMIT), ((0.86, 0.86), LIMIT)):
            plane = first, np.cross(chosen.axes_a[:, axis], first)
            sketch.curve(chosen.rows, circle(chosen.a, plane, shares[0] * chosen.size, turns), meaning, FINE)
        legs = circle(chosen.a, (first, np.cross(chosen.axes_a[:, axis], first)), chosen.size, turns[:, [0, -1]])
        sketch.lines(chosen.rows, np.stack((line(chosen.a, legs[:, 0]), line(chosen.a, legs[:, 1])), axis=1), MAIN, FINE)


def six_dof(sketch: Sketch, poses: Poses, table: JointTable) -> None:
    """Three axes, each with the way along it and the turn about it: free, limited or fixed by colour; stops and ranges where
    they are."""
    for axis in range(3):
        for mode, meaning in ((FREE, AXIS_FREE), (LIMITED, LIMIT), (FIXED, AXIS_FIXED)):
            chosen = poses.take(table.modes[poses.rows, axis] == mode)
            if len(chosen.rows):
                way(sketch, chosen, axis, (mode, meaning, table.ranges[chosen.rows, axis]))
            chosen = poses.take(table.modes[poses.rows, 3 + axis] == mode)
            if len(chosen.rows) and mode != FIXED:
                turn(sketch, chosen, axis, (mode, meaning, table.ranges[chosen.rows, 3 + axis]))
    sketch.lines(poses.rows, line(poses.a, poses.b), NEEDLE, FINE)
    sketch.dots(poses.rows, poses.b, NEEDLE, DOT)


def way(sketch: Sketch, poses: Poses, axis: int, look) -> None:
    """The way along an axis: an arrow to both sides, a line between stops, or a stub; `look` = (mode, meaning, range (k, 2))."""
    mode, meaning, limits = look
    direction, side = poses.axes_a[:, axis], poses.axes_a[:, (axis + 1) % 3]
    size = poses.size[:, None]
    ends = limits if mode == LIMITED else np.array((-1.0, 1.0)) * size * (1.3 if mode == FREE else 0.45)
    places = [poses.a + direction * ends[:, [end]] for end in (0, 1)]
    sketch.lines(poses.rows, line(*places), meaning, FINE if mode == FIXED else THICK)
    for place, sign in zip(places, (-1.0, 1.0), strict=True):
        if mode == LIMITED:
            bar = side * (0.22 * size)
            sketch.lines(poses.rows, line(place - bar, place + bar), meaning, THICK)
        elif mode == FREE:
            tip = place + direction * (sign * 0.3 * size)
            sketch.fills(poses.rows, arrow_head(tip, direction * sign, 0.4 * poses.size), meaning)


def turn(sketch: Sketch, poses: Poses, axis: int, look) -> None:
    """The turn about an axis: a ring when free, its range when limited; `look` as in `way`."""
    mode, meaning, limits = look
    first, second = poses.axes_a[:, (axis + 1) % 3], poses.axes_a[:, (axis + 2) % 3]
    radius = poses.size * (0.66 + 0.08 * axis)
    if mode == FREE:
        turns = np.broadcast_to(np.linspace(0.0, TURN, RING), (len(poses.rows), RING))
        sketch.curve(poses.rows, circle(poses.a, (first, second), radius, turns), meaning, FINE)
        return
    sector(sketch, poses.rows, poses.a, (first, second, radius), limits)
    present = poses.axes_b[:, (axis + 1) % 3]
    sketch.lines(poses.rows, line(poses.a, poses.a + present * radius[:, None]), NEEDLE, THIN)
