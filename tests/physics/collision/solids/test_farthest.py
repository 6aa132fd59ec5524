"""The farthest vector of a hull, sixteen at a time: the one that a loop over all of them finds."""
from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from physics.collision.solids.hulls import BLOCK, lanes_of
from physics.collision.solids.support import farthest
from physics.simd.functions import greatest_lane
from physics.simd.memory import load
from physics.simd.value import W


@njit
def farthest_of_all(lanes, begin, end, directions, found):
    """The farthest vector along each direction."""
    for k in range(len(directions)):
        found[k] = farthest(lanes, begin, end, (directions[k, 0], directions[k, 1], directions[k, 2]))


@njit
def greatest_of(numbers):
    """The greatest of sixteen."""
    return greatest_lane(load(numbers, 0))


@pytest.mark.parametrize("count", [4, 16, 17, 64])
def test_the_first_of_the_greatest_products(count):
    rng = np.random.default_rng(count)
    other, vectors = rng.normal(size=(5, 3)), rng.normal(size=(count, 3))
    vectors[count // 2] = vectors[-1]                            # two are equally far along any direction
    lanes = np.concatenate([lanes_of(other), lanes_of(vectors)])
    directions = np.concatenate([rng.normal(size=(500, 3)), vectors])
    found = np.zeros(len(directions), np.int64)
    farthest_of_all(lanes, 1, len(lanes) // BLOCK, directions, found)
    x, y, z = directions.T[:, :, None] * vectors.T[:, None]
    products = x + y + z
    assert found.tolist() == products.argmax(1).tolist() and len(set(found)) > 2


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_greatest_lane(dtype):
    numbers = np.arange(W, dtype=dtype) - W
    for shift in range(W):
        assert greatest_of(np.roll(numbers, shift)) == -1.0
