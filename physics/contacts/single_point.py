"""Contacts with a single point: it is the origin of the contact frame, so its impulses have no moment about the origin.

    normal wrench (p, 0, 0),    friction wrench (f1, f2, 0),    slip after p: slip + K (rows t1, t2; column n) p

These are most contacts of spheres.  The solution is `solve_normals` and `solve_friction_at_points` without the zero terms, to the
same bits, because another block may hold a single point next to contacts of more points.
"""
from __future__ import annotations

from physics.bodies.pair_motion import relative
from physics.compile.decorators import formula
from physics.contacts.frame import in_axes
from physics.contacts.friction import solve_slip
from physics.contacts.layout import FIRST_POINT, FRICTION, SEPARATION, START, TANGENT_BY_NORMAL
from physics.contacts.normal import bounce_at, law_of, row_at, solve_one_row, store_impulse
from physics.simd.memory import load, store
from physics.simd.value import W


@formula
def single_point_velocity(frame, motion):
    """The velocity of b relative to a at the origin of the contact frame, along (n, t1, t2)."""
    return in_axes(frame, relative(motion, (frame.arm_a, frame.arm_b)))


@formula
def update_single_separation(data, base, passed):
    """Write the separation of a block's points, which have moved by `passed` along the normal since the start of the step [m]."""
    point = base + FIRST_POINT * W
    store(data, point + SEPARATION * W, load(data, point + START * W) + passed)


@formula
def solve_single_point(data, base, velocity, how):
    """Solve a block once and write back its impulses; returns the change of the impulse on b along (n, t1, t2).

    how is a Pass.
    """
    point, zero = base + FIRST_POINT * W, 0.0 * velocity[0]
    row = row_at(data, point, (zero, zero), velocity[0], bounce_at(data, base, point, zero))
    change = store_impulse(data, point, row, solve_one_row(row, law_of(data, base, how.sweep.params)), how)
    slip = (velocity[1] + load(data, base + TANGENT_BY_NORMAL * W) * change,             # rounded as among points
            velocity[2] + load(data, base + (TANGENT_BY_NORMAL + 3) * W) * change)
    f1, f2 = solve_slip(data, point, slip, load(data, base + FRICTION * W), how)
    return change, f1, f2
