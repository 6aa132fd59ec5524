"""Contacts that seams leave out, at the beginning of stage 4: see `collision.seams.covered_contacts`."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.collision.narrow_phase.touching import new_counts
from physics.collision.seams.covered_contacts import Seams, leave_out_covered, new_fixed, no_fixed
from physics.collision.shape_kinds import SPHERE
from physics.definitions.body_types import DYNAMIC


def leave_out_seams(world) -> None:
    """Leave contacts with covered edges out of the touching pairs of a world."""
    state, pool = world._contacts, world._bodies
    if state.seamed_of != pool.revision:
        fixed = np.flatnonzero((pool.living(pool.arrays.kind) != SPHERE) & (pool.living(pool.arrays.type) != DYNAMIC))
        state.last_seam, state.seamed_of = FIRST + int(fixed[-1]) if len(fixed) > 1 else 0, pool.revision
    solver = world._scaled_solver
    if not (state.last_seam and solver.flush_tolerance > 0 and state.touching_count > 1):
        return
    if len(state.fixed.place) < state.touching_count or len(state.fixed.first) != len(pool.arrays.uid):
        state.fixed = new_fixed(len(state.touching.a), len(pool.arrays.uid))
    leave_out_covered(pool.arrays, state.pairs, state.touching_list(),
                      Seams(state.fixed, float(solver.flush_tolerance), state.last_seam, float(solver.margin)))


def make_seams_ready(world) -> None:
    """Make the kernel ready by a call without pairs."""
    state = world._contacts
    leave_out_covered(world._bodies.arrays, state.pairs, state.touching_list()._replace(counts=new_counts()),
                      Seams(no_fixed(), 0.0, 0, 0.0))
