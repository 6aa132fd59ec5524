"""Rotations of one vector, which Python's numbers compute, and of many, which numpy computes: the same to the last bit."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.rotation import cross, product, rotate, rotate_back


@pytest.mark.parametrize(("function", "sizes"), [(cross, (3, 3)), (rotate, (4, 3)), (rotate_back, (4, 3)), (product, (4, 4))])
def test_one_is_as_many(function, sizes):
    rng = np.random.default_rng(5)
    first, second = (rng.normal(size=(2000, size)) * 10.0 ** rng.integers(-8, 9, (2000, size)) for size in sizes)
    first[rng.random(first.shape) < 0.2] = 0.0
    many = function(first, second)
    for one, a, b in zip(many, first, second):
        np.testing.assert_array_equal(function(a, b), one)


def test_other_types_keep_theirs():
    q, v = np.array((0, 0, 0.6, 0.8), np.float32), np.array((1, 2, 3), np.float32)
    assert cross(v, v[::-1]).dtype == np.float32
    assert rotate(q, np.ones((5, 3))).shape == (5, 3)
    np.testing.assert_array_equal(cross(v, v[::-1]), (-4, 8, -4))
