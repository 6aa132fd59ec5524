"""The start of a step of the laboratory: stage 5, by the SIMD solver's own kernels, for all blocks."""
from __future__ import annotations

from physics.bodies.arrays import Bodies
from physics.bodies.integrate import clear_flags, clear_rows
from physics.bodies.tumbling import CONSERVING, change_spins
from physics.constraints.prepare import prepare_parts
from physics.contacts.held_bodies import mark_touching
from physics.contacts.preparation import Preparation, prepare_contacts
from physics.contacts.rolling import prepare_resistance
from physics.dynamics.parameters import Motion, Parameters
from physics.dynamics.substeps import Extent, State


def prepare(state: State, extent: Extent, parameters: Parameters) -> bool:
    """Fill the blocks of constraints; nothing has moved yet.  Returns whether a contact may bounce."""
    state.clock[:] = 0
    for array in (state.bodies.delta, state.bodies.excess_turn, state.bodies.push):
        clear_rows(extent.first_body, extent.bodies, array)
    clear_flags(extent.first_body, extent.bodies, state.bodies.capped)
    prepare_parts(0, extent.parts, state.parts, parameters.joints)
    step = Preparation(state.pairs, state.contacts)
    bouncing = prepare_contacts(0, extent.contacts, state.bodies, step, parameters) > 0
    if extent.parts:
        mark_touching(0, extent.contacts, state.bodies, state.contacts)
    if parameters.resisting:
        prepare_resistance(0, extent.contacts, state.bodies, step, parameters.impulse_ratio)
    return bouncing


def turn_spins(extent: Extent, bodies: Bodies, motion: Motion, sign: int) -> None:
    """`change_spins` where the gyroscopic term asks for it."""
    if motion.gyroscopic > CONSERVING:
        change_spins(extent.first_body, extent.bodies, bodies, sign)
