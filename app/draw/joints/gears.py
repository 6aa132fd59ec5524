"""Glyphs of joints that couple two motions: gear, rack."""
from __future__ import annotations

import numpy as np

from app.draw.joints.basic import RING, TURN
from app.draw.joints.glyph_batch import DOT, FINE, GEAR, LINK, NEEDLE, ROPE, THICK, THIN, WHEEL, GlyphBatch
from app.draw.joints.glyphs import glyph
from app.draw.joints.polylines import across, circle, line, unit
from app.draw.joints.poses import Poses
from app.published.view import JointTable

TEETH, MOST_TEETH = 14, 60             # of the smaller wheel, and at most
CORNERS, HEIGHTS = np.array((-1.98, -1.16, 1.16, 1.98)), np.array((-1.0, 1.0, 1.0, -1.0))      # of a tooth: phases [rad], sides
ADDENDUM, CLEARANCE = 1.5, 0.03        # [pitch radii / teeth] height of a tooth; [pitch radii] air between pinion and rack
RACK_TEETH, RACK_BACK = 6, 1.42        # to each side of the contact; [pitch radii] from the pinion's centre to its back
PARALLEL = 0.95                        # cosine above which two axes count as parallel
LARGEST_WHEEL = 2.6                    # [glyph radii] above this, gears that would touch are drawn apart,
APART_WHEEL = 1.2                      # [glyph radii] about as large


@glyph
def wheels(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """Two toothed wheels that turn with their bodies: in mesh where they turn in opposite senses and are in place for it;
    otherwise with a belt around both when their axes are parallel, crossed when it reverses the sense."""
    signed = table.ratios[poses.rows]
    ratio, between = np.maximum(np.abs(signed), 1e-6), poses.b - poses.a
    gap = np.linalg.norm(between, axis=1)
    facing = (poses.axes_a[:, 0] * poses.axes_b[:, 0]).sum(1)
    against = np.where(signed * facing > 0, 1.0, -1.0)
    level = (np.abs(facing) > PARALLEL) & (np.abs((between * poses.axis).sum(1)) < 0.3 * gap)
    meshed = gap / (1 + ratio)                                     # a's pitch radius when the wheels touch
    largest = LARGEST_WHEEL * poses.size * np.maximum(ratio, 1 / ratio)
    touch = level & (against > 0) & (np.maximum(meshed, gap - meshed) < largest)
    apart = APART_WHEEL * poses.size / np.maximum(np.sqrt(ratio), 1 / np.sqrt(ratio))
    apart = np.minimum(apart, 0.45 * gap / np.maximum(1, ratio))
    radius = np.where(touch, meshed, np.maximum(apart, 1e-6))
    teeth = np.minimum(np.round(TEETH / np.minimum(ratio, 1.0)), MOST_TEETH)
    others = np.clip(np.round(teeth * ratio), 3, MOST_TEETH)
    met = teeth * bearing(poses.axes_a, between)                   # phase of a's teeth where they meet b's
    phase = np.pi - np.sign(facing) * met - others * bearing(poses.axes_b, -between)
    batch.lines(poses.rows, line(poses.a, poses.b), LINK, FINE)
    belted = level & ~touch
    belt(batch, poses.take(belted), (radius[belted], (radius * ratio)[belted]), against[belted])
    wheel(batch, poses.rows, (poses.a, poses.axes_a), (radius, teeth, 0 * phase))
    wheel(batch, poses.rows, (poses.b, poses.axes_b), (radius * ratio, others, phase))


def belt(batch: GlyphBatch, poses: Poses, radii, against: np.ndarray) -> None:
    """The two straight pieces of a belt around wheels of `radii` (a (k,), b (k,)), crossed where `against` (k,) is 1, open where
    -1."""
    between = poses.b - poses.a
    gap = np.maximum(np.linalg.norm(between, axis=1), 1e-9)
    along = between / gap[:, None]
    side = unit(np.cross(poses.axis, along))
    lean = np.clip((radii[0] + against * radii[1]) / gap, -1.0, 1.0)[:, None]
    for sign in (1.0, -1.0):
        normal = along * lean + sign * side * np.sqrt(1 - lean**2)
        ends = poses.a + normal * radii[0][:, None], poses.b - normal * (against * radii[1])[:, None]
        batch.lines(poses.rows, line(*ends), ROPE, FINE)


def bearing(axes: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """(k,) angle [rad] of directions (k, 3) about the x axes of frames (k, 3, 3), from their y axes."""
    return np.arctan2((directions * axes[:, 2]).sum(1), (directions * axes[:, 1]).sum(1))


def wheel(batch: GlyphBatch, rows: np.ndarray, place, form) -> None:
    """Toothed wheels at `place` = (centres (k, 3), frames (k, 3, 3) about whose x they turn); `form` = (pitch radii (k,), teeth
    (k,), phases of the teeth (k,) [rad]).  Spokes, one of them bright, show how they turn."""
    (center, axes), (radius, teeth, phase) = place, form
    plane = axes[:, 1], axes[:, 2]
    count = np.minimum(np.arange(int(teeth.max(initial=0)) + 1), teeth[:, None])        # repeated teeth where a wheel has fewer
    angles = ((TURN * count[:, :, None] + CORNERS).reshape(len(rows), -1)[:, :-3] - phase[:, None]) / teeth[:, None]
    out = np.tile(HEIGHTS, count.shape[1])[:-3] * (ADDENDUM / teeth)[:, None]
    ended = np.repeat(count == teeth[:, None], 4, axis=1)[:, :-3]
    angles = np.where(ended, (TURN + (CORNERS[0] - phase) / teeth)[:, None], angles)
    rim = circle(center, plane, radius[:, None] * (1 + np.where(ended, HEIGHTS[0] * (ADDENDUM / teeth)[:, None], out)), angles)
    batch.fan(rows, center, rim, WHEEL)
    batch.curve(rows, rim, GEAR, FINE)
    turns = np.broadcast_to(np.linspace(0.0, TURN, RING), (len(rows), RING))
    batch.curve(rows, circle(center, plane, 0.2 * radius, turns), GEAR, THIN)
    for spoke in range(4):
        there = np.full((len(rows), 1), spoke * TURN / 4)
        inner, outer = (circle(center, plane, share * radius, there)[:, 0] for share in (0.2, 0.8))
        batch.lines(rows, line(inner, outer), NEEDLE if spoke == 0 else GEAR, THICK if spoke == 0 else THIN)
    batch.dots(rows, center, GEAR, DOT)


@glyph
def rack(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """A pinion of the joint's radius on a, and a toothed bar along b's axis that moves with b, on the side given by the sign of
    the ratio."""
    radius = np.abs(table.ratios[poses.rows])
    wheel(batch, poses.rows, (poses.a, poses.axes_a), (radius, np.full(len(radius), TEETH), 0 * radius))
    direction = poses.axes_b[:, 0] * np.sign(table.ratios[poses.rows])[:, None]
    out = np.cross(direction, poses.axis)
    out = np.where(np.linalg.norm(out, axis=1, keepdims=True) > 1e-3, unit(out), across(poses.axis))
    met = TEETH * bearing(poses.axes_a, out)                         # phase of the pinion's teeth where they meet the bar's
    place = ((poses.b - poses.a) * direction).sum(1) / radius * TEETH
    middle = np.round((place + met) / TURN)                          # the tooth nearest to b: the bar moves with it
    numbers = middle[:, None] + np.repeat(np.arange(-RACK_TEETH, RACK_TEETH + 1), len(CORNERS))
    along = radius[:, None] / TEETH * (TURN * numbers + np.tile(CORNERS, 2 * RACK_TEETH + 1) - met[:, None])
    height = 1 + CLEARANCE + ADDENDUM / TEETH * np.tile(HEIGHTS, 2 * RACK_TEETH + 1)
    foot = poses.a[:, None] + direction[:, None] * along[..., None]
    edge = foot + out[:, None] * (radius[:, None] * height)[..., None]
    back = foot + out[:, None] * (RACK_BACK * radius)[:, None, None]
    batch.fills(poses.rows, strip(edge, back), WHEEL)
    batch.curve(poses.rows, edge, GEAR, FINE)
    batch.lines(poses.rows, line(back[:, 0], back[:, -1]), GEAR, FINE)
    for end in (0, -1):
        batch.lines(poses.rows, line(edge[:, end], back[:, end]), GEAR, FINE)
    batch.lines(poses.rows, line(poses.a + out * (RACK_BACK * radius)[:, None], poses.b), LINK, THIN)


def strip(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(k, s, 3, 3) triangles between two curves (k, n, 3)."""
    return np.concatenate((np.stack((one[:, :-1], one[:, 1:], other[:, :-1]), axis=2),
                           np.stack((one[:, 1:], other[:, 1:], other[:, :-1]), axis=2)), axis=1)
