"""Lengths of shapes out of range, and what is none."""
from __future__ import annotations

import math

import pytest

from physics import Box, Capsule, Cone, Cylinder, SettingError, Sphere

WRONG = [0, -1, 1e-5, 1e5, math.nan, math.inf, "wide", None]


@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize(("make", "name"), [
    (lambda value: Sphere(radius=value), "radius"),
    (lambda value: Box(half=(1, value, 1)), "half"),
    *((lambda value, shape=shape: shape(value, 1), "radius") for shape in (Capsule, Cylinder, Cone)),
    *((lambda value, shape=shape: shape(1, value), "half_length") for shape in (Capsule, Cylinder, Cone)),
])
def test_lengths_out_of_range(make, name, value):
    with pytest.raises(SettingError) as error:
        make(value)
    assert str(error.value) == f"{name}: {value!r} is out of range; allowed is 0.0001 to 10000 m"


@pytest.mark.parametrize("shape", [Capsule, Cylinder, Cone])
def test_by_position_or_by_name(shape):
    assert shape(0.3, 0.5) == shape(radius=0.3, half_length=0.5) and shape(0.3, 0.5) != shape(0.5, 0.3)
    assert shape(1, 2).radius == 1.0 and isinstance(shape(1, 2).radius, float)
    with pytest.raises(AttributeError):
        shape(1, 2).radius = 3
