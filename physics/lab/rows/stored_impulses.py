"""Stored impulses: impulses of explicit rows in the constraint blocks of the step, where later stages read them.

A method that steps in Python calls `store_row_impulses` once in every substep, with that substep's impulses, and `keep_results`
after the last.  `world.contacts`, forces of joints, the warm start of the next step (`Pairs.impulses`, CARRIED of a part),
breaking joints and contact events then follow from its impulses, as after the SIMD solver:

    contacts    sum += impulse of the substep before,  impulse = this one's        `keep_results` adds the last
    parts       impulse = this one's,  sum += impulse                              forces and torques by the placed rows

Contacts begin the step with the carried impulse as `impulse` and its negative as `sum`, so the first call makes the sum 0.
"""
from __future__ import annotations

import numpy as np

from physics.constraints import block
from physics.constraints.solver import sum_parts
from physics.contacts import layout as contact
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, TWIST, Rows
from physics.simd.value import W


def store_row_impulses(state: State, extent: Extent, rows: Rows, impulses: np.ndarray) -> None:
    """Store the impulses (m,) of all rows in one substep [N s] or [N m s]; `place_parts` must have run in this substep."""
    if extent.parts:
        store_part_impulses(state, extent, rows, impulses)
    if extent.contacts:
        store_contact_impulses(state, extent, rows, impulses)


def store_part_impulses(state: State, extent: Extent, rows: Rows, impulses: np.ndarray) -> None:
    """Store the impulses of rows of parts."""
    parts = state.parts
    mine = np.flatnonzero(rows.kind >= OF_PARTS)
    used = parts.part[:extent.parts * W]
    lane = np.empty(len(parts.store) // block.PART_SLOTS, np.int64)
    lane[used] = np.arange(len(used))
    at = lane[rows.part[mine]]
    data = parts.data.reshape(-1, block.SLOTS, W)
    data[at // W, block.IMPULSE + rows.component[mine], at % W] = impulses[mine]
    sum_parts(0, extent.parts, parts)


def store_contact_impulses(state: State, extent: Extent, rows: Rows, impulses: np.ndarray) -> None:
    """Store the impulses of rows of contacts: at the points, and at the centre of a patch where friction acts there."""
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
    lane, middle = rows.patch // 4, np.zeros(len(rows.a), bool)
    contacts_rows = rows.kind < OF_PARTS
    middle[contacts_rows] = centred[lane[contacts_rows] // W]

    def put(chosen: np.ndarray, target: np.ndarray, place: tuple) -> None:
        target[(lane[chosen] // W, *place, lane[chosen] % W)] = impulses[chosen]

    impulses = np.where(rows.kind == NORMAL, np.maximum(impulses, 0), impulses)      # roundings may be below 0
    normal = np.flatnonzero(rows.kind == NORMAL)
    put(normal, points, (rows.component[normal], contact.IMPULSE))
    at_points = np.flatnonzero((rows.kind == FRICTION) & ~middle)
    put(at_points, points, (rows.patch[at_points] % 4, contact.TANGENT_1 + rows.component[at_points]))
    at_middles = np.flatnonzero(((rows.kind == FRICTION) | (rows.kind == TWIST)) & middle)
    put(at_middles, centres, (contact.CENTRE_1 + rows.component[at_middles],))
