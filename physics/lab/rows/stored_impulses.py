"""Impulses of explicit rows into the constraint blocks of the step, where all that comes after a method reads them.

A method that steps in Python calls `note` once in every substep, with that substep's impulses, and `keep_results` after the
last.  What people read (`world.contacts`, forces of joints), what the next step starts from (`Pairs.impulses`, CARRIED of a
part), breaking joints and events of contacts then are those of its impulses, as after the wide solver:

    contacts    sum += impulse of the substep before,  impulse = this one's        the last is added by `keep_results`
    parts       impulse = this one's,  sum += impulse                              forces and torques by the rows as placed

Contacts start the step with what they carry as `impulse` and with minus that as `sum`, so that the first note leaves 0.
"""
from __future__ import annotations

import numpy as np

from physics.constraints import block
from physics.constraints.solver import sum_parts
from physics.contacts import layout as contact
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, TWIST, Rows
from physics.simd.value import W


def note(state: State, extent: Extent, made: Rows, impulses: np.ndarray) -> None:
    """Impulses (m,) of all rows in one substep [N s] or [N m s]; `place_parts` was called in this substep."""
    store_part_impulses(state, extent, made, impulses)
    store_contact_impulses(state, extent, made, impulses)


def store_part_impulses(state: State, extent: Extent, made: Rows, impulses: np.ndarray) -> None:
    """Those of the rows of parts."""
    parts = state.parts
    mine = np.flatnonzero(made.kind >= OF_PARTS)
    used = parts.part[:extent.parts * W]
    lane = np.empty(len(parts.store) // block.PART_SLOTS, np.int64)
    lane[used] = np.arange(len(used))
    at = lane[made.part[mine]]
    data = parts.data.reshape(-1, block.SLOTS, W)
    data[at // W, block.IMPULSE + made.component[mine], at % W] = impulses[mine]
    sum_parts(0, extent.parts, parts)


def store_contact_impulses(state: State, extent: Extent, made: Rows, impulses: np.ndarray) -> None:
    """Those of the rows of contacts: at the points, and at the middle of a patch where friction acts there."""
    contacts, count = state.contacts, extent.contacts
    data = contacts.data.reshape(-1, contact.SLOTS, W)[:count]
    points = data[:, contact.FIRST_POINT:].reshape(count, 4, contact.POINT, W)
    centres = contacts.centre.reshape(-1, contact.CENTRE_SLOTS, W)[:count]
    real = (np.arange(4)[None, :] < data[:, contact.FLAGS, contact.COUNT, None])[:, :, None, None]
    points[:, :, contact.SUM:contact.SUM + 3] += np.where(real, points[:, :, contact.IMPULSE:contact.IMPULSE + 3], 0)
    points[:, :, contact.IMPULSE:contact.IMPULSE + 3] = 0
    centred = data[:, contact.FLAGS, contact.CENTRED] > 0
    own = slice(contact.CENTRE_1, contact.CENTRE_1 + 3)
    centres[centred, contact.CENTRE_SUM:contact.CENTRE_SUM + 3] += centres[centred, own]
    centres[centred, own] = 0
    lane, middle = made.patch // 4, np.zeros(len(made.a), bool)
    contacts_rows = made.kind < OF_PARTS
    middle[contacts_rows] = centred[lane[contacts_rows] // W]

    def put(rows: np.ndarray, target: np.ndarray, place: tuple) -> None:
        target[(lane[rows] // W, *place, lane[rows] % W)] = impulses[rows]

    impulses = np.where(made.kind == NORMAL, np.maximum(impulses, 0), impulses)      # a rounding below is nothing
    normal = np.flatnonzero(made.kind == NORMAL)
    put(normal, points, (made.component[normal], contact.IMPULSE))
    at_points = np.flatnonzero((made.kind == FRICTION) & ~middle)
    put(at_points, points, (made.patch[at_points] % 4, contact.TANGENT_1 + made.component[at_points]))
    at_middles = np.flatnonzero(((made.kind == FRICTION) | (made.kind == TWIST)) & middle)
    put(at_middles, centres, (contact.CENTRE_1 + made.component[at_middles],))
