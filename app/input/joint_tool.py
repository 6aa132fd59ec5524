"""Joint tool: makes a joint with the mouse, from a type, a place on one body, and a place on another or on the world.

The tool stores the first click and turns the second one into a command.  The mouse tool calls it, a card shows the next step,
and `preview` is drawn over the scene.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.draw.colors import SPRING_TARGET
from app.draw.frame import Markers, Segments
from app.draw.frame_builder import PLANE, SPHERE, interpolate_positions, interpolate_rotations
from app.draw.solids.forms import formed
from app.draw.solids.rays import normal_at
from app.input.body_picking import Hit
from app.published.view import BodyTable, View
from app.simulation.commands import CreateJoint
from physics.bodies.rotation import rotate, rotate_back
from physics.definitions.shapes import Compound

SURFACE = "surface"                                # the axis is the normal of the clicked surface
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
AXIS_CHOICES = (SURFACE, *AXES)
AXIS_LENGTH = 0.1                                  # of the preview, as a share of the eye's distance


@dataclass(frozen=True)
class AnchorPoint:
    """A clicked place: a body's uid (None: the world), the point and the outward normal in its own axes."""

    uid: int | None
    point: tuple[float, float, float]
    normal: tuple[float, float, float]
    dynamic: bool = False

    def in_world(self, view: View, alpha: float) -> tuple[np.ndarray, np.ndarray] | None:
        """Point (3,) [m] and direction (3,) at the body's drawn pose, `alpha` of `view`; None for a removed body."""
        if self.uid is None:
            return np.array(self.point), np.array(self.normal)
        row = view.table.index(self.uid)
        if row is None:
            return None
        only = slice(row, row + 1)
        position = interpolate_positions(view.previous_positions[only], view.positions[only], alpha)[0].astype(float)
        rotation = interpolate_rotations(view.previous_rotations[only], view.rotations[only], alpha).astype(float)
        both = rotate(rotation, np.array((self.point, self.normal)))
        return position + both[0], both[1]


class JointTool:
    """The joint being made; `kind` is "" while there is none."""

    def __init__(self):
        self.kind = ""
        self.axis = SURFACE                # one of AXIS_CHOICES, kept from joint to joint
        self.first: AnchorPoint | None = None

    @property
    def active(self) -> bool:
        """Whether clicks on the scene choose places."""
        return bool(self.kind)

    def begin(self, kind: str) -> None:
        """Begin a joint of this type."""
        self.kind, self.first = kind, None

    def cancel(self) -> None:
        """Cancel the joint."""
        self.kind, self.first = "", None

    def choose(self, second: AnchorPoint) -> CreateJoint | None:
        """Store a clicked place; returns the command that makes the joint for the second place, None for the first.

        ValueError, with advice, when these two cannot be joined.
        """
        if self.first is None:
            self.first = second
            return None
        first = self.first
        if first.uid == second.uid:
            raise ValueError("Both places are on the same body; click on another one" if second.uid is not None else
                             "Both places are in the world; click on a body")
        if not (first.dynamic or second.dynamic):
            raise ValueError("Neither of the two can move; click on a body that can")
        command = CreateJoint(self.kind, first.uid, second.uid, first.point, second.point, first.normal, second.normal)
        self.cancel()
        return command

    def anchor_point(self, view: View, hit: Hit | None, beyond: np.ndarray) -> AnchorPoint:
        """The place of a click: on the body that was hit; on the world for a plane, or for no hit at `beyond` (3,) [m]."""
        if hit is None or view.table.kinds[hit.row] == PLANE:
            point = beyond if hit is None else hit.point
            normal = AXES["z"] if hit is None else view.table.sizes[hit.row]
            return AnchorPoint(None, _floats(point), _floats(self._axis_or(np.asarray(normal, float))))
        local = normal_of(view.table, hit)
        if self.axis != SURFACE:
            local = rotate_back(view.rotations[hit.row].astype(float), np.array(AXES[self.axis], float))
        return AnchorPoint(hit.uid, _floats(hit.local), _floats(local), hit.dynamic)

    def _axis_or(self, normal: np.ndarray) -> np.ndarray:
        return normal if self.axis == SURFACE else np.array(AXES[self.axis])

    def preview(self, view: View, alpha: float, aimed: AnchorPoint | None,
                eye: np.ndarray) -> tuple[tuple[Segments, ...], tuple[Markers, ...]]:
        """A dot and the axis at the first place and at `aimed`, the place under the pointer, and a line between the two."""
        chosen = [point for point in (self.first, aimed) if point is not None]
        places = [place for point in chosen if (place := point.in_world(view, alpha)) is not None]
        if not self.active or not places:
            return (), ()
        lines = []
        for point, normal in places:
            length = AXIS_LENGTH * float(np.linalg.norm(point - eye))
            lines.append((point - 0.5 * normal * length, point + normal * length))
        if len(places) == 2:
            lines.append((places[0][0], places[1][0]))
        segments = Segments(np.array(lines, np.float32), np.array([SPRING_TARGET] * len(lines), np.uint8), 2.4, on_top=True)
        dots = Markers(np.array([point for point, _ in places], np.float32),
                       np.array([SPRING_TARGET] * len(places), np.uint8), 11.0)
        return (segments,), (dots,)


def normal_of(table: BodyTable, hit: Hit) -> np.ndarray:
    """Outward normal (3,) where a ray hit a body, in its own axes."""
    shape = table.shapes[hit.row]
    if not isinstance(shape, Compound):
        return surface_normal(int(table.kinds[hit.row]), table.sizes[hit.row], hit.local, shape)
    child, position, rotation = shape.children[hit.part]
    turn = np.array(rotation)
    local = rotate_back(turn, hit.local - (np.array(position) - shape.centre))
    return rotate(turn, surface_normal(child.kind, np.array(child.size), local, child))


def surface_normal(kind: int, size: np.ndarray, local: np.ndarray, shape: Any = None) -> np.ndarray:
    """Outward normal (3,) of a body with half extents `size` at a point of its surface, all in its own axes."""
    if kind > PLANE:
        return normal_at(kind, size, local, formed(shape))
    if kind == SPHERE:
        length = math.sqrt(float(local @ local))
        return local / length if length > 0 else np.array(AXES["z"])
    normal = np.zeros(3)
    face = int(np.argmax(np.abs(local) / np.maximum(size, 1e-9)))
    normal[face] = math.copysign(1.0, local[face])
    return normal


def _floats(vector: np.ndarray) -> tuple[float, float, float]:
    return tuple(float(x) for x in vector)
