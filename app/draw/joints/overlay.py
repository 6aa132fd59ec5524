"""The joints overlay: which joints are drawn how closely, in which colours, as strokes of a frame.

Every joint has its links, thin lines from the bodies' centres to the anchors.  One that is large enough on the screen,
while they are not too many, is drawn by the shape of its type; others are a dot.  A gap between anchors that should
coincide is red, a broken joint red dots, a disabled one grey.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from app.draw import colors as palette
from app.draw.frame import CameraPose
from app.draw.joints import axes, basic, gears, ties
from app.draw.joints.polylines import line
from app.draw.joints.poses import Poses, poses_of
from app.draw.joints.sketch import (
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
    Sketch,
)
from app.draw.overlay import NOTHING, Shown, Strokes
from app.draw.view_options import NO_HIGHLIGHTS, Highlights, ViewOptions
from app.published.view import Joints, JointTable, View

Shape = Callable[[Sketch, Poses, JointTable], None]
SHAPES: dict[str, Shape] = {
    "ball_socket": basic.ball_socket, "hinge": basic.hinge, "slider": basic.slider,
    "fixed": basic.fixed, "distance": ties.distance, "pulley": ties.pulley, "mouse": ties.mouse,
    "gear": gears.gear, "rack": gears.rack, "angle": axes.angle, "six_dof": axes.six_dof}
TIES = ("distance", "pulley", "mouse")           # drawn at any size: what ties two points is more than a mark at an anchor
COUPLINGS = ("gear", "rack", "angle")            # their anchors need not meet and say nothing about links
MOST_SHAPES = 300                      # joints drawn by their shapes; if more are in sight, all are dots and lines
MOST_PULLED = 40                       # coils of mouse joints; a swarm of them would hide what it pulls
SMALLEST_SHAPE = 7.0                   # [pixels] radius that its body would give it, below which a joint is a dot
LITTLE, LITTLE_PEN = 26.0, 0.72        # [pixels] the same radius, below which lines are thinner, and by how much
MET = ("ball_socket", "hinge", "fixed")          # anchors of these coincide
GAP = 0.03                             # [glyph radii] distance of anchors from which on it is drawn
SMALLEST_ERROR, LARGEST_ERROR = 1e-3, 1e-1       # [m] or [rad] ends of the colours of errors
INKS = {LINK: palette.JOINT_LINK, APART: palette.JOINT_APART, MAIN: palette.JOINT, LIMIT: palette.JOINT_LIMIT,
        RANGE: palette.JOINT_RANGE, NEEDLE: palette.JOINT_NEEDLE, MOTOR: palette.JOINT_MOTOR, SPRING: palette.JOINT_SPRING,
        ROPE: palette.JOINT_ROPE, GEAR: palette.JOINT_GEAR, WHEEL: palette.JOINT_WHEEL, AXIS_FREE: palette.JOINT_FREE,
        AXIS_FIXED: palette.JOINT_FIXED}


def strokes_of(shown: Shown) -> Strokes:
    """The joints of a view."""
    if shown.view.joints is None:
        return NOTHING
    sketch, close = sketch_of(shown.view, shown.positions, shown.rotations, shown.camera)
    colors = inks_of(shown.view.joints, shown.options, shown.highlights)
    return Strokes(sketch.segments(colors, close), sketch.markers(colors), sketch.triangles(colors))


def sketch_of(view: View, positions: np.ndarray, rotations: np.ndarray, camera: CameraPose) -> tuple[Sketch, bool]:
    """The strokes of all joints, and whether any is drawn by its shape."""
    joints, sketch = view.joints, Sketch()
    table = joints.table
    poses = poses_of(view, positions, rotations, camera)
    kinds = np.array(table.kinds, object)
    held = np.isin(table.uids, [spring.joint for spring in view.springs])       # the hand's, which are drawn as springs
    whole = ~table.broken & ~held
    tied = np.isin(kinds, TIES)
    near = whole & (poses.natural > SMALLEST_SHAPE * poses.pixel)
    if np.count_nonzero(near) > MOST_SHAPES:
        near[:] = False
    pulled = near & (kinds == "mouse")
    if np.count_nonzero(pulled) > MOST_PULLED:
        near &= ~pulled
    links(sketch, poses.take(whole & ~tied & ~np.isin(kinds, COUPLINGS)))
    gaps(sketch, poses.take(whole & np.isin(kinds, MET)))
    little = poses.natural < LITTLE * poses.pixel
    for some, pen in ((near & ~little, 1.0), (near & little, LITTLE_PEN)):
        sketch.pen = pen
        for kind, shape in SHAPES.items():
            chosen = some & (kinds == kind)
            if chosen.any():
                shape(sketch, poses.take(chosen), table)
    sketch.pen = 1.0
    far = poses.take(whole & ~near)
    if len(far.rows):
        marks(sketch, far, table, tied)
    broken(sketch, poses.take(table.broken))
    return sketch, bool(near.any())


def links(sketch: Sketch, poses: Poses) -> None:
    """Thin lines from the centres of bodies that move to their anchors."""
    for side, anchor in ((0, poses.a), (1, poses.b)):
        moving = poses.moving[:, side]
        sketch.lines(poses.rows[moving], line(poses.centers[moving, side], anchor[moving]), LINK, THIN)


def gaps(sketch: Sketch, poses: Poses) -> None:
    """Red lines between anchors that should be one point and are not."""
    apart = np.linalg.norm(poses.b - poses.a, axis=1) > np.maximum(GAP * poses.size, 2 * poses.pixel)
    sketch.lines(poses.rows[apart], line(poses.a, poses.b)[apart], APART, FINE)


def marks(sketch: Sketch, poses: Poses, table: JointTable, tied: np.ndarray) -> None:
    """Joints that are far away or many: a dot, or the line that ties two points."""
    tied = tied[poses.rows]
    sketch.dots(poses.rows[~tied], poses.a[~tied], MAIN, 0.75 * DOT)
    ties.far(sketch, poses.take(tied), table)


def broken(sketch: Sketch, poses: Poses) -> None:
    """A cross at each anchor of joints that broke."""
    reach = 0.3 * poses.size[:, None, None]
    for anchor, bars in ((poses.a, poses.axes_a), (poses.b, poses.axes_b)):
        sketch.lines(poses.rows, np.stack((anchor[:, None] - bars * reach, anchor[:, None] + bars * reach), axis=2), MAIN, FINE)
        sketch.dots(poses.rows, anchor, MAIN, DOT)


def inks_of(joints: Joints, options: ViewOptions, highlights: Highlights = NO_HIGHLIGHTS) -> np.ndarray:
    """(meanings, m, 4) uint8: colour of each kind of stroke of each joint."""
    table = joints.table
    usual = np.array([palette.in_theme(INKS[meaning], options.theme) for meaning in range(len(INKS))], np.uint8)
    inks = np.repeat(usual[:, None], len(table.uids), axis=1)
    if options.joint_errors:
        inks[:, :, :3] = error_colors(joints.errors)
    inks[:, ~joints.enabled, :3] = palette.JOINT_DISABLED
    inks[:, table.broken, :3] = palette.JOINT_BROKEN
    for uid, color in ((highlights.hovered_joint, palette.JOINT_HOVERED), (highlights.selected_joint, palette.JOINT_SELECTED)):
        row = None if uid is None else table.index(uid)
        if row is not None:
            inks[:, row, :3] = color
    return inks


def error_colors(errors: np.ndarray) -> np.ndarray:
    """(m, 3) uint8 from small to large errors (m,), by their logarithm."""
    share = np.log(np.maximum(errors, SMALLEST_ERROR) / SMALLEST_ERROR) / np.log(LARGEST_ERROR / SMALLEST_ERROR)
    stops = np.linspace(0.0, 1.0, len(palette.ERRORS))
    return np.stack([np.interp(share, stops, palette.ERRORS[:, i]) for i in range(3)], axis=1).astype(np.uint8)
