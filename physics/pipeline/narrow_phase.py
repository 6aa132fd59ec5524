"""Stage 2: manifolds of all pairs, last step's impulses by feature, and the list of pairs that touch.

Manifolds are kept between steps for soft contacts only: rigid rows do not resist tilting, so a stack would drift in
directions that a kept manifold does not see.
"""
from __future__ import annotations

from physics.collision.narrow_phase.pair_dispatch import ManifoldRule, collide_shared
from physics.collision.narrow_phase.touching import NO_OWNERS, mark_due
from physics.pipeline.seams import reaches_flush_faces

USUAL = 0.02                                     # time for a pair, where most manifolds are kept [us]


def narrow_phase_stage(world) -> None:
    """Manifolds of a world, with the impulses of their points."""
    bodies, pairs = world._bodies.arrays, world._contacts.pairs
    state, sleepers = world._contacts, world._bodies.sleepers > 0
    if sleepers or state.marked:
        mark_due(pairs, bodies.awake)
        state.marked = sleepers
    state.owners = bodies.owner if world._bodies.parts.uids else NO_OWNERS
    state.room_to_list()
    state.covered_left_out = False
    workspace, rule = state.narrow_phase_workspace(world._bodies.hulls.arrays), manifold_rule(world)
    world._teamwork.work(lambda team: collide_shared(team, bodies, pairs, workspace, rule), USUAL * int(pairs.number[0]))


def manifold_rule(world) -> ManifoldRule:
    """How manifolds of a world are found in this step."""
    solver = world._scaled_solver
    reuse = solver.contact_reuse if solver.stabilization == "soft" else 0.0
    flush = solver.flush_tolerance or solver.margin
    centred, every = int(solver.friction_model == "manifold_centre"), int(solver.continuous == "all")
    return ManifoldRule(solver.margin, reuse, flush, centred, every, int(reaches_flush_faces(world)), world.dt)
