"""Storing contacts after a step: impulses for the next warm start, and which contacts had an impulse, for events."""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.contacts.frame import load_axes
from physics.contacts.friction_centre import store_centre
from physics.contacts.layout import CENTRED, COUNT, FIRST_POINT, FLAGS, IMPULSE, POINT, SLOTS, SUM
from physics.simd.functions import full_like, lane_bits
from physics.simd.memory import scatter_piece
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import add, scale


@formula
def complete_sums(data, point, t1, t2):
    """Add a point's last impulses to the sums over the substeps.

    Returns the last impulses, the normal one and friction in the world (3), and the sum of the normal ones.
    """
    n1, f1, f2 = load3(data, point + IMPULSE * W)
    total = add(load3(data, point + SUM * W), (n1, f1, f2))
    store3(data, point + SUM * W, total)
    # + 0 makes -0 a 0, as matching does in blocks where any lane needs it
    x, y, z = add(add(scale(f1, t1), scale(f2, t2)), (0.0 * n1, 0.0 * n1, 0.0 * n1))
    return n1, x, y, z, total[0]


@kernel
def store_impulses(begin, end, pairs, contacts):
    """Complete the sums over the substeps, store the last substep's impulses in the pairs for the next step, and mark the lanes
    with an impulse in this step; for the blocks begin .. end - 1 of `contacts.order`.

    Reads contacts.pair contacts.data contacts.centre contacts.order
    Writes contacts.data contacts.centre contacts.pushing pairs.impulses pairs.centres
    """
    data = contacts.data
    for place in range(begin, end):
        block = np.int64(contacts.order[place])
        at, base = block * W, block * SLOTS * W
        if data[base + FLAGS * W + CENTRED] > 0.0:
            store_centre(pairs, contacts, block)
        _, t1, t2 = load_axes(data, base)
        zero, points = full_like(t1[0], 0.0), int(data[base + FLAGS * W + COUNT])
        pushed = zero
        for j in range(0, points, 2):
            point = base + (FIRST_POINT + j * POINT) * W
            one, two = complete_sums(data, point, t1, t2), (zero, zero, zero, zero, zero)
            if j + 1 < points:
                two = complete_sums(data, point + POINT * W, t1, t2)
            pushed = pushed + one[4] + two[4]
            scatter_piece(pairs.impulses, contacts.pair, at, j // 2,
                          (one[0], one[1], one[2], one[3], two[0], two[1], two[2], two[3]))
        contacts.pushing[block] = lane_bits(pushed > 0.0)
