"""What is asked after every step: whether all numbers of bodies are finite, and whether a cap has slowed one down.

0 x is 0 for a finite x, and NaN for one that is infinite or NaN itself.
"""
from __future__ import annotations

from physics.bodies.arrays import FIRST
from physics.compile.decorators import formula, kernel
from physics.simd.functions import fma, lane_bits
from physics.simd.memory import ROW, as_lanes, load
from physics.simd.value import W

ALL_LANES = (1 << W) - 1                         # bits of a mask that holds in every lane
CAPPED, LOST = 1, 2                              # bits of `caps_and_losses`


@formula
def all_finite(bodies, end):
    """Whether poses and velocities of the bodies in blocks up to end - 1 are finite."""
    zero = as_lanes(bodies.pose, 0.0)
    poses = velocities = zero
    for at in range(FIRST * ROW, end * W * ROW, W):
        poses, velocities = fma(load(bodies.pose, at), zero, poses), fma(load(bodies.velocity, at), zero, velocities)
    return lane_bits(poses + velocities == zero) == ALL_LANES


@kernel
def caps_and_losses(bodies, count) -> int:
    """CAPPED where a cap slowed down one of `count` bodies, LOST where a number is not finite; as a rule 0.

    Reads   bodies.pose bodies.velocity bodies.capped
    Writes
    """
    capped = 0
    for row in range(FIRST, FIRST + count):
        capped |= bodies.capped[row]
    return (CAPPED if capped else 0) | (0 if all_finite(bodies, (FIRST + count + W - 1) // W) else LOST)
