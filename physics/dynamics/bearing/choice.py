"""Which contact points bear joints solved together: those at which a light body of a component touches something immovable.

A load that joints pass on to a light body presses it against what it touches.  A sweep over the contact moves the body alone,
whose mass m is a small part of the mass M that presses, and leaves the share 1 - m / M of the error: 1,000 sweeps of a link of
20 g that bears a weight of 10 kg.  So these points are solved together with the joints.  Sweeps solve contacts that bounce, whose
surfaces move or that resist rolling, and those of the points beyond MOST_BORNE at a body.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from physics.bodies.arrays import MARK
from physics.compile.decorators import formula, kernel
from physics.constraints.together.graph import Component
from physics.constraints.together.layout import MOST_BORNE, POINTS
from physics.contacts import layout as contact
from physics.dynamics.bearing.points import mass_slots
from physics.simd.value import W

LIGHT = 1 / 128                                  # of its component: bodies below it are light; heavier ones sweeps bear
RESISTANCES = 2                                  # in Bodies.resistance: arms of rolling and spinning resistance


def felt_shares(components: Sequence[Component], inverse_mass: np.ndarray) -> np.ndarray:
    """(bodies,) share of its component's mass that each body of the components has, 0 where it is not light; inverse_mass:
    (rows,), 0 of bodies that are not dynamic."""
    shares = [np.zeros(0)]
    for one in components:
        inverse = inverse_mass[one.rows].astype(np.float64)
        mass = np.divide(1.0, inverse, out=np.zeros(len(inverse)), where=inverse > 0)
        share = mass / mass.sum()
        shares.append(np.where(share < LIGHT, share, 0))
    return np.concatenate(shares)


@formula
def place_of_row(rows, row):
    """The place of a body row among rising ones, -1 where it is none of them."""
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        if rows[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low if low < len(rows) and rows[low] == row else -1


@formula
def insert(together, body, key, code):
    """Insert a point among those of a body, by its key; the last one is dropped where there is no room."""
    keys, codes, count = together.borne_key[body], together.borne_at[body], together.borne[body]
    at, last = count, min(count, MOST_BORNE - 1)
    while at > 0 and keys[at - 1] > key:
        at -= 1
    if at < MOST_BORNE:
        for k in range(last - at):
            keys[last - k], codes[last - k] = keys[last - k - 1], codes[last - k - 1]
        keys[at], codes[at] = key, code
        together.borne[body] = last + 1


@formula
def is_plain(bodies, contacts, lane, base):
    """Whether a contact has no rule that sweeps alone know: it does not bounce, and neither surface moves or resists."""
    plain = contacts.data[base + contact.RESTITUTION * W] <= 0.0
    for row in (contacts.a[lane], contacts.b[lane]):
        plain = plain and bodies.shape[row, MARK] == 0.0
        for n in range(RESISTANCES):
            plain = plain and bodies.resistance[row, n] == 0.0
    return plain


@kernel
def list_borne(blocks, bodies, contacts, together):
    """List the points of the first `blocks` contact blocks at which light bodies touch something immovable.

    Their order is that of the other bodies' rows, whatever the blocks.
    Reads bodies.shape bodies.resistance contacts.a contacts.b contacts.data together.light together.light_body
    Writes together.borne together.borne_key together.borne_at
    """
    data = contacts.data
    together.borne[:] = 0
    for lane in range(blocks * W):
        whole = lane // W * contact.SLOTS * W
        base = whole + lane % W
        for side in range(2):
            row, other = (contacts.b[lane], contacts.a[lane]) if side == 1 else (contacts.a[lane], contacts.b[lane])
            mass, _ = mass_slots(1 - side)
            if data[base + mass * W] == 0.0:
                place = place_of_row(together.light, row)
                if place >= 0 and is_plain(bodies, contacts, lane, base):
                    for j in range(int(data[whole + contact.FLAGS * W + contact.COUNT])):
                        point = base + (contact.FIRST_POINT + j * contact.POINT) * W
                        if data[point + contact.SEPARATION * W] < contact.NO_POINT / 2:
                            insert(together, together.light_body[place], POINTS * other + j, 2 * point + side)
