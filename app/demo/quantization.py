"""Quantization: poses over time as whole numbers that compress well.

A coordinate x is stored as q = round(x / step), and keeps the q of the frame before while that is within DEADBAND steps of
x / step, so that what trembles about a boundary stands still: the error is at most DEADBAND steps.  A position has a step of
scale / PLACES, at most LARGEST; each number of a quaternion one of 1 / TURNS.  The angle between unit quaternions p and q is
about 2 |p - q|, and |p - q| <= 2 DEADBAND / TURNS, so angles are exact to 4 DEADBAND / TURNS, 0.02 degrees.

What is stored are second differences r(0) = q(0), r(1) = q(1) - q(0), r(t) = q(t) - 2 q(t - 1) + q(t - 2) modulo 2^32: 0 for a
body at rest or in uniform motion, small for one that falls.  They are mapped to 0, 1, 2, ... by sign (0, -1, 1, -2, ...) and
stored byte by byte: first the lowest byte of all numbers, then the next.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

PLACES, LARGEST = 4096, 1e-3           # steps of a position in the scale of the world; the largest step [m]
TURNS = 8192                           # steps of a quaternion's number
DEADBAND = 0.75                        # [steps]
FARTHEST = 2.0**30                     # [steps] positions beyond it are stored as at it
SOME = 256                             # bodies at a time


class Quantized(NamedTuple):
    """Poses of the m bodies that move among n."""

    moving: np.ndarray         # (m,) int32 rows of the bodies
    numbers: np.ndarray        # (7, m, T) int32 x y z of positions, x y z w of quaternions
    steps: tuple[float, float]          # of a position [m], and of a quaternion's number
    still: np.ndarray          # (n, 7) float32 poses in the first frame


def quantized(poses: np.ndarray, scale: float) -> Quantized:
    """Poses (T, n, 7) of a world of things of size `scale` [m]."""
    moving = np.flatnonzero((poses != poses[:1]).any(axis=(0, 2)))
    steps = min(scale / PLACES, LARGEST), 1.0 / TURNS
    numbers = np.empty((7, len(moving), len(poses)), np.int32)
    for start in range(0, len(moving), SOME):                     # in double precision only some at a time
        wanted = poses[:, moving[start:start + SOME]].astype(np.float64)
        wanted[..., 3:] = continuous(wanted[..., 3:])
        wanted /= np.repeat(steps, (3, 4))
        numbers[:, start:start + SOME] = steady(np.clip(wanted, -FARTHEST, FARTHEST)).transpose(2, 1, 0)
    return Quantized(moving.astype(np.int32), numbers, steps, poses[0])


def continuous(turns: np.ndarray) -> np.ndarray:
    """Quaternions (T, n, 4) with signs by which successive ones are close to each other."""
    flips = np.einsum("tni,tni->tn", turns[1:], turns[:-1]) < 0
    signs = np.cumprod(np.where(flips, -1.0, 1.0), axis=0)
    return np.concatenate((turns[:1], turns[1:] * signs[..., None]))


def steady(wanted: np.ndarray) -> np.ndarray:
    """Whole numbers (T, ...) int32 within DEADBAND of `wanted`, that change no more often than they must."""
    found = np.empty(wanted.shape, np.int32)
    found[:1] = np.rint(wanted[:1])
    for frame in range(1, len(wanted)):
        kept = np.abs(wanted[frame] - found[frame - 1]) <= DEADBAND
        found[frame] = np.where(kept, found[frame - 1], np.rint(wanted[frame]))
    return found


def byte_planes(numbers: np.ndarray) -> np.ndarray:
    """(4, ...) uint8 of the second differences of int32 (..., T) along the last axis."""
    wide = numbers.astype(np.int64)
    rest = np.diff(wide, axis=-1, prepend=0)
    rest[..., 2:] -= rest[..., 1:-1].copy()
    rest = rest.astype(np.int32)                                  # modulo 2^32
    unsigned = ((rest << 1) ^ (rest >> 31)).view(np.uint32)
    return np.stack([(unsigned >> shift).astype(np.uint8) for shift in (0, 8, 16, 24)])
