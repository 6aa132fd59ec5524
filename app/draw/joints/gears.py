"""Glyphs of joints that couple two motions: gear, rack."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.joints.glyph_batch import DOT, FINE, GEAR, LINK, NEEDLE, ROPE, THICK, THIN, WHEEL
from app.draw.joints.glyphs import glyph, look
from app.draw.joints.mounts import anchors, mounted, on_a
from app.draw.joints.polylines import TURN, across, around, lengths, ring, unit
from app.draw.joints.poses import Poses
from app.draw.joints.sketch import Seen, Sketch
from app.published.view import JointTable
from physics.bodies.rotation import cross

TEETH, MOST_TEETH = 14, 60             # of the smaller wheel, and at most
CORNERS, HEIGHTS = np.array((-1.98, -1.16, 1.16, 1.98)), np.array((-1.0, 1.0, 1.0, -1.0))      # of a tooth: phases [rad], sides
ADDENDUM, CLEARANCE = 1.5, 0.03        # [pitch radii / teeth] height of a tooth; [pitch radii] air between pinion and rack
RACK_TEETH, RACK_BACK = 6, 1.42        # to each side of the contact; [pitch radii] from the pinion's centre to its back
PARALLEL = 0.95                        # cosine above which two axes count as parallel
LARGEST_WHEEL = 2.6                    # [glyph radii] above this, gears that would touch are drawn apart,
APART_WHEEL = 1.2                      # [glyph radii] about as large


class Gearing(NamedTuple):
    """How k gears are drawn."""

    radii: np.ndarray          # (2, k) pitch radii of the wheels on a and on b [m]
    belted: np.ndarray         # (k,) bool
    against: np.ndarray        # (k,) 1 where the wheels turn in opposite senses, -1 where not
    facing: np.ndarray         # (k,) cosine between the axes


def gearing(poses: Poses, signed: np.ndarray) -> Gearing:
    """In mesh where the wheels turn in opposite senses and are in place for it; otherwise with a belt when the axes are parallel.
    `signed`: ratios (k,)."""
    ratio, between = np.maximum(np.abs(signed), 1e-6), poses.b - poses.a
    gap = lengths(between)
    facing = (poses.axis * poses.axes_b[:, 0]).sum(1)
    against = np.where(signed * facing > 0, 1.0, -1.0)
    level = (np.abs(facing) > PARALLEL) & (np.abs((between * poses.axis).sum(1)) < 0.3 * gap)
    meshed = gap / (1 + ratio)                                     # a's pitch radius when the wheels touch
    largest = LARGEST_WHEEL * poses.size * np.maximum(ratio, 1 / ratio)
    touch = level & (against > 0) & (np.maximum(meshed, gap - meshed) < largest)
    apart = APART_WHEEL * poses.size / np.maximum(np.sqrt(ratio), 1 / np.sqrt(ratio))
    apart = np.minimum(apart, 0.45 * gap / np.maximum(1, ratio))
    radius = np.where(touch, meshed, np.maximum(apart, 1e-6))
    return Gearing(np.stack((radius, radius * ratio)), level & ~touch, against, facing)


@look("wheels")
def belted(poses: Poses, table: JointTable) -> np.ndarray:
    """1 for wheels with a belt, 0 for those without."""
    return gearing(poses, table.ratios[poses.rows]).belted


@glyph
def wheels(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """Two toothed wheels that turn with their bodies: in mesh where they turn in opposite senses and are in place for it;
    otherwise with a belt around both when their axes are parallel, crossed when it reverses the sense."""
    rows, ratios = joints.rows, table.ratios[joints.rows]
    ratio = np.maximum(np.abs(ratios), 1e-6)
    teeth = np.minimum(np.round(TEETH / np.minimum(ratio, 1.0)), MOST_TEETH)
    others = np.clip(np.round(teeth * ratio), 3, MOST_TEETH)
    sketch.lines(*sketch.places(anchors, rows, count=2).T, LINK, FINE)
    strapped = joints.look > 0
    belt = sketch.mount(belts, rows[strapped], ratios[strapped], count=4)
    ends = sketch.points(belt.reshape(-1)).reshape(-1, 4)
    sketch.lines(ends[:, ::2], ends[:, 1::2], ROPE, FINE)
    first, second, rim = sketch.mount(hubs, rows, ratios, np.stack((teeth, others), axis=1), count=3).T
    one = np.ones(len(rows))
    wheel(sketch, (first, first), teeth, one)
    wheel(sketch, (second, rim), others, one)


def hubs(poses: Poses, ratios: np.ndarray, teeth: np.ndarray) -> np.ndarray:
    """(k, 3, 4, 3) of the wheel on a, of that on b, and of the rim of that on b, turned to mesh: x the axis, the others as long
    as the pitch radius; `teeth` (k, 2) of the wheels."""
    (radii, _, _, facing), between = gearing(poses, ratios), poses.b - poses.a
    met = teeth[:, 0] * bearing(poses.axes_a, between)             # phase of a's teeth where they meet b's
    phase = np.pi - np.sign(facing) * met - teeth[:, 1] * bearing(poses.axes_b, -between)
    (x, y, z), angle = poses.axes_b.swapaxes(0, 1), (-phase / teeth[:, 1])[:, None]
    turned = np.stack((x, np.cos(angle) * y + np.sin(angle) * z, np.cos(angle) * z - np.sin(angle) * y), axis=1)
    axes = np.stack((poses.axes_a, poses.axes_b, turned), axis=1) * radii.T[:, (0, 1, 1), None, None]
    return mounted(np.stack((poses.a, poses.b, poses.b), axis=1), axes)


def belts(poses: Poses, ratios: np.ndarray) -> np.ndarray:
    """(k, 4, 4, 3) at the ends, on a and on b, of the two straight pieces of belts around wheels, crossed where these turn in
    opposite senses; without axes."""
    (radii, _, against, _), between = gearing(poses, ratios), poses.b - poses.a
    gap = np.maximum(lengths(between), 1e-9)
    along = between / gap[:, None]
    side = unit(cross(poses.axis, along))
    lean = np.clip((radii[0] + against * radii[1]) / gap, -1.0, 1.0)[:, None]
    found = np.zeros((len(gap), 4, 4, 3))
    for k, sign in enumerate((1.0, -1.0)):
        normal = along * lean + sign * side * np.sqrt(1 - lean**2)
        found[:, 2 * k, 0] = poses.a + normal * radii[0][:, None]
        found[:, 2 * k + 1, 0] = poses.b - normal * (against * radii[1])[:, None]
    return found


def bearing(axes: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """(k,) angle [rad] of directions (k, 3) about the x axes of frames (k, 3, 3), from their y axes."""
    return np.arctan2((directions * axes[:, 2]).sum(1), (directions * axes[:, 1]).sum(1))


def wheel(sketch: Sketch, at: tuple[np.ndarray, np.ndarray], teeth: np.ndarray, radius: np.ndarray) -> None:
    """Toothed wheels about the x axes of mounts `at` = (of the spokes (k,), of the rim (k,)), with `teeth` (k,) and pitch radii
    (k,) [m].  Spokes, one of them bright, show how they turn."""
    (hub, edge), scale = at, radius[:, None, None]
    rim, center = sketch.points(edge, metres=scale * toothed(teeth)), sketch.point(hub)
    sketch.fan(center, rim, WHEEL)
    sketch.curve(rim, GEAR, FINE)
    sketch.curve(sketch.points(hub, metres=scale * 0.2 * ring()), GEAR, THIN)
    quarters = around(np.arange(4) * TURN / 4)
    inner, outer = (sketch.points(hub, metres=scale * share * quarters) for share in (0.2, 0.8))
    sketch.lines(inner[:, 0], outer[:, 0], NEEDLE, THICK)
    sketch.lines(inner[:, 1:], outer[:, 1:], GEAR, THIN)
    sketch.dots(center, GEAR, DOT)


def toothed(teeth: np.ndarray) -> np.ndarray:
    """(k, n, 3) outlines of wheels with `teeth` (k,) and pitch radius 1; the last point is repeated where a wheel has fewer."""
    count = np.minimum(np.arange(int(teeth.max(initial=0)) + 1), teeth[:, None])
    angles = (TURN * count[:, :, None] + CORNERS).reshape(len(teeth), -1)[:, :-3] / teeth[:, None]
    heights = np.tile(HEIGHTS, count.shape[1])[:-3] * (ADDENDUM / teeth)[:, None]
    ended = np.repeat(count == teeth[:, None], 4, axis=1)[:, :-3]
    angles = np.where(ended, (TURN + CORNERS[0] / teeth)[:, None], angles)
    return around(angles, 1 + np.where(ended, HEIGHTS[0] * (ADDENDUM / teeth)[:, None], heights))


@glyph
def rack(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """A pinion of the joint's radius on a, and a toothed bar along b's axis that moves with b, on the side given by the sign of
    the ratio."""
    rows, ratios = joints.rows, table.ratios[joints.rows]
    hub = sketch.mount(on_a, rows)
    wheel(sketch, (hub, hub), np.full(len(rows), float(TEETH)), np.abs(ratios))
    numbers = np.repeat(np.arange(-RACK_TEETH, RACK_TEETH + 1), len(CORNERS))
    along = (TURN * numbers + np.tile(CORNERS, 2 * RACK_TEETH + 1)) / TEETH
    height = 1 + CLEARANCE + ADDENDUM / TEETH * np.tile(HEIGHTS, 2 * RACK_TEETH + 1)
    still, bar = sketch.mount(bars, rows, ratios, count=2).T
    edge, back = (sketch.points(bar, metres=np.stack(np.broadcast_arrays(along, up, 0.0), axis=-1)) for up in (height, RACK_BACK))
    sketch.fills(strip(edge, back), WHEEL)
    sketch.curve(edge, GEAR, FINE)
    sketch.lines(back[:, 0], back[:, -1], GEAR, FINE)
    sketch.lines(edge[:, (0, -1)], back[:, (0, -1)], GEAR, FINE)
    sketch.lines(sketch.point(still, metres=(0, RACK_BACK, 0)), sketch.places(anchors, rows, count=2)[:, 1], LINK, THIN)


def bars(poses: Poses, ratios: np.ndarray) -> np.ndarray:
    """(k, 2, 4, 3) at the pinion, x along b's axis and y towards the bar, as long as the pitch radius, and the same moved by less
    than a tooth, so that the teeth mesh and move with b."""
    radius = np.abs(ratios)
    direction = poses.axes_b[:, 0] * np.sign(ratios)[:, None]
    out = cross(direction, poses.axis)
    out = np.where(lengths(out)[:, None] > 1e-3, unit(out), across(poses.axis))
    met = TEETH * bearing(poses.axes_a, out)                       # phase of the pinion's teeth where they meet the bar's
    place = ((poses.b - poses.a) * direction).sum(1) / radius * TEETH
    middle = TURN * np.round((place + met) / TURN)                 # the tooth nearest to b: the bar moves with it
    shift = direction * (radius / TEETH * (middle - met))[:, None]
    axes = np.stack((direction, out, 0 * out), axis=1) * radius[:, None, None]
    return mounted(np.stack((poses.a, poses.a + shift), axis=1), np.stack((axes, axes), axis=1))


def strip(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(k, s, 3) triangles between two curves of vertices (k, n)."""
    return np.concatenate((np.stack((one[:, :-1], one[:, 1:], other[:, :-1]), axis=2),
                           np.stack((one[:, 1:], other[:, 1:], other[:, :-1]), axis=2)), axis=1)
