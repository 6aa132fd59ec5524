"""Contact rows by sequential impulses: warm start, solve, split impulse; accumulated and clamped.

Normal rows     see `contacts.normal`
Friction rows   J v = t . (v_b + w_b x r_b - v_a - w_a x r_a + surface velocity of b relative to a)  along t1 and t2;
                |impulse| <= friction * normal impulse (cone: of the vector, pyramid: of each), see `contacts.friction`

or friction at the centre of the manifold, see `contacts.friction_centre`.  A block is solved in its contact frame, see
`contacts.frame`: a sweep loads the velocities of the bodies once and applies one wrench.
Source: Catto, "Iterative Dynamics", GDC 2005.
"""
from __future__ import annotations

from physics.bodies.arrays import FAR
from physics.bodies.pair_motion import apply_impulse, load_motion, select_motion, store_motion
from physics.compile.decorators import kernel
from physics.contacts.frame import (
    add_normal_impulse,
    apply_wrench,
    arms_of,
    friction_wrench_by,
    in_world,
    load_frame,
    load_masses,
    load_place,
    normal_speed_at,
    relative_velocity,
)
from physics.contacts.friction import FrictionStart, after_normal_wrench, solve_friction_at_points
from physics.contacts.friction_centre import solve_friction_at_centre, warm_start_centre
from physics.contacts.layout import (
    AT_CENTRE,
    CENTRED,
    COUNT,
    FIRST_POINT,
    FLAGS,
    IMPULSE,
    IMPACT_PASSES,
    NO_POINT,
    NORMAL_MASS,
    POINT,
    PUSHED,
    ROLLS,
    SEPARATION,
    SINGLE,
    SLOTS,
    SUM,
    TARGET,
    TURNS,
)
from physics.contacts.normal import Pass, push_bias, solve_normals, update_separations
from physics.contacts.rolling_points import bend, rolling_gain, with_rolling
from physics.contacts.single_point import single_point_velocity, solve_single_point, update_single_separation
from physics.contacts.turning import with_turning_slip
from physics.simd.functions import any_lane, maximum, nowhere, select
from physics.simd.memory import load, store
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import add, scale, zero3


@kernel
def warm_start_contacts(begin, end, bodies, contacts, factor):
    """Add the last impulses to the sums over the substeps and apply `factor` of them; reset pseudo impulses.

    Reads bodies.velocity contacts.a contacts.b contacts.data contacts.centre
    Writes bodies.velocity contacts.data contacts.centre
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion = load_motion(bodies.velocity, contacts, at)
        frame = load_frame(data, base)
        normal_wrench = friction_wrench = zero3(frame.n[0])
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            place, last = load_place(data, point), load3(data, point + IMPULSE * W)
            store3(data, point + SUM * W, add(load3(data, point + SUM * W), last))
            store(data, point + PUSHED * W, 0.0 * last[0])
            impulse = (factor * last[0], factor * last[1], factor * last[2])
            store3(data, point + IMPULSE * W, impulse)
            normal_wrench = add_normal_impulse(normal_wrench, impulse[0], place)
            friction_wrench = add(friction_wrench, friction_wrench_by(impulse[1], impulse[2], place))
        if data[base + FLAGS * W + CENTRED] > 0.0:
            friction_wrench = warm_start_centre(contacts, block, factor)
        motion = apply_wrench(frame, load_masses(data, base), motion, normal_wrench, friction_wrench)
        store_motion(bodies.velocity, contacts, at, motion)


@kernel
def solve_contacts(begin, end, bodies, contacts, sweep):
    """One sweep over the constraint blocks begin .. end - 1: normal rows, then friction rows, of each block.

    Reads bodies.velocity bodies.delta contacts.a contacts.b contacts.data contacts.drive contacts.centre contacts.rolling
    Writes bodies.velocity contacts.data contacts.centre
    """
    data, half = contacts.data, 0.5 / sweep.params.inverse_h
    bent, passes = bend(sweep), IMPACT_PASSES if sweep.params.relaxing else 1
    block, left, settled = begin, passes, nowhere(load(data, 0))
    while block < end:
        at, base = block * W, block * SLOTS * W
        frame, rolls = load_frame(data, base), data[base + FLAGS * W + ROLLS] > 0.0
        single, turns = data[base + FLAGS * W + SINGLE] > 0.0, data[base + FLAGS * W + TURNS] > 0.0
        how = Pass(sweep, settled, 0.0 if left == passes else FAR)
        if sweep.moved and left == passes:
            displacement = load_motion(bodies.delta, contacts, at)
            if single:
                passed = single_point_velocity(frame, displacement)[0]
                if rolls:
                    passed = passed + rolling_gain(contacts, block, (bent, bent))[0][0]
                update_single_separation(data, base, passed)
            else:
                passed = relative_velocity(frame, displacement)[0]
                if rolls:
                    passed = add(passed, rolling_gain(contacts, block, (bent, bent))[0])
                update_separations(data, base, passed)
        before = load_motion(bodies.velocity, contacts, at)
        if single:
            velocity = single_point_velocity(frame, before)
            if turns:
                slip = with_turning_slip(contacts, block, (velocity[1], velocity[2]), sweep.middle)
                velocity = velocity[0], slip[0], slip[1]
            if rolls:
                normal, tangent = rolling_gain(contacts, block, (half, half))
                velocity = velocity[0] + normal[0], velocity[1] + tangent[0], velocity[2] + tangent[1]
            impulse = solve_single_point(data, base, velocity, how)
            masses, excess = load_masses(data, base), 0.0 * impulse[0]
            motion = apply_impulse(before, masses, in_world(frame, impulse), (frame.arm_a, frame.arm_b))
        else:
            normal_velocity, tangent_velocity = relative_velocity(frame, before)
            if turns:
                slip = with_turning_slip(contacts, block, (tangent_velocity[0], tangent_velocity[1]), sweep.middle)
                tangent_velocity = slip[0], slip[1], tangent_velocity[2]
            if rolls:
                velocity, times = (normal_velocity, tangent_velocity), (half, half)
                normal_velocity, tangent_velocity = with_rolling(contacts, block, velocity, times)
            normal_wrench, excess = solve_normals(data, base, normal_velocity, how)
            tangent_velocity = after_normal_wrench(data, base, tangent_velocity, normal_wrench)
            start = FrictionStart(bodies, contacts, block, frame, before, normal_wrench)
            if sweep.params.friction == AT_CENTRE:
                friction_wrench = solve_friction_at_centre(tangent_velocity, start, how)
            else:
                friction_wrench = solve_friction_at_points(tangent_velocity, start, how)
            masses = load_masses(data, base)
            motion = apply_wrench(frame, masses, before, normal_wrench, friction_wrench)
        if left < passes:
            motion = select_motion(settled, before, motion)
        elif passes > 1:
            settled = excess * (masses[0] + masses[2]) <= sweep.params.settled_speed
        store_motion(bodies.velocity, contacts, at, motion)
        left -= 1
        if left == 0 or not any_lane(~settled):
            block, left, settled = block + 1, passes, nowhere(excess)


@kernel
def push_contacts(begin, end, bodies, contacts, params):
    """One sweep of the normal rows on pseudo velocities (split impulse): it removes overlap and leaves velocities as they are.

    Separations are those that the sweep over velocities has written.
    Reads bodies.push contacts.a contacts.b contacts.data
    Writes bodies.push contacts.data
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion = load_motion(bodies.push, contacts, at)
        masses, frame = load_masses(data, base), load_frame(data, base)
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            separation, last = load(data, point + SEPARATION * W), load(data, point + PUSHED * W)
            speed = normal_speed_at(relative_velocity(frame, motion)[0], load_place(data, point))
            wanted = last - load(data, point + NORMAL_MASS * W) * (speed + push_bias(separation, params))
            idle = (load(data, point + TARGET * W) > 0.0) | (separation > 0.5 * NO_POINT)     # bounces, or does not exist
            impulse = select(idle, last, maximum(wanted, 0.0))
            store(data, point + PUSHED * W, impulse)
            motion = apply_impulse(motion, masses, scale(impulse - last, frame.n), arms_of(frame, data, point))
        store_motion(bodies.push, contacts, at, motion)
