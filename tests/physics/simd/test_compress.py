"""Lanes of a mask without gaps and back, by numpy."""
from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from physics.simd.compress import count_bits, load_unpacked, lowest_bits, mask_of, store_packed
from physics.simd.functions import lane_bits
from physics.simd.memory import load, store
from physics.simd.value import W

MASKS = [0, 1, 1 << 15, 0b1010110011110001, (1 << W) - 1]


@njit
def packed(source, target, bits):
    store_packed(target, 3, source, 2, mask_of(bits))


@njit
def unpacked(source, data, bits):
    store(data, 0, load_unpacked(source, 5, mask_of(bits), load(data, 0)))


@njit
def counted(bits, count):
    return count_bits(bits), lane_bits(mask_of(bits)), lowest_bits(bits, count)


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int32])
@pytest.mark.parametrize("bits", MASKS)
def test_lanes_are_packed(kind, bits):
    source, target = np.arange(40).astype(kind) + 100, np.zeros(40, kind)
    packed(source, target, bits)
    chosen = [source[2 + k] for k in range(W) if bits >> k & 1]
    assert target[:3 + len(chosen)].tolist() == [0] * 3 + chosen and not target[3 + W:].any()
    assert set(target[3:3 + W]) <= set(source[2:2 + W])                                    # none that was there before


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("bits", MASKS)
def test_packed_lanes_go_back_to_their_places(kind, bits):
    count = bits.bit_count()
    source, data = np.arange(5 + count).astype(kind) + 100, -np.arange(W).astype(kind)     # and none beyond is read
    expected, rank = data.tolist(), 0
    for k in range(W):
        if bits >> k & 1:
            expected[k], rank = 105 + rank, rank + 1
    unpacked(source, data, bits)
    assert data.tolist() == expected


@pytest.mark.parametrize("bits", MASKS)
@pytest.mark.parametrize("count", [0, 1, 7, W])
def test_bits_are_counted_from_below(bits, count):
    lowest = sum(sorted(1 << k for k in range(W) if bits >> k & 1)[:count])
    assert counted(bits, count) == (bits.bit_count(), bits, lowest)
