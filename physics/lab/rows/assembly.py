"""Assembly: every constraint of a step as explicit rows, in double precision and in the order in which a sweep solves them.

A contact point has a normal row and two friction rows along the tangents; with friction at the centre a patch has two friction
rows and a twist row instead.  A part of a joint has one to three rows, by its kind.
`assemble_rows` reads them from the constraint blocks of a step as they are; after a stop inside the step they are those of that
moment.  `refresh` evaluates J, K and the error at new poses.  The table itself is `row.Rows`.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import kernel
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.anchored_rows import place_contact_rows, turns_of
from physics.lab.rows.bias import patches, set_bias, with_bias
from physics.lab.rows.contact_rows import Moment, count_contact_rows, read_contact_rows
from physics.lab.rows.part_rows import count_part_rows, read_part_rows
from physics.lab.rows.placed_rows import place_part_rows
from physics.lab.rows.row import OF_PARTS, PLACE, RowParameters, Rows, blank, taken
from physics.lab.rows.row_products import speed_of

PLACED = ("error", "k", "curvature", "strain", "reach", "active", "jacobian", "response")  # columns that depend on poses,
ARMS = ("arm_a", "arm_b")                                                        # and of contacts alone


def assemble_rows(state: State, extent: Extent, params: RowParameters, substep: int = 0) -> Rows:
    """All rows of the constraint blocks in `state` in a substep, with the bias and scales that follow from `params`."""
    parts = count_part_rows(extent.parts, state.parts) if extent.parts else 0
    whole = parts + (count_contact_rows(extent.contacts, state) if extent.contacts else 0)
    rows, places = blank(whole), np.zeros((whole, PLACE), np.int64)
    if parts:
        read_part_rows(extent.parts, state.parts, rows, places)
    if whole > parts:
        h = 1 / params.contact.inverse_h
        now = Moment(state, turns_of(state.bodies), h, (substep + 0.5) * h)
        read_contact_rows(extent.contacts, now, parts, rows, places)
    return with_bias(sorted_rows(rows, places) if 0 < parts < whole else rows, params)        # either alone is in order


def sorted_rows(rows: Rows, places: np.ndarray) -> Rows:
    """The rows in the order of a sweep, by their sort keys (m, PLACE)."""
    order = np.lexsort(places.T[::-1])
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    rows = taken(rows, order)
    return rows._replace(group=rank[rows.group])


def copied(rows: Rows, names: tuple[str, ...]) -> Rows:
    """The rows with copies of these columns."""
    return rows._replace(**{name: getattr(rows, name).copy() for name in names})


def with_parts_placed(old: Rows, state: State, h: float) -> Rows:
    """The rows, those of parts at present poses and velocities before a substep of h: J, K, the error and its curvature."""
    rows = copied(old, PLACED)
    if (old.kind >= OF_PARTS).any():
        place_part_rows(rows, state.bodies, state.parts, h)
    return rows


def with_contacts_placed(old: Rows, state: State) -> Rows:
    """The rows, those of contacts at present poses: arms, J, K and the error."""
    if (old.kind >= OF_PARTS).all():
        return old
    rows = copied(old, PLACED + ARMS)
    place_contact_rows(rows, state.bodies)
    return rows


def refresh(old: Rows, state: State, params: RowParameters) -> Rows:
    """The rows at the bodies' present poses: arms, J, K, error and bias."""
    return with_bias(with_contacts_placed(with_parts_placed(old, state, 1 / params.joint.inverse_h), state), params)


def renew(rows: Rows, state: State, params: RowParameters) -> None:
    """`refresh`, in the same table: for rows that are needed no more as they were."""
    of_parts = rows.kind >= OF_PARTS
    if of_parts.any():
        place_part_rows(rows, state.bodies, state.parts, 1 / params.joint.inverse_h)
    if not of_parts.all():
        place_contact_rows(rows, state.bodies)
    set_bias(rows, params, np.zeros(patches(rows)))


def moved(rows: Rows, displacement: np.ndarray, params: RowParameters) -> Rows:
    """The rows after displacements (n, 6) of the bodies within the substep: errors of contacts follow to first order, as in the
    SIMD solver, and the bias with them; rows of parts keep their errors until they are placed again."""
    error = rows.error.copy()
    move_errors(rows, displacement, error)
    return with_bias(rows._replace(error=error), params)


@kernel
def move_errors(rows, displacement, error):
    """Add what displacements (n, 6) of the bodies do to the errors of contacts.

    Reads   rows.kind rows.a rows.b rows.jacobian displacement error
    Writes  error
    """
    for i in range(len(error)):
        if rows.kind[i] < OF_PARTS:
            error[i] += speed_of(rows.jacobian, i, displacement, rows.a[i], rows.b[i])
