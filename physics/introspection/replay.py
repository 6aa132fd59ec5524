"""Replay: stages 5 to 10 of a step again, kernel by kernel, with a pause after each; the bits are those of `dynamics.substeps`.

    for at in replay(state, extent, parameters):   the state is as of this moment

The kernels are the solver's own, in its order; a pause costs nothing.  Tests compare the end with the step's bit for bit.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from physics.bodies.caps import cap_velocities
from physics.bodies.inertia import world_inertia
from physics.bodies.integrate import clear_rows, integrate_positions, integrate_velocities
from physics.bodies.tumbling import CONSERVING, TO_POSE, TO_ROWS, end_unforced_turns
from physics.bodies.warm_start import apply_change, keep_change, keep_velocity
from physics.constraints.place import place_parts
from physics.constraints.solver import solve_parts, sum_parts, warm_start_parts
from physics.constraints.together.stages import push_joints, shift_joints
from physics.contacts.held_bodies import mark_of
from physics.contacts.later_bounces import choose_waiting
from physics.contacts.layout import FLAGS, ROLLS, SLOTS, Sweep
from physics.contacts.rolling import solve_resistance, warm_start_resistance
from physics.contacts.rolling_substep import place_rolling
from physics.contacts.solver import solve_contacts, warm_start_contacts
from physics.dynamics.bearing.stages import assemble_joints, end_bearing, solve_joints
from physics.dynamics.bounces import SWEEPS_BEFORE, finish_bounces, note_bounces, sweep_bounces
from physics.dynamics.parameters import Parameters
from physics.dynamics.restitution import choose_targets, freeze_approach
from physics.dynamics.substeps import (
    INTEGRATE_POSITIONS,
    INTEGRATE_VELOCITIES,
    PREPARE,
    RELAX,
    SOLVE,
    STAGES,
    WARM_START,
    Extent,
    State,
)
from physics.dynamics.sweeps import (
    add_geometric_stiffness,
    correct_positions,
    direction_of,
    keep_momenta,
    pseudo_velocity_sweep,
)
from physics.introspection.scratch import restore_start, started_resistance
from physics.lab.rows.step_start import prepare, turn_spins
from physics.parallel.team import alone
from physics.simd.value import W

PREPARED, PLACED, FORCED, STARTED, SWEPT, JOINED, BOUNCED, MOVED, RELAXED, TURNED, CAPPED, CORRECTED = (
    "prepared", "placed", "forced", "started", "swept", "joined", "bounced", "moved", "relaxed", "turned", "capped", "corrected")


class At(NamedTuple):
    """A moment of a step."""

    stage: int                    # 5 to 10
    substep: int
    iteration: int                # sweeps of the stage that are done
    done: str                     # what was done last: PREPARED, PLACED, ...
    sweep: Sweep | None = None    # of SWEPT and RELAXED


def replay(state: State, extent: Extent, p: Parameters) -> Iterator[At]:
    """Step `state`, which is as before stage 5; yields after every change of velocities or impulses."""
    start, resisting = state.contacts.start.copy(), started_resistance(state).copy() if p.resisting else None
    bouncing, team, current = prepare(state, extent, p), alone(), True
    state.contacts.start[:] = start
    if resisting is not None:
        started_resistance(state)[:] = resisting
    restore_start(state, extent)
    yield At(PREPARE, 0, 0, PREPARED)
    for substep in range(p.substeps):
        yield from _begin(state, extent, p, (substep, bouncing, team))
        applied = warm_starts_by_bodies(state, extent, p) and substep > 0
        _warm_start(state, extent, p, applied)
        thrown = state.clock[STAGES + substep] > 0 and p.iterations > 0
        if thrown:
            sweep_bounces(team, state, extent, p, (SWEEPS_BEFORE, int(applied), int(not current), mark_of(substep, 0)))
        yield At(WARM_START, substep, 0, STARTED)
        for iteration in range(p.iterations):
            begun = iteration == 0
            sweep = Sweep(p.solve, iteration % 2, int(applied and begun), int(begun and not current),
                          direction_of(iteration, state.parts, p), (substep + 0.5) * p.motion.h, substep * p.motion.h)
            if extent.together:
                solve_joints(team, state, extent, (p.together.solve, p.solve), (int(not begun), p.motion.h, p.motion.gyroscopic))
                if p.split_joints:
                    push_joints(team, state, extent, p, int(not begun))
            joints = p.joints.solve if iteration + 1 < p.iterations else p.joints.last
            _sweep(state, extent, (joints, 1, p.resisting), sweep)
            if p.split or p.split_joints:
                pseudo_velocity_sweep(team, state, extent, p)
            yield At(SOLVE, substep, iteration + 1, SWEPT, sweep)
            if iteration + 1 == p.iterations and extent.together and extent.contacts:
                solve_joints(team, state, extent, (p.together.solve, p.solve), (1, p.motion.h, p.motion.gyroscopic))
                yield At(SOLVE, substep, iteration + 1, JOINED)
        if thrown:
            finish_bounces(team, state, extent, p, (substep, 0))
            yield At(SOLVE, substep, p.iterations, BOUNCED)
        integrate_positions(extent.first_body, extent.bodies, state.bodies, p.motion)
        if thrown and p.relax_contacts and p.relax_iterations:
            note_bounces(team, state, extent, 1)
        yield At(INTEGRATE_POSITIONS, substep, 0, MOVED)
        for iteration in range(p.relax_iterations):
            sweep = Sweep(p.relax, 1 - iteration % 2, np.int64(0), int(iteration == 0), p.reverse,
                          (substep + 0.5) * p.motion.h, (substep + 1) * p.motion.h)
            if extent.together and p.relax_joints:
                solve_joints(team, state, extent, (p.together.relax, p.relax), (int(iteration > 0), p.motion.h, 0))
            _sweep(state, extent, (p.joints.relax if p.relax_joints else None, p.relax_contacts, p.resisting), sweep)
            yield At(RELAX, substep, iteration + 1, RELAXED, sweep)
            if iteration + 1 == p.relax_iterations and extent.together and extent.contacts and p.relax_joints:
                solve_joints(team, state, extent, (p.together.relax, p.relax), (1, p.motion.h, 0))
                yield At(RELAX, substep, iteration + 1, JOINED)
        if thrown and p.relax_contacts and p.relax_iterations:
            finish_bounces(team, state, extent, p, (0, 1))
            yield At(RELAX, substep, p.relax_iterations, BOUNCED)
        current = p.relax_contacts == 1 and p.relax_iterations > 0 and p.position_iterations == 0
        yield from _end(state, extent, p, (substep, team))


def rolls(state: State, extent: Extent) -> bool:
    """Whether a contact rolls in this step, which is prepared, see `contacts.rolling_points`."""
    return bool(state.contacts.data.reshape(-1, SLOTS, W)[:extent.contacts, FLAGS, ROLLS].any())


def warm_starts_by_bodies(state: State, extent: Extent, p: Parameters) -> bool:
    """Whether substeps after the first warm start by bodies, see `bodies.warm_start`."""
    plain = extent.parts == 0 and not rolls(state, extent)
    return p.substeps > 1 and p.warm_start == 1.0 and plain and not p.split


def _begin(state: State, extent: Extent, p: Parameters, now: tuple) -> Iterator[At]:
    """Stage 6."""
    (substep, bouncing, team), bodies, first, last = now, state.bodies, extent.first_body, extent.bodies
    if (extent.parts or rolls(state, extent)) and substep > 0:
        world_inertia(first, last, bodies)
    if bouncing:
        freeze_approach(0, extent.contacts, bodies, state.contacts)
    if substep > 0 and rolls(state, extent):
        place_rolling(0, extent.contacts, bodies, state.contacts, p.solve)
    if extent.parts and p.geometric_stiffness:
        add_geometric_stiffness(team, state, extent, p)
    turn_spins(extent, bodies, p.motion, TO_ROWS)
    if extent.parts:
        place_parts(0, extent.parts, bodies, state.parts, p.motion.h)
        if extent.together:
            assemble_joints(team, state, extent, (p.motion.h, p.substeps))
    yield At(INTEGRATE_VELOCITIES, substep, 0, PLACED)
    integrate_velocities(first, last, bodies, p.motion)
    if warm_starts_by_bodies(state, extent, p) and substep == 0:
        keep_velocity(first, last, bodies)
    if bouncing:
        state.clock[STAGES + substep] = choose_targets(0, extent.contacts, bodies, state.contacts, p) > 0
        if state.clock[STAGES + substep]:
            choose_waiting(team, state, extent, p, substep)
    yield At(INTEGRATE_VELOCITIES, substep, 0, FORCED)


def _blocks(start: np.ndarray, color: int) -> tuple[int, int]:
    """The blocks of a colour."""
    return int(start[color]), int(start[color + 1])


def _warm_start(state: State, extent: Extent, p: Parameters, applied: bool) -> None:
    """Stage 7."""
    if applied:
        apply_change(extent.first_body, extent.bodies, state.bodies)
        return
    for color in range(extent.colors):
        first, last = _blocks(state.parts.color_start, color)
        if first < last:
            warm_start_parts(first, last, state.bodies, state.parts, (p.warm_start, p.joints.max_warm_start))
        first, last = _blocks(state.contacts.color_start, color)
        if first < last:
            warm_start_contacts(first, last, state.bodies, state.contacts, p.warm_start)
            if p.resisting:
                warm_start_resistance(first, last, state.bodies, state.contacts, p.warm_start)


def _sweep(state: State, extent: Extent, how: tuple, sweep: Sweep) -> None:
    """One sweep; how = (parameters of the rows of joints, None: none; whether rows of contacts, whether those of resistance)."""
    joints, contacts, resisting = how
    for turn in range(extent.colors):
        color = extent.colors - 1 - turn if sweep.reverse == 1 else turn
        first, last = int(state.parts.color_start[color]), int(state.parts.swept_end[color])
        if joints is not None and first < last:
            solve_parts(first, last, state.bodies, state.parts, joints)
        first, last = _blocks(state.contacts.color_start, color)
        if contacts and first < last:
            solve_contacts(first, last, state.bodies, state.contacts, sweep)
        if contacts and resisting and first < last:
            solve_resistance(first, last, state.bodies, state.contacts, sweep)


def _end(state: State, extent: Extent, p: Parameters, now: tuple) -> Iterator[At]:
    """Stage 10, after sweeps."""
    (substep, team), bodies, first, last = now, state.bodies, extent.first_body, extent.bodies
    if p.motion.gyroscopic > CONSERVING and warm_starts_by_bodies(state, extent, p):
        end_unforced_turns(first, last, bodies)
    else:
        turn_spins(extent, bodies, p.motion, TO_POSE)
    yield At(RELAX, substep, p.relax_iterations, TURNED)
    if p.relax_iterations:
        cap_velocities(first, last, bodies, p.motion)
    yield At(RELAX, substep, p.relax_iterations, CAPPED)
    if warm_starts_by_bodies(state, extent, p):
        keep_change(first, last, bodies)
    if p.split or p.split_joints:
        clear_rows(first, last, bodies.push)
    if p.position_iterations and extent.parts:
        world_inertia(first, last, bodies)
    if extent.parts:
        sum_parts(0, extent.parts, state.parts)
    if extent.together:
        end_bearing(team, state, extent)
    kept = p.position_iterations > 0 and p.motion.gyroscopic >= CONSERVING
    if kept:
        keep_momenta(team, state, extent, p, 1)
    for _ in range(p.position_iterations):
        correct_positions(team, state, extent, p)
        if extent.together and p.correct_joints > 0:
            shift_joints(team, state, extent, p)
    if kept:
        keep_momenta(team, state, extent, p, 0)
    yield At(RELAX, substep, p.relax_iterations, CORRECTED)
