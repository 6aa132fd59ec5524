"""Stages of a substep for the velocities of joints that are solved together, and of the contacts that bear them, shared by a team
of threads: components are independent, see `constraints.together.stages`.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.tumbling import TOPS
from physics.compile.decorators import formula, kernel
from physics.constraints.together.aim import aim_at_velocities
from physics.constraints.together.assemble import assemble_components
from physics.constraints.together.solve import solve_components
from physics.constraints.together.stages import GRAIN
from physics.constraints.together.tops import renew_means, turns_of_means
from physics.dynamics.bearing.choice import list_borne
from physics.dynamics.bearing.points import return_to_sweeps, slow_spins, take_from_sweeps
from physics.dynamics.bearing.solve import bears, solve_borne_components
from physics.parallel.team import first_chunk, next_chunk, share


@kernel
def assemble_joints(team, state, extent, when):
    """6, after joints are placed: the matrices of a substep, and which contacts bear joints; when = (h, substeps).

    Reads state.parts state.together state.contacts state.bodies
    Writes state.bodies.velocity state.parts.data state.contacts.data state.contacts.centre state.together team
    """
    if len(state.together.light) > 0:
        one = np.int64(1)
        chunk = first_chunk(team, one, one)
        while chunk >= 0:
            list_borne(extent.contacts, state.bodies, state.contacts, state.together)
            chunk = next_chunk(team)
    chunk = first_chunk(team, extent.together, 1)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.together)
        if first < last:
            assemble_components(first, last, state.parts, state.together, when)
            if len(state.together.light) > 0:
                take_from_sweeps(first, last, state.contacts, state.together)
                slow_spins(first, last, state.bodies, state.together)
        chunk = next_chunk(team)


@kernel
def end_bearing(team, state, extent):
    """10, after sweeps: contacts that bore joints are as others again.

    Reads state.bodies state.together
    Writes state.contacts.data team
    """
    if len(state.together.light) > 0:
        one = np.int64(1)
        chunk = first_chunk(team, one, one)
        while chunk >= 0:
            return_to_sweeps(extent.together, state.bodies, state.contacts, state.together)
            chunk = next_chunk(team)


@formula
def solve_velocities(begin, end, state, params, when):
    """Solve the velocities of the components begin .. end - 1; when as in `solve_joints`."""
    together, (again, h, gyroscopic) = state.together, when
    for c in range(begin, end):
        if again == 1 and together.touched[c] == 0:
            continue
        if bears(c, together):
            solve_borne_components(c, c + 1, state, params, h)
        else:
            solve_components(c, c + 1, state.bodies, (state.parts, together), h)
            turns = turns_of_means(c, state.bodies, together) if gyroscopic == TOPS else 0
            for turn in range(turns):
                renew_means(c, state.bodies, together, h, (turn, turns))
                solve_components(c, c + 1, state.bodies, (state.parts, together), h)


@kernel
def solve_joints(team, state, extent, rows, when):
    """8 and 10: solve the velocities of joints; rows = (JointRowParameters, ContactRowParameters).

    when = (again, h, gyroscopic); `again`: only those that contacts touch; h: the substep; gyroscopic: as in Motion, 0 once
    bodies have moved, when spins are those of rows.

    Reads state.bodies state.parts state.together state.contacts
    Writes state.bodies.velocity state.bodies.spin_change state.contacts.data state.parts.data state.together team
    """
    parts, together, (params, contact_params) = state.parts, state.together, rows
    chunk = first_chunk(team, extent.parts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.parts)
        if first < last:
            aim_at_velocities(first, last, parts, together, params)
        chunk = next_chunk(team)
    chunk = first_chunk(team, extent.together, 1)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.together)
        solve_velocities(first, last, state, contact_params, when)
        chunk = next_chunk(team)
