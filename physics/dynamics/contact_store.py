"""What a step keeps of its contact constraints: impulses for the next step, and who pushed whom for the events."""
from __future__ import annotations

from physics.arrays import IMPULSE_SLOTS, NORMAL_IMPULSE, TANGENT_IMPULSE
from physics.dynamics.contact_blocks import (
    CENTRED,
    COUNT,
    FIRST_POINT,
    FLAGS,
    IMPULSE,
    NORMAL_AXIS,
    POINT,
    SLOTS,
    SUM,
    TANGENT_AXIS,
)
from physics.dynamics.contact_friction_centre import store_centre
from physics.jit import kernel
from physics.lanes.functions import lane_bits, trailing_zeros
from physics.lanes.memory import load, scatter_slots
from physics.lanes.slots import load3, store3
from physics.lanes.value import W
from physics.lanes.vec3 import add, cross, scale


@kernel
def store_impulses(begin, end, pairs, contacts):
    """Close the sums over the substeps, and keep the last substep's impulses in the pairs for the next step.

    Reads contacts.pair contacts.data contacts.centre
    Writes contacts.data contacts.centre pairs.impulses
    """
    data, index = contacts.data, contacts.pair
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        if data[base + FLAGS * W + CENTRED] > 0.0:
            store_centre(pairs, contacts, block)
        t1 = load3(data, base + TANGENT_AXIS * W)
        t2 = cross(load3(data, base + NORMAL_AXIS * W), t1)
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            n1, f1, f2 = load3(data, point + IMPULSE * W)
            store3(data, point + SUM * W, add(load3(data, point + SUM * W), (n1, f1, f2)))
            # + 0 leaves no -0: matching, which a block does when any of its lanes needs it, would turn it into 0
            world = add(add(scale(f1, t1), scale(f2, t2)), (0.0 * n1, 0.0 * n1, 0.0 * n1))
            scatter_slots(pairs.impulses, index, at, IMPULSE_SLOTS, NORMAL_IMPULSE + j, n1)
            scatter_slots(pairs.impulses, index, at, IMPULSE_SLOTS, TANGENT_IMPULSE + 3 * j, world[0])
            scatter_slots(pairs.impulses, index, at, IMPULSE_SLOTS, TANGENT_IMPULSE + 3 * j + 1, world[1])
            scatter_slots(pairs.impulses, index, at, IMPULSE_SLOTS, TANGENT_IMPULSE + 3 * j + 2, world[2])


@kernel
def list_pushing(begin, end, contacts, uids, keys):
    """List the pairs of the blocks begin .. end - 1 with an impulse in this step as lower uid << 32 | higher uid.

    Returns how many they are.
    Reads contacts.a contacts.b contacts.data uids
    Writes keys
    """
    data, count = contacts.data, 0
    for block in range(begin, end):
        base = block * SLOTS * W
        total = load(data, base + (FIRST_POINT + SUM) * W)
        for j in range(1, int(data[base + FLAGS * W + COUNT])):
            total = total + load(data, base + (FIRST_POINT + j * POINT + SUM) * W)
        bits = lane_bits(total > 0.0)
        while bits:
            at = block * W + trailing_zeros(bits)
            bits &= bits - 1
            a, b = uids[contacts.a[at]], uids[contacts.b[at]]
            keys[count] = (min(a, b) << 32) | max(a, b)
            count += 1
    return count
