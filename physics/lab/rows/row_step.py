"""A step of a method on explicit rows: verbs 5 to 11 in Python, with the method's own way to solve all rows in 8 and 10.

    5 prepare    per substep:  6 forces, who bounces   7 warm start   8 solve   9 integrate positions   10 relax
    11 store

The rows are those of the wide solver, with the same stabilizations, so what differs is how they are solved.  Passes over
positions (stabilization `position`) are the wide solver's own, colour by colour.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.bodies.inertia import world_inertia
from physics.bodies.integrate import cap_velocities, clear_rows, integrate_positions, integrate_velocities
from physics.constraints.place import place_parts
from physics.constraints.position_correction import correct_part_positions
from physics.contacts.position_correction import correct_contacts
from physics.dynamics.geometric_stiffness import stiffen_bodies, sum_tension
from physics.dynamics.parameters import Parameters
from physics.dynamics.restitution import choose_targets, freeze_approach
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.assembly import answered, moved, rows
from physics.lab.rows.row import NORMAL, OF_PARTS, Rows, applied, laws_of, taken
from physics.lab.rows.step_start import prepare
from physics.lab.rows.stored_impulses import note
from physics.parallel.team import by_oneself


class Turn(NamedTuple):
    """One solve of a substep's rows."""

    made: Rows                    # impulse: those to start from, whose effect is in `velocity`
    velocity: np.ndarray          # (n, 6) of body rows [m/s], [rad/s]
    sweeps: int                   # how many the settings ask for
    parameters: Parameters


Solve = Callable[[Turn], np.ndarray]              # returns (m,) impulses


def stepping(solve: Solve) -> Callable:
    """`advance` of a method that solves rows by `solve`."""
    def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
        _advance(solve, state, extent, parameters)

    return advance


def first_turn(state: State, extent: Extent, p: Parameters) -> Turn:
    """The first solve of a step whose constraints are coloured, as a method gets it; bodies are as after verb 6."""
    made = _opened(state, extent, p, prepare(state, extent, p))
    return Turn(made, applied(made, made.impulse, state.bodies.velocity[:, :6].astype(np.float64)), p.iterations, p)


def _advance(solve: Solve, state: State, extent: Extent, p: Parameters) -> None:
    bodies, first, last = state.bodies, extent.first_body, extent.bodies
    bouncing = prepare(state, extent, p)
    for substep in range(p.substeps):
        if substep > 0:
            world_inertia(first, last, bodies)
        made = _opened(state, extent, p, bouncing)
        impulse = _solved(solve, state, made, (p, p.iterations))
        if p.split or p.split_joints:
            _push(solve, state, answered(made, laws_of(p, "push")), p)
        before = bodies.delta[:, :6].astype(np.float64)
        integrate_positions(first, last, bodies, p.motion)
        if p.relax_iterations:
            again = moved(made, bodies.delta[:, :6] - before, laws_of(p, "relax"))
            impulse = _relaxed(solve, state, again._replace(impulse=impulse), p)
        note(state, extent, made, impulse)
        cap_velocities(first, last, bodies, p.motion)
        clear_rows(first, last, bodies.push)
        for _ in range(p.position_iterations):
            _correct(state, extent, p)
    by_oneself(lambda team: keep_results(team, state, extent, p.motion.h))


def _opened(state: State, extent: Extent, p: Parameters, bouncing: bool) -> Rows:
    """Verb 6 of a substep, and its rows with the impulses that they start from, which nothing has felt yet."""
    bodies, contacts = state.bodies, state.contacts
    if bouncing:
        freeze_approach(0, extent.contacts, bodies, contacts)
    if p.geometric_stiffness:
        sum_tension(0, extent.parts, bodies, state.parts)
        stiffen_bodies(extent.first_body, extent.bodies, bodies, p.motion.h)
    place_parts(0, extent.parts, bodies, state.parts, p.motion.h)
    integrate_velocities(extent.first_body, extent.bodies, bodies, p.motion)
    if bouncing:
        law = p.push if p.split else p.solve
        choose_targets(0, extent.contacts, bodies, contacts, (law, p.motion.h, p.restitution_threshold))
    made = rows(state, extent, laws_of(p))
    return made._replace(impulse=p.warm_start * made.impulse)


def _solved(solve: Solve, state: State, made: Rows, how: tuple[Parameters, int], started: bool = False) -> np.ndarray:
    """Impulses of rows, and the bodies' velocities by them; how = (parameters, sweeps); `started`: theirs act already."""
    bodies = state.bodies
    velocity = bodies.velocity[:, :6].astype(np.float64)
    before = velocity if started else applied(made, made.impulse, velocity)
    answer = solve(Turn(made, before, how[1], how[0])) if len(made.a) else made.impulse
    bodies.velocity[:, :6] = applied(made, answer - made.impulse, before)
    return answer


def _relaxed(solve: Solve, state: State, made: Rows, p: Parameters) -> np.ndarray:
    """Impulses after the push was taken away, of the rows that have something to do; the others wait for the next substep."""
    of_parts = made.kind >= OF_PARTS
    waiting = (made.kind == NORMAL) & (made.impulse == 0) & (made.error > 0)
    waiting |= np.where(of_parts, not p.relax_joints, not p.relax_contacts)
    mine = np.flatnonzero(~waiting)
    some = taken(made, mine)
    group = np.searchsorted(mine, some.group)
    answer = made.impulse.copy()
    answer[mine] = _solved(solve, state, some._replace(group=group), (p, p.relax_iterations), started=True)
    return answer


def _push(solve: Solve, state: State, made: Rows, p: Parameters) -> None:
    """Pseudo velocities that take errors away, by the normal rows of contacts and held rows of joints that are passed."""
    contact = (made.kind == NORMAL) & (made.target <= 0) & bool(p.split)
    joint = (made.kind >= OF_PARTS) & ~made.own & bool(p.split_joints)
    mine = np.flatnonzero(contact | joint)
    some = taken(made, mine)
    some = some._replace(impulse=0 * some.impulse, group=np.searchsorted(mine, some.group),
                         bias=np.where((some.kind == NORMAL) & (some.error > 0), 0, some.bias))
    start = state.bodies.push[:, :6].astype(np.float64)
    if len(mine):
        answer = solve(Turn(some, start, p.iterations, p))
        state.bodies.push[:, :6] = applied(some, answer, start)


def _correct(state: State, extent: Extent, p: Parameters) -> None:
    """One pass of the wide solver over positions."""
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    world_inertia(extent.first_body, extent.bodies, bodies)
    for color in range(extent.colors):
        first, last = parts.color_start[color:color + 2]
        if first < last and p.correct_joints > 0:
            place_parts(first, last, bodies, parts, p.motion.h)
            correct_part_positions(first, last, bodies, parts, p.correct_joints)
        first, last = contacts.color_start[color:color + 2]
        if first < last and p.correct.bias_rate > 0:
            correct_contacts(first, last, bodies, contacts, p.correct)
