"""Position correction of contacts: non-linear Gauss-Seidel, which separates overlapping bodies without changing velocities.

A pass evaluates every separation at the present poses: the arms turn with the bodies, the normal stays,

    separation = START + n . (d_b + R_b r_b - r_b - d_a - R_a r_a + r_a),      d, R: motion since the start of the step

and corrects the share bias_rate (beta) of min(separation + slop, 0), limited to params.most.  The pseudo impulse x follows
from the K of the velocity rows, two points at a time, and moves both bodies immediately:

    dx = -+ x n / m,     turn = -+ I^-1 (r x n) x

Points that bounce are left out, because they separate anyway.  Source: Catto, "Modeling and Solving Constraints", GDC 2009.
"""
from __future__ import annotations

from physics.bodies.caps import slowed
from physics.bodies.pair_motion import apply_impulse, load_motion, store_motion
from physics.bodies.pose_shift import LARGEST_TURN, shift
from physics.compile.decorators import formula, kernel
from physics.contacts.frame import arms_of, load_frame, load_masses
from physics.contacts.layout import (
    COUNT,
    COUPLING,
    FIRST_POINT,
    FLAGS,
    NO_POINT,
    NORMAL_K,
    NORMAL_MASS,
    POINT,
    SLOTS,
    START,
    TARGET,
)
from physics.contacts.normal import complementary
from physics.simd.functions import any_lane, full_like, maximum, select
from physics.simd.memory import load
from physics.simd.quat import from_rotation_vector, rotate
from physics.simd.value import W
from physics.simd.vec3 import add, dot, scale, sub

LARGEST_OVERLAP = 0.2                            # of which a pass corrects a share, for things of 1 m [m]
HALF_PI = 1.5707963267948966                     # largest angle for which `from_rotation_vector` is exact [rad]


@formula
def turned(arm, turn):
    """An arm after the rotation since the start of the step, a rotation vector."""
    return rotate(from_rotation_vector(slowed(turn, full_like(turn[0], HALF_PI))), arm)


@formula
def overlap_row(data, point, frame, moved, params):
    """(present arms, q) of the point at `point`: -q > 0 is the least growth of separation in a pass, q > 0 the free distance.

    moved is the bodies' motion since the start of the step.
    """
    ra, rb = arms_of(frame, data, point)
    arms = (turned(ra, moved[1]), turned(rb, moved[3]))
    shifted = sub(add(moved[2], sub(arms[1], rb)), add(moved[0], sub(arms[0], ra)))
    excess = load(data, point + START * W) + dot(frame.n, shifted) + params.slop
    wanted = select(excess > 0.0, excess, params.bias_rate * maximum(excess, -params.most))
    return arms, select(load(data, point + TARGET * W) > 0.0, NO_POINT, wanted)


@kernel
def correct_contacts(begin, end, bodies, contacts, params):
    """One pass over the constraint blocks begin .. end - 1.

    Reads bodies.pose bodies.delta contacts.a contacts.b contacts.data
    Writes bodies.pose bodies.delta
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        before = load_motion(bodies.delta, contacts, at)
        frame, masses, moved, overlaps = load_frame(data, base), load_masses(data, base), before, False
        count = int(data[base + FLAGS * W + COUNT])
        for j in range((count + 1) // 2):
            single = 2 * j + 1 == count               # the last of an odd number is paired with a copy out of reach
            first = base + (FIRST_POINT + 2 * j * POINT) * W
            second = first if single else first + POINT * W
            arms_1, q1 = overlap_row(data, first, frame, moved, params)
            arms_2, q2 = overlap_row(data, second, frame, moved, params)
            q2 = select(single, NO_POINT, q2)
            if any_lane((q1 < 0.0) | (q2 < 0.0)):
                overlaps = True
                k = (load(data, first + NORMAL_K * W), load(data, second + NORMAL_K * W),
                     select(single, 0.0, load(data, base + (COUPLING + j) * W)))
                mass = load(data, first + NORMAL_MASS * W), load(data, second + NORMAL_MASS * W)
                x1, x2 = complementary(k, mass, q1, q2)
                moved = apply_impulse(moved, masses, scale(x1, frame.n), arms_1)
                moved = apply_impulse(moved, masses, scale(x2, frame.n), arms_2)
        if overlaps:
            most = full_like(frame.n[0], LARGEST_TURN)
            turn_a, turn_b = slowed(sub(moved[1], before[1]), most), slowed(sub(moved[3], before[3]), most)
            shift(bodies.pose, contacts.a, at, sub(moved[0], before[0]), turn_a)
            shift(bodies.pose, contacts.b, at, sub(moved[2], before[2]), turn_b)
            store_motion(bodies.delta, contacts, at, (moved[0], add(before[1], turn_a), moved[2], add(before[3], turn_b)))
