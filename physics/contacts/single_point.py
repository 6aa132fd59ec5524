"""Contacts of a single point: the patch's origin is the point, so one force, which has no moment about it, does it all.

    push = (p, 0, 0),    rub = (f1, f2, 0),    slip after a push p: slip + K (columns of t1, t2; row of n) p

These are most contacts of balls; what follows is `solve_normals` and `rub_at_points` without what is zero, to the same bits: a
single point may share its block with contacts of more.
"""
from __future__ import annotations

from physics.bodies.pair_motion import relative
from physics.compile.decorators import formula
from physics.contacts.frame import in_axes
from physics.contacts.friction import slide
from physics.contacts.layout import FIRST_POINT, FRICTION, SEPARATION, SLIP_BY_PUSH, START
from physics.contacts.normal import bounce_at, row_at, settled, solve_single
from physics.simd.memory import load, store
from physics.simd.value import W


@formula
def motion_alone(patch, motion):
    """How b moves against a at the patch's origin, along (n, t1, t2)."""
    return in_axes(patch, relative(motion, (patch.arm_a, patch.arm_b)))


@formula
def follow_alone(data, base, patch, way):
    """Write the separation of a block's points after the bodies' `way` since the start of the step."""
    point = base + FIRST_POINT * W
    store(data, point + SEPARATION * W, load(data, point + START * W) + motion_alone(patch, way)[0])


@formula
def solve_alone(data, base, velocity, rule):
    """The impulse on b along (n, t1, t2) of one sweep over a block; rule = (law, adding).  Impulses are written back."""
    law, adding = rule
    point, zero = base + FIRST_POINT * W, 0.0 * velocity[0]
    row, bounce = row_at(data, point, (zero, zero), velocity[0]), bounce_at(data, base, point, zero)
    change = settled(data, point, row, solve_single(row, bounce[1], law), (bounce, law, adding))
    slip = (velocity[1] + load(data, base + SLIP_BY_PUSH * W) * change,             # rounded as among points
            velocity[2] + load(data, base + (SLIP_BY_PUSH + 3) * W) * change)
    f1, f2 = slide(data, point, slip, load(data, base + FRICTION * W), (law, adding))
    return change, f1, f2
