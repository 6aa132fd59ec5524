"""The gear part: a and b rotate about their own axes in a fixed ratio.

    s = integral of (w_a . n_a + ratio w_b . n_b) dt since the joint was made,    held at 0
    J = [ 0   n_a   0   ratio n_b ],    n_a, n_b the x axes of the joint frames, each fixed to its body

The integral sums the actual rotations in each step, position corrections included, so it does not drift over many turns.
Source: Catto, Box2D gear joint, for the ratio constraint; the sum derived here.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints import block, part
from physics.constraints.block import kept
from physics.constraints.part import PartKind
from physics.constraints.placing import OneRow, axes_of, moved_of, still
from physics.simd.memory import load
from physics.simd.value import W
from physics.simd.vec3 import dot, scale

GEAR = 8                                         # rotation of a + ratio times rotation of b about their x axes [rad]


@formula
def place_gear(placing):
    """The row at the bodies' present poses: s at the beginning of the step plus the change since then."""
    (_, turned_a), (_, turned_b) = moved_of(placing)
    axis_a, axis_b = axes_of(placing.frames)
    ratio = kept(placing.parts, placing.at, part.RATIO)
    zero = 0.0 * ratio
    nothing, turn_b = (zero, zero, zero), scale(ratio, axis_b)
    gained = dot(axis_a, turned_a) + dot(turn_b, turned_b)
    start = load(placing.parts.data, placing.base + block.START * W)
    return OneRow(start + gained, (nothing, axis_a, nothing, turn_b), still(placing))


PART = PartKind(GEAR, rows=1, place=place_gear, turns_only=True, opposed=False)
