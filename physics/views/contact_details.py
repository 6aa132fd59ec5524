"""Contact points in more detail: their friction, their state, and the colour of the constraint graph that they were solved in.

    open        no normal impulse
    sliding     friction at its bound, by `dynamics.at_bound`; where it acts at the centre, that of the whole manifold
    sticking    otherwise

States are those of the last substep, as in the table of rows; where a bounce was finished after its sweeps, that alone may
differ.  Points of sleeping bodies stick.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FEATURE, MANIFOLD_SLOTS, POINT_SLOTS, POINTS
from physics.contacts.layout import (
    CENTRE_1,
    CENTRE_2,
    CENTRE_SLOTS,
    CENTRED,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    IMPULSE,
    POINT,
    SLOTS,
    TANGENT_1,
    TANGENT_2,
)
from physics.dynamics.at_bound import at_bound
from physics.simd.value import W
from physics.views.contacts import ContactArrays, ordered_arrays

STATES = ("open", "sticking", "sliding")
OPEN, STICKING, SLIDING = range(len(STATES))
UNCOLORED = -1                     # of points between sleeping bodies, which no sweep solves


class ContactDetails(NamedTuple):
    """Details of k contact points."""

    frictions: np.ndarray          # (k,) mu; nan for points between sleeping bodies
    states: np.ndarray             # (k,) uint8 index in STATES
    colors: np.ndarray             # (k,) int64 colour of the constraint graph, or UNCOLORED


def detailed_arrays(world, precision: str = "double") -> tuple[ContactArrays, ContactDetails]:
    """Contact points of the last step, and their details, in the same order."""
    found, lanes = ordered_arrays(world, precision)
    contacts, count = world._contacts.contacts, len(found.features)
    frictions, colors = np.full(count, np.nan), np.full(count, UNCOLORED, np.int64)
    solved = int(np.searchsorted(found.manifolds, len(lanes)))             # those of sleeping bodies come last
    lane = lanes[found.manifolds[:solved]].astype(np.int64)
    block = lane // W
    frictions[:solved] = contacts.data[(block * SLOTS + FRICTION) * W + lane % W]
    colors[:solved] = np.searchsorted(contacts.color_start[1:], block, side="right")
    states = np.full(count, STICKING, np.uint8)
    states[solved:][found.normal_impulses[solved:] <= 0] = OPEN
    states[:solved] = _states(world, lanes, lane, frictions[:solved])
    return found, ContactDetails(frictions, states, colors)


def _states(world, lanes: np.ndarray, lane: np.ndarray, frictions: np.ndarray) -> np.ndarray:
    """States of solved points; `lanes` of their manifolds in order, `lane` of each point's."""
    contacts, block, at = world._contacts.contacts, lane // W, lane % W
    data, centre = contacts.data.reshape(-1, SLOTS, W), contacts.centre.reshape(-1, CENTRE_SLOTS, W)
    point = FIRST_POINT + POINT * _numbers(world, lanes)
    push, *friction = (data[block, point + slot, at].astype(np.float64) for slot in (IMPULSE, TANGENT_1, TANGENT_2))
    bound, centred = push, data[block, FLAGS, CENTRED] > 0
    if centred.any():
        bound = np.where(centred, np.bincount(lane, push)[lane], push)
        friction = [np.where(centred, centre[block, slot, at], part) for slot, part in zip((CENTRE_1, CENTRE_2), friction)]
    size = np.maximum(*np.abs(friction)) if world.solver.friction_model == "pyramid" else np.hypot(*friction)
    sliding = at_bound(size, frictions * bound, data.dtype)
    return np.select((push <= 0, sliding), (OPEN, SLIDING), STICKING).astype(np.uint8)


def _numbers(world, lanes: np.ndarray) -> np.ndarray:
    """Places of the points in their manifolds, 0 to 3, of manifolds in order."""
    state = world._contacts
    entry = state.contacts.pair[lanes].astype(np.int64)
    manifolds = state.pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)
    features = manifolds[entry // W, POINTS + FEATURE::POINT_SLOTS, entry % W] if len(entry) else np.empty((0, 4))
    return np.nonzero(features[:, :4] >= 0)[1]
