"""Seams in a step: which faces of boxes are flush with others, before stage 1, and the contacts that are left out, in stage 4.

See `collision.seams.flush_boxes` and `collision.seams.covered_contacts`.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.collision.narrow_phase.touching import new_counts
from physics.collision.seams.covered_contacts import Seams, leave_out_covered, new_fixed, no_fixed
from physics.collision.seams.flush_boxes import FlushBoxes, in_order, mark_flush
from physics.collision.seams.reached_faces import REACHED, flush_faces_of, may_reach
from physics.collision.shape_kinds import BOX, PLANE
from physics.definitions.body_types import DYNAMIC, KINEMATIC


def mark_flush_boxes(world) -> bool:
    """Mark the flush faces of a world's boxes; returns whether there are any.

    They are looked for again when bodies came, went or were moved by hand, and in each step in which kinematic ones among them
    may have moved.
    """
    state, pool, tolerance = world._contacts, world._bodies, float(world._scaled_solver.flush_tolerance)
    found = state.flush
    now = pool.revision, tolerance
    if found.now == now and not (pool.changed or found.moves):
        return found.number > 0
    bodies, fixed = pool.arrays, FIRST + np.flatnonzero(pool.living(pool.arrays.type) != DYNAMIC)
    rows = fixed[(bodies.kind[fixed] == BOX) | (bodies.kind[fixed] == PLANE)]
    pool.living(bodies.flush)[:] = 0
    several = tolerance > 0 and len(rows) > 1
    number = mark_flush(bodies, in_order(bodies, rows), tolerance) if several else 0
    marked = rows[bodies.flush[rows] > 0] if number else rows[:0]
    moves = several and bool((bodies.type[rows] == KINEMATIC).any())
    state.flush = FlushBoxes(now, moves, number, int(marked[-1]) if number else 0,
                             None if moves else flush_faces_of(bodies, marked))
    state.flush_reached = REACHED
    return number > 0


def reaches_flush_faces(world) -> bool:
    """Whether a dynamic body of a world may be at a flush face, by the fat boxes that they have had since all were made anew."""
    state, reach = world._contacts, world._contacts.scratch.left.reach
    if not state.flush.number:
        return False
    of, reached = state.flush_reached
    # a fat box contains the body's way in the step but for Margins.fixed along each axis
    now = reach.tobytes(), world._bodies.margins.fixed + float(world._scaled_solver.margin)
    if of != now:
        reached = state.flush.faces is None or may_reach(state.flush.faces, reach, now[1])
        state.flush_reached = now, reached
    return reached


def leave_out_seams(world) -> None:
    """Leave contacts with covered edges out of the touching pairs of a world."""
    state = world._contacts
    if state.touching_count < 2 or state.covered_left_out or not reaches_flush_faces(world):
        return
    leave_out_covered(world._bodies.arrays, state.pairs, state.touching_list(), seams_of(world))


def seams_of(world) -> Seams:
    """What decides about seams in a world, with room for its list of touching pairs."""
    state, rows, solver = world._contacts, len(world._bodies.arrays.uid), world._scaled_solver
    if len(state.fixed.place) < len(state.touching.a) or len(state.fixed.first) != rows:
        state.fixed = new_fixed(len(state.touching.a), rows)
    return Seams(state.fixed, float(solver.flush_tolerance), state.flush.last, float(solver.margin))


def make_seams_ready(world) -> None:
    """Make the kernel ready by a call without pairs."""
    state = world._contacts
    leave_out_covered(world._bodies.arrays, state.pairs, state.touching_list()._replace(counts=new_counts()),
                      Seams(no_fixed(), 0.0, 0, 0.0))
    mark_flush(world._bodies.arrays, in_order(world._bodies.arrays, np.zeros(0, np.int64)), 0.0)
