"""Turns: the angle of a joint that lets its bodies turn about one axis alone is counted on past half a turn, in every step.

    angle = twist of b's frame against a's about their axis, plus the whole turns that bring it nearest to
            the angle at the end of the last step + the turn about the axis in this step

So a hinge knows its angle since it was made, whether or not a stop, motor or spring asks for it; those that are added later
begin with it.  The axis rotation part keeps it, once a step.  `bodies.delta` has no more than LARGEST_LINEAR_TURN of a body's
turn in a substep, so for faster bodies it is stretched to what they spin.
"""
from __future__ import annotations

from physics.bodies.integrate import LARGEST_LINEAR_TURN
from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula, kernel
from physics.constraints import block, part
from physics.constraints.block import keep, kept
from physics.constraints.parts.angle import angle_row
from physics.constraints.placing import Placing, axes_of, frames_of, moved_of, places_of
from physics.simd.functions import maximum
from physics.simd.value import W
from physics.simd.vec3 import dot, length, scale, sub


@formula
def stretched(turn, spin, h):
    """A body's turn in a step, from that in its `delta` and its spin."""
    return scale(maximum(1.0, length(spin) * (h * (1.0 / LARGEST_LINEAR_TURN))), turn)


@formula
def turned_in_step(placing, h):
    """How far b has turned against a in this step of substeps h, about the x axis of a's frame [rad]."""
    (_, turn_a), (_, turn_b) = moved_of(placing)
    _, spin_a, _, spin_b = placing.motion
    return dot(axes_of(placing.frames)[0], sub(stretched(turn_b, spin_b, h), stretched(turn_a, spin_a, h)))


@kernel
def count_turns(number, bodies, parts, h):
    """Angles of part block `number`, of axis rotations, at the end of a step of substeps h.

    Reads bodies.pose bodies.velocity bodies.delta parts.a parts.b parts.part parts.store
    Writes parts.store
    """
    at = number * W
    places = places_of(bodies, parts, at)
    placing = Placing(bodies, parts, at, number * block.SLOTS * W, places, frames_of(places, parts, at),
                      load_motion(bodies.velocity, parts, at))
    angle, _ = angle_row(placing.frames, kept(parts, at, part.MEASURE) + turned_in_step(placing, h))
    keep(parts, at, part.MEASURE, angle)
