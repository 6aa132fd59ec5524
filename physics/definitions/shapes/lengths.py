"""Limits of the lengths of shapes, and the values that all shapes have beside their own."""
from __future__ import annotations

import math
from typing import Any

from physics.definitions.numbers import NotANumber, finite, shown
from physics.definitions.tunable import SettingError

SMALLEST, LARGEST = 1e-4, 1e4          # [m] limits of every length of a finite shape
OWN_AXES = (0.0, 0.0, 0.0, 1.0)        # `principal_axes` of a shape whose own axes are its principal axes
MIDDLE = (0.0, 0.0, 0.0)               # `centre` of a shape that is described from its centre of mass


def length(name: str, value: Any) -> float:
    """`value` as a length [m]; SettingError for one that is none, or out of range."""
    try:
        number = finite(value)
    except NotANumber:
        number = math.nan
    if not SMALLEST <= number <= LARGEST:
        raise SettingError(name, f"{name}: {shown(value)} is out of range; allowed is {SMALLEST:g} to {LARGEST:g} m")
    return number


class FromCentre:
    """What shapes have in common that are described from their centre of mass, along their principal axes."""

    __slots__ = ()

    @property
    def principal_axes(self) -> tuple[float, float, float, float]:
        """Rotation (x, y, z, w) from the principal axes of inertia to the shape's own axes: none."""
        return OWN_AXES

    @property
    def centre(self) -> tuple[float, float, float]:
        """Centre of mass in the coordinates in which the shape is described [m]: the origin."""
        return MIDDLE


class Immovable(FromCentre):
    """What shapes have in common of which there are no dynamic bodies."""

    __slots__ = ()

    @property
    def volume(self) -> float:
        """Infinite."""
        return math.inf

    @property
    def unit_inertia(self) -> tuple[float, float, float]:
        """Infinite about every axis."""
        return (math.inf,) * 3
