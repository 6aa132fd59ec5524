"""Vectors and rotations that people give, checked."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from physics.definitions.numbers import NotANumber, doubles, shown
from physics.definitions.tunable import SettingError

AS_GOOD_AS_UNIT = 1e-14                         # deviation of a squared length from 1 that rounding explains


def vector(name: str, value: Any, length: int, largest: float) -> np.ndarray:
    """`value` as an array of `length` finite numbers within +-`largest`; SettingError names the offender."""
    try:
        array = doubles(value, 1)
    except NotANumber as error:
        raise SettingError(name, f"{name}: {shown(value)} is not {length} numbers: {error}") from None
    if array.shape != (length,):
        raise SettingError(name, f"{name}: {shown(value)} is not {length} numbers")
    if not (np.abs(array) <= largest).all():
        raise SettingError(name, f"{name}: {shown(value)} has a number out of range; allowed is {-largest:g} to {largest:g}")
    return array


def unit_quaternion(value: Any, name: str = "rotation") -> np.ndarray:
    """A quaternion (x, y, z, w), normalised; raises SettingError if it is zero or not four numbers."""
    array = vector(name, value, 4, 1e6)
    if float(array @ array) < 1e-12:
        raise SettingError(name, f"{name}: {shown(value)} is not a rotation (four numbers x y z w, not all zero)")
    return unit(array)


def unit(array: np.ndarray) -> np.ndarray:
    """A nonzero vector, normalised; one of unit length up to rounding is returned unchanged, so repeating changes nothing."""
    square = float(array @ array)
    return array / (1.0 if abs(square - 1) < AS_GOOD_AS_UNIT else math.sqrt(square))
