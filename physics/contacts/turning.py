"""Contacts of turning bodies: how their arms change within a step, and the slip that fixed arms leave out.

Arms p_a, p_b and the normal n, from a to b, are those of the beginning of the step.  After a time t in it arms have changed by

    t e_a,   t e_b

    a point that goes with its body                  e = w x p
    the foot of a ball of radius R                   e_a = w_a x (p_a - R n) + R n',     e_b = w_b x (p_b + R n) - R n'
    a rim or a side                                  see `contacts.rolling_points`
    a point of what one of these touches             e_a = e_b + v_b - v_a   or   e_b = e_a + v_a - v_b

A ball is a sphere or the round of a capsule, also as a part of a compound; p - R n is the arm of its centre, which goes with the
body.  Where it touches a face, n goes with that: n' = w x n.

Impulses of a step with several substeps act with the arms p + lead e of the mean beginning of a substep where something round
touches, see `ContactRowParameters.lead`; elsewhere lead = 0.  With p they would lag behind by that time, and what rocks on
something round would gain amplitude, by w^2 lead / 2 of it a second for the circular frequency w.  Friction adds
(t - lead) (w_b x e_b - w_a x e_a) to the slip, with the velocities of the step's beginning and t in the middle of a substep.
Without it a crate on a turntable goes straight on within each step, and spirals outwards by w^2 dt / 2 of its distance in a
second.  Only where a body turns faster than `inertia.TURNING`.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import CAP_ROUND, CURVATURE, ROUND, SPHERE_ROUND
from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula
from physics.contacts.frame import ContactFrame
from physics.contacts.layout import LEAD, ROLLING_SLOTS, SLOTS, TURNING_RATE
from physics.contacts.rolling_points import roll, rolling_lanes
from physics.simd.functions import absolute, any_lane, full_like, maximum, select
from physics.simd.memory import gather_rows, load, store
from physics.simd.quat import conjugate, rotate
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, dot, scale, select3, sub, zero3

ACROSS = 0.9999                                  # cosine of a normal and an axis of a body, from which it belongs to a face


class Rounds(NamedTuple):
    """What is round of the shapes of a block's pairs, as in `Bodies.shape`, and their radii [m], 0 where they are flat."""

    a: object
    b: object
    radius_a: object
    radius_b: object


@formula
def is_ball(roundness):
    """Mask of what is round like a ball."""
    return (roundness == full_like(roundness, SPHERE_ROUND)) | (roundness == full_like(roundness, CAP_ROUND))


@formula
def round_of(bodies, rows, at):
    """(roundness, radius) of the shapes rows[at .. at + 15]."""
    curvature = gather_rows(bodies.resistance, rows, at)[CURVATURE]
    curved = curvature > 0.0
    return gather_rows(bodies.shape, rows, at)[ROUND], select(curved, 1.0 / select(curved, curvature, 1.0), 0.0)


@formula
def rounds_of(bodies, step, at):
    """The Rounds of a block: a contact has the row of a compound, its pair that of the part."""
    pairs, contacts, rows = step.pairs, step.contacts, step.contacts.anchored
    for lane in range(at, at + W):
        rows[lane] = pairs.a[contacts.pair[lane]]
    round_a, radius_a = round_of(bodies, rows, at)
    for lane in range(at, at + W):
        rows[lane] = pairs.b[contacts.pair[lane]]
    round_b, radius_b = round_of(bodies, rows, at)
    return Rounds(round_a, round_b, radius_a, radius_b)


@formula
def is_face(pose, n):
    """Mask of the bodies in these poses (8 lanes) with an axis along n: what touches there is a face of a box."""
    along = rotate(conjugate((pose[3], pose[4], pose[5], pose[6])), n)
    most = maximum(maximum(absolute(along[0]), absolute(along[1])), absolute(along[2]))
    return most > full_like(most, ACROSS)


@formula
def normal_rate(bodies, contacts, at, n, rounds):
    """n' [1/s] where a round body touches a face of the other one, else 0."""
    _, wa, _, wb = load_motion(bodies.velocity, contacts, at)
    flat_a, flat_b, none = rounds.a == 0.0, rounds.b == 0.0, zero3(n[0])
    face_a, face_b = is_face(gather_rows(bodies.pose, contacts.a, at), n), is_face(gather_rows(bodies.pose, contacts.b, at), n)
    return select3(flat_a & ~flat_b & face_a, cross(wa, n), select3(flat_b & ~flat_a & face_b, cross(wb, n), none))


@formula
def arm_rates(motion, frame, rounds, turning):
    """(e_a, e_b) of a block without rims and sides; turning: n'."""
    (va, wa, vb, wb), n = motion, frame.n
    ball_a, ball_b, passing = is_ball(rounds.a), is_ball(rounds.b), sub(vb, va)
    own_a = add_scaled(cross(wa, add_scaled(frame.arm_a, -rounds.radius_a, n)), rounds.radius_a, turning)
    own_b = add_scaled(cross(wb, add_scaled(frame.arm_b, rounds.radius_b, n)), -rounds.radius_b, turning)
    a = select3(ball_a, own_a, select3(ball_b, add(own_b, passing), cross(wa, frame.arm_a)))
    b = select3(ball_b, own_b, select3(ball_a, sub(own_a, passing), cross(wb, frame.arm_b)))
    return a, b


@formula
def prepare_turning(bodies, step, block, frame, which, parameters):
    """Write how a block turns, before its points are placed; returns its frame with the arms that impulses act with.

    which = (mask of the lanes that turn, numbers of points, what is round of both bodies).
    """
    (turns, count, (round_a, round_b)), contacts, data, at = which, step.contacts, step.contacts.data, block * W
    motion, still = load_motion(bodies.velocity, contacts, at), zero3(count)
    _, wa, _, wb = motion
    a, b, lead = cross(wa, frame.arm_a), cross(wb, frame.arm_b), still[0]
    if any_lane((round_a != 0.0) | (round_b != 0.0)):
        rounds = rounds_of(bodies, step, at)
        turning = normal_rate(bodies, contacts, at, frame.n, rounds)
        a, b = arm_rates(motion, frame, rounds, turning)
        leads = turns & (is_ball(rounds.a) | is_ball(rounds.b))
        rolls = rolling_lanes((round_a, round_b), count, turns)
        if any_lane(rolls[0] | rolls[1]):
            how = rolls, count, parameters.motion.h, turning, (rounds.a == 0.0, rounds.b == 0.0)
            a, b, either = roll(bodies, contacts, block, frame, how, (a, b), parameters.rolling)
            leads = leads | either
        lead = select(leads, full_like(count, parameters.solve.lead), lead)
    a, b = select3(turns, a, still), select3(turns, b, still)
    change, slot = sub(cross(wb, b), cross(wa, a)), block * SLOTS + TURNING_RATE
    store(data, slot * W, dot(change, frame.t1))
    store(data, (slot + 1) * W, dot(change, frame.t2))
    store(contacts.rolling, (block * ROLLING_SLOTS + LEAD) * W, lead)
    shifts = lead > 0.0
    return ContactFrame(frame.n, frame.t1, frame.t2, select3(shifts, add(frame.arm_a, scale(lead, a)), frame.arm_a),
                        select3(shifts, add(frame.arm_b, scale(lead, b)), frame.arm_b))


@formula
def with_turning_slip(contacts, block, slip, time):
    """The slip (along t1, along t2) of a block's origin at a time [s] of the step, from that with its arms."""
    at, late = (block * SLOTS + TURNING_RATE) * W, time - load(contacts.rolling, (block * ROLLING_SLOTS + LEAD) * W)
    return slip[0] + late * load(contacts.data, at), slip[1] + late * load(contacts.data, at + W)
