"""Rows of parts of joints at the bodies' present poses, from the plain formulas of `parts`.

Driven rows and held turns include the reaction of their joint's held rows, by the formulas of the solver.

J' V, the second derivative of a measure at constant velocities, is a central difference of J; it is 0 for rotations of joint
frames, where the solver neglects it.  Points move on whole circles, and two axes that are held together turn as they may, see
`constraints.curvature`; a held or limited angle's is that on the constraint, of slow bodies, see `constraints.parts.angle`.
"""
from __future__ import annotations

from physics.bodies.arrays import TOUCHES
from physics.compile.decorators import formula, kernel
from physics.constraints import part
from physics.constraints.curvature import shared_spin, turns_fast
from physics.constraints.limit import LIFTED
from physics.constraints.part import ONE_ROW
from physics.constraints.parts import TURNING
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.distance import DISTANCE
from physics.constraints.parts.point import POINT, inverse_of_point, within_reach
from physics.constraints.parts.pulley import PULLEY
from physics.constraints.reaction import answered, felt, grip_of, held_curvature, held_error
from physics.constraints.steady_curvature import steady_curvature
from physics.lab.rows.lanes import lane_base, slot, slots3
from physics.lab.rows.parts import measured, placed, share_of_gap
from physics.lab.rows.responses import inertia_of, put_jacobian, respond_at, symmetric_of
from physics.lab.rows.row import LIMIT, OF_PARTS
from physics.lab.rows.row_products import four_of, pairwise
from physics.lab.rows.vectors import AXES, composed, crossed, four, inner, three, turned
from physics.simd.quat import from_rotation_vector
from physics.simd.vec3 import add, negate, scale, sub

MOMENT = 1e-5                                    # step of the central difference [s]
CURVED = sum(1 << kind for kind in (AXIS_PAIR, AXIS_ROTATION, AXIS_POSITION, DISTANCE, PULLEY))     # bits of kinds, points aside


@formula
def ways_of(table, a, b):
    """(linear of a, angular of a, linear of b, angular of b) from the rows of two bodies."""
    return three(table, a, 0), three(table, a, 3), three(table, b, 0), three(table, b, 3)


@formula
def moved_of(bodies, a, b):
    """(motion of a, turn of a, motion of b, turn of b) since the beginning of the step [m], [rad]."""
    (way_a, turn_a, way_b, turn_b), more = ways_of(bodies.delta, a, b), bodies.excess_turn
    return way_a, add(turn_a, three(more, a, 0)), way_b, add(turn_b, three(more, b, 0))


@formula
def pose_of(bodies, row):
    """(position, quaternion) of a body."""
    return three(bodies.pose, row, 0), four(bodies.pose, row, 3)


@formula
def pose_after(time, pose, v, w):
    """A pose after so short a time at velocities v and w."""
    x, y, z, s = composed(from_rotation_vector(scale(time, w)), pose[1])
    length = (x * x + y * y + z * z + s * s) ** 0.5
    return add(pose[0], scale(time, v)), (x / length, y / length, z / length, s / length)


@formula
def acceleration(kind, component, stored, poses, motion):
    """J' V of one row at constant motion."""
    store, base = stored
    total = 0.0
    for side in range(2):
        time = MOMENT - 2.0 * side * MOMENT
        at = placed(store, base, pose_after(time, poses[0], motion[0], motion[1]),
                    pose_after(time, poses[1], motion[2], motion[3]))
        _, jacobian = measured(kind, component, stored, at, motion)
        total += (1.0 - 2.0 * side) * pairwise(jacobian, motion)
    return total / (2.0 * MOMENT)


@formula
def turning_about(axis, motion, masses):
    """The motion of two bodies that turn against each other about this axis alone, see `constraints.curvature`."""
    va, wa, vb, wb = motion
    spin = shared_spin(motion, masses)
    return (va, add(spin, scale(inner(sub(wa, spin), axis), axis)), vb, add(spin, scale(inner(sub(wb, spin), axis), axis)))


@kernel
def place_part_rows(rows, bodies, parts, h):
    """J, response, K, error and its curvature of all rows of parts at present poses and velocities, before a substep of h.

    Reads   rows bodies.pose bodies.delta bodies.excess_turn bodies.velocity bodies.local parts.store parts.lifted
    Writes  rows.error rows.jacobian rows.response rows.k rows.active rows.curvature rows.strain rows.reach
    """
    for i in range(len(rows.a)):
        if rows.kind[i] >= OF_PARTS:
            place_part_row(rows, i, bodies, parts, h)


@formula
def place_part_row(rows, i, bodies, parts, h):
    """`place_part_rows` for one row."""
    store, base = parts.store, lane_base(rows.part[i], part.PART_SLOTS)
    a, b, kind, component = rows.a[i], rows.b[i], rows.part_kind[i], rows.component[i]
    poses, motion, masses = (pose_of(bodies, a), pose_of(bodies, b)), ways_of(bodies.velocity, a, b), masses_of(rows, i, bodies)
    at, touches = placed(store, base, poses[0], poses[1]), max(bodies.excess_turn[a, TOUCHES], bodies.excess_turn[b, TOUCHES])
    error, jacobian = measured(kind, component, (store, base), at, moved_of(bodies, a, b))
    turning = 0.0
    if (CURVED >> kind) & 1 == 1:
        along = motion
        if kind == AXIS_ROTATION:
            fast = at.frame_a if slot(store, base, part.EXCHANGED) > 0 else at.frame_b
            along = turning_about(turned(fast, AXES[0]), motion, masses)
        turning = h / 2 * acceleration(kind, component, (store, base), poses, along)
    elif kind == POINT:
        turning = inner(steady_curvature(motion, (at.arm_a, at.arm_b), masses, touches, h), AXES[component])
        rows.reach[i] = reach_of(at, masses) if h > 0 and not rows.own[i] else 1.0
    elif kind == ANGLE and turns_back(store, base) and not turns_fast(motion, h):
        turning = -h / 2 * inner(jacobian[3], crossed(motion[1], motion[3]))
    rows.active[i] = False
    if rows.kind[i] == LIMIT:
        lower, upper = error - slot(store, base, part.LOWER), slot(store, base, part.UPPER) - error
        error = min(lower, upper)
        lifted = LIFTED if (TURNING >> kind) & 1 == 1 else parts.lifted[0]
        rows.active[i] = rows.impulse[i] > 0 and error < lifted
        if kind == ANGLE and turns_back(store, base) and error > 0:
            error *= share_of_gap(at)
        if lower >= upper:
            turning = -turning
            jacobian = (negate(jacobian[0]), negate(jacobian[1]), negate(jacobian[2]), negate(jacobian[3]))
    elif kind >= ONE_ROW:
        error -= slot(store, base, part.TARGET)
    if rows.own[i]:
        turning = 0.0
    put_jacobian(rows, i, jacobian)
    if rows.feels[i]:
        moves, turns = slots3(store, base, part.HELD_MOVES), slots3(store, base, part.HELD_TURNS)
        grip = grip_of((moves, turns), (at.frame_a, at.frame_b), (at.arm_a, at.arm_b), sub(at.point_b, at.point_a), touches)
        reaction = feel_reaction(rows, i, masses, grip)
        turning -= held_curvature(grip, motion, masses, reaction, h)
        rows.strain[i] = held_error(grip, (at.frame_a, at.frame_b), sub(at.point_b, at.point_a), reaction)
    rows.error[i], rows.curvature[i] = error, turning
    respond_at(rows, i, bodies)


@formula
def reach_of(at, masses):
    """The share of its error that a point may remove at once."""
    arms = at.arm_a, at.arm_b
    return within_reach(sub(at.point_b, at.point_a), masses, arms, inverse_of_point(masses, arms))


@formula
def turns_back(store, base):
    """Whether an angle is held, or limited about an axis that may swing."""
    use = slot(store, base, part.USE)
    return use == part.HOLD or (use == part.LIMIT and slot(store, base, part.COUNTED) == 0)


@formula
def masses_of(rows, i, bodies):
    """(1/m_a, I_a^-1, 1/m_b, I_b^-1) of the bodies of a row."""
    inertia_a, inertia_b = symmetric_of(inertia_of(bodies, rows.a[i])), symmetric_of(inertia_of(bodies, rows.b[i]))
    return 1.0 * bodies.local[rows.a[i], 3], inertia_a, 1.0 * bodies.local[rows.b[i], 3], inertia_b


@formula
def feel_reaction(rows, i, masses, grip):
    """Replace J of a row by that with its joint's reaction; returns the reaction: force and torque on b."""
    _, turn_a, linear, turn_b = four_of(rows.jacobian, i)
    row = linear, negate(turn_a), turn_b
    made = felt(row, grip, masses)
    put_jacobian(rows, i, (negate(made[0]), negate(made[1]), made[0], made[2]))
    return answered(row, made, grip.arms[1])
