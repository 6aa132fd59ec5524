"""The convex hull of points as a shape."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from physics.definitions.known_names import constant
from physics.definitions.shapes.hull import Hull, Points, checked_points, solid_of


@constant
@dataclass(frozen=True)
class Convex:
    """The convex hull of `points` [m], of at most 64 corners.

    The points may be given from any origin: the body's position is the hull's centre of mass, `centre` in their coordinates, and
    its axes are theirs.  Raises SettingError for points without volume, nearly equal ones, or too many.
    """

    points: Points                           # each (x, y, z) [m]
    kind: ClassVar[int] = 6                  # in arrays of bodies
    name: ClassVar[str] = "convex"           # in scenes

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", checked_points(self.points))
        solid_of(self.points)

    @property
    def hull(self) -> Hull:
        """Its corners and faces, seen from its centre of mass along its principal axes."""
        return solid_of(self.points).hull

    @property
    def centre(self) -> tuple[float, float, float]:
        """Centre of mass in the coordinates of the points [m]."""
        return solid_of(self.points).centre

    @property
    def principal_axes(self) -> tuple[float, float, float, float]:
        """Rotation (x, y, z, w) from the principal axes of inertia to the axes of the points."""
        return solid_of(self.points).principal_axes

    @property
    def size(self) -> tuple[float, float, float]:
        """Half extents, along the principal axes, of a box about the centre of mass that contains it [m]."""
        return tuple(np.abs(self.hull.vertices).max(0).tolist())

    @property
    def volume(self) -> float:
        """Sum over tetrahedra, see `shapes.hull` [m3]."""
        return solid_of(self.points).volume

    @property
    def unit_inertia(self) -> tuple[float, float, float]:
        """Moments about the principal axes [m2]."""
        return solid_of(self.points).unit_inertia
