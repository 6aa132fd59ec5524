"""Contacts of turning bodies: how their arms change within a step, and the slip that fixed arms leave out.

Arms p_a, p_b and the normal n, from a to b, are those of the beginning of the step.  After a time t in it arms have changed by

    t e_a,   t e_b

    a point that goes with its body                  e = w x p
    the foot of a ball of radius R                   e_a = w_a x (p_a - R n) + R n',     e_b = w_b x (p_b + R n) - R n'
    a rim or a side                                  see `contacts.rolling_points`
    a point of what one of these touches             e_a = e_b + v_b - v_a   or   e_b = e_a + v_a - v_b

A ball is the round of a capsule, or a part of a compound; p - R n is the arm of its centre, which goes with the body.  Where it
touches a face, n goes with that: n' = w x n.  Three points or more belong to a face that lies on it, and go with their bodies.
Of a sphere the point stays below its centre, e = 0, and goes along the other body.

Impulses of a step with several substeps act with the arms p + lead e of the mean beginning of a substep where something round
touches something flat, spheres excepted, and turns little meanwhile, see `ContactRowParameters.lead`; elsewhere lead = 0.  With
p they would lag behind by that time, and what rocks on something round would gain amplitude, by w^2 lead / 2 of it a second for
the circular frequency w.  Friction adds (t - lead) (w_b x e_b - w_a x e_a) to the slip, with the velocities of the step's
beginning and t in the middle of a substep.  Without it a crate on a turntable goes straight on within each step, and spirals
outwards by w^2 dt / 2 of its distance in a second.  Only where a body turns faster than `inertia.TURNING`.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import CAP_ROUND, CURVATURE, MANIFOLD_SLOTS, PARTS_ROUND, ROUND, SPHERE_ROUND
from physics.bodies.arrays import COUNT as POINTS_FOUND
from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula, kernel
from physics.contacts.block_response import move_arms
from physics.contacts.frame import ContactFrame, load_frame
from physics.contacts.layout import CONE, FLAGS, LEAD, ROLLING_SLOTS, ROUND_TURNS, SLOTS, TURNING_RATE, TURNS
from physics.contacts.rolling_points import FACE, roll, rolling_lanes
from physics.simd.functions import absolute, any_lane, full_like, maximum, select
from physics.simd.memory import gather_half, gather_rows, gather_slots, load, store
from physics.simd.quat import conjugate, rotate
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, dot, scale, select3, sub, zero3

LARGEST_LEAD = 0.25                              # turn in the lead from which arms keep to the step's beginning [rad]
HALF = 4                                         # numbers of half a row
ACROSS = 0.9999                                  # cosine of a normal and an axis of a body, from which it belongs to a face


class Rounds(NamedTuple):
    """What is round of the shapes of a block's pairs, as in `Bodies.shape`, and their radii [m], 0 where they are flat."""

    a: object
    b: object
    radius_a: object
    radius_b: object


@formula
def round_of(bodies, contacts, own, all_rows, at):
    """(roundness, radius) of the shapes that touch: a contact has the row of a compound, its pair that of the part."""
    roundness, rows, (own_rows, part_rows) = own, contacts.anchored, all_rows
    if any_lane(own == full_like(own, PARTS_ROUND)):
        for lane in range(at, at + W):
            rows[lane] = part_rows[contacts.pair[lane]]
        part = gather_half(bodies.shape, rows, at, 1)[ROUND - HALF]
        roundness = select(own == full_like(own, PARTS_ROUND), part, own)
        curvature = gather_half(bodies.resistance, rows, at, 1)[CURVATURE - HALF]
    else:
        curvature = gather_half(bodies.resistance, own_rows, at, 1)[CURVATURE - HALF]
    curved = curvature > 0.0
    return roundness, select(curved, 1.0 / select(curved, curvature, 1.0), 0.0)


@formula
def rolls_like_a_ball(own, roundness):
    """Mask of capsules, and of spheres that are parts of compounds."""
    of_part = (own == full_like(own, PARTS_ROUND)) & (roundness == full_like(own, SPHERE_ROUND))
    return of_part | (roundness == full_like(own, CAP_ROUND))


@formula
def is_face(pose, n):
    """Mask of the bodies in these poses (8 lanes) with an axis along n: what touches there is a face of a box."""
    along = rotate(conjugate((pose[3], pose[4], pose[5], pose[6])), n)
    most = maximum(maximum(absolute(along[0]), absolute(along[1])), absolute(along[2]))
    return most > full_like(most, ACROSS)


@formula
def normal_rate(bodies, contacts, at, frame, how):
    """n' [1/s] where a face of a turning body is touched, else 0; how = (motion, masks of what may be a face)."""
    (_, wa, _, wb), (faces_a, faces_b) = how
    rate, n = zero3(frame.n[0]), frame.n
    if any_lane(faces_a & (dot(wa, wa) > 0.0)):
        rate = select3(faces_a & is_face(gather_rows(bodies.pose, contacts.a, at), n), cross(wa, n), rate)
    if any_lane(faces_b & (dot(wb, wb) > 0.0)):
        rate = select3(faces_b & is_face(gather_rows(bodies.pose, contacts.b, at), n), cross(wb, n), rate)
    return rate


@formula
def with_balls(motion, frame, rounds, how):
    """(e_a, e_b) of a block: of balls and of what they touch; of others `rates`.  how = (n', masks of balls, rates)."""
    (va, wa, vb, wb), n, (turning, (ball_a, ball_b), rates) = motion, frame.n, how
    own_a = add_scaled(cross(wa, add_scaled(frame.arm_a, -rounds.radius_a, n)), rounds.radius_a, turning)
    own_b = add_scaled(cross(wb, add_scaled(frame.arm_b, rounds.radius_b, n)), -rounds.radius_b, turning)
    passing = sub(vb, va)
    return (select3(ball_a, own_a, select3(ball_b, add(own_b, passing), rates[0])),
            select3(ball_b, own_b, select3(ball_a, sub(own_a, passing), rates[1])))


@formula
def material_rate(spin, arm, passing, spheres):
    """e of a body: of what goes with it, of a sphere, and of what a sphere touches; `spheres`: masks of it and the other one."""
    own, other = spheres
    return select3(own, zero3(arm[0]), select3(other, passing, cross(spin, arm)))


@formula
def material_rates(motion, frame, spheres):
    """(e_a, e_b) of a block: of what goes with its body, of spheres, and of what these touch; `spheres`: masks of a and b."""
    passing, (sphere_a, sphere_b) = sub(motion[2], motion[0]), spheres
    return (material_rate(motion[1], frame.arm_a, passing, (sphere_a, sphere_b)),
            material_rate(motion[3], frame.arm_b, scale(-1.0, passing), (sphere_b, sphere_a)))


@formula
def store_rates(contacts, block, frame, motion, how):
    """Write by how much the slip of a block grows in a second; how = (mask of lanes that turn, rates of the arms)."""
    turns, (a, b) = how
    change, slot = sub(cross(motion[3], b), cross(motion[1], a)), (block * SLOTS + TURNING_RATE) * W
    change = select3(turns, change, zero3(change[0]))
    store(contacts.data, slot, dot(change, frame.t1))
    store(contacts.data, slot + W, dot(change, frame.t2))


@formula
def store_turning_rate(bodies, contacts, block, frame, turning):
    """`store_rates` of `material_rates`; turning = (mask of lanes that turn, masks of spheres a and b)."""
    (turns, spheres), motion = turning, load_motion(bodies.velocity, contacts, block * W)
    store_rates(contacts, block, frame, motion, (turns, material_rates(motion, frame, spheres)))


@formula
def turn_round_one(bodies, step, block, parameters):
    """Write how a block turns where something round touches, spheres excepted, and give it the arms that impulses act with."""
    contacts, at, pairs, base = step.contacts, block * W, step.pairs, block * SLOTS * W
    frame, motion = load_frame(contacts.data, base), load_motion(bodies.velocity, contacts, at)
    count = gather_slots(pairs.manifolds, contacts.pair, at, MANIFOLD_SLOTS, POINTS_FOUND)
    own_a = gather_half(bodies.shape, contacts.a, at, 1)[ROUND - HALF]
    own_b = gather_half(bodies.shape, contacts.b, at, 1)[ROUND - HALF]
    turns = gather_rows(bodies.inverse_inertia, contacts.a, at)[7] + gather_rows(bodies.inverse_inertia, contacts.b, at)[7] > 0.0
    (_, wa, _, wb), sphere_a, sphere_b = motion, own_a > 0.0, own_b > 0.0
    a, b = material_rates(motion, frame, (sphere_a, sphere_b))
    round_a, radius_a = round_of(bodies, contacts, own_a, (contacts.a, pairs.a), at)
    round_b, radius_b = round_of(bodies, contacts, own_b, (contacts.b, pairs.b), at)
    flat_a, flat_b = round_a == 0.0, round_b == 0.0
    pointed = count < full_like(count, FACE)
    ball_a = rolls_like_a_ball(own_a, round_a) & ~sphere_b & pointed
    ball_b = rolls_like_a_ball(own_b, round_b) & ~sphere_a & pointed
    rolls = rolling_lanes((own_a, own_b), count, turns)
    meets = flat_a & (ball_b | rolls[1]), flat_b & (ball_a | rolls[0])
    turning = normal_rate(bodies, contacts, at, frame, (motion, meets))
    a, b = with_balls(motion, frame, Rounds(round_a, round_b, radius_a, radius_b), (turning, (ball_a, ball_b), (a, b)))
    rolling = turns & (ball_a | ball_b)
    if any_lane(rolls[0] | rolls[1]):
        how = rolls, count, parameters.motion.h, turning, (flat_a, flat_b), (a, b), parameters.rolling
        a, b, either = roll(bodies, contacts, block, frame, how)
        rolling = rolling | either
    store_rates(contacts, block, frame, motion, (turns, (a, b)))
    turned = full_like(count, parameters.solve.lead * parameters.solve.lead) * maximum(dot(wa, wa), dot(wb, wb))
    rolling = rolling & (flat_a | flat_b) & (turned < full_like(count, LARGEST_LEAD * LARGEST_LEAD))
    lead = select(rolling, full_like(count, parameters.solve.lead), 0.0)
    if any_lane(lead > 0.0):
        store(contacts.rolling, (block * ROLLING_SLOTS + LEAD) * W, lead)
        arm_a = select3(rolling, add(frame.arm_a, scale(lead, a)), frame.arm_a)
        arm_b = select3(rolling, add(frame.arm_b, scale(lead, b)), frame.arm_b)
        move_arms(contacts.data, base, ContactFrame(frame.n, frame.t1, frame.t2, arm_a, arm_b), parameters.solve.friction == CONE)
    else:
        contacts.data[base + FLAGS * W + TURNS] = 1


@kernel
def turn_round_ones(begin, end, bodies, step, parameters):
    """`turn_round_one` of the blocks with ROUND_TURNS among begin .. end - 1 of `contacts.order`; those that do not lead lose it.

    Reads bodies.pose bodies.velocity bodies.shape bodies.resistance bodies.inverse_inertia step.pairs.manifolds
        step.contacts.a step.contacts.b step.contacts.pair step.contacts.order step.contacts.data
    Writes step.contacts.anchored step.contacts.data step.contacts.rolling
    """
    for place in range(begin, end):
        block = np.int64(step.contacts.order[place])
        if step.contacts.data[(block * SLOTS + FLAGS) * W + TURNS] == ROUND_TURNS:
            turn_round_one(bodies, step, block, parameters)


@formula
def with_turning_slip(contacts, block, slip, time):
    """The slip (along t1, along t2) of a block's origin at a time [s] of the step, from that with its arms."""
    at, late = (block * SLOTS + TURNING_RATE) * W, full_like(slip[0], time)
    if contacts.data[(block * SLOTS + FLAGS) * W + TURNS] == ROUND_TURNS:
        late = late - load(contacts.rolling, (block * ROLLING_SLOTS + LEAD) * W)
    return slip[0] + late * load(contacts.data, at), slip[1] + late * load(contacts.data, at + W)
