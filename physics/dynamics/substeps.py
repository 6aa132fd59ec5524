"""The substeps: stages 5 to 11 of the step for sequential impulses, in one kernel without the interpreter lock.

Every member of a team of threads runs it; loops over blocks are shared stages, see `parallel.team`.  Numbers and names are those
of `physics.step`:

     5 prepare                prepare
       per substep:
     6 integrate velocities   begin_substep, add_geometric_stiffness, place_joints, apply_forces,
                              choose_waiting
     7 warm start             warm_start, or warm_start_bodies; sweep_bounces
     8 solve                  solve_once, `iterations` times: solve_joints and push_joints of those that are solved together, then
                              solve_sweep and pseudo_velocity_sweep, colour by colour, joints before contacts
     9 integrate positions    move_bodies
    10 relax                  relax_once, end_substep, correct_once
    11 store                  store_results

A stop ends the step early: after stage `stage` of a substep, inside 8 after `iteration` sweeps, bounces finished after the last.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import EXCEEDED, FIRST, Bodies, Pairs
from physics.bodies.caps import cap_velocities
from physics.bodies.inertia import world_inertia
from physics.bodies.integrate import clear_flags, clear_rows, integrate_positions, integrate_velocities
from physics.bodies.start import BodyStart, keep_start
from physics.bodies.tumbling import CONSERVING, TO_POSE, TO_ROWS, change_spins, end_unforced_turns
from physics.bodies.warm_start import apply_change, keep_change, keep_velocity
from physics.compile.decorators import formula, kernel, verb
from physics.constraints.block import Parts
from physics.constraints.place import place_parts
from physics.constraints.prepare import prepare_parts
from physics.constraints.solver import sum_parts
from physics.constraints.together.layout import Together
from physics.constraints.together.stages import push_joints
from physics.contacts.held_bodies import mark_of, mark_touching
from physics.contacts.later_bounces import choose_waiting
from physics.contacts.layout import Contacts, Sweep
from physics.contacts.preparation import Preparation, prepare_contacts
from physics.contacts.rolling import prepare_resistance
from physics.contacts.rolling_substep import any_rolls, place_rolling
from physics.definitions.settings import MOST_SUBSTEPS
from physics.dynamics.bearing.stages import assemble_joints, end_bearing, solve_joints
from physics.dynamics.bounces import SWEEPS_BEFORE, finish_bounces, note_bounces, sweep_bounces
from physics.dynamics.restitution import choose_targets, freeze_approach
from physics.dynamics.results import store_results
from physics.dynamics.sweeps import BODY_GRAIN, GRAIN, add_geometric_stiffness, correct_once, direction_of, keep_momenta
from physics.dynamics.sweeps import pseudo_velocity_sweep, relax_sweep, solve_sweep, warm_start, warm_start_bodies
from physics.parallel.team import first_chunk, next_chunk, share, wait_for_next_job
from physics.simd.clock import ticks
from physics.simd.value import W


class State(NamedTuple):
    """All arrays that stages 5 to 11 work on."""

    bodies: Bodies
    pairs: Pairs
    contacts: Contacts
    parts: Parts
    together: Together            # joints that no sweep solves
    start: BodyStart              # filled before anything moves
    clock: np.ndarray             # (SLOTS,) int64 ticks spent in each stage; BOUNCING: 1 when a contact may bounce in this step;
                                  # from STAGES on, for each substep: 1 when one does


class Extent(NamedTuple):
    """Numbers of blocks."""

    bodies: int                   # one past the last block of body rows
    colors: int                   # colours in use
    contacts: int                 # blocks
    parts: int                    # blocks
    first_body: int = FIRST // W  # first block of bodies; those below hold dummies and the world
    first: int = 0                # first block of constraints
    together: int = 0             # components of joints that are solved together


STAGES, BOUNCING = 13, 0          # stages are numbered 1 to 12
ROLLING = STAGES + MOST_SUBSTEPS  # of the clock: 1 when a contact rolls in this step
SLOTS = ROLLING + 1               # of the clock; this kernel does
BODY_TILE = 8                     # blocks of bodies that take several passes before the next: they stay in the cache
PREPARE, INTEGRATE_VELOCITIES, WARM_START, SOLVE, INTEGRATE_POSITIONS, RELAX, STORE, NONE = 5, 6, 7, 8, 9, 10, 11, 12


@formula
def lap(team, clock, stage, since):
    """Add the ticks since `since` to a stage, on the first member's clock; returns now."""
    now = ticks()
    if team.member == 0:
        clock[stage] += now - since
    return now


@verb
def prepare(team, state, extent, p):
    """5: fill the blocks of constraints and reset the motion of bodies.

    Reads state
    Writes state.bodies.delta state.bodies.excess_turn state.bodies.capped state.parts.data state.contacts.anchored
        state.contacts.data state.contacts.drive state.contacts.rolling state.contacts.centre state.contacts.resistance
        state.contacts.start state.contacts.bounces state.start state.clock team
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    chunk = first_chunk(team, extent.bodies + extent.parts + extent.contacts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first_body, extent.bodies)
        keep_start(first, last, bodies, state.start)
        clear_rows(first, last, bodies.delta)
        if extent.parts > 0 and bodies.excess_turn[0, EXCEEDED] > 0:
            clear_rows(first, last, bodies.excess_turn)
        clear_flags(first, last, bodies.capped)
        first, last = share(team, chunk, extent.first, extent.parts)
        if first < last:
            prepare_parts(first, last, parts, p.joints)
        first, last = share(team, chunk, extent.first, extent.contacts)
        if first < last and prepare_contacts(first, last, bodies, Preparation(state.pairs, contacts), p) > 0:
            state.clock[BOUNCING] = 1
        if p.rolling > 0 and any_rolls(first, last, contacts):
            state.clock[ROLLING] = 1
        if p.resisting > 0 and first < last:
            prepare_resistance(first, last, bodies, Preparation(state.pairs, contacts), p.impulse_ratio)
        chunk = next_chunk(team)


@verb
def begin_substep(team, state, extent, p, fresh):
    """6, before forces: approach speeds of points that may bounce, and, where the bodies' inertia is not `fresh`, that and the
    rows of contacts that roll.

    Reads state
    Writes state.bodies.inverse_inertia state.contacts.data team
    """
    bodies, contacts = state.bodies, state.contacts
    bouncing, rolls = state.clock[BOUNCING] > 0, state.clock[ROLLING] > 0 and not fresh
    turned = rolls or extent.parts > 0 and not fresh
    if bouncing or turned:
        chunk = first_chunk(team, extent.bodies + extent.contacts, BODY_GRAIN)
        while chunk >= 0:
            first, last = share(team, chunk, extent.first_body, extent.bodies)
            if turned:
                world_inertia(first, last, bodies)
            if bouncing:
                first, last = share(team, chunk, extent.first, extent.contacts)
                freeze_approach(first, last, bodies, contacts)
            chunk = next_chunk(team)
    if rolls:
        chunk = first_chunk(team, extent.contacts, GRAIN)
        while chunk >= 0:
            first, last = share(team, chunk, extent.first, extent.contacts)
            place_rolling(first, last, bodies, contacts, p.solve)
            chunk = next_chunk(team)


@verb
def place_joints(team, state, extent, p):
    """6, before forces: rows of joints, with the curvature of motion at constant velocity, and matrices of those solved together.

    Reads state
    Writes state.bodies.velocity state.bodies.excess_turn state.bodies.capped state.parts state.contacts.data
        state.contacts.centre state.together team
    """
    chunk = first_chunk(team, extent.bodies + extent.contacts, BODY_GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first_body, extent.bodies)
        if p.motion.gyroscopic > CONSERVING:
            change_spins(first, last, state.bodies, TO_ROWS)
        first, last = share(team, chunk, extent.first, extent.contacts)
        if extent.parts > 0:
            mark_touching(first, last, state.bodies, state.contacts)
        chunk = next_chunk(team)
    chunk = first_chunk(team, extent.parts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.parts)
        place_parts(first, last, state.bodies, state.parts, p.motion.h)
        chunk = next_chunk(team)
    if extent.together > 0:
        assemble_joints(team, state, extent, (p.motion.h, p.substeps))


@verb
def apply_forces(team, state, extent, p, when):
    """6: velocities after gravity and forces, stored for the body warm start when `kept`; target speeds of points that bounce.

    when = (substep, kept, again); `again`: the body warm start follows at once, while velocities are in the cache.

    Reads state
    Writes state.bodies.velocity state.bodies.warm_start state.bodies.spin_change state.contacts.data state.contacts.bounce
        state.contacts.bounces state.clock team
    """
    bodies, contacts, (substep, kept, again) = state.bodies, state.contacts, when
    chunk = first_chunk(team, extent.bodies, BODY_GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first_body, extent.bodies)
        for tile in range(first, last, BODY_TILE):
            rest = min(tile + BODY_TILE, last)
            integrate_velocities(tile, rest, bodies, p.motion)
            if kept:
                keep_velocity(tile, rest, bodies)
            if again:
                apply_change(tile, rest, bodies)
        chunk = next_chunk(team)
    if state.clock[BOUNCING] > 0:
        chunk = first_chunk(team, extent.contacts, GRAIN)
        while chunk >= 0:
            first, last = share(team, chunk, extent.first, extent.contacts)
            if choose_targets(first, last, bodies, contacts, p) > 0:
                state.clock[STAGES + substep] = 1
            chunk = next_chunk(team)


@verb
def solve_once(team, state, extent, p, at):
    """8: joints that are solved together, then one sweep over all other velocity rows, and those joints again after the last.

    at = (iteration, applied, current, middle, stands); see Sweep.

    Reads state
    Writes state.bodies.velocity state.bodies.push state.bodies.spin_change state.contacts.data state.contacts.centre
        state.contacts.resistance state.parts.data state.together team
    """
    iteration, applied, current, middle, stands = at
    joints, begun = p.joints.solve if iteration + 1 < p.iterations else p.joints.last, iteration == 0
    if extent.together > 0:
        solve_joints(team, state, extent, (p.together.solve, p.solve), (1 - int(begun), p.motion.h, p.motion.gyroscopic))
        if p.split_joints:
            push_joints(team, state, extent, p, 1 - int(begun))
    sweep = Sweep(p.solve, iteration % 2, int(applied and begun), int(begun and not current),
                  direction_of(iteration, state.parts, p), middle, stands)
    solve_sweep(team, state, extent, p, (joints, sweep))
    if p.split or p.split_joints:
        pseudo_velocity_sweep(team, state, extent, p)
    if iteration + 1 == p.iterations and extent.together > 0 and extent.contacts > 0:
        solve_joints(team, state, extent, (p.together.solve, p.solve), (1, p.motion.h, p.motion.gyroscopic))


@verb
def relax_once(team, state, extent, p, at):
    """10: the same for the sweep that relaxes; at = (iteration, middle, stands, whether a point bounces).

    Reads state
    Writes state.bodies.velocity state.bodies.pose state.bodies.delta state.bodies.spin_change state.contacts.data
        state.contacts.centre state.contacts.resistance state.contacts.bounce state.parts.data state.together team
    """
    iteration, middle, stands, bouncing = at
    together = extent.together > 0 and p.relax_joints == 1
    if together:
        solve_joints(team, state, extent, (p.together.relax, p.relax), (int(iteration > 0), p.motion.h, 0))
    relax_sweep(team, state, extent, p, Sweep(p.relax, 1 - iteration % 2, np.int64(0), int(iteration == 0), p.reverse, middle,
                                              stands))
    if together and iteration + 1 == p.relax_iterations and extent.contacts > 0:
        solve_joints(team, state, extent, (p.together.relax, p.relax), (1, p.motion.h, 0))
    if bouncing == 1 and p.relax_contacts == 1 and iteration + 1 == p.relax_iterations:
        finish_bounces(team, state, extent, p, (0, 1))


@verb
def move_bodies(team, state, extent, p, bouncing):
    """9: poses after the substep's velocities, and what that changes of the speeds of bounces where rows are relaxed.

    Reads state
    Writes state.bodies.velocity state.bodies.warm_start state.bodies.pose state.bodies.delta state.bodies.excess_turn
        state.bodies.spin_change state.bodies.capped state.bodies.remainder_x state.bodies.remainder_y state.bodies.remainder_z
        state.contacts.data state.contacts.bounce team
    """
    chunk = first_chunk(team, extent.bodies, BODY_GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first_body, extent.bodies)
        integrate_positions(first, last, state.bodies, p.motion)
        chunk = next_chunk(team)
    if bouncing == 1 and p.relax_contacts == 1 and p.relax_iterations > 0:
        note_bounces(team, state, extent, 1)


@verb
def end_substep(team, state, extent, p, kept):
    """10, after sweeps: end the rotation of tumbling bodies, cap velocities, store their change by impulses when `kept`, reset
    pseudo velocities, sum impulses of joints, and update the inertia for passes over positions.

    Reads state
    Writes state.bodies.velocity state.bodies.warm_start state.bodies.capped state.bodies.push state.bodies.inverse_inertia
        state.parts.data state.contacts.data team
    """
    bodies, relaxed, corrected = state.bodies, p.relax_iterations > 0, p.position_iterations > 0 and extent.parts > 0
    if relaxed or kept or p.split or p.split_joints or p.rolling > 0 or extent.parts > 0:
        chunk = first_chunk(team, extent.bodies + extent.parts, BODY_GRAIN)
        while chunk >= 0:
            first, last = share(team, chunk, extent.first_body, extent.bodies)
            for tile in range(first, last, BODY_TILE):
                rest = min(tile + BODY_TILE, last)
                if p.motion.gyroscopic > CONSERVING:
                    if kept:
                        end_unforced_turns(tile, rest, bodies)
                    else:
                        change_spins(tile, rest, bodies, TO_POSE)
                if relaxed:
                    cap_velocities(tile, rest, bodies, p.motion)
                if kept:
                    keep_change(tile, rest, bodies)
                if p.split or p.split_joints:
                    clear_rows(tile, rest, bodies.push)
                if corrected:
                    world_inertia(tile, rest, bodies)
            first, last = share(team, chunk, extent.first, extent.parts)
            if first < last:
                sum_parts(first, last, state.parts)
            chunk = next_chunk(team)
    if extent.together > 0:
        end_bearing(team, state, extent)


@kernel
def advance(team, state, extent, parameters):
    """Stages 5 to 11; see the top of this file.  The clock must be at zero.

    Reads state
    Writes state.bodies.velocity state.bodies.pose state.bodies.delta state.bodies.excess_turn state.bodies.push
        state.bodies.warm_start state.bodies.inverse_inertia state.bodies.spin_change state.bodies.capped
        state.bodies.remainder_x state.bodies.remainder_y state.bodies.remainder_z
        state.pairs.impulses state.pairs.centres state.contacts state.parts.data state.parts.store state.together state.start
        state.clock team
    """
    clock, p, stop, now = state.clock, parameters, parameters.stop, ticks()
    current = True                                   # separations are those of the present poses
    # 5 prepare
    prepare(team, state, extent, p)
    now = lap(team, clock, PREPARE, now)
    if stop.stage == PREPARE:
        return
    plain = extent.parts == 0 and clock[ROLLING] == 0
    by_bodies = p.substeps > 1 and p.warm_start == 1.0 and plain and not p.split                 # see `bodies.warm_start`
    for substep in range(min(p.substeps, stop.substep + 1)):
        end, middle = stop.stage if substep == stop.substep else NONE, (substep + 0.5) * p.motion.h
        # 6 integrate velocities
        begin_substep(team, state, extent, p, substep == 0)
        if extent.parts > 0 and p.geometric_stiffness == 1:
            add_geometric_stiffness(team, state, extent, p)
        if extent.parts > 0 or p.motion.gyroscopic > CONSERVING:
            place_joints(team, state, extent, p)
        applied = by_bodies and substep > 0
        again = applied and end == NONE and clock[BOUNCING] == 0
        apply_forces(team, state, extent, p, (substep, by_bodies and substep == 0, again))
        if clock[STAGES + substep] > 0:
            choose_waiting(team, state, extent, p, substep)
        now = lap(team, clock, INTEGRATE_VELOCITIES, now)
        if end == INTEGRATE_VELOCITIES:
            return
        # 7 warm start
        if not applied:
            warm_start(team, state, extent, p)
        elif not again:
            warm_start_bodies(team, state, extent)
        bouncing = int(clock[STAGES + substep] > 0 and p.iterations > 0)
        if bouncing == 1:
            sweep_bounces(team, state, extent, p, (SWEEPS_BEFORE, int(applied), int(not current), mark_of(substep, 0)))
        now = lap(team, clock, WARM_START, now)
        if end == WARM_START:
            return
        # 8 solve
        for iteration in range(min(p.iterations, stop.iteration) if end == SOLVE else p.iterations):
            solve_once(team, state, extent, p, (iteration, applied, current, middle, substep * p.motion.h))
        if bouncing == 1 and (end != SOLVE or stop.iteration >= p.iterations):
            finish_bounces(team, state, extent, p, (substep, 0))
        now = lap(team, clock, SOLVE, now)
        if end == SOLVE:
            return
        # 9 integrate positions
        move_bodies(team, state, extent, p, bouncing)
        now = lap(team, clock, INTEGRATE_POSITIONS, now)
        if end == INTEGRATE_POSITIONS:
            return
        # 10 relax
        for iteration in range(p.relax_iterations):
            relax_once(team, state, extent, p, (iteration, middle, (substep + 1) * p.motion.h, bouncing))
        current = p.relax_contacts == 1 and p.relax_iterations > 0 and p.position_iterations == 0
        end_substep(team, state, extent, p, by_bodies)
        kept = p.position_iterations > 0 and p.motion.gyroscopic >= CONSERVING
        if kept:
            keep_momenta(team, state, extent, p, 1)
        for _ in range(p.position_iterations):
            correct_once(team, state, extent, p)
        if kept:
            keep_momenta(team, state, extent, p, 0)
        now = lap(team, clock, RELAX, now)
        if end == RELAX:
            return
    # 11 store
    store_results(team, state, extent, p)
    lap(team, clock, STORE, now)
    wait_for_next_job(team)
