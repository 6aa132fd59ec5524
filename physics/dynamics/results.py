"""Results of a step: impulses for the next warm start, and the numbers that views read, stored by a team of threads."""
from __future__ import annotations

from physics.compile.decorators import kernel, verb
from physics.constraints.place import AGAIN, place_parts
from physics.constraints.store import store_parts
from physics.contacts.rolling import store_resistance
from physics.contacts.store import store_impulses
from physics.dynamics.sweeps import GRAIN
from physics.parallel.team import first_chunk, next_chunk, share


@verb
def store_results(team, state, extent, p):
    """`keep_results` as a stage of a team.

    Reads state
    Writes state.contacts.data state.contacts.centre state.contacts.resistance state.contacts.pushing state.pairs.impulses
        state.pairs.centres state.bodies.capped state.parts.data state.parts.store team
    """
    contacts, parts = state.contacts, state.parts
    chunk = first_chunk(team, extent.contacts + extent.parts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.contacts)
        if first < last:
            store_impulses(first, last, state.pairs, contacts)
        if p.resisting > 0 and first < last:
            store_resistance(first, last, state.pairs, contacts)
        first, last = share(team, chunk, extent.first, extent.parts)
        if first < last:
            place_parts(first, last, state.bodies, parts, AGAIN)
            store_parts(first, last, state.bodies, parts)
        chunk = next_chunk(team)


@kernel
def keep_results(team, state, extent, p):
    """Store impulses of contacts in their pairs, and parts at the present poses, after the substeps.

    Reads state
    Writes state.contacts.data state.contacts.centre state.contacts.resistance state.contacts.pushing state.pairs.impulses
        state.pairs.centres state.bodies.capped state.parts.data state.parts.store team
    """
    store_results(team, state, extent, p)
