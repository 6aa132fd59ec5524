"""When in a step two spheres meet, or where they pass each other, and which need no look ahead.

With p from a's centre to b's, b's motion d against a in a step and R = r_a + r_b, they touch after the share t of the step at
which

    |p + t d| = R

and, if they do not, are nearest at t = -p . d / |d|^2.  The normal there is turned from the present one by up to |d| / R, and so
wrong by that share is the direction in which they would part by a row with the present normal; where they only pass, such a row
would be an obstacle.  So manifolds are those of that time, of moving spheres too, unless

    |d| < BEND R                        slow spheres
    t |d across p| < BEND R             spheres that are near and meet head-on or soon
    p . d + |p| (|p| - R) > 0           spheres that pass each other without closing the gap along p

which are nearly all of a pile.  Source: Ericson, Real-Time Collision Detection, 2005, 5.5.5.
"""
from __future__ import annotations

from physics.collision.broad_phase.aabb import BEND
from physics.compile.decorators import formula
from physics.simd.functions import any_lane, full_like, maximum, minimum, select, sqrt
from physics.simd.vec3 import dot


@formula
def time_ahead(p, d, radii, margin):
    """The time at which the manifold is found [steps], 0: now; in lanes, for radii = R and points nearer than `margin` [m]."""
    square, zero, reach = dot(d, d), 0.0 * radii, full_like(radii, margin)
    slow, toward = minimum(BEND * radii, reach), -dot(p, d)
    fast = (square > slow * slow) & (toward > 0.0)
    if not any_lane(fast):
        return zero
    beyond = dot(p, p) - radii * radii
    root, distance = toward * toward - square * beyond, sqrt(dot(p, p))
    apart = fast & (beyond > 0.0)
    meets = apart & (root > 0.0)
    half = sqrt(select(meets, root, 1.0))
    time = beyond / select(meets, toward + half, 1.0)
    gap, closing, turn = distance - radii, toward / select(apart, distance, 1.0), BEND * radii
    bends = time * time * (square - closing * closing) > turn * turn
    soon = half * (time - 1.0) < reach * radii                            # at the touch it closes by half / R in a step
    met = select(meets & soon & (bends | (gap > reach)), time, zero)
    return select(apart & ~meets & (closing > gap), maximum(toward / select(apart, square, 1.0), 1.0), met)
