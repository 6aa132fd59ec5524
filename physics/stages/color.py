"""Stage 4: touching pairs and joints, coloured together, joints first, and laid out in blocks of sixteen."""
from __future__ import annotations

import numpy as np

from physics.arrays import aligned
from physics.collision.touching import list_touching
from physics.dynamics.coloring import COLORS, assign_colors, clear_colors, colors_used, new_list, place_in_blocks
from physics.dynamics.contact_blocks import new_contacts
from physics.dynamics.joints.point import new_points
from physics.lanes.value import W


def color_stage(world) -> None:
    """Constraint blocks of a world."""
    state, bodies = world._contact_state, world._pool.arrays
    if len(state.masks) < len(bodies.uid):
        state.masks = aligned(len(bodies.uid), np.int64)
    clear_colors(state.masks)
    _color_joints(world, bodies)
    _color_contacts(state, bodies)
    state.colors = colors_used(state.contacts.color_start, state.points.color_start)


def _color_joints(world, bodies) -> None:
    state, joints = world._contact_state, world._joints
    count = joints.count
    if state.points.joints is not joints.blocks:
        state.points = new_points(1, COLORS, world.precision, joints.blocks)
    if not count:
        state.points.color_start[:] = 0
        state.point_blocks = 0
        return
    constraints = joints.constraint_list(world._pool)
    assign_colors(constraints, count, bodies.type, state.masks)
    for _ in range(2):                           # at most once with too little room
        points = state.points
        room = len(points.a) // W
        blocks = place_in_blocks(constraints, count, (points.a, points.b, points.joint, points.color_start, room),
                                 joints.padding)
        if blocks <= room:
            break
        state.points = new_points(blocks, COLORS, world.precision, joints.blocks)
    state.point_blocks = blocks


def _color_contacts(state, bodies) -> None:
    pairs = state.pairs
    used = int(pairs.kind_start[-1])
    if len(state.touching.a) < used * W:
        state.touching = new_list(2 * used * W)
    touching = state.touching
    count = list_touching(pairs, used, touching)
    assign_colors(touching, count, bodies.type, state.masks)
    for _ in range(2):
        contacts = state.contacts
        room = len(contacts.a) // W
        blocks = place_in_blocks(touching, count, (contacts.a, contacts.b, contacts.pair, contacts.color_start, room),
                                 len(pairs.a) - 1)
        if blocks <= room:
            break
        state.contacts = new_contacts(blocks + blocks // 2 + 4, COLORS, state.precision)
    state.touching_count, state.contact_blocks = count, blocks
