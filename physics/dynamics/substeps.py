"""The substeps: verbs 5 to 10 of the step for sequential impulses, in one kernel without the interpreter lock.

    5 prepare
    per substep:
      6 place joints, freeze approach speeds, integrate velocities, choose who bounces
      7 warm start
      8 solve x iterations (colour by colour, joints before contacts)
      9 integrate positions
     10 relax, or correct positions

A stop ends the step early, after verb `stage` of substep `substep`; inside 8 after `iteration` sweeps.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import FIRST, Bodies, Pairs
from physics.dynamics.contact_blocks import Contacts
from physics.dynamics.contact_preparation import prepare_contacts
from physics.dynamics.contact_solver import push_contacts, solve_contacts, warm_start_contacts
from physics.dynamics.inertia import world_inertia
from physics.dynamics.integrate import cap_velocities, clear_rows, integrate_positions, integrate_velocities
from physics.dynamics.joints.block import Parts
from physics.dynamics.joints.place import place_parts
from physics.dynamics.joints.prepare import prepare_parts
from physics.dynamics.joints.push import correct_parts, push_parts
from physics.dynamics.joints.solver import solve_parts, sum_parts, warm_start_parts
from physics.dynamics.positions import correct_contacts
from physics.dynamics.restitution import choose_targets, freeze_approach
from physics.jit import formula, kernel, verb
from physics.lanes.clock import ticks
from physics.lanes.value import W


class State(NamedTuple):
    """All arrays that verbs 5 to 10 work on."""

    bodies: Bodies
    pairs: Pairs
    contacts: Contacts
    parts: Parts
    clock: np.ndarray             # (STAGES,) int64 ticks spent in each verb


class Extent(NamedTuple):
    """How many blocks of everything there are."""

    bodies: int                   # one past the last block of body rows
    colors: int                   # colours in use
    contacts: int                 # blocks
    parts: int                    # blocks


STAGES = 13                       # verbs are numbered 1 to 12, of which these are ours:
PREPARE, INTEGRATE_VELOCITIES, WARM_START, SOLVE, INTEGRATE_POSITIONS, RELAX, NONE = 5, 6, 7, 8, 9, 10, 12


@formula
def lap(clock, stage, since):
    """Add the ticks since `since` to a stage; returns now."""
    now = ticks()
    clock[stage] += now - since
    return now


@verb
def warm_start(state, extent, factor):
    """Apply last impulses, colour by colour.

    Reads state
    Writes state.bodies.velocity state.contacts.data state.contacts.centre state.parts.data
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    for c in range(extent.colors):
        warm_start_parts(parts.color_start[c], parts.color_start[c + 1], bodies, parts, factor)
        warm_start_contacts(contacts.color_start[c], contacts.color_start[c + 1], bodies, contacts, factor)


@verb
def sweep(state, extent, laws, backward):
    """Solve every velocity row once, colour by colour; laws = (of contacts, of joints), backward: see `solve_contacts`.

    Reads state
    Writes state.bodies.velocity state.contacts.data state.contacts.centre state.parts.data
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    for c in range(extent.colors):
        solve_parts(parts.color_start[c], parts.color_start[c + 1], bodies, parts, laws[1])
        solve_contacts(contacts.color_start[c], contacts.color_start[c + 1], bodies, contacts, (laws[0], backward))


@verb
def relax_sweep(state, extent, p, backward):
    """Solve the rows that were pushed by soft laws once more, without the push.

    Reads state
    Writes state.bodies.velocity state.contacts.data state.contacts.centre state.parts.data
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    for c in range(extent.colors):
        if p.relax_joints:
            solve_parts(parts.color_start[c], parts.color_start[c + 1], bodies, parts, p.joints.relax)
        if p.relax_contacts:
            solve_contacts(contacts.color_start[c], contacts.color_start[c + 1], bodies, contacts, (p.relax, backward))


@verb
def push_sweep(state, extent, p):
    """Solve every pseudo velocity row once, colour by colour.

    Reads state
    Writes state.bodies.push state.contacts.data state.parts.data
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    for c in range(extent.colors):
        if p.split_joints:
            push_parts(parts.color_start[c], parts.color_start[c + 1], bodies, parts, p.joints.push)
        if p.split:
            push_contacts(contacts.color_start[c], contacts.color_start[c + 1], bodies, contacts, p.push)


@verb
def correct(state, extent, p):
    """One pass of non-linear Gauss-Seidel: move bodies out of error, colour by colour.

    Reads state
    Writes state.bodies.pose state.bodies.delta state.parts.data
    """
    bodies, parts, contacts = state.bodies, state.parts, state.contacts
    for c in range(extent.colors):
        if p.correct_joints > 0.0:
            place_parts(parts.color_start[c], parts.color_start[c + 1], bodies, parts, p.motion.h)
            correct_parts(parts.color_start[c], parts.color_start[c + 1], bodies, parts, p.correct_joints)
        if p.correct.bias_rate > 0.0:
            correct_contacts(contacts.color_start[c], contacts.color_start[c + 1], bodies, contacts, p.correct)


@kernel
def advance(state, extent, parameters):
    """Verbs 5 to 10; see the top of this file.

    Reads state
    Writes state.bodies.velocity state.bodies.pose state.bodies.delta state.bodies.push state.bodies.inverse_inertia
        state.contacts state.parts.data state.clock
    """
    bodies, contacts, parts, clock = state.bodies, state.contacts, state.parts, state.clock
    p, stop, first, last = parameters, parameters.stop, FIRST // W, extent.bodies
    clock[:] = 0
    now = ticks()
    clear_rows(first, last, bodies.delta)
    block, part = contacts.color_start[0], parts.color_start[0]      # the first: a literal 0 would be compiled for itself
    prepare_parts(part, extent.parts, parts, p.joints)
    bouncing = prepare_contacts(block, extent.contacts, bodies, (state.pairs, contacts), p)
    now = lap(clock, PREPARE, now)
    if stop.stage == PREPARE:
        return
    for substep in range(min(p.substeps, stop.substep + 1)):
        end = stop.stage if substep == stop.substep else NONE
        if p.split or p.split_joints:
            clear_rows(first, last, bodies.push)
        if bouncing:
            freeze_approach(block, extent.contacts, bodies, contacts)
        if substep > 0 and extent.parts > 0:                             # in the first it is that of the step's beginning
            world_inertia(first, last, bodies)
        place_parts(part, extent.parts, bodies, parts, p.motion.h)      # before forces: they are not motion on a circle yet
        integrate_velocities(first, last, bodies, p.motion)
        if bouncing:
            rule = (p.push if p.split else p.solve, p.motion.h, p.restitution_threshold)
            choose_targets(block, extent.contacts, bodies, contacts, rule)
        now = lap(clock, INTEGRATE_VELOCITIES, now)
        if end == INTEGRATE_VELOCITIES:
            return
        warm_start(state, extent, p.warm_start)
        now = lap(clock, WARM_START, now)
        if end == WARM_START:
            return
        for iteration in range(min(p.iterations, stop.iteration) if end == SOLVE else p.iterations):
            law = p.joints.solve if iteration + 1 < p.iterations else p.joints.settle
            sweep(state, extent, (p.solve, law), iteration % 2)
            if p.split or p.split_joints:
                push_sweep(state, extent, p)
        now = lap(clock, SOLVE, now)
        if end == SOLVE:
            return
        integrate_positions(first, last, bodies, p.motion)
        now = lap(clock, INTEGRATE_POSITIONS, now)
        if end == INTEGRATE_POSITIONS:
            return
        for iteration in range(p.relax_iterations):
            relax_sweep(state, extent, p, 1 - iteration % 2)
        if p.relax_iterations:
            cap_velocities(first, last, bodies, p.motion)
        sum_parts(part, extent.parts, parts)
        if p.position_iterations > 0 and extent.parts > 0:
            world_inertia(first, last, bodies)
        for _ in range(p.position_iterations):
            correct(state, extent, p)
        now = lap(clock, RELAX, now)
    if p.split or p.split_joints:
        clear_rows(first, last, bodies.push)
