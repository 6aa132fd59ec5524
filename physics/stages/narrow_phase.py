"""Stage 2: manifolds of all pairs, and last step's impulses by feature."""
from __future__ import annotations

from physics.collision.narrow_phase import collide_all
from physics.collision.impulse_match import match_impulses


def narrow_phase_stage(world) -> None:
    """Manifolds and carried impulses of a world."""
    pairs = world._contact_state.pairs
    collide_all(world._pool.arrays, pairs, world.solver.margin, world.solver.contact_reuse)
    match_impulses(0, int(pairs.kind_start[-1]), pairs)
