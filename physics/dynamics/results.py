"""What a step keeps of its constraints, shared by a team: impulses to start from, and what people read."""
from __future__ import annotations

from physics.compile.decorators import kernel, verb
from physics.constraints.place import place_parts
from physics.constraints.store import store_parts
from physics.contacts.store import store_impulses
from physics.dynamics.sweeps import GRAIN
from physics.parallel.team import first_chunk, next_chunk, share


@verb
def store_results(team, state, extent, h):
    """`keep_results` as a stage of a team.

    Reads state
    Writes state.contacts.data state.contacts.centre state.contacts.pushing state.pairs.impulses state.pairs.centres
        state.parts.data state.parts.store team
    """
    contacts, parts = state.contacts, state.parts
    chunk = first_chunk(team, extent.contacts + extent.parts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.contacts)
        if first < last:
            store_impulses(first, last, state.pairs, contacts)
        first, last = share(team, chunk, extent.first, extent.parts)
        if first < last:
            place_parts(first, last, state.bodies, parts, h)
            store_parts(first, last, parts)
        chunk = next_chunk(team)


@kernel
def keep_results(team, state, extent, h):
    """Impulses of contacts into their pairs, and parts as they are where bodies stand now, after substeps of h.

    Reads state
    Writes state.contacts.data state.contacts.centre state.contacts.pushing state.pairs.impulses state.pairs.centres
        state.parts.data state.parts.store team
    """
    store_results(team, state, extent, h)
