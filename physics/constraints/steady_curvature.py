"""Steady curvature: how much of the curvature of a point counts where its arms turn by much in a substep.

From one substep to the next J V of a point grows by 2 c, c the curvature: from -c to +c, and one solution takes it back.  That
changes the kinetic energy by

    1/2 (c . K^-1 c - J V . K^-1 J V)

which is nothing as long as bodies go on in their circles.  Beyond FAST they may not: a blow has set a light body whirling at the
end of a long arm, it tumbles, or something stands in its way, and J V + c = 0 would throw the heavy body at the other end.  There

  - no more is asked for than has come, c . K^-1 c <= MORE J V . K^-1 J V, but where J V is nothing, as of bodies that were set
    whirling by hand
  - of bodies that touch something, which may stop them in this substep, (FAST / t)^2 of c counts, t the turn of the arm

Source: derived here; the energy that an impulse adds is its product with the mean of J V before and after.
"""
from __future__ import annotations

from physics.bodies.arrays import TOUCHES
from physics.bodies.pair_motion import relative
from physics.compile.decorators import formula
from physics.constraints.curvature import FAST, arm_turn, point_curvature, turns_fast
from physics.constraints.parts.point import inverse_of_point
from physics.simd.functions import any_lane, maximum, minimum, select, sqrt
from physics.simd.mat33 import symmetric_transform
from physics.simd.memory import gather_half
from physics.simd.vec3 import dot, scale

HALF = 0                                         # of a row of eight, in which TOUCHES is
MORE = 1.05                                      # of the squares: how far J V may fall short of c in a steady whirl
FRESH = 1e-4                                     # of the squares: J V below which bodies were set whirling since the last substep


@formula
def touching(bodies, parts, at):
    """Above 0 in the lanes of a block of which a body touches something."""
    a, b = gather_half(bodies.excess_turn, parts.a, at, HALF), gather_half(bodies.excess_turn, parts.b, at, HALF)
    return maximum(a[TOUCHES], b[TOUCHES])


@formula
def steady_share(curvature, turn, moving, touches):
    """The share of a curvature that counts, from the square of t; moving = (motion, arms, masses)."""
    motion, arms, masses = moving
    speed, inverse = relative(motion, arms), inverse_of_point(masses, arms)
    asked, there = dot(curvature, symmetric_transform(inverse, curvature)), dot(speed, symmetric_transform(inverse, speed))
    far, more = turn > FAST * FAST, (asked > MORE * there) & (there > FRESH * asked)
    share = select(more, sqrt(MORE * maximum(there, 0.0) / select(more, asked, 1.0)), 1.0)
    share = select(touches > 0.0, minimum(share, FAST * FAST / maximum(turn, FAST * FAST)), share)
    return select(far, share, 1.0)


@formula
def steady_curvature(motion, arms, masses, touches, h):
    """The curvature of a point that counts, see `curvature.point_curvature` [m/s]."""
    curvature = point_curvature(motion, arms, h)
    if any_lane(turns_fast(motion, h)):
        curvature = scale(steady_share(curvature, arm_turn(motion, arms, h), (motion, arms, masses), touches), curvature)
    return curvature
