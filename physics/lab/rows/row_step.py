"""A step of a method on explicit rows: stages 5 to 11 in Python, where the method solves all rows in stages 8 and 10.

    5 prepare    per substep:  6 forces, bounce targets   7 warm start   8 solve   9 integrate positions   10 relax
    11 store

The rows and the stabilizations are those of the SIMD solver; only the way in which rows are solved differs.  Passes over
positions (stabilization `position`) are the SIMD solver's own, colour by colour.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import Bodies
from physics.bodies.caps import cap_velocities
from physics.bodies.inertia import world_inertia
from physics.bodies.integrate import clear_rows, integrate_positions, integrate_velocities
from physics.bodies.tumbling import CONSERVING, TO_POSE, TO_ROWS, keep_momentum, keep_rotation
from physics.compile.decorators import kernel
from physics.constraints.place import AGAIN, place_parts
from physics.constraints.position_correction import correct_part_positions
from physics.contacts.position_correction import correct_contacts
from physics.dynamics.geometric_stiffness import stiffen_bodies, sum_tension
from physics.contacts.later_bounces import choose_waiting
from physics.dynamics.parameters import Parameters
from physics.dynamics.restitution import choose_targets, freeze_approach
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.assembly import assemble_rows, moved
from physics.lab.rows.bias import find_waiting, with_bias
from physics.lab.rows.row import NORMAL, OF_PARTS, Rows, applied, row_parameters, speeds, taken
from physics.lab.rows.step_start import prepare, turn_spins
from physics.lab.rows.stored_impulses import store_row_impulses
from physics.parallel.team import alone, by_oneself


class RowProblem(NamedTuple):
    """The rows of a substep that a method is to solve once."""

    rows: Rows                    # with the impulses to start from, whose effect is in `velocity`
    velocity: np.ndarray          # (n, 6) by body row [m/s], [rad/s]
    sweeps: int                   # as the settings say
    parameters: Parameters


Solve = Callable[[RowProblem], np.ndarray]        # returns (m,) impulses
Examine = Callable[[Rows], tuple[np.ndarray, str]]      # returns (m,) bool: rows that are not relaxed, and a note or ""


def stepping(solve: Solve, examine: Examine | None = None) -> Callable:
    """`advance` of a method that solves rows by `solve`, and that may `examine` those of each substep."""
    def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> str:
        return _advance(Answering(solve, examine or nothing_found), state, extent, parameters)

    return advance


class Answering(NamedTuple):
    """How a method answers."""

    solve: Solve
    examine: Examine


def nothing_found(rows: Rows) -> tuple[np.ndarray, str]:
    """All rows are relaxed, and there is nothing to say."""
    return np.zeros(len(rows.a), bool), ""


def first_problem(state: State, extent: Extent, p: Parameters) -> RowProblem:
    """The first problem of a step whose constraints are coloured; bodies are as after stage 6."""
    rows = begin_substep(state, extent, p, prepare(state, extent, p))
    return RowProblem(rows, applied(rows, rows.impulse, state.bodies.velocity[:, :6].astype(np.float64)), p.iterations, p)


def _advance(how: Answering, state: State, extent: Extent, p: Parameters) -> str:
    bodies, first, last, (solve, examine), note = state.bodies, extent.first_body, extent.bodies, how, ""
    bouncing = prepare(state, extent, p)
    for substep in range(p.substeps):
        if substep > 0:
            world_inertia(first, last, bodies)
        rows = begin_substep(state, extent, p, bouncing, substep)
        kept, found = examine(rows)
        note = note or found
        velocity = bodies.velocity[:, :6].astype(np.float64)
        impulse = _solved(solve, bodies, RowProblem(rows, applied(rows, rows.impulse, velocity), p.iterations, p))
        if p.split or p.split_joints:
            _push(solve, state, with_bias(rows, row_parameters(p, "push")), p)
        before = bodies.delta[:, :6].astype(np.float64)
        integrate_positions(first, last, bodies, p.motion)
        if p.relax_iterations:
            again = moved(rows, bodies.delta[:, :6] - before, row_parameters(p, "relax"))
            impulse = _relaxed(solve, state, again._replace(impulse=impulse), p, kept)
        store_row_impulses(state, extent, rows, impulse)
        turn_spins(extent, bodies, p.motion, TO_POSE)
        cap_velocities(first, last, bodies, p.motion)
        clear_rows(first, last, bodies.push)
        if p.motion.gyroscopic >= CONSERVING:
            keep_rotation(first, last, bodies)
        for _ in range(p.position_iterations):
            _correct(state, extent, p)
        if p.motion.gyroscopic >= CONSERVING:
            keep_momentum(first, last, bodies, p.motion)
    by_oneself(lambda team: keep_results(team, state, extent, p))
    return note


def begin_substep(state: State, extent: Extent, p: Parameters, bouncing: bool, substep: int = 0) -> Rows:
    """Stage 6 of a substep; returns its rows with the impulses of the warm start, which are not applied yet."""
    bodies, contacts = state.bodies, state.contacts
    if bouncing:
        freeze_approach(0, extent.contacts, bodies, contacts)
    if p.geometric_stiffness:
        sum_tension(0, extent.parts, bodies, state.parts)
        stiffen_bodies(extent.first_body, extent.bodies, bodies, p.motion.h)
    turn_spins(extent, bodies, p.motion, TO_ROWS)
    place_parts(0, extent.parts, bodies, state.parts, p.motion.h)
    integrate_velocities(extent.first_body, extent.bodies, bodies, p.motion)
    if bouncing:
        if choose_targets(0, extent.contacts, bodies, contacts, p) > 0:
            choose_waiting(alone(), state, extent, p, substep)
    rows = assemble_rows(state, extent, row_parameters(p), substep)
    most = np.where(rows.kind >= OF_PARTS, p.joints.max_warm_start, np.inf)
    return rows._replace(impulse=p.warm_start * np.clip(rows.impulse, -most, most))


def _solved(solve: Solve, bodies: Bodies, problem: RowProblem) -> np.ndarray:
    """Solve a problem and write the velocities that follow; returns the impulses (m,)."""
    rows = problem.rows
    answer = solve(problem) if len(rows.a) else rows.impulse
    bodies.velocity[:, :6] = applied(rows, answer - rows.impulse, problem.velocity)
    return answer


def _relaxed(solve: Solve, state: State, rows: Rows, p: Parameters, kept: np.ndarray) -> np.ndarray:
    """Impulses after sweeps without bias; `kept` ones (m,) stay, and contacts that wait for the next substep: without impulse,
    and apart or about to bounce."""
    mine, waiting = np.empty(len(rows.a), np.int64), np.empty(len(rows.a), bool)
    velocity = state.bodies.velocity[:, :6].astype(np.float64)          # which has the impulses of the rows already
    find_waiting(rows, speeds(rows, velocity), p.relax.threshold, waiting)
    mine = mine[:choose_relaxed(rows, kept | waiting, (p.relax_joints, p.relax_contacts), mine)]
    if len(mine) == len(rows.a):
        return _solved(solve, state.bodies, RowProblem(rows, velocity, p.relax_iterations, p))
    some, answer = taken(rows, mine), rows.impulse.copy()
    some = some._replace(group=np.searchsorted(mine, some.group))
    answer[mine] = _solved(solve, state.bodies, RowProblem(some, velocity, p.relax_iterations, p))
    return answer


@kernel
def choose_relaxed(rows, kept, wanted, mine):
    """List the rows that are relaxed in `mine`; returns their number.  wanted = (whether joints are, whether contacts are).

    Reads   rows.kind kept
    Writes  mine
    """
    found = 0
    for i in range(len(mine)):
        if not kept[i] and (wanted[0] if rows.kind[i] >= OF_PARTS else wanted[1]):
            mine[found] = i
            found += 1
    return found


def _push(solve: Solve, state: State, rows: Rows, p: Parameters) -> None:
    """Pseudo velocities that remove errors, by normal rows of contacts and by the rows of joints but springs and motors."""
    contact = (rows.kind == NORMAL) & (rows.target <= 0) & bool(p.split)
    joint = (rows.kind >= OF_PARTS) & ~rows.own & bool(p.split_joints)
    mine = np.flatnonzero(contact | joint)
    some = taken(rows, mine)
    some = some._replace(impulse=0 * some.impulse, group=np.searchsorted(mine, some.group),
                         bias=np.where((some.kind == NORMAL) & (some.error > 0), 0, some.bias))
    start = state.bodies.push[:, :6].astype(np.float64)
    if len(mine):
        answer = solve(RowProblem(some, start, p.iterations, p))
        state.bodies.push[:, :6] = applied(some, answer, start)


def _correct(state: State, extent: Extent, p: Parameters) -> None:
    """One pass of the SIMD solver over positions."""
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    world_inertia(extent.first_body, extent.bodies, bodies)
    for color in range(extent.colors):
        first, last = parts.color_start[color:color + 2]
        if first < last and p.correct_joints > 0:
            place_parts(first, last, bodies, parts, AGAIN)
            correct_part_positions(first, last, bodies, parts, (p.correct_joints, p.motion.max_speed * p.motion.h))
        first, last = contacts.color_start[color:color + 2]
        if first < last and p.correct.bias_rate > 0:
            correct_contacts(first, last, bodies, contacts, p.correct)
