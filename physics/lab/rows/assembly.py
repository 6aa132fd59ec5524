"""Rows: every constraint of a step as explicit numbers, in double precision and in the order in which a sweep solves them.

A contact point has one normal row and two friction rows along the tangents, or one patch of contact has two of these and one
of twist at its centre; a part of a joint has as many rows as its kind.
`rows` reads them from the constraint blocks of a step as they stand; after a stop inside the step these are the numbers of that
moment.  `refresh` takes new poses: J, K and the error are then those of the new place.  The table itself is `row.Rows`.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.substeps import Extent, State
from physics.lab.rows.contact_rows import answered_contacts, contact_rows, contacts_at
from physics.lab.rows.part_rows import answered_parts, part_rows, parts_at
from physics.lab.rows.row import OF_PARTS, Laws, Rows, put, taken


def rows(state: State, extent: Extent, laws: Laws) -> Rows:
    """All rows of a step whose constraint blocks stand in `state`; they answer their errors by `laws`."""
    contacts, contact_places = contact_rows(state, extent, 1 / laws.contact.inverse_h)
    parts, part_places = part_rows(state, extent)
    if not len(parts.a):
        return answered(contacts, laws)
    contacts = contacts._replace(group=contacts.group + len(parts.a))
    merged = Rows(*(np.concatenate(both) for both in zip(parts, contacts)))
    order = np.lexsort(np.concatenate((part_places, contact_places)).T[::-1])
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    made = taken(merged, order)
    return answered(made._replace(group=rank[made.group]), laws)


def refresh(old: Rows, state: State, laws: Laws) -> Rows:
    """The rows at the bodies' present poses: arms, J, K, error and bias anew."""
    of_parts = np.flatnonzero(old.kind >= OF_PARTS)
    of_contacts = np.flatnonzero(old.kind < OF_PARTS)
    new = put(old, of_parts, parts_at(taken(old, of_parts), state, 1 / laws.joint.inverse_h))
    return answered(put(new, of_contacts, contacts_at(taken(old, of_contacts), state.bodies)), laws)


def moved(made: Rows, way: np.ndarray, laws: Laws) -> Rows:
    """The rows after bodies moved on by `way` (n, 6) within the substep: errors of contacts follow to first order, as the wide
    solver's do, and bias by them; parts keep theirs until they are placed again."""
    along = (made.jacobian * np.concatenate((way[made.a], way[made.b]), 1)).sum(1)
    return answered(made._replace(error=made.error + np.where(made.kind < OF_PARTS, along, 0)), laws)


def answered(made: Rows, laws: Laws) -> Rows:
    """The rows with bias, scales and bounds by their errors and impulses."""
    contact = answered_contacts(made, laws.contact)
    joint = answered_parts(made, laws.joint)
    of_part = made.kind >= OF_PARTS
    fields = ("bias", "mass_scale", "impulse_scale", "lower", "upper", "group", "relaxation")
    return made._replace(**{name: np.where(of_part, getattr(joint, name), getattr(contact, name)) for name in fields})
