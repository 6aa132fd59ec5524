"""Rows of contacts: a normal row at every point; two friction rows there, or friction and twist at the centre of the patch; where
a pair resists rolling and spinning, two rows about the tangents and one about the normal.

A row has one axis u, fixed in the world, and a point of each body at an arm r from the centre of mass:

    J V = u . (v_b + w_b x r_b - v_a - w_a x r_a),        J = [ -u   -(r_a x u)   u   r_b x u ];      of turning [ 0 -u 0 u ]

At new poses the arms turn with their bodies, those of round bodies excepted, and the axes stay; J, K and the error follow, see
`anchored_rows`.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FEATURE, FIRST, MANIFOLD_SLOTS, POINT_SLOTS, POINTS
from physics.compile.decorators import formula, kernel
from physics.contacts import layout as contact
from physics.dynamics.substeps import State
from physics.lab.rows.anchored_rows import anchor, put_about
from physics.lab.rows.lanes import color_of, lane_base, slot, slots3, symmetric
from physics.lab.rows.responses import respond
from physics.lab.rows.row import FRICTION, NORMAL, PATCHES, ROLLING, SPINNING, TWIST, turns_about
from physics.lab.rows.vectors import crossed, inner, put_three, three
from physics.simd.value import W
from physics.simd.vec3 import add, scale, sub, first_tangent

AT_POINT, AT_CENTRE = 4, 6                       # places of the first friction row in a lane
AT_RESISTANCE = 12                               # place of the first row of resistance
SEATS = 15                                       # places of rows in a lane: four normal rows, up to eight of friction, then these


class Moment(NamedTuple):
    """A moment of a step."""

    state: State
    turns: np.ndarray             # (n, 4) turns of the bodies since the step began
    h: float                      # substep [s]
    middle: float                 # time of the step in the middle of the substep [s]


class Seat(NamedTuple):
    """A place for a row in a lane of the contact blocks."""

    kind: int                     # NORMAL, FRICTION, TWIST, ROLLING or SPINNING; -1: no row
    point: int                    # number of the point, 0 to 3; 0 of rows of the whole contact
    tangent: int                  # of a row of friction or rolling, 0 or 1


@formula
def seat_of(place, centred):
    """The Seat number `place` of a lane whose friction is at the centre, or at the points."""
    if place < AT_POINT:
        return Seat(NORMAL, place, 0)
    if place >= AT_RESISTANCE:
        return Seat(ROLLING if place < AT_RESISTANCE + 2 else SPINNING, 0, place % 2)
    if not centred:
        return Seat(FRICTION, (place - AT_POINT) // 2, (place - AT_POINT) % 2)
    if place == AT_POINT:
        return Seat(TWIST, 0, 0)
    return Seat(FRICTION if AT_CENTRE <= place < AT_CENTRE + 2 else -1, 0, place % 2)


@formula
def flag(contacts, lane, which):
    """Whether a flag of the lane's block is set."""
    return contacts.data[lane // W * contact.SLOTS * W + contact.FLAGS * W + which] > 0


@formula
def has_point(state, lane, point):
    """Whether the manifold of a lane has this point."""
    at = lane_base(state.contacts.pair[lane], MANIFOLD_SLOTS)
    return state.contacts.a[lane] >= FIRST and state.pairs.manifolds[at + (POINTS + FEATURE + point * POINT_SLOTS) * W] >= 0


@formula
def has_points(state, lane):
    """Whether the manifold of a lane has any point."""
    return has_point(state, lane, 0) or has_point(state, lane, 1) or has_point(state, lane, 2) or has_point(state, lane, 3)


@formula
def has_row(state, lane, seat, centred):
    """Whether there is a row on this seat."""
    if seat.kind >= ROLLING:
        arm = contact.ROLLING_ARM if seat.kind == ROLLING else contact.SPINNING_ARM
        return (flag(state.contacts, lane, contact.RESISTS) and has_points(state, lane)
                and state.contacts.resistance[lane_base(lane, contact.RESISTANCE_SLOTS) + arm * W] > 0)
    if seat.kind == NORMAL or not centred:
        return has_point(state, lane, seat.point)
    return seat.kind >= 0 and has_points(state, lane)


@kernel
def count_contact_rows(blocks, state) -> int:
    """Number of rows of the contacts in so many blocks.

    Reads   state.contacts.data state.contacts.resistance state.contacts.pair state.contacts.a state.pairs.manifolds
    Writes
    """
    count = 0
    for lane in range(blocks * W):
        centred = flag(state.contacts, lane, contact.CENTRED)
        for place in range(SEATS):
            if has_row(state, lane, seat_of(place, centred), centred):
                count += 1
    return count


@kernel
def read_contact_rows(blocks, now, first, rows, places):
    """Fill rows from `first` on, and their sort keys, from so many blocks.

    Reads   now
    Writes  rows places
    """
    row, color, group, state = first, 0, first, now.state
    for lane in range(blocks * W):
        color = color_of(lane // W, color, state.contacts.color_start)
        centred, pair = flag(state.contacts, lane, contact.CENTRED), -1
        for place in range(SEATS):
            seat = seat_of(place, centred)
            if has_row(state, lane, seat, centred):
                if place // 2 != pair:
                    group, pair = row, place // 2
                rows.group[row] = group
                places[row, 0], places[row, 1], places[row, 2] = color, 1, lane // W
                places[row, 3], places[row, 4] = lane % W, place
                read_contact_row(state.contacts, lane, seat, centred, (rows, row))
                if seat.kind != NORMAL and flag(state.contacts, lane, contact.DRIVEN):
                    drive_row(now, lane, rows, row)
                if seat.kind == FRICTION and flag(state.contacts, lane, contact.TURNS):
                    rate = slot(state.contacts.data, lane_base(lane, contact.SLOTS), contact.TURNING_RATE + seat.tangent)
                    rows.turning_slip[row] = (now.middle - lead_of(state.contacts, lane)) * rate
                if seat.kind <= TWIST and flag(state.contacts, lane, contact.ROLLS):
                    rows.turning_slip[row] += rolling_speed(state.contacts, lane, seat, 0.5 * now.h)
                anchor(rows, row, state.bodies, now.turns)
                row += 1


@formula
def lead_of(contacts, lane):
    """The time of the step for which the arms of a contact hold [s]."""
    if contacts.data[lane_base(lane - lane % W, contact.SLOTS) + contact.FLAGS * W + contact.TURNS] == contact.ROUND_TURNS:
        return slot(contacts.rolling, lane_base(lane, contact.ROLLING_SLOTS), contact.LEAD)
    return 0.0 * slot(contacts.data, lane_base(lane, contact.SLOTS), contact.FRICTION)


@formula
def rolling_speed(contacts, lane, seat, time):
    """What rolling adds to the speed of a row in `time` [s], see `contacts.rolling_points`."""
    at, data = lane_base(lane, contact.ROLLING_SLOTS), contacts.data
    point = lane_base(lane, contact.SLOTS) + (contact.FIRST_POINT + seat.point * contact.POINT) * W
    centred = data[lane // W * contact.SLOTS * W + contact.FLAGS * W + contact.CENTRED] > 0
    points = seat.kind == NORMAL or not centred
    x = slot(data, point, contact.PLACE_1) if points else 0.0
    y = slot(data, point, contact.PLACE_2) if points else 0.0
    own, line = slots3(contacts.rolling, at, contact.SPEED_RATE), slots3(contacts.rolling, at, contact.LINE_RATE)
    if seat.kind == NORMAL:
        return time * (own[0] + y * line[0] - x * line[1])
    if seat.kind == TWIST:
        return time * line[2]
    return time * (own[1] - y * line[2] if seat.tangent == 0 else own[2] + x * line[2])


@formula
def read_contact_row(contacts, lane, seat, centred, target):
    """One row of the contact in this lane; `target` is the table and the number of the row."""
    rows, i = target
    data, base = contacts.data, lane_base(lane, contact.SLOTS)
    point = base + (contact.FIRST_POINT + seat.point * contact.POINT) * W
    middle, tangent = lane_base(lane, contact.CENTRE_SLOTS), seat.tangent
    n = slots3(data, base, contact.NORMAL_AXIS)
    first = first_tangent(n, slot(data, base, contact.TANGENT_SCALE))
    second, arm, friction = crossed(n, first), slots3(data, base, contact.ARM_A), slot(data, base, contact.FRICTION)
    axis, along = (first if tangent == 0 else second), add(scale(slot(data, point, contact.PLACE_1), first),
                                                            scale(slot(data, point, contact.PLACE_2), second))
    rows.kind[i], rows.a[i], rows.b[i] = seat.kind, contacts.a[lane], contacts.b[lane]
    rows.mass_scale[i], rows.component[i], rows.friction[i] = 1.0, tangent, friction
    rows.patch[i] = PATCHES * lane if centred else PATCHES * lane + seat.point
    if seat.kind == NORMAL:
        axis, arm = n, add(arm, add(along, scale(slot(data, point, contact.HEIGHT), n)))
        rows.component[i], rows.friction[i], rows.offset[i] = seat.point, 0.0, slot(data, point, contact.START)
        rows.effective_mass[i] = 1 / slot(data, point, contact.NORMAL_K)
        rows.restitution[i], rows.impulse[i] = slot(data, base, contact.RESTITUTION), slot(data, point, contact.IMPULSE)
        rows.target[i] = slot(data, point, contact.TARGET)
    elif seat.kind >= ROLLING:
        if seat.kind == SPINNING:
            axis, rows.component[i] = n, 2
        resists = lane_base(lane, contact.RESISTANCE_SLOTS)
        rows.friction[i] = slot(contacts.resistance, resists, contact.ROLLING_ARM + seat.kind - ROLLING)
        rows.effective_mass[i] = slot(contacts.resistance, resists, contact.ROLLING_MASS + seat.kind - ROLLING)
        rows.impulse[i] = slot(contacts.resistance, resists, contact.RESISTING + rows.component[i])
    elif not centred:
        arm = add(arm, along)
        rows.effective_mass[i] = slot(data, point, contact.TANGENT_MASS + tangent)
        rows.impulse[i] = slot(data, point, contact.TANGENT_1 + tangent)
    elif seat.kind == TWIST:
        axis, rows.component[i] = n, contact.TWIST - contact.CENTRE_1
        rows.friction[i] = friction * slot(contacts.centre, middle, contact.RADIUS)
        rows.effective_mass[i] = slot(contacts.centre, middle, contact.TWIST_MASS)
        rows.impulse[i] = slot(contacts.centre, middle, contact.TWIST)
    else:
        rows.effective_mass[i] = slot(contacts.centre, middle, contact.CENTRE_MASS)
        rows.impulse[i] = slot(contacts.centre, middle, contact.CENTRE_1 + tangent)
    put_three(rows.axis, i, 0, axis)
    put_three(rows.arm_a, i, 0, arm)
    put_three(rows.arm_b, i, 0, sub(add(arm, slots3(data, base, contact.ARM_B)), slots3(data, base, contact.ARM_A)))
    put_about(rows, i)
    respond(rows, i, (slot(data, base, contact.INVERSE_MASS_A), symmetric(data, base, contact.INERTIA_A),
                      slot(data, base, contact.INVERSE_MASS_B), symmetric(data, base, contact.INERTIA_B)))


@formula
def drive_row(now, lane, rows, i):
    """The relative velocity of moving surfaces along a row, and its derivative with respect to v_b - v_a."""
    contacts, delta, kind, a, b = now.state.contacts, now.state.bodies.delta, rows.kind[i], rows.a[i], rows.b[i]
    base, axis, arm = lane_base(lane, contact.DRIVE_SLOTS), three(rows.axis, i, 0), three(rows.arm_a, i, 0)
    spin, both = slots3(contacts.drive, base, contact.SURFACE_SPIN), slots3(contacts.drive, base, contact.SPIN_SUM)
    moved = (1.0 * (delta[b, 0] - delta[a, 0]), 1.0 * (delta[b, 1] - delta[a, 1]), 1.0 * (delta[b, 2] - delta[a, 2]))
    velocity = sub(add(slots3(contacts.drive, base, contact.SURFACE_VELOCITY), crossed(spin, arm)), crossed(both, moved))
    rows.surface_velocity[i] = inner(axis, spin if turns_about(kind) else velocity)
    if kind == FRICTION:
        put_three(rows.surface_jacobian, i, 0, scale(-now.h / 2, crossed(axis, both)))
