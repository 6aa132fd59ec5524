"""Joint labels: name, measure, error and force beside joints, as data for a panel to draw.

    for label in labels_of(view, alpha, camera_pose, (width, height), selected_uid):
        # label.text, two lines, at label.x, label.y: window units from the top left, of its top left corner

The selected joint comes first, then the nearest; a label that would cover an earlier one is omitted.  The text is plain ASCII.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from app.draw.camera import pose_matrix
from app.draw.frame import CameraPose
from app.draw.frame_builder import interpolate_positions, interpolate_rotations
from app.draw.joints.poses import body_rows, carried
from app.headless.si_format import measure_text, quantity
from app.published.view import Joints, View
from physics.joints import JOINTS

MOST, TRIED = 60, 300                  # labels at a time, and candidates for them
BESIDE, RAISED, LOWERED = 12.0, 26.0, 26.0       # [px] from the anchor to a label: aside, up, down
LETTER, LINE = 7.5, 17.0               # [px] assumed size of a letter and a line
NEAR = 0.01                            # [m] in front of the eye
DEGREE = " deg"                        # ASCII has no sign for this unit


class Label(NamedTuple):
    """The text beside one joint."""

    uid: int
    x: float                           # [px] from the left
    y: float                           # [px] from the top
    position: tuple[float, float, float]         # the joint's anchor, world [m]
    text: str                          # lines divided by \\n


def labels_of(view: View, alpha: float, camera: CameraPose, size: tuple[float, float],
              selected: int | None = None) -> list[Label]:
    """Labels of the joints in a picture of `size`, at most MOST."""
    if view.joints is None:
        return []
    anchors = drawn_anchors(view, alpha)
    matrix = pose_matrix(camera, size[0] / max(size[1], 1))
    clip = np.concatenate((anchors, np.ones((len(anchors), 1))), axis=1) @ matrix.T
    depth = clip[:, 3]
    pixels = (clip[:, :2] / np.maximum(depth, NEAR)[:, None] * (1.0, -1.0) + 1) * (0.5 * np.array(size))
    inside = (depth > NEAR) & (pixels >= 0).all(axis=1) & (pixels < np.array(size)).all(axis=1)
    order = np.where(view.joints.table.uids == selected, -1.0, depth)
    labels: list[Label] = []
    taken: list[tuple[float, float, float, float]] = []
    rows = np.flatnonzero(inside)
    for row in rows[np.argsort(order[rows])][:TRIED]:
        text = text_of(view.joints, row)
        box = next((box for box in rooms(pixels[row], text) if not any(overlap(box, other) for other in taken)), None)
        if box is not None:
            taken.append(box)
            labels.append(Label(int(view.joints.table.uids[row]), box[0], box[1], tuple(map(float, anchors[row])), text))
        if len(labels) == MOST:
            break
    return labels


def drawn_anchors(view: View, alpha: float) -> np.ndarray:
    """(m, 3) midpoints of the drawn anchors [m]."""
    joints = view.joints
    positions = interpolate_positions(view.previous_positions, view.positions, alpha)
    rotations = interpolate_rotations(view.previous_rotations, view.rotations, alpha)
    bodies = body_rows(view.table, joints.table.bodies)
    anchors = joints.anchors if positions is view.positions else carried(view, bodies, (positions, rotations))[0]
    return anchors.mean(axis=1).astype(np.float64)


def text_of(joints: Joints, row: int) -> str:
    """Name and measure; error and force, or the reason for their absence."""
    table = joints.table
    kind = table.kinds[row]
    shown = JOINTS[kind].measure
    first = table.names[row] or kind.replace("_", " ")
    if math.isfinite(joints.measures[row]):
        first += "  " + measure_text(float(joints.measures[row]), shown.unit if shown else "", DEGREE)
    if table.broken[row] or not joints.enabled[row]:
        return f"{first}\n{'broken' if table.broken[row] else 'disabled'}"
    twist = shown is None and np.isfinite(table.limits[row]).any()
    unit = "" if twist or np.isfinite(table.cones[row]) else JOINTS[kind].error_unit        # errors of points and of rotations
    force = float(np.linalg.norm(joints.forces[row].astype(np.float64)))
    strength = quantity(force, "N")
    if force == 0.0:
        strength = quantity(float(np.linalg.norm(joints.torques[row].astype(np.float64))), "Nm")
    return f"{first}\nerror {quantity(float(joints.errors[row]), unit)}  {strength}"


def rooms(at: np.ndarray, text: str) -> list[tuple[float, float, float, float]]:
    """Possible places of a label, best first: left, top, right, bottom [px], to the right of a pixel (2,), higher, and lower."""
    lines, (x, y) = text.split("\n"), map(float, at)
    width, height = LETTER * max(map(len, lines)), LINE * len(lines)
    tops = y - LINE / 2, y - RAISED - height / 2, y + LOWERED
    return [(x + BESIDE, top, x + BESIDE + width, top + height) for top in tops]


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Whether two rectangles overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
