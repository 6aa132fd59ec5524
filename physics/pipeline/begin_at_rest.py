"""Contacts that begin at rest, in stage 4: they get the weight that they carry as their first impulses.

See `dynamics.carried_weight`.  Soft contacts do not: their springs are damped, and what they carry is found in a few
steps.  What moves, be it slowly, is left to the sweeps, and so is what joints act on.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.carried_weight import Weight, any_begins, carry_weights, main_axis, no_supports, pushes


def begin_at_rest(world) -> None:
    """Give contacts of a world that begin at rest their first impulses, before the step that starts from them."""
    state, bodies, solver, count = world._contacts, world._bodies.arrays, world.solver, world._contacts.touching_count
    if solver.stabilization == "soft" or not count:
        return
    gravity, h = np.array(world.gravity), world.dt / solver.substeps
    if not (gravity.any() and any_begins(bodies, main_axis(gravity))):
        return
    friction = -1.0 if world.friction_override is None else world.friction_override
    touching = state.touching.a[:count], state.touching.b[:count], state.touching.index[:count]
    carry_weights(bodies, state.pairs, touching, Weight(gravity, h, world._last_h or h, friction))


def make_weights_ready() -> None:
    """Make the kernel ready by a call without supports."""
    pushes(no_supports(), np.zeros(1), np.zeros((1, 2)))
