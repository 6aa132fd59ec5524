"""Contacts that roll, placed anew in each substep: arms, places, inertia and masses, see `contacts.rolling_points`.

Others keep theirs through the step.  What rolls turns its line or point of contact by as much in a substep as its neighbours
turn in many steps: with the arms and the inertia of the step's beginning its impulses would lag behind.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.contacts.frame import load_frame, load_masses, load_place
from physics.contacts.layout import CONE, COUNT, FIRST_POINT, FLAGS, PLACE_1, PLACE_2, POINT, ROLLS, SLOTS
from physics.contacts.block_response import move_arms, store_masses
from physics.contacts.rolling_points import lanes_that_roll, line_rates, moved_frame
from physics.simd.functions import select
from physics.simd.memory import gather_rows, store
from physics.simd.value import W


@formula
def select6(mask, one, other):
    """The first six values of `one` where the mask is set, else of `other`."""
    return (select(mask, one[0], other[0]), select(mask, one[1], other[1]), select(mask, one[2], other[2]),
            select(mask, one[3], other[3]), select(mask, one[4], other[4]), select(mask, one[5], other[5]))


@formula
def place_anew(block, bodies, contacts, params):
    """Arms, places and masses of a block a substep later.

    Which contacts share a block depends on the number of threads: those that do not roll get the bits that they have.
    """
    data, base, at, h = contacts.data, block * SLOTS * W, block * W, 1.0 / params.inverse_h
    frame = moved_frame(contacts, block, load_frame(data, base), h)
    ia, ib = gather_rows(bodies.inverse_inertia, contacts.a, at), gather_rows(bodies.inverse_inertia, contacts.b, at)
    rolls, before = lanes_that_roll(contacts, block), load_masses(data, base)
    masses = before[0], select6(rolls, ia, before[1]), before[2], select6(rolls, ib, before[3])
    store_masses(data, base, masses)
    along_1, along_2, l1, l2 = line_rates(contacts, block)
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        x, y = load_place(data, point)
        share = h * (x * l1 + y * l2)
        store(data, point + PLACE_1 * W, x + share * along_1)
        store(data, point + PLACE_2 * W, y + share * along_2)
    move_arms(data, base, frame, params.friction == CONE)


@formula
def any_rolls(begin, end, contacts):
    """Whether any of the blocks begin .. end - 1 of `contacts.order`, which are prepared, rolls."""
    for place in range(begin, end):
        if contacts.data[(np.int64(contacts.order[place]) * SLOTS + FLAGS) * W + ROLLS] > 0.0:
            return True
    return False


@kernel
def place_rolling(begin, end, bodies, contacts, params):
    """Place the blocks begin .. end - 1 that roll a substep after they were placed; params: ContactRowParameters.

    Reads bodies.inverse_inertia contacts.a contacts.b contacts.data contacts.rolling
    Writes contacts.data
    """
    for block in range(begin, end):
        if contacts.data[(block * SLOTS + FLAGS) * W + ROLLS] > 0.0:
            place_anew(block, bodies, contacts, params)
