"""The rack part: b slides along its axis as a, the pinion, rotates about its own.

    s = integral of ((v_b - v_a) . n_b - radius w_a . n_a) dt since the joint was made,    held at 0
    J = [ -n_b   -radius n_a   n_b   0 ],    n_a, n_b the x axes of the joint frames, each fixed to its body

Source: a ratio constraint like the gear's, with a displacement in place of the second rotation.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints import block, part
from physics.constraints.block import kept
from physics.constraints.part import PartKind
from physics.constraints.placing import OneRow, axes_of, moved_of, still
from physics.simd.memory import load
from physics.simd.value import W
from physics.simd.vec3 import dot, negate, scale, sub

RACK = 9                                         # displacement of b from a along b's x axis - ratio times rotation of a [m]


@formula
def place_rack(placing):
    """The row at the bodies' present poses: s at the beginning of the step plus the change since then."""
    (moved_a, turned_a), (moved_b, _) = moved_of(placing)
    axis_a, axis_b = axes_of(placing.frames)
    radius = kept(placing.parts, placing.at, part.RATIO)
    zero = 0.0 * radius
    turn_a = scale(-radius, axis_a)
    gained = dot(axis_b, sub(moved_b, moved_a)) + dot(turn_a, turned_a)
    start = load(placing.parts.data, placing.base + block.START * W)
    return OneRow(start + gained, (negate(axis_b), turn_a, axis_b, (zero, zero, zero)), still(placing))


PART = PartKind(RACK, rows=1, place=place_rack, opposed=False)
