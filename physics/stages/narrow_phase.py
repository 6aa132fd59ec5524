"""Stage 2: manifolds of all pairs, and last step's impulses by feature.

Manifolds are kept between steps for soft contacts only: rigid rows have no stiffness against tilting, so a stack would
drift about in what the kept manifold no longer shows.
"""
from __future__ import annotations

from physics.collision.narrow_phase import collide_all
from physics.collision.impulse_match import match_impulses


def narrow_phase_stage(world) -> None:
    """Manifolds and carried impulses of a world."""
    pairs = world._contact_state.pairs
    solver = world.solver
    reuse = solver.contact_reuse if solver.stabilization == "soft" else 0.0
    collide_all(world._pool.arrays, pairs, solver.margin, reuse)
    match_impulses(0, int(pairs.kind_start[-1]), pairs)
