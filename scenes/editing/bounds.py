"""Axis-aligned bounds of bodies, as their plans place them."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.bodies.rotation import matrix
from physics.definitions.shapes import Box, Plane


class Bounds(NamedTuple):
    """The lowest and the highest corner, (3,) each, world [m]."""

    low: np.ndarray
    high: np.ndarray

    @property
    def middle(self) -> np.ndarray:
        """(3,) half way between the two [m]."""
        return (self.low + self.high) / 2


def bounds_of(plan: Any) -> Bounds | None:
    """The smallest box along the world's axes around a body; None for a plane, which is endless.

    A box with half extents h and rotation matrix R reaches |R| h to each side of its centre, a sphere its radius.
    """
    if isinstance(plan.shape, Plane):
        return None
    size = np.asarray(plan.shape.size, float)
    reach = np.abs(matrix(np.asarray(plan.rotation, float))) @ size if isinstance(plan.shape, Box) else size
    position = np.asarray(plan.position, float)
    return Bounds(position - reach, position + reach)


def around(bounds: list[Bounds]) -> Bounds:
    """The smallest bounds around several, at least one."""
    return Bounds(np.min([one.low for one in bounds], axis=0), np.max([one.high for one in bounds], axis=0))
