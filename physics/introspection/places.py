"""Places: where the numbers of each row lie in the constraint blocks of a step, so that they are read without reading all rows.

A row's impulse lies in the data of parts, in the data of contacts, with the centres of patches, or with resistance; its other
numbers lie so many slots further on.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.constraints import block
from physics.contacts import layout as contact
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, PATCHES, ROLLING, Rows
from physics.simd.value import W

OF_PART, OF_POINT, OF_CENTRE, OF_RESISTANCE = range(4)   # tables: parts.data, contacts.data, contacts.centre, contacts.resistance
TO_SUM = (block.SUM - block.IMPULSE, contact.SUM - contact.IMPULSE, contact.CENTRE_SUM - contact.CENTRE_1,
          contact.RESISTING_SUM - contact.RESISTING)     # from an impulse to its sum over substeps, by table


class Places(NamedTuple):
    """Where m rows lie."""

    table: np.ndarray             # (m,) OF_PART, OF_POINT, OF_CENTRE or OF_RESISTANCE
    at: np.ndarray                # (m,) place of the impulse in its table
    lane: np.ndarray              # (m,) lane in the blocks of parts or of contacts
    color: np.ndarray             # (m,) colour of its block


def places_of(rows: Rows, state: State, extent: Extent) -> Places:
    """The places of rows that were read from the blocks of `state`."""
    parts, contacts, joint = state.parts, state.contacts, rows.kind >= OF_PARTS
    lanes = np.zeros(max(int(rows.part.max(initial=0)), int(parts.part[:extent.parts * W].max(initial=0))) + 1, np.int64)
    lanes[parts.part[:extent.parts * W]] = np.arange(extent.parts * W)
    lane = np.where(joint, lanes[rows.part], rows.patch // PATCHES)
    centred = contacts.data.reshape(-1, contact.SLOTS, W)[np.where(joint, 0, lane) // W, contact.FLAGS, contact.CENTRED] > 0
    table = np.where(joint, OF_PART, np.where(centred & (rows.kind != NORMAL), OF_CENTRE, OF_POINT))
    table = np.where(~joint & (rows.kind >= ROLLING), OF_RESISTANCE, table)
    point = np.where(rows.kind == NORMAL, rows.component, rows.patch % PATCHES)
    slot = contact.FIRST_POINT + point * contact.POINT + np.where(rows.kind == FRICTION, contact.TANGENT_1 + rows.component,
                                                                  contact.IMPULSE)
    slot = np.choose(table, (block.IMPULSE + rows.component, slot, contact.CENTRE_1 + rows.component,
                             contact.RESISTING + rows.component))
    slots = np.choose(table, (block.SLOTS, contact.SLOTS, contact.CENTRE_SLOTS, contact.RESISTANCE_SLOTS))
    number, color = lane // W, np.zeros(len(lane), np.int64)
    for mine, start in ((joint, parts.color_start), (~joint, contacts.color_start)):
        color[mine] = np.searchsorted(start, number[mine], "right") - 1
    return Places(table, (number * slots + slot) * W + lane % W, lane, color)


def read(places: Places, state: State, slots: tuple[int, ...] = (0, 0, 0, 0), which: np.ndarray | None = None) -> np.ndarray:
    """(m,) a number of each row, so many slots behind the impulse in each table; 0 of rows that are not in `which`."""
    found = np.zeros(len(places.at))
    for table, data in enumerate((state.parts.data, state.contacts.data, state.contacts.centre, state.contacts.resistance)):
        mine = places.table == table if which is None else which & (places.table == table)
        found[mine] = data[places.at[mine] + slots[table] * W]
    return found


def impulses(places: Places, state: State) -> np.ndarray:
    """(m,) impulses of the substep as of now [N s] or [N m s]."""
    return read(places, state)


def pushed(places: Places, rows: Rows, state: State) -> np.ndarray:
    """(m,) impulses on pseudo velocities as of now [N s] or [N m s]; of friction 0."""
    return read(places, state, (block.PUSHED - block.IMPULSE, contact.PUSHED - contact.IMPULSE, 0, 0),
                (rows.kind >= OF_PARTS) | (rows.kind == NORMAL))
