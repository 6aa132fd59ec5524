"""The point part: a point of a and a point of b coincide; rigid or as a spring, with an optional cap on its force.

    C = x_b + r_b - x_a - r_a                                      (3)
    J = [ -1   [r_a]x   1   -[r_b]x ]                              J V = v_b + w_b x r_b - v_a - w_a x r_a
    K = (1/m_a + 1/m_b) 1 + [r_a]x I_a^-1 [r_a]x^T + [r_b]x I_b^-1 [r_b]x^T
    change = -mass_scale K^-1 (J V + bias_rate C) - impulse_scale impulse,     |impulse| <= max_force h

r_a and r_b are the anchors, fixed to the bodies, from the centres of mass; C follows the bodies through the substeps to
first order in their turn.  hertz 0 is the rigid row with bias_rate = beta / h.  Against the world (b = None) this is the
mouse constraint, r_b its target.  Sources: Catto, "Modeling and Solving Constraints", GDC 2009; Chou, "Game Physics".
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import aligned, real_of
from physics.dynamics.contact_solver import TINY, apply_impulse, load_motion, relative, store_motion
from physics.dynamics.softness import row_softness
from physics.jit import formula, kernel
from physics.lanes.functions import full_like, maximum, minimum, select
from physics.lanes.mat33 import symmetric_inverse, symmetric_transform
from physics.lanes.memory import gather_rows, gather_slots, load, scatter_slots, store
from physics.lanes.quat import rotate
from physics.lanes.slots import load3, load6, store3, store6
from physics.lanes.value import W
from physics.lanes.vec3 import add, add_scaled, cross, length, scale, sub

# a joint's slots, by joint number
ANCHOR_A, ANCHOR_B = 0, 3                         # in the bodies' frames [m]
HERTZ, DAMPING_RATIO, BETA, MAX_FORCE = 6, 7, 8, 9
CARRIED = 10                                      # impulse of the last substep, world [N s]
TOTAL = 13                                        # impulse of the last step, world [N s]
ERROR = 16                                        # C at the end of the last step [m]
JOINT_SLOTS = 19
# a constraint block's slots
ARM_A, ARM_B, START, INVERSE_K = 0, 3, 6, 9
MASS_A, INERTIA_A, MASS_B, INERTIA_B = 15, 16, 22, 23
BIAS_RATE, MASS_SCALE, IMPULSE_SCALE, LIMIT = 29, 30, 31, 32
IMPULSE, SUM = 33, 36
SLOTS = 39
UNLIMITED = 1e30                                  # [N]


class Points(NamedTuple):
    """The point constraints of a step, colour by colour."""

    a: np.ndarray              # (blocks * 16,) int32 body row
    b: np.ndarray              # (blocks * 16,) int32 body row
    joint: np.ndarray          # (blocks * 16,) int32 joint number; padding lanes: the last, which no joint has
    data: np.ndarray           # (blocks * SLOTS * 16,) real
    color_start: np.ndarray    # (COLORS + 2,) int64 first block of each colour
    joints: np.ndarray         # (joint blocks * JOINT_SLOTS * 16,) real, what joints keep between steps


def new_points(blocks: int, colors: int, precision: str, joints: np.ndarray) -> Points:
    """Room for `blocks` blocks over these joints."""
    return Points(a=aligned(blocks * W, np.int32), b=aligned(blocks * W, np.int32), joint=aligned(blocks * W, np.int32),
                  data=aligned(blocks * SLOTS * W, real_of(precision)), color_start=aligned(colors + 2, np.int64),
                  joints=joints)


@formula
def gather3(points, at, slot):
    """Three slots of the joints of a block."""
    return (gather_slots(points.joints, points.joint, at, JOINT_SLOTS, slot),
            gather_slots(points.joints, points.joint, at, JOINT_SLOTS, slot + 1),
            gather_slots(points.joints, points.joint, at, JOINT_SLOTS, slot + 2))


@formula
def scatter3(points, at, slot, v):
    """Write three slots of the joints of a block."""
    scatter_slots(points.joints, points.joint, at, JOINT_SLOTS, slot, v[0])
    scatter_slots(points.joints, points.joint, at, JOINT_SLOTS, slot + 1, v[1])
    scatter_slots(points.joints, points.joint, at, JOINT_SLOTS, slot + 2, v[2])


@formula
def response(masses, arms, impulse):
    """K impulse: how the points move apart when b gets the impulse and a its opposite."""
    a = cross(symmetric_transform(masses[1], cross(arms[0], impulse)), arms[0])
    b = cross(symmetric_transform(masses[3], cross(arms[1], impulse)), arms[1])
    return add_scaled(add(a, b), masses[0] + masses[2], impulse)


@formula
def point_matrix(masses, arms):
    """K as a symmetric matrix."""
    zero = 0.0 * masses[0]
    one = zero + 1.0
    x = response(masses, arms, (one, zero, zero))
    y = response(masses, arms, (zero, one, zero))
    z = response(masses, arms, (zero, zero, one))
    return x[0], x[1], x[2], y[1], y[2], z[2]


@kernel
def prepare_points(begin, end, bodies, points, rule):
    """Fill the constraint blocks begin .. end - 1 from the joints; rule = (h, impulse_ratio).

    Reads bodies.pose bodies.inverse_inertia points.a points.b points.joint points.joints
    Writes points.data
    """
    h, ratio = rule
    data = points.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        xa, xb = gather_rows(bodies.pose, points.a, at), gather_rows(bodies.pose, points.b, at)
        ia, ib = gather_rows(bodies.inverse_inertia, points.a, at), gather_rows(bodies.inverse_inertia, points.b, at)
        ra = rotate((xa[3], xa[4], xa[5], xa[6]), gather3(points, at, ANCHOR_A))
        rb = rotate((xb[3], xb[4], xb[5], xb[6]), gather3(points, at, ANCHOR_B))
        masses = (ia[6], (ia[0], ia[1], ia[2], ia[3], ia[4], ia[5]), ib[6], (ib[0], ib[1], ib[2], ib[3], ib[4], ib[5]))
        k = point_matrix(masses, (ra, rb))
        movable = masses[0] + masses[2] > 0.0
        one = full_like(h * ia[6], 1.0)
        k = (select(movable, k[0], one), k[1], k[2], select(movable, k[3], one), k[4], select(movable, k[5], one))
        inverse = symmetric_inverse(k)
        hertz = gather_slots(points.joints, points.joint, at, JOINT_SLOTS, HERTZ)
        damping_ratio = gather_slots(points.joints, points.joint, at, JOINT_SLOTS, DAMPING_RATIO)
        beta = gather_slots(points.joints, points.joint, at, JOINT_SLOTS, BETA)
        bias_rate, mass_scale, impulse_scale = row_softness(hertz, damping_ratio, beta, h)
        carried = scale(full_like(one, ratio), gather3(points, at, CARRIED))
        store3(data, base + ARM_A * W, ra)
        store3(data, base + ARM_B * W, rb)
        store3(data, base + START * W, sub(add((xb[0], xb[1], xb[2]), rb), add((xa[0], xa[1], xa[2]), ra)))
        store6(data, base + INVERSE_K * W, inverse)
        store(data, base + MASS_A * W, masses[0])
        store6(data, base + INERTIA_A * W, masses[1])
        store(data, base + MASS_B * W, masses[2])
        store6(data, base + INERTIA_B * W, masses[3])
        store(data, base + BIAS_RATE * W, bias_rate)
        store(data, base + MASS_SCALE * W, select(movable, mass_scale, 0.0))
        store(data, base + IMPULSE_SCALE * W, impulse_scale)
        store(data, base + LIMIT * W, h * gather_slots(points.joints, points.joint, at, JOINT_SLOTS, MAX_FORCE))
        store3(data, base + IMPULSE * W, carried)
        store3(data, base + SUM * W, scale(full_like(one, -1.0), carried))


@formula
def load_point_masses(data, base):
    """(1/m_a, I_a^-1, 1/m_b, I_b^-1) of a block."""
    return (load(data, base + MASS_A * W), load6(data, base + INERTIA_A * W),
            load(data, base + MASS_B * W), load6(data, base + INERTIA_B * W))


@kernel
def warm_start_points(begin, end, bodies, points, factor):
    """Add the last impulses to the sums over the substeps and apply `factor` of them.

    Reads bodies.velocity points.a points.b points.data
    Writes bodies.velocity points.data
    """
    data = points.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion, spare = load_motion(bodies.velocity, points, at)
        last = load3(data, base + IMPULSE * W)
        store3(data, base + SUM * W, add(load3(data, base + SUM * W), last))
        impulse = scale(full_like(last[0], factor), last)
        store3(data, base + IMPULSE * W, impulse)
        arms = (load3(data, base + ARM_A * W), load3(data, base + ARM_B * W))
        motion = apply_impulse(motion, load_point_masses(data, base), impulse, arms)
        store_motion(bodies.velocity, points, at, motion, spare)


@kernel
def solve_points(begin, end, bodies, points):
    """One sweep over the constraint blocks begin .. end - 1.

    Reads bodies.velocity bodies.delta points.a points.b points.data
    Writes bodies.velocity points.data
    """
    data = points.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion, spare = load_motion(bodies.velocity, points, at)
        moved, _ = load_motion(bodies.delta, points, at)
        arms = (load3(data, base + ARM_A * W), load3(data, base + ARM_B * W))
        error = add(load3(data, base + START * W), relative(moved, arms))
        wanted = add_scaled(relative(motion, arms), load(data, base + BIAS_RATE * W), error)
        last = load3(data, base + IMPULSE * W)
        change = scale(load(data, base + MASS_SCALE * W), symmetric_transform(load6(data, base + INVERSE_K * W), wanted))
        impulse = sub(scale(1.0 - load(data, base + IMPULSE_SCALE * W), last), change)
        limit = load(data, base + LIMIT * W)
        impulse = scale(minimum(1.0, limit / maximum(length(impulse), TINY)), impulse)
        store3(data, base + IMPULSE * W, impulse)
        motion = apply_impulse(motion, load_point_masses(data, base), sub(impulse, last), arms)
        store_motion(bodies.velocity, points, at, motion, spare)


@kernel
def store_points(begin, end, bodies, points):
    """Keep impulses and errors in the joints.

    Reads bodies.delta points.a points.b points.joint points.data
    Writes points.joints
    """
    data = points.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        moved, _ = load_motion(bodies.delta, points, at)
        impulse = load3(data, base + IMPULSE * W)
        arms = (load3(data, base + ARM_A * W), load3(data, base + ARM_B * W))
        scatter3(points, at, CARRIED, impulse)
        scatter3(points, at, TOTAL, add(load3(data, base + SUM * W), impulse))
        scatter3(points, at, ERROR, add(load3(data, base + START * W), relative(moved, arms)))
