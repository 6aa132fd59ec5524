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

from physics.compile.decorators import formula, kernel
from physics.constraints import block
from physics.constraints.solver import sum_parts
from physics.contacts import layout as contact
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.lanes import lane_base
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, PATCHES, ROLLING, Rows
from physics.simd.value import W


def store_row_impulses(state: State, extent: Extent, rows: Rows, impulses: np.ndarray) -> None:
    """Store the impulses (m,) of all rows in one substep [N s] or [N m s]; `place_parts` must have run in this substep."""
    if extent.parts:
        store_part_impulses(state, extent, rows, impulses)
    if extent.contacts:
        store_contact_impulses(state, extent, rows, impulses)


def store_part_impulses(state: State, extent: Extent, rows: Rows, impulses: np.ndarray) -> None:
    """Store the impulses of rows of parts."""
    lanes = np.zeros(len(state.parts.store) // block.PART_SLOTS, np.int64)
    write_part_impulses(extent.parts, state.parts, rows, impulses, lanes)
    sum_parts(0, extent.parts, state.parts)


@kernel
def write_part_impulses(blocks, parts, rows, impulses, lanes):
    """Write the impulses of rows of parts to the part blocks; `lanes` becomes the lane of each part.

    Reads   parts.part rows.kind rows.part rows.component impulses
    Writes  parts.data lanes
    """
    for lane in range(blocks * W):
        lanes[parts.part[lane]] = lane
    for i in range(len(impulses)):
        if rows.kind[i] >= OF_PARTS:
            base = lane_base(lanes[rows.part[i]], block.SLOTS)
            parts.data[base + (block.IMPULSE + rows.component[i]) * W] = impulses[i]


def store_contact_impulses(state: State, extent: Extent, rows: Rows, impulses: np.ndarray) -> None:
    """Store the impulses of rows of contacts: at the points, and at the centre of a patch where friction acts there."""
    sum_contacts(extent.contacts, state.contacts)
    write_contact_impulses(state.contacts, rows, impulses)


@formula
def add_three(data, at, to):
    """Add three numbers of a lane to those `to` numbers further on, and clear them."""
    for k in range(3):
        data[at + (to + k) * W] += data[at + k * W]
        data[at + k * W] = 0


@formula
def is_centred(contacts, lane):
    """Whether friction acts at the centre of the patch of this lane."""
    return contacts.data[lane // W * contact.SLOTS * W + contact.FLAGS * W + contact.CENTRED] > 0


@formula
def resists(contacts, lane):
    """Whether a contact of the block of this lane resists rolling or spinning."""
    return contacts.data[lane // W * contact.SLOTS * W + contact.FLAGS * W + contact.RESISTS] > 0


@kernel
def sum_contacts(blocks, contacts):
    """Add the impulses of the substep before to the sums, and clear them.

    Reads   contacts.data contacts.centre contacts.resistance
    Writes  contacts.data contacts.centre contacts.resistance
    """
    for lane in range(blocks * W):
        base = lane_base(lane, contact.SLOTS)
        count = contacts.data[lane // W * contact.SLOTS * W + contact.FLAGS * W + contact.COUNT]
        for number in range(4):
            at = base + (contact.FIRST_POINT + number * contact.POINT + contact.IMPULSE) * W
            if number < count:
                add_three(contacts.data, at, contact.SUM - contact.IMPULSE)
            for k in range(3):
                contacts.data[at + k * W] = 0
        if is_centred(contacts, lane):
            middle = lane_base(lane, contact.CENTRE_SLOTS) + contact.CENTRE_1 * W
            add_three(contacts.centre, middle, contact.CENTRE_SUM - contact.CENTRE_1)
        if resists(contacts, lane):
            at = lane_base(lane, contact.RESISTANCE_SLOTS) + contact.RESISTING * W
            add_three(contacts.resistance, at, contact.RESISTING_SUM - contact.RESISTING)


@kernel
def write_contact_impulses(contacts, rows, impulses):
    """Write the impulses of rows of contacts.

    Reads   contacts.data rows.kind rows.patch rows.component impulses
    Writes  contacts.data contacts.centre contacts.resistance
    """
    for i in range(len(impulses)):
        kind = rows.kind[i]
        if kind >= OF_PARTS:
            continue
        lane, number = rows.patch[i] // PATCHES, rows.patch[i] % PATCHES
        points = lane_base(lane, contact.SLOTS) + contact.FIRST_POINT * W
        if kind == NORMAL:                       # roundings may be below 0
            at = points + (rows.component[i] * contact.POINT + contact.IMPULSE) * W
            contacts.data[at] = max(impulses[i], 0.0)
        elif kind >= ROLLING:
            at = lane_base(lane, contact.RESISTANCE_SLOTS) + (contact.RESISTING + rows.component[i]) * W
            contacts.resistance[at] = impulses[i]
        elif is_centred(contacts, lane):
            at = lane_base(lane, contact.CENTRE_SLOTS) + (contact.CENTRE_1 + rows.component[i]) * W
            contacts.centre[at] = impulses[i]
        elif kind == FRICTION:
            contacts.data[points + (number * contact.POINT + contact.TANGENT_1 + rows.component[i]) * W] = impulses[i]
