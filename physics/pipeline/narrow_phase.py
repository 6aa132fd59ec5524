"""Stage 2: manifolds of all pairs, last step's impulses by feature, and the list of those that touch.

Manifolds are kept between steps for soft contacts only: rigid rows have no stiffness against tilting, so a stack would
drift about in what the kept manifold no longer shows.
"""
from __future__ import annotations

from physics.collision.narrow_phase.pair_dispatch import collide_all
from physics.collision.narrow_phase.touching import mark_due

USUAL = 0.3                                      # [us] that a block of pairs takes, in which most manifolds are kept


def narrow_phase_stage(world) -> None:
    """Manifolds and carried impulses of a world."""
    bodies, pairs, solver = world._bodies.arrays, world._contacts.pairs, world.solver
    state, sleepers = world._contacts, world._bodies.sleepers > 0
    if sleepers or state.marked:
        mark_due(pairs, bodies.awake)
        state.marked = sleepers
    reuse = solver.contact_reuse if solver.stabilization == "soft" else 0.0
    expected = USUAL * int((pairs.kind_end - pairs.kind_start[:-1]).sum())
    listing, rule = state.room_to_list(), (solver.margin, reuse, solver.friction_model == "manifold_centre")
    world._teamwork.work(lambda team: collide_all(team, bodies, pairs, listing, rule), expected)
