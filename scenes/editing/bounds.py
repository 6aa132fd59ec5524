"""Axis-aligned bounds of bodies, as their plans place them, by the support of each shape."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.bodies.grid_surface import surface_of
from physics.bodies.rotation import matrix, rotate, rotate_back
from physics.bodies.shape_reach import extents
from physics.definitions.shapes import Compound, Convex, HeightField, Plane, Shape
from physics.definitions.shapes.height_field import DEEP

SAMPLES = 5                # along either side of a rectangle, at which the height of a surface below it is found


class Bounds(NamedTuple):
    """The lowest and the highest corner, (3,) each, world [m]."""

    low: np.ndarray
    high: np.ndarray

    @property
    def middle(self) -> np.ndarray:
        """(3,) half way between the two [m]."""
        return (self.low + self.high) / 2


def overlap_from_above(one: Bounds, other: Bounds, least: float) -> bool:
    """Whether two bounds overlap by more than `least` [m] along both x and y."""
    return bool((one.low[:2] < other.high[:2] - least).all() and (other.low[:2] < one.high[:2] - least).all())


def bounds_of(plan: Any) -> Bounds | None:
    """The smallest box along the world's axes around a body; None for a plane, which is endless."""
    if isinstance(plan.shape, Plane):
        return None
    low, high = extents(plan.shape, matrix(np.asarray(plan.rotation, float)))
    position = np.asarray(plan.position, float)
    return Bounds(position + low, position + high)


def bounds_over(plan: Any, here: Bounds) -> Bounds | None:
    """The bounds of what of a body may be in the way of bounds that go up or down: of a height field its surface over their
    rectangle, and what is solid below it; of others all.  None for a plane, and for a surface that is not below or above them."""
    box = bounds_of(plan)
    if box is None or not isinstance(plan.shape, HeightField):
        return box
    turn, position = np.asarray(plan.rotation, float), np.asarray(plan.position, float)
    surface, down, top = surface_of(plan.shape), rotate_back(turn, np.array((0.0, 0.0, -1.0))), box.high[2] + 1.0
    points = position + rotate(turn, surface.points.reshape(-1, 3))
    inside = ((points[:, :2] >= here.low[:2]) & (points[:, :2] <= here.high[:2])).all(axis=1)
    places = (np.array((x, y, top)) for x in np.linspace(here.low[0], here.high[0], SAMPLES)
              for y in np.linspace(here.low[1], here.high[1], SAMPLES))
    heights = [top - surface.distance(rotate_back(turn, place - position), down) for place in places]
    highest = max((*heights, *points[inside, 2].tolist()))
    if not np.isfinite(highest):
        return None
    deep = box.low[2] - DEEP * plan.shape.spacing
    return Bounds(np.array((*here.low[:2], deep)), np.array((*here.high[:2], highest)))


def half_extents(shape: Shape) -> tuple[float, float, float]:
    """Half extents [m], along a shape's own axes, of a box about its centre of mass that contains it; of a plane its normal."""
    if isinstance(shape, (Convex, Compound)):
        low, high = extents(shape, np.eye(3))
        return tuple(np.maximum(-low, high).tolist())
    return shape.size


def around(bounds: list[Bounds]) -> Bounds:
    """The smallest bounds around several, at least one."""
    return Bounds(np.min([one.low for one in bounds], axis=0), np.max([one.high for one in bounds], axis=0))
