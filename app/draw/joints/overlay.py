"""The joints overlay: level of detail and colours of all joints, as primitives of a frame.

Every joint has links, thin lines from the bodies' centres to the anchors.  A joint that is large enough on the screen is drawn
by the glyph of its type, unless there are too many; others are a dot.  A gap between anchors that should coincide is red, a
broken joint is red dots, a disabled one grey.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw import colors as palette
from app.draw.frame import CameraPose
from app.draw.joints import ties
from app.draw.joints.basic import cross_bars
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
from app.draw.joints.glyphs import LOOKS, glyph_of, glyphs
from app.draw.joints.mounts import anchors, link_a, link_b, on_a, on_b
from app.draw.joints.polylines import lengths
from app.draw.joints.poses import Poses, poses_of
from app.draw.joints.sketch import Seen, Sketch
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

WHOLE, NEAR, SMALL, GAPING, OWN = 1, 2, 4, 8, 16               # bits of looks; a glyph's own look is above them
BATCHES, SKETCHES, RELATED = Recent(), Recent(), Recent()


class Related(NamedTuple):
    """What the types of m joints tell."""

    tied: np.ndarray                   # (m,) bool, by relation
    coupled: np.ndarray
    meeting: np.ndarray
    pulled: np.ndarray
    kinds: dict[str, np.ndarray]       # (m,) bool: the joints of each type that occurs, in the order of JOINTS


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
    """The same, always computed: with the sketch of a picture before when the joints look alike in both."""
    poses, table = poses_of(view, positions, rotations, camera), view.joints.table
    looks = looks_of(view, poses)
    vertices, outlines = SKETCHES.of((view.table, table), (looks,), lambda: sketch_of(table, looks, poses.moving).finished())
    return GlyphBatch(outlines, vertices.at(poses)), bool((looks & NEAR).any())


def related(table: JointTable) -> Related:
    """The types of joints."""
    kinds = np.array(table.kinds, object)
    relations = (np.isin(kinds, names) for names in (TYING, COUPLING, MEETING, PULLING))
    found = set(table.kinds)
    return Related(*relations, {kind: kinds == kind for kind in JOINTS if kind in found})


def looks_of(view: View, poses: Poses) -> np.ndarray:
    """(m,) uint8 what is drawn of each joint."""
    table = view.joints.table
    of = RELATED.of((table,), (), lambda: related(table))
    whole = ~table.broken
    if view.springs:
        whole &= ~np.isin(table.uids, [spring.joint for spring in view.springs])       # those of the mouse, drawn as springs
    near = whole & (poses.natural > SMALLEST_GLYPH * poses.pixel)
    if np.count_nonzero(near) > MOST_GLYPHS:
        near[:] = False
    if np.count_nonzero(near & of.pulled) > MOST_PULLED:
        near &= ~of.pulled
    gaping = whole & of.meeting & (lengths(poses.b - poses.a) > np.maximum(GAP * poses.size, 2 * poses.pixel))
    looks = WHOLE * whole + NEAR * near + SMALL * (near & (poses.natural < LITTLE * poses.pixel)) + GAPING * gaping
    looks = looks.astype(np.uint8)
    glyphs()                                                     # imports what marks looks
    for kind, rows in of.kinds.items():
        own = LOOKS.get(JOINTS[kind].glyph)
        chosen = np.flatnonzero(near & rows) if own else ()
        if len(chosen):
            looks[chosen] += (OWN * own(poses.take(chosen).turned(), table)).astype(np.uint8)
    return looks


def sketch_of(table: JointTable, looks: np.ndarray, moving: np.ndarray) -> Sketch:
    """The joints with looks (m,) between bodies of which some are `moving` (m, 2)."""
    of = RELATED.of((table,), (), lambda: related(table))
    sketch = Sketch()
    whole, near, little, gaping = ((looks & bit) > 0 for bit in (WHOLE, NEAR, SMALL, GAPING))
    for side, link in ((0, link_a), (1, link_b)):
        linked = np.flatnonzero(whole & ~of.tied & ~of.coupled & moving[:, side])
        sketch.lines(*sketch.places(link, linked, count=2).T, LINK, THIN)
    sketch.lines(*sketch.places(anchors, np.flatnonzero(gaping), count=2).T, APART, FINE)
    for some, sketch.line_scale in ((near & ~little, 1.0), (little, LITTLE_SCALE)):
        for kind, rows in of.kinds.items():
            chosen = np.flatnonzero(some & rows)
            if len(chosen):
                glyph_of(JOINTS[kind].glyph)(sketch, Seen(chosen, moving[chosen], looks[chosen] // OWN), table)
    sketch.line_scale = 1.0
    distant = whole & ~near
    sketch.dots(sketch.places(anchors, np.flatnonzero(distant & ~of.tied), count=2)[:, 0], MAIN, 0.75 * DOT)
    ties.far(sketch, np.flatnonzero(distant & of.tied), table)
    for side in (on_a, on_b):
        at = sketch.mount(side, np.flatnonzero(table.broken))
        cross_bars(sketch, at, MAIN)
        sketch.dots(sketch.point(at), MAIN, DOT)
    return sketch


def colors_of(joints: Joints, options: ViewOptions, highlights: Highlights = NO_HIGHLIGHTS) -> np.ndarray:
    """(meanings, m, 4) uint8: colour of each kind of primitive of each joint."""
    table = joints.table
    usual = np.array([palette.in_theme(COLORS[meaning], options.theme) for meaning in range(len(COLORS))], np.uint8)
    colors = np.repeat(usual[:, None], len(table.uids), axis=1)
    if options.joint_errors:
        colors[:, :, :3] = error_colors(joints.gaps, joints.tilts, options.theme)
    colors[:, ~joints.enabled, :3] = palette.JOINT_DISABLED
    colors[:, table.broken, :3] = palette.JOINT_BROKEN
    for uid, color in ((highlights.hovered_joint, palette.JOINT_HOVERED), (highlights.selected_joint, palette.JOINT_SELECTED)):
        row = None if uid is None else table.index(uid)
        if row is not None:
            colors[:, row, :3] = color
    return colors


def error_colors(gaps: np.ndarray, tilts: np.ndarray, theme: str) -> np.ndarray:
    """(m, 3) uint8 from small to large errors by their logarithm: gaps (m,) [m] or tilts (m,) [rad], whichever is more."""
    errors = np.fmax(SMALLEST_ERROR, np.fmax(gaps, tilts))
    share = np.log(errors / SMALLEST_ERROR) / np.log(LARGEST_ERROR / SMALLEST_ERROR)
    return palette.on_scale(share, theme)
