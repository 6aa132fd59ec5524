"""Stage 4: joints and touching pairs, coloured together, joints first, and laid out in blocks of sixteen.

Joints and their bodies seldom change, so the colours of their parts are kept with the masks that they leave behind, until
the pool of joints or the rows of bodies are others, or somebody fell asleep or woke: sleepers have no constraints.
"""
from __future__ import annotations

import numpy as np

from physics.arrays import aligned
from physics.dynamics.coloring import (
    COLORS,
    ConstraintList,
    assign_colors,
    clear_colors,
    colors_used,
    kinds_into_bins,
    kinds_of_blocks,
    place_in_blocks,
)
from physics.dynamics.contact_blocks import new_contacts
from physics.dynamics.joints.block import new_parts
from physics.dynamics.joints.part import KINDS
from physics.dynamics.slabs import into_slabs
from physics.lanes.value import W

FULL = 4                                         # points of a manifold, at most


def color_stage(world) -> None:
    """Constraint blocks of a world."""
    state, bodies = world._contact_state, world._pool.arrays
    if len(state.masks) != len(bodies.uid):
        state.masks, state.part_masks = aligned(len(bodies.uid), "int64"), aligned(len(bodies.uid), "int64")
        state.parts_colored = None
    _color_parts(world, bodies)
    state.masks[:] = state.part_masks
    _color_contacts(state, bodies, world._teamwork.members)
    state.colors = colors_used(state.contacts.color_start, state.parts.color_start)


def _color_parts(world, bodies) -> None:
    state, joints = world._contact_state, world._joints
    now = (joints.revision, world._pool.revision, world._pool.naps)
    if state.parts.store is not joints.store:
        state.parts = state.parts._replace(store=joints.store)
    if state.parts_colored == now:
        return
    constraints, kinds, count = _acting(world)
    clear_colors(state.part_masks)
    assign_colors(constraints, count, bodies.type, state.part_masks)
    kinds_into_bins(constraints, count, kinds, KINDS)
    start = aligned((COLORS + 1) * KINDS + 1, "int64")
    for _ in range(2):                           # at most once with too little room
        parts = state.parts
        room = len(parts.kind)
        blocks = place_in_blocks(constraints, count, (parts.a, parts.b, parts.part, start, room), (joints.padding, KINDS, 0))
        if blocks <= room:
            break
        state.parts = new_parts(blocks, COLORS, world.precision, joints.store)
    kinds_of_blocks(start, KINDS, (state.parts.kind, state.parts.color_start))
    state.part_blocks, state.parts_colored = blocks, now


def _acting(world) -> tuple[ConstraintList, np.ndarray, int]:
    """(constraints, kinds, how many) of the parts of joints whose bodies do not sleep."""
    constraints, kinds, count = world._joints.constraints(world._pool)
    if world._pool.sleepers:
        asleep = world._pool.sleeping()
        kept = np.flatnonzero(~(asleep[constraints.a[:count]] | asleep[constraints.b[:count]]))
        constraints, kinds, count = ConstraintList(*(array[kept] for array in constraints)), kinds[kept], len(kept)
    return constraints, kinds, count


def _color_contacts(state, bodies, members: int) -> None:
    """Those with many points first in each colour, or in each slab of it: a block takes as long as the most points in it."""
    pairs, touching, count, kinds = state.pairs, state.touching, state.touching_count, FULL * members
    assign_colors(touching, count, bodies.type, state.masks)
    if members > 1 and count > 0:
        into_slabs(touching, count, bodies, (state.missing, FULL), members)
    kinds_into_bins(touching, count, state.missing, kinds)
    start = np.empty((COLORS + 1) * kinds + 1, np.int64)
    for _ in range(2):
        contacts = state.contacts
        room = len(contacts.a) // W
        blocks = place_in_blocks(touching, count, (contacts.a, contacts.b, contacts.pair, start, room),
                                 (len(pairs.a) - 1, kinds, 1))
        if blocks <= room:
            break
        state.contacts = new_contacts(blocks + blocks // 2 + 4, COLORS, state.precision)
    contacts.color_start[:] = start[::kinds]
    state.contact_blocks = blocks
