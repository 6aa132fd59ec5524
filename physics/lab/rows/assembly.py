"""Assembly: every constraint of a step as explicit rows, in double precision and in the order in which a sweep solves them.

A contact point has a normal row and two friction rows along the tangents; with friction at the centre a patch has two friction
rows and a twist row instead.  A part of a joint has one to three rows, by its kind.
`assemble_rows` reads them from the constraint blocks of a step as they are; after a stop inside the step they are those of that
moment.  `refresh` evaluates J, K and the error at new poses.  The table itself is `row.Rows`.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.substeps import Extent, State
from physics.lab.rows.contact_rows import contact_rows, contacts_at, contacts_with_bias
from physics.lab.rows.part_rows import part_rows, parts_at, parts_with_bias
from physics.lab.rows.row import OF_PARTS, RowParameters, Rows, put, taken


def assemble_rows(state: State, extent: Extent, params: RowParameters) -> Rows:
    """All rows of the constraint blocks in `state`, with the bias and scales that follow from `params`."""
    if not extent.contacts:
        return with_bias(part_rows(state, extent)[0], params)                # which are in order
    contacts, contact_places = contact_rows(state, extent, 1 / params.contact.inverse_h)
    if not extent.parts:
        return with_bias(contacts, params)
    parts, part_places = part_rows(state, extent)
    contacts = contacts._replace(group=contacts.group + len(parts.a))
    merged = Rows(*(np.concatenate(both) for both in zip(parts, contacts)))
    order = np.lexsort(np.concatenate((part_places, contact_places)).T[::-1])
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    rows = taken(merged, order)
    return with_bias(rows._replace(group=rank[rows.group]), params)


def refresh(old: Rows, state: State, params: RowParameters) -> Rows:
    """The rows at the bodies' present poses: arms, J, K, error and bias."""
    h, of_part = 1 / params.joint.inverse_h, old.kind >= OF_PARTS
    if of_part.all():
        return with_bias(parts_at(old, state, h), params)
    if not of_part.any():
        return with_bias(contacts_at(old, state.bodies), params)
    of_parts, of_contacts = np.flatnonzero(of_part), np.flatnonzero(~of_part)
    new = put(old, of_parts, parts_at(taken(old, of_parts), state, h))
    return with_bias(put(new, of_contacts, contacts_at(taken(old, of_contacts), state.bodies)), params)


def moved(rows: Rows, displacement: np.ndarray, params: RowParameters) -> Rows:
    """The rows after displacements (n, 6) of the bodies within the substep: errors of contacts follow to first order, as in the
    SIMD solver, and the bias with them; rows of parts keep their errors until they are placed again."""
    along = (rows.jacobian * np.concatenate((displacement[rows.a], displacement[rows.b]), 1)).sum(1)
    return with_bias(rows._replace(error=rows.error + np.where(rows.kind < OF_PARTS, along, 0)), params)


def with_bias(rows: Rows, params: RowParameters) -> Rows:
    """The rows with the bias, scales and bounds that follow from their errors and impulses."""
    of_part = rows.kind >= OF_PARTS
    if of_part.all():
        return parts_with_bias(rows, params.joint)
    if not of_part.any():
        return contacts_with_bias(rows, params.contact)
    contact = contacts_with_bias(rows, params.contact)
    joint = parts_with_bias(rows, params.joint)
    fields = ("bias", "mass_scale", "impulse_scale", "lower", "upper", "group", "relaxation")
    return rows._replace(**{name: np.where(of_part, getattr(joint, name), getattr(contact, name)) for name in fields})
