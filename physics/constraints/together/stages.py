"""Stages of a substep that move joints solved together without their speeds, shared by a team of threads; those of speeds are in
`dynamics.bearing`.  Components are independent.

A component is one thread's work; the bits do not depend on whose.  One without contacts is solved once a substep, whatever
`iterations` says, for the first solution is exact and nothing disturbs it.
"""
from __future__ import annotations

from physics.compile.decorators import kernel
from physics.constraints.place import AGAIN, place_parts
from physics.constraints.together.aim import aim_at_pushes, aim_at_shifts
from physics.constraints.together.assemble import assemble_components
from physics.constraints.together.solve import push_components, shift_components
from physics.parallel.team import first_chunk, next_chunk, share

GRAIN = 4                                         # blocks of parts in a chunk


@kernel
def push_joints(team, state, extent, p, again):
    """8: solve the pseudo velocities of joints; p are the Parameters; `again`: only those that contacts touch.

    Reads state.bodies state.parts state.together
    Writes state.bodies.push state.parts.data state.together team
    """
    bodies, parts, together = state.bodies, state.parts, state.together
    chunk = first_chunk(team, extent.parts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.parts)
        if first < last:
            aim_at_pushes(first, last, parts, together, p.joints.push.bias_rate)
        chunk = next_chunk(team)
    chunk = first_chunk(team, extent.together, 1)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.together)
        if first < last:
            push_components(first, last, bodies, (parts, together), (again, p.motion.h))
        chunk = next_chunk(team)


@kernel
def shift_joints(team, state, extent, p):
    """10: one pass that moves bodies out of the errors of joints, which are placed anew for it.

    Reads state.bodies state.parts state.together
    Writes state.bodies.pose state.bodies.delta state.bodies.capped state.parts.data state.parts.store
        state.together team
    """
    bodies, parts, together = state.bodies, state.parts, state.together
    chunk = first_chunk(team, extent.parts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.parts)
        if first < last:
            place_parts(first, last, bodies, parts, AGAIN)
            aim_at_shifts(first, last, parts, together, p.correct_joints)
        chunk = next_chunk(team)
    chunk = first_chunk(team, extent.together, 1)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.together)
        if first < last:
            assemble_components(first, last, parts, together, (AGAIN, 1))
            shift_components(first, last, bodies, (parts, together), p.motion.max_speed * p.motion.h)
        chunk = next_chunk(team)
