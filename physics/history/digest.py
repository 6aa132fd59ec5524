"""Digest: 64 bits that distinguish the states after steps of one world, much cheaper than `World.state_hash`.

Words x_k of 64 bits, all that moves one after another, are mixed and summed with odd weights, modulo 2^64:

    y = x_k xor (x_k >> 32),  y = y c,  y = y xor (y >> 29),  sum of y (2 k + 1) g

Each step of it can be undone, so no change of a single word is missed, and of several ones no pattern that bodies could make.
Rows of bodies lie in order of uid and listed pairs in order of their bodies, so nothing is sorted.  Left out is what shows in the
next step: features of contacts, and the poses against which bodies at rest are measured.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np

from physics.constraints.part import TOTAL

MIX, GOLDEN = np.uint64(0xBF58476D1CE4E5B9), 0x9E3779B97F4A7C15
WORD = 8                                         # bytes


@lru_cache(maxsize=8)
def _weights(words: int) -> np.ndarray:
    return (2 * np.arange(words, dtype=np.uint64) + np.uint64(1)) * np.uint64(GOLDEN)


def digest(world) -> bytes:
    """Hash of poses, velocities, times at rest, joints and contact impulses between two steps, 8 bytes."""
    world._close_up()
    pool, joints, pairs = world._bodies, world._joints, world._contacts.pairs
    arrays, entries = pool.arrays, pairs.order[:pairs.number[0]]
    found = [pool.living(array) for array in (arrays.uid, arrays.pose, arrays.velocity, *pool.remainders, arrays.awake,
                                              arrays.still)]
    found += (pairs.keys[:len(entries)], pairs.impulses[entries])
    if world.solver.friction_model == "manifold_centre" or pool.resisting:
        found.append(pairs.centres[entries])
    if joints.count:
        joints.close_up()
        switches = joints.rows.enabled[:joints.count], joints.rows.broken[:joints.count]
        found += (*switches, np.ascontiguousarray(joints.parts.everything()[:, :TOTAL]))
    return mixed(b"".join(map(np.ascontiguousarray, found)))


def mixed(data: bytes) -> bytes:
    """The hash of bytes, see above; its own length is part of it."""
    words = np.frombuffer(data + bytes(-len(data) % WORD), np.uint64)
    mix = words >> np.uint64(32)
    mix ^= words
    mix *= MIX
    mix ^= mix >> np.uint64(29)
    mix *= _weights(len(words))
    return int((int(mix.sum(dtype=np.uint64)) + len(data) * GOLDEN) & (1 << 64) - 1).to_bytes(WORD, "little")
