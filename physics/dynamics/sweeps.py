"""Sweeps: every row once, colour by colour, shared by a team of threads.

Constraints of one colour touch no body twice, so its blocks are one stage of the team: joints before contacts inside each
chunk, chunks in any order, with the same bits.  Blocks of the overflow colour may share bodies and form one chunk.  A kernel
without blocks to work on is not called, because the first call compiles it, see `compile.lazy_calls`; for the same reason sweeps
that few worlds need are kernels.
"""
from __future__ import annotations

from physics.bodies.tumbling import keep_momentum, keep_rotation
from physics.bodies.warm_start import apply_change
from physics.compile.decorators import formula, kernel, verb
from physics.constraints.place import AGAIN, place_parts
from physics.constraints.position_correction import correct_part_positions, solve_part_pseudo_velocities
from physics.constraints.solver import solve_parts, warm_start_parts
from physics.constraints.together.stages import shift_joints
from physics.contacts.position_correction import correct_contacts
from physics.contacts.rolling import solve_resistance, warm_start_resistance
from physics.contacts.solver import push_contacts, solve_contacts, warm_start_contacts
from physics.dynamics.coloring import COLORS
from physics.dynamics.geometric_stiffness import stiffen_bodies, sum_tension
from physics.parallel.team import first_chunk, next_chunk, share

GRAIN = 4                         # blocks of constraints in a chunk
BODY_GRAIN = 32                   # blocks of bodies in a chunk


@formula
def first_chunk_of_color(team, state, color):
    """`first_chunk` of the stage of one colour; the overflow is a single chunk, because its blocks may share bodies."""
    parts, contacts = state.parts, state.contacts
    blocks = (parts.color_start[color + 1] - parts.color_start[color]
              + contacts.color_start[color + 1] - contacts.color_start[color])
    return first_chunk(team, blocks, GRAIN if color < COLORS else max(blocks, GRAIN))


@formula
def share_of_color(team, chunk, start, color):
    """Blocks of a colour that belong to a chunk; `start` are the first blocks of colours."""
    return share(team, chunk, start[color], start[color + 1])


@formula
def swept_share(team, chunk, parts, color):
    """As `share_of_color`, of the parts of joints that sweeps solve."""
    return share(team, chunk, parts.color_start[color], parts.swept_end[color])


@formula
def color_at(turn, extent, reverse):
    """The colour whose turn it is in a sweep; last to first when `reverse`."""
    return extent.colors - 1 - turn if reverse == 1 else turn


@formula
def direction_of(iteration, parts, p):
    """1 where a sweep goes through the colours last to first, else 0: sweeps over joints go there in the first half of a
    substep's iterations and back in the second, see the top of this file."""
    swept = parts.swept_end[0] > parts.color_start[0]
    return 1 - p.reverse if swept and 2 * iteration >= p.iterations and p.iterations > 1 else p.reverse


@kernel
def add_geometric_stiffness(team, state, extent, p):
    """6, before forces: reduce the inverse inertia, which must be that of the present pose, of bodies under much tension.

    Reads state
    Writes state.bodies.inverse_inertia state.bodies.push team
    """
    bodies, parts = state.bodies, state.parts
    for c in range(extent.colors):
        chunk = first_chunk_of_color(team, state, c)
        while chunk >= 0:
            first, last = swept_share(team, chunk, parts, c)
            if first < last:
                sum_tension(first, last, bodies, parts)
            chunk = next_chunk(team)
    chunk = first_chunk(team, extent.bodies, BODY_GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first_body, extent.bodies)
        stiffen_bodies(first, last, bodies, p.motion.h)
        chunk = next_chunk(team)


@verb
def warm_start(team, state, extent, p):
    """7: apply the last impulses, colour by colour.

    Reads state
    Writes state.bodies.velocity state.contacts.data state.contacts.centre state.contacts.resistance state.parts.data team
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    for c in range(extent.colors):
        chunk = first_chunk_of_color(team, state, c)
        while chunk >= 0:
            first, last = share_of_color(team, chunk, parts.color_start, c)
            if first < last:
                warm_start_parts(first, last, bodies, parts, (p.warm_start, p.joints.max_warm_start))
            first, last = share_of_color(team, chunk, contacts.color_start, c)
            if first < last:
                warm_start_contacts(first, last, bodies, contacts, p.warm_start)
            if p.resisting > 0 and first < last:
                warm_start_resistance(first, last, bodies, contacts, p.warm_start)
            chunk = next_chunk(team)


@verb
def warm_start_bodies(team, state, extent):
    """7: apply the last impulses, body by body; see `bodies.warm_start`.

    Reads state
    Writes state.bodies.velocity state.bodies.warm_start team
    """
    chunk = first_chunk(team, extent.bodies, BODY_GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first_body, extent.bodies)
        apply_change(first, last, state.bodies)
        chunk = next_chunk(team)


@verb
def solve_sweep(team, state, extent, p, how):
    """8: solve every velocity row once, colour by colour; how = (row parameters of joints, Sweep of contacts).

    Reads state
    Writes state.bodies.velocity state.contacts.data state.contacts.centre state.contacts.resistance state.parts.data team
    """
    bodies, parts, contacts, (joints, sweep) = state.bodies, state.parts, state.contacts, how
    for turn in range(extent.colors):
        c = color_at(turn, extent, sweep.reverse)
        chunk = first_chunk_of_color(team, state, c)
        while chunk >= 0:
            first, last = swept_share(team, chunk, parts, c)
            if first < last:
                solve_parts(first, last, bodies, parts, joints)
            first, last = share_of_color(team, chunk, contacts.color_start, c)
            if first < last:
                solve_contacts(first, last, bodies, contacts, sweep)
            if p.resisting > 0 and first < last:
                solve_resistance(first, last, bodies, contacts, sweep)
            chunk = next_chunk(team)


@verb
def relax_sweep(team, state, extent, p, sweep):
    """10: solve soft rows once more, without bias; by the Sweep of contacts.

    Reads state
    Writes state.bodies.velocity state.contacts.data state.contacts.centre state.contacts.resistance state.parts.data team
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    for turn in range(extent.colors):
        c = color_at(turn, extent, sweep.reverse)
        chunk = first_chunk_of_color(team, state, c)
        while chunk >= 0:
            if p.relax_joints:
                first, last = swept_share(team, chunk, parts, c)
                if first < last:
                    solve_parts(first, last, bodies, parts, p.joints.relax)
            if p.relax_contacts:
                first, last = share_of_color(team, chunk, contacts.color_start, c)
                if first < last:
                    solve_contacts(first, last, bodies, contacts, sweep)
                if p.resisting > 0 and first < last:
                    solve_resistance(first, last, bodies, contacts, sweep)
            chunk = next_chunk(team)


@kernel
def pseudo_velocity_sweep(team, state, extent, p):
    """8: solve every pseudo velocity row once, colour by colour.

    Reads state
    Writes state.bodies.push state.contacts.data state.parts.data team
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    for turn in range(extent.colors):
        c = color_at(turn, extent, p.reverse)
        chunk = first_chunk_of_color(team, state, c)
        while chunk >= 0:
            if p.split_joints:
                first, last = swept_share(team, chunk, parts, c)
                if first < last:
                    solve_part_pseudo_velocities(first, last, bodies, parts, p.joints.push)
            if p.split:
                first, last = share_of_color(team, chunk, contacts.color_start, c)
                if first < last:
                    push_contacts(first, last, bodies, contacts, p.push)
            chunk = next_chunk(team)


@kernel
def correct_positions(team, state, extent, p):
    """10: one pass of non-linear Gauss-Seidel on positions, colour by colour.

    Reads state
    Writes state.bodies.pose state.bodies.delta state.bodies.capped state.parts.data state.parts.store team
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    for turn in range(extent.colors):
        c = color_at(turn, extent, p.reverse)
        chunk = first_chunk_of_color(team, state, c)
        while chunk >= 0:
            if p.correct_joints > 0.0:
                first, last = swept_share(team, chunk, parts, c)
                if first < last:
                    place_parts(first, last, bodies, parts, AGAIN)
                    correct_part_positions(first, last, bodies, parts, (p.correct_joints, p.motion.max_speed * p.motion.h))
            if p.correct.bias_rate > 0.0:
                first, last = share_of_color(team, chunk, contacts.color_start, c)
                if first < last:
                    correct_contacts(first, last, bodies, contacts, p.correct)
            chunk = next_chunk(team)


@verb
def correct_once(team, state, extent, p):
    """10: one pass over positions, joints that are solved together last.

    Reads state
    Writes state.bodies.pose state.bodies.delta state.bodies.capped state.parts state.together team
    """
    correct_positions(team, state, extent, p)
    if extent.together > 0 and p.correct_joints > 0.0:
        shift_joints(team, state, extent, p)


@kernel
def keep_momenta(team, state, extent, p, before):
    """10: keep the angular momenta of bodies over passes on positions; called `before` them (1) and after them (0).

    Reads state
    Writes state.bodies.velocity state.bodies.push team
    """
    chunk = first_chunk(team, extent.bodies, BODY_GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first_body, extent.bodies)
        if before == 1:
            keep_rotation(first, last, state.bodies)
        else:
            keep_momentum(first, last, state.bodies, p.motion)
        chunk = next_chunk(team)
