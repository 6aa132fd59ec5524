"""Turns: the angle of a joint that lets its bodies turn about one axis alone is counted on past half a turn, in every step.

    angle = twist of b's frame against a's about their axis, plus the whole turns that bring it nearest to
            the angle at the end of the last step + the turn about the axis in this step

So a hinge knows its angle since it was made, whether or not a stop, motor or spring asks for it; those that are added later
begin with it.  The axis rotation part keeps it, once a step.
"""
from __future__ import annotations

from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import kernel
from physics.constraints import block, part
from physics.constraints.block import keep, kept
from physics.constraints.parts.angle import angle_row, turned_about
from physics.constraints.placing import Placing, frames_of, places_of
from physics.simd.value import W


@kernel
def count_turns(number, bodies, parts):
    """Angles of part block `number`, of axis rotations, at the end of a step.

    Reads bodies.pose bodies.velocity bodies.delta bodies.excess_turn parts.a parts.b parts.part parts.store
    Writes parts.store
    """
    at = number * W
    places = places_of(bodies, parts, at)
    placing = Placing(bodies, parts, at, number * block.SLOTS * W, places, frames_of(places, parts, at),
                      load_motion(bodies.velocity, parts, at))
    angle, _ = angle_row(placing.frames, kept(parts, at, part.MEASURE) + turned_about(placing))
    keep(parts, at, part.MEASURE, angle)
