"""The rack part: b slides along its axis as a, the pinion, turns about its own.

    s = integral of ((v_b - v_a) . n_b - radius w_a . n_a) dt since the joint was made,    held at 0
    J = [ -n_b   -radius n_a   n_b   0 ],    n_a, n_b the x axes of the joint frames, each carried by its body

Source: a ratio constraint like the gear's, with a way in place of the second turn.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.vec3 import dot, negate, scale, sub


@formula
def rack_row(axes, radius, moved):
    """(what s gained in this step [m], row); moved = (translation, rotation vector) of a and b since it began [m], [rad]."""
    zero = 0.0 * radius
    turn_a = scale(-radius, axes[0])
    gained = dot(axes[1], sub(moved[1][0], moved[0][0])) + dot(turn_a, moved[0][1])
    return gained, (negate(axes[1]), turn_a, axes[1], (zero, zero, zero))
