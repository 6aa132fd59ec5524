"""The gear part: a turns about its axis as b turns about its own, in a ratio.

    s = integral of (w_a . n_a + ratio w_b . n_b) dt since the joint was made,    held at 0
    J = [ 0   n_a   0   ratio n_b ],    n_a, n_b the x axes of the joint frames, each carried by its body

Turns are counted from what the bodies really turned in each step, position corrections included, so that many turns lose
nothing.  Source: Catto, Box2D gear joint, for the ratio constraint; the counting here.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.vec3 import dot, scale


@formula
def gear_row(axes, ratio, turned):
    """(what s gained in this step [rad], (0, n_a, 0, ratio n_b)); turned = rotation vectors of a and b since it began [rad]."""
    zero = 0.0 * ratio
    nothing, turn_b = (zero, zero, zero), scale(ratio, axes[1])
    return dot(axes[0], turned[0]) + dot(turn_b, turned[1]), (nothing, axes[0], nothing, turn_b)
