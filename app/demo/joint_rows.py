"""The joints of a recording, drawn simply: anchors in the axes of their bodies, a style, and a state in every frame.

The page draws a line from the centre of each moving body to its anchor, and at the anchors what the style says.  A joint whose
anchors move in its bodies, as that of the mouse, has a row for each place.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.joints.poses import body_rows, joined_by
from app.published.view import BodyTable, Joints, View
from physics.bodies.rotation import rotate, rotate_back
from physics.joints import JOINTS
from physics.joints.definition import COUPLES, PULLS, TIES

STYLES = DOT, AXIS, ROD, ROPE, COIL, PULLEY, COUPLE = range(7)
ABSENT, WHOLE, DISABLED, BROKEN = range(4)                       # states of a joint
WORLD = -1                                                       # in place of a row of a body
MOVED = 1e-3                                                     # [glyph radii] an anchor that moved farther is another one
X_AXIS = np.array((1.0, 0.0, 0.0), np.float32)


class JointRows(NamedTuple):
    """r rows in T frames."""

    bodies: np.ndarray         # (r, 2) int32 rows of bodies a and b, or WORLD
    anchors: np.ndarray        # (r, 2, 3) float32 on a and on b, in their axes; of the world, there [m]
    axes: np.ndarray           # (r, 3) float32 unit vector along the joint's axis, in the axes of a
    linked: np.ndarray         # (r, 2) bool: a line leads from the centre of the body to its anchor
    styles: np.ndarray         # (r,) uint8 of STYLES
    sizes: np.ndarray          # (r,) float32 radius of what is drawn at the anchor [m]
    lengths: np.ndarray        # (r,) float32 of ropes [m], 0 for others
    grounds: np.ndarray        # (r, 2, 3) float32 over which the rope of a pulley runs [m], 0 for others
    states: np.ndarray         # (T, r) uint8 ABSENT, WHOLE, DISABLED or BROKEN


class JointRecorder:
    """Collects the rows of successive views."""

    def __init__(self) -> None:
        """Without any."""
        self._uids = np.zeros(0, np.int64)               # of the joints in the last view
        self._rows = np.zeros(0, np.intp)                # and their rows
        self._anchors = np.zeros((0, 2, 3), np.float32)  # of these rows
        self._found: list[tuple[np.ndarray, ...]] = []   # of successive rows: uids of bodies, then what JointRows has
        self._count = 0
        self._frames: list[tuple[np.ndarray, np.ndarray]] = []   # rows and their states

    def take(self, view: View) -> None:
        """Add a frame."""
        joints = view.joints
        if joints is None:
            self._frames.append((np.zeros(0, np.intp), np.zeros(0, np.uint8)))
            return
        anchors, axes = local(view, joints)
        sizes = joined_by(view.table, joints.table).natural
        rows, anchors = self._rows_of(joints, anchors, sizes)
        if (new := np.flatnonzero(rows < 0)).size:
            rows[new] = self._count + np.arange(len(new))
            self._count += len(new)
            self._found.append((joints.table.bodies[new], anchors[new], axes[new], *_looks(view, joints, new), sizes[new]))
        self._uids, self._rows, self._anchors = joints.table.uids, rows, anchors
        states = np.where(joints.table.broken, BROKEN, np.where(joints.enabled, WHOLE, DISABLED)).astype(np.uint8)
        self._frames.append((rows, states))

    def _rows_of(self, joints: Joints, anchors: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(m,) the rows of these joints, -1 for those that are new or whose anchors moved, and (m, 2, 3) the rows' anchors."""
        if not len(self._uids):
            return np.full(len(anchors), -1, np.intp), anchors
        known = np.isin(joints.table.uids, self._uids)
        places = np.where(known, np.searchsorted(self._uids, joints.table.uids), 0)
        stays = known & (np.abs(anchors - self._anchors[places]).max(axis=(1, 2)) <= MOVED * sizes)
        return np.where(stays, self._rows[places], -1), np.where(stays[:, None, None], self._anchors[places], anchors)

    def finish(self, bodies: BodyTable) -> JointRows:
        """All rows; `bodies` are those of the recording."""
        numbers, pairs = np.zeros(0), np.zeros((0, 2, 3))
        nothing = (np.zeros((0, 2), np.int64), pairs, pairs[:, 0], np.zeros((0, 2), bool), np.zeros(0, np.uint8), numbers, pairs,
                   numbers)
        parts = [np.concatenate(part) for part in zip(nothing, *self._found, strict=True)]
        uids, anchors, axes, linked, styles, lengths, grounds, sizes = parts
        rows, known = body_rows(bodies, uids)
        states = np.zeros((len(self._frames), self._count), np.uint8)
        for frame, (there, found) in enumerate(self._frames):
            states[frame, there] = found
        single = (part.astype(np.float32) for part in (anchors, axes, sizes, lengths, grounds))
        anchors, axes, sizes, lengths, grounds = single
        ends = np.where(known, rows, WORLD).astype(np.int32)
        return JointRows(ends, anchors, axes, linked, styles, sizes, lengths, grounds, states)


def local(view: View, joints: Joints) -> tuple[np.ndarray, np.ndarray]:
    """Anchors (m, 2, 3) in the axes of their bodies, and axes (m, 3) in those of a."""
    rows, known = body_rows(view.table, joints.table.bodies)
    turns = np.where(known[..., None], view.rotations[rows], np.array((0, 0, 0, 1), np.float32))
    places = np.where(known[..., None], view.positions[rows], np.float32(0))
    return rotate_back(turns, joints.anchors - places), rotate_back(turns[:, 0], rotate(joints.frames[:, 0], X_AXIS))


def _looks(view: View, joints: Joints, rows: np.ndarray) -> tuple[np.ndarray, ...]:
    """Whether there are links (k, 2), styles (k,), lengths of ropes (k,) and ground points (k, 2, 3) of these rows of a view."""
    table = joints.table
    relations = np.array([JOINTS[table.kinds[row]].relation for row in rows], object)
    styles = np.array([style_of(joints, row) for row in rows], np.uint8)
    apart = np.isin(relations, (TIES, PULLS, COUPLES))
    moving = joined_by(view.table, table).moving[rows]
    lengths = np.where(styles == ROPE, np.nan_to_num(table.limits[rows, 1], posinf=0.0), 0.0)
    return moving & ~apart[:, None], styles, lengths, np.nan_to_num(table.grounds[rows])


def style_of(joints: Joints, row: int) -> int:
    """The style of one joint, by what its definition says about its anchors."""
    table = joints.table
    cls = JOINTS[table.kinds[row]]
    if cls.relation == COUPLES:
        return COUPLE
    if cls.relation not in (TIES, PULLS):
        return DOT if cls.measure is None else AXIS
    if np.isfinite(table.grounds[row]).all():
        return PULLEY
    if cls.relation == PULLS or table.springs[row, 0] > 0:
        return COIL
    lower, upper = np.isfinite(table.limits[row])
    return ROPE if upper and not lower else ROD
