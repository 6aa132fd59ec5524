"""Joints of a glTF file: rods from bodies to their anchors, and between two anchors."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from app.demo.gltf_shapes import Paint
from app.demo.joint_rows import ABSENT, AXIS, BROKEN, COIL, DOT, PULLEY, ROD, ROPE, WORLD
from app.demo.quantization import continuous
from app.demo.recording import Recording
from app.draw import colors as palette
from physics.bodies.rotation import cross, rotate

THIN, STOUT = 0.04, 0.07               # half widths of rods, in the size of the joint's glyph
SHORTEST = 1e-6                        # [m]
INKS = {ROD: palette.JOINT, ROPE: palette.JOINT_ROPE, PULLEY: palette.JOINT_ROPE, COIL: palette.JOINT_SPRING}


class Link(NamedTuple):
    """A rod from the centre of a body to an anchor in its axes."""

    body: int                  # row
    anchor: np.ndarray         # (3,) [m]
    radius: float              # [m]
    paint: Paint
    there: np.ndarray          # (T,) bool


class Tie(NamedTuple):
    """A rod between two points that move."""

    ends: tuple[np.ndarray, np.ndarray]          # (T, 3) each [m]
    radius: float
    paint: Paint
    there: np.ndarray          # (T,) bool


class Beam(NamedTuple):
    """The places of a rod: of the cube -1..1 with sizes along x, y and z."""

    middles: np.ndarray        # (T, 3) [m]
    turns: np.ndarray          # (T, 4)
    sizes: np.ndarray          # (T, 3) [m]

    def first(self) -> dict[str, Any]:
        """What a node begins with."""
        return {"translation": self.middles[0].tolist(), "rotation": self.turns[0].tolist(), "scale": self.sizes[0].tolist()}


def links_of(recording: Recording, theme: str) -> Iterator[Link]:
    """All links."""
    rows = recording.joints
    paint = Paint(palette.in_theme(palette.JOINT, theme)[:3])
    for row, side in np.argwhere(rows.linked).tolist():
        anchor = rows.anchors[row, side].astype(np.float64)
        if np.linalg.norm(anchor) > SHORTEST:
            yield Link(int(rows.bodies[row, side]), anchor, THIN * float(rows.sizes[row]), paint, _whole(recording, row))


def ties_of(recording: Recording, theme: str) -> Iterator[Tie]:
    """The rods of all joints that tie two points, and the axes of hinges and sliders."""
    rows = recording.joints
    for row, style in enumerate(rows.styles.tolist()):
        there, size = _whole(recording, row), float(rows.sizes[row])
        ends = [anchors_of(recording, row, side) for side in (0, 1)]
        paint = Paint(palette.in_theme(INKS.get(style, palette.JOINT), theme)[:3])
        if style == AXIS:
            along = size * directions(recording, int(rows.bodies[row, 0]), rows.axes[row])
            yield Tie((ends[0] - along, ends[0] + along), STOUT * size, paint, there)
        elif style == PULLEY:
            wheels = [np.broadcast_to(point.astype(np.float64), ends[0].shape) for point in rows.grounds[row]]
            path = [ends[0], *wheels, ends[1]]
            yield from (Tie((a, b), THIN * size, paint, there) for a, b in zip(path, path[1:]))
        elif style != DOT:
            yield Tie(tuple(ends), (STOUT if style == ROD else THIN) * size, paint, there)


def _whole(recording: Recording, row: int) -> np.ndarray:
    """(T,) whether a joint is there and not broken."""
    states = recording.joints.states[:, row]
    return (states != ABSENT) & (states != BROKEN)


def anchors_of(recording: Recording, row: int, side: int) -> np.ndarray:
    """(T, 3) an anchor over time [m]."""
    rows = recording.joints
    body, anchor = int(rows.bodies[row, side]), rows.anchors[row, side].astype(np.float64)
    if body == WORLD:
        return np.repeat(anchor[None], len(recording.times), axis=0)
    return recording.poses[:, body, :3].astype(np.float64) + directions(recording, body, anchor)


def directions(recording: Recording, body: int, vector: np.ndarray) -> np.ndarray:
    """(T, 3) a vector (3,) of a body's axes over time; of the world's, for no body."""
    vector = vector.astype(np.float64)
    if body == WORLD:
        return np.repeat(vector[None], len(recording.times), axis=0)
    return rotate(recording.poses[:, body, 3:].astype(np.float64), np.broadcast_to(vector, (len(recording.times), 3)))


def beam(starts: np.ndarray, ends: np.ndarray, radius: float) -> Beam:
    """The rods of this half width between points (T, 3)."""
    way = ends - starts
    far = np.maximum(np.linalg.norm(way, axis=1, keepdims=True), SHORTEST)
    sizes = np.concatenate((far / 2, np.full((len(far), 2), max(radius, SHORTEST))), axis=1)
    return Beam((starts + ends) / 2, turns_to(way / far), sizes)


def turns_to(along: np.ndarray) -> np.ndarray:
    """(T, 4) the shortest turns of the x axis to unit vectors (T, 3), with continuous signs."""
    x_axis = np.broadcast_to(np.array((1.0, 0.0, 0.0)), along.shape)
    found = np.concatenate((cross(x_axis, along), 1 + along[:, :1]), axis=1)
    opposite = np.linalg.norm(found, axis=1) < SHORTEST
    found[opposite] = (0.0, 0.0, 1.0, 0.0)
    return continuous((found / np.linalg.norm(found, axis=1, keepdims=True))[:, None])[:, 0]
