"""Axis-aligned bounds of bodies, as their plans place them, by the support of each shape."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.bodies.rotation import matrix
from physics.bodies.shape_reach import extents
from physics.definitions.shapes import Compound, Convex, Plane, Shape


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


def half_extents(shape: Shape) -> tuple[float, float, float]:
    """Half extents [m], along a shape's own axes, of a box about its centre of mass that contains it; of a plane its normal."""
    if isinstance(shape, (Convex, Compound)):
        low, high = extents(shape, np.eye(3))
        return tuple(np.maximum(-low, high).tolist())
    return shape.size


def around(bounds: list[Bounds]) -> Bounds:
    """The smallest bounds around several, at least one."""
    return Bounds(np.min([one.low for one in bounds], axis=0), np.max([one.high for one in bounds], axis=0))
