"""Contact points in more detail: their friction, their state, and the colour of the constraint graph that they were solved in.

    open        no normal impulse in the step
    sliding     |f| >= ALMOST mu N         N, f: normal and friction impulse of the step, where friction acts at the centre of all
    sticking    otherwise                  points of the manifold together
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.contacts.layout import FRICTION, SLOTS
from physics.dynamics.support import ALMOST
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
    push, rub = found.normal_impulses.astype(np.float64), found.tangent_impulses.astype(np.float64)
    if world.solver.friction_model == "manifold_centre":
        push, rub = (_whole(found.manifolds, part) for part in (push, rub))
    return found, ContactDetails(frictions, _states(push, np.sqrt((rub**2).sum(1)), frictions), colors)


def _whole(manifolds: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """The sum of (k,) or (k, 3) parts over the points of each one's manifold: friction at the centre is limited as a whole."""
    first, number = np.unique(manifolds, return_index=True, return_inverse=True)[1:]
    return np.add.reduceat(parts, first)[number] if len(parts) else parts


def _states(push: np.ndarray, rub: np.ndarray, frictions: np.ndarray) -> np.ndarray:
    states = np.full(len(push), STICKING, np.uint8)
    states[(rub >= ALMOST * frictions * push) & ~np.isnan(frictions)] = SLIDING
    states[push <= 0] = OPEN
    return states
