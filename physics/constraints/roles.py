"""Roles: which body of an axis rotation carries the tangents of its rows: the one that turns slower about the axis.

    roles change where   |w_a . x| > FASTER |w_b . x|,    and back where   |w_b . x| > FASTER |w_a . x|

They are chosen at the end of a step, for the next one.  Impulses that are carried on become components along the new rows u',

    p'_i = p . u'_i,     p = p_1 u_1 + p_2 u_2

so that the torque p stays the same but for what the axes are askew.
"""
from __future__ import annotations

from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula, kernel
from physics.constraints import part
from physics.constraints.block import keep, kept
from physics.constraints.parts.axis_rotation import is_exchanged, tangents
from physics.constraints.placing import axes_of, frames_of, places_of
from physics.simd.functions import absolute, any_lane, select
from physics.simd.value import W
from physics.simd.vec3 import add_scaled, cross, dot, scale

FASTER = 2.0                                     # times as fast as the other body: what spins alike keeps its roles


@formula
def rows_across(frames, exchanged):
    """(u_1, u_2) of the rows of an axis rotation."""
    axis, t1, t2 = tangents(frames, exchanged)
    return cross(axis, t1), cross(axis, t2)


@kernel
def choose_roles(number, bodies, parts):
    """Roles of part block `number`, of axis rotations, in the next step; the impulses carried to it are those of its rows.

    Reads bodies.pose bodies.velocity parts.a parts.b parts.part parts.store
    Writes parts.store
    """
    at = number * W
    frames, motion = frames_of(places_of(bodies, parts, at), parts, at), load_motion(bodies.velocity, parts, at)
    axis, before = axes_of(frames)[0], is_exchanged(parts, at)
    a, b = absolute(dot(motion[1], axis)), absolute(dot(motion[3], axis))
    after = (a > FASTER * b) | (before & ~(b > FASTER * a))
    changed = (after & ~before) | (before & ~after)
    if any_lane(changed):
        u1, u2 = rows_across(frames, before)
        p1, p2 = kept(parts, at, part.CARRIED), kept(parts, at, part.CARRIED + 1)
        torque = add_scaled(scale(p1, u1), p2, u2)
        u1, u2 = rows_across(frames, after)
        keep(parts, at, part.CARRIED, select(changed, dot(torque, u1), p1))
        keep(parts, at, part.CARRIED + 1, select(changed, dot(torque, u2), p2))
        keep(parts, at, part.EXCHANGED, select(after, 0.0 * a + 1.0, 0.0 * a))
