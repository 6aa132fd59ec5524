"""Marks of bodies: which are held in this substep, by joints or by contacts that press on them and do not bounce, and which touch
something.

The normal rows of bounces are swept by themselves before and after all other rows, see `dynamics.bounces`.  A ball between the
ground and a heavy box that bounces off it would be driven into the ground by that, with nothing to stop it until the next sweep
over all rows: so bounces of held bodies take part in the sweeps over all rows alone.
"""
from __future__ import annotations

from physics.bodies.arrays import EXCEEDED, TOUCHES
from physics.compile.decorators import formula, kernel
from physics.contacts.layout import COUNT, FIRST_POINT, FLAGS, IMPULSE, POINT, SLOTS, TARGET
from physics.definitions.body_types import DYNAMIC
from physics.simd.functions import lane_bits, maximum
from physics.simd.memory import gather_half, load
from physics.simd.value import W

HELD = 6                                         # in Bodies.delta: the last of the marks below
HALF, PLACE = 1, HELD - 4                        # the half of a row of eight, and the number in it


@formula
def mark_of(substep, swept):
    """The mark of bodies that are held in a substep, before rows are `swept` (0) or after (1)."""
    return 2 * substep + 1 + swept


@formula
def bouncing(data, base):
    """Mask of the contacts of a block of which a point bounces."""
    most = 0.0 * load(data, base)
    for j in range(int(data[base + FLAGS * W + COUNT])):
        most = maximum(most, load(data, base + (FIRST_POINT + j * POINT + TARGET) * W))
    return most > 0.0


@formula
def presses(data, base):
    """Mask of the contacts of a block that have an impulse, and of which no point bounces."""
    impulses = 0.0 * load(data, base)
    for j in range(int(data[base + FLAGS * W + COUNT])):
        impulses = impulses + load(data, base + (FIRST_POINT + j * POINT + IMPULSE) * W)
    return (impulses > 0.0) & ~bouncing(data, base)


@formula
def hold(bodies, row, mark):
    """Mark a body, if it is dynamic."""
    if bodies.type[row] == DYNAMIC:
        bodies.delta[row, HELD] = mark


@kernel
def hold_by_contacts(begin, end, bodies, contacts, mark):
    """Mark the dynamic bodies on which contacts of the blocks begin .. end - 1 press that do not bounce.

    Reads bodies.type contacts.a contacts.b contacts.data
    Writes bodies.delta
    """
    for block in range(begin, end):
        bits = lane_bits(presses(contacts.data, block * SLOTS * W))
        if bits > 0:
            for lane in range(W):
                if bits >> lane & 1:
                    hold(bodies, contacts.a[block * W + lane], mark)
                    hold(bodies, contacts.b[block * W + lane], mark)


@kernel
def hold_by_joints(begin, end, bodies, parts, mark):
    """Mark the dynamic bodies of the blocks begin .. end - 1 of joints' parts.

    Reads bodies.type parts.a parts.b
    Writes bodies.delta
    """
    for at in range(begin * W, end * W):
        hold(bodies, parts.a[at], mark)
        hold(bodies, parts.b[at], mark)


@formula
def are_free(bodies, contacts, at, mark):
    """Mask of the contacts of a block neither of whose bodies has this mark, or a later one."""
    a, b = gather_half(bodies.delta, contacts.a, at, HALF), gather_half(bodies.delta, contacts.b, at, HALF)
    return maximum(a[PLACE], b[PLACE]) < mark - 0.5


@kernel
def mark_touching(begin, end, bodies, contacts):
    """Mark the dynamic bodies of the contact blocks begin .. end - 1.

    Reads bodies.type contacts.a contacts.b
    Writes bodies.excess_turn
    """
    if begin < end:
        bodies.excess_turn[0, EXCEEDED] = 1
    for at in range(begin * W, end * W):
        for row in (contacts.a[at], contacts.b[at]):
            if bodies.type[row] == DYNAMIC:
                bodies.excess_turn[row, TOUCHES] = 1
