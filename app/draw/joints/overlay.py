"""The joints overlay: level of detail and colours of all joints, as primitives of a frame.

Every joint has links, thin lines from the bodies' centres to the anchors.  A joint that is large enough on the screen is drawn
by the glyph of its type, unless there are too many; others are a dot.  A gap between anchors that should coincide is red, a
broken joint is red dots, a disabled one grey.
"""
from __future__ import annotations

import numpy as np

from app.draw import colors as palette
from app.draw.frame import CameraPose
from app.draw.joints import ties
from app.draw.joints.glyph_batch import (
    APART,
    AXIS_FIXED,
    AXIS_FREE,
    DOT,
    FINE,
    GEAR,
    LIMIT,
    LINK,
    MAIN,
    MOTOR,
    NEEDLE,
    RANGE,
    ROPE,
    SPRING,
    THIN,
    WHEEL,
    GlyphBatch,
)
from app.draw.joints.glyphs import glyph_of
from app.draw.joints.polylines import line
from app.draw.joints.poses import Poses, poses_of
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.recent import Recent
from app.draw.view_options import NO_HIGHLIGHTS, Highlights, ViewOptions
from app.published.view import Joints, JointTable, View
from physics.joints import JOINTS
from physics.joints.definition import COUPLES, MEETS, PULLS, TIES


def of_relation(*relations: str) -> tuple[str, ...]:
    """The types of joints with one of these relations between their anchors."""
    return tuple(name for name, cls in JOINTS.items() if cls.relation in relations)


TYING = of_relation(TIES, PULLS)       # drawn at any size: a tie between two points is more than a mark at an anchor
COUPLING = of_relation(COUPLES)        # without links: their anchors need not coincide
MEETING = of_relation(MEETS)           # their anchors coincide
PULLING = of_relation(PULLS)
MOST_GLYPHS = 300                      # joints drawn by their glyphs; if more are in sight, all are dots and lines
MOST_PULLED = 40                       # coils of mouse joints; more would hide the pulled bodies
SMALLEST_GLYPH = 7.0                   # [pixels] radius by the size of its body, below which a joint is a dot
LITTLE, LITTLE_SCALE = 26.0, 0.72      # [pixels] the same radius, below which lines are thinner, and the factor
GAP = 0.03                             # [glyph radii] distance of anchors above which it is drawn
SMALLEST_ERROR, LARGEST_ERROR = 1e-3, 1e-1       # [m] or [rad] ends of the colours of errors
COLORS = {LINK: palette.JOINT_LINK, APART: palette.JOINT_APART, MAIN: palette.JOINT, LIMIT: palette.JOINT_LIMIT,
          RANGE: palette.JOINT_RANGE, NEEDLE: palette.JOINT_NEEDLE, MOTOR: palette.JOINT_MOTOR, SPRING: palette.JOINT_SPRING,
          ROPE: palette.JOINT_ROPE, GEAR: palette.JOINT_GEAR, WHEEL: palette.JOINT_WHEEL, AXIS_FREE: palette.JOINT_FREE,
          AXIS_FIXED: palette.JOINT_FIXED}

BATCHES = Recent()


def primitives_of(shown: Shown) -> Primitives:
    """The joints of a view."""
    if shown.view.joints is None:
        return NOTHING
    batch, close = batch_of(shown.view, shown.positions, shown.rotations, shown.camera)
    colors = colors_of(shown.view.joints, shown.options, shown.highlights)
    return Primitives(batch.segments(colors, close), batch.markers(colors), batch.triangles(colors))


def batch_of(view: View, positions: np.ndarray, rotations: np.ndarray, camera: CameraPose) -> tuple[GlyphBatch, bool]:
    """The primitives of all joints, and whether any is drawn by its glyph; drawing and picking share them."""
    values = positions, rotations, camera
    return BATCHES.of((view,), values, lambda: new_batch(view, *values))


def new_batch(view: View, positions: np.ndarray, rotations: np.ndarray, camera: CameraPose) -> tuple[GlyphBatch, bool]:
    """The same, always computed."""
    joints, batch = view.joints, GlyphBatch()
    table = joints.table
    poses = poses_of(view, positions, rotations, camera)
    kinds = np.array(table.kinds, object)
    held = np.isin(table.uids, [spring.joint for spring in view.springs])       # those of the mouse, drawn as springs
    whole = ~table.broken & ~held
    tied = np.isin(kinds, TYING)
    near = whole & (poses.natural > SMALLEST_GLYPH * poses.pixel)
    if np.count_nonzero(near) > MOST_GLYPHS:
        near[:] = False
    pulled = near & np.isin(kinds, PULLING)
    if np.count_nonzero(pulled) > MOST_PULLED:
        near &= ~pulled
    links(batch, poses.take(whole & ~tied & ~np.isin(kinds, COUPLING)))
    gaps(batch, poses.take(whole & np.isin(kinds, MEETING)))
    little = poses.natural < LITTLE * poses.pixel
    for some, scale in ((near & ~little, 1.0), (near & little, LITTLE_SCALE)):
        batch.line_scale = scale
        for kind, cls in JOINTS.items():
            chosen = some & (kinds == kind)
            if chosen.any():
                glyph_of(cls.glyph)(batch, poses.take(chosen), table)
    batch.line_scale = 1.0
    far = poses.take(whole & ~near)
    if len(far.rows):
        marks(batch, far, table, tied)
    broken(batch, poses.take(table.broken))
    return batch, bool(near.any())


def links(batch: GlyphBatch, poses: Poses) -> None:
    """Thin lines from the centres of bodies that move to their anchors."""
    for side, anchor in ((0, poses.a), (1, poses.b)):
        moving = poses.moving[:, side]
        batch.lines(poses.rows[moving], line(poses.centers[moving, side], anchor[moving]), LINK, THIN)


def gaps(batch: GlyphBatch, poses: Poses) -> None:
    """Red lines between anchors that should coincide and do not."""
    apart = np.linalg.norm(poses.b - poses.a, axis=1) > np.maximum(GAP * poses.size, 2 * poses.pixel)
    batch.lines(poses.rows[apart], line(poses.a, poses.b)[apart], APART, FINE)


def marks(batch: GlyphBatch, poses: Poses, table: JointTable, tied: np.ndarray) -> None:
    """Joints that are far away or too many: a dot, or a line between two tied points."""
    tied = tied[poses.rows]
    batch.dots(poses.rows[~tied], poses.a[~tied], MAIN, 0.75 * DOT)
    ties.far(batch, poses.take(tied), table)


def broken(batch: GlyphBatch, poses: Poses) -> None:
    """A cross at each anchor of broken joints."""
    reach = 0.3 * poses.size[:, None, None]
    for anchor, bars in ((poses.a, poses.axes_a), (poses.b, poses.axes_b)):
        batch.lines(poses.rows, np.stack((anchor[:, None] - bars * reach, anchor[:, None] + bars * reach), axis=2), MAIN, FINE)
        batch.dots(poses.rows, anchor, MAIN, DOT)


def colors_of(joints: Joints, options: ViewOptions, highlights: Highlights = NO_HIGHLIGHTS) -> np.ndarray:
    """(meanings, m, 4) uint8: colour of each kind of primitive of each joint."""
    table = joints.table
    usual = np.array([palette.in_theme(COLORS[meaning], options.theme) for meaning in range(len(COLORS))], np.uint8)
    colors = np.repeat(usual[:, None], len(table.uids), axis=1)
    if options.joint_errors:
        colors[:, :, :3] = error_colors(joints.gaps, joints.tilts)
    colors[:, ~joints.enabled, :3] = palette.JOINT_DISABLED
    colors[:, table.broken, :3] = palette.JOINT_BROKEN
    for uid, color in ((highlights.hovered_joint, palette.JOINT_HOVERED), (highlights.selected_joint, palette.JOINT_SELECTED)):
        row = None if uid is None else table.index(uid)
        if row is not None:
            colors[:, row, :3] = color
    return colors


def error_colors(gaps: np.ndarray, tilts: np.ndarray) -> np.ndarray:
    """(m, 3) uint8 from small to large errors by their logarithm: gaps (m,) [m] or tilts (m,) [rad], whichever is more."""
    errors = np.fmax(SMALLEST_ERROR, np.fmax(gaps, tilts))
    share = np.log(errors / SMALLEST_ERROR) / np.log(LARGEST_ERROR / SMALLEST_ERROR)
    stops = np.linspace(0.0, 1.0, len(palette.ERRORS))
    return np.stack([np.interp(share, stops, palette.ERRORS[:, i]) for i in range(3)], axis=1).astype(np.uint8)
