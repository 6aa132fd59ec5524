"""Rows of contacts that follow their bodies: arms in the bodies' frames, and J, K and the error at present poses.

    r = q r_local + rho,      error = u . (x_b + r_b - x_a - r_a + rolled) + offset;      of turning u . (turn of b - turn of a)
    rolled = turn_b x rho_b - turn_a x rho_a

rho is the part of an arm that does not turn with a round body: from the axis of a cylinder or a cone, the segment of a capsule,
the centre of a sphere to the surface; of bodies with corners, and of parts of compounds, it is 0.  A ball that rolls touches
below its centre all the time.  A point of its surface that turned with it would lift off and come down behind the centre, an
angle w dt later, where the normal force has an arm R sin(w dt) that spins the ball.  An error moves by J d to first order
whatever rho is, as in the SIMD solver, where no arm turns in a step; `rolled` is how far the surface has rolled, so that slip is
measured along it.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST, Bodies
from physics.collision.shape_kinds import CAPSULE, CONE, CYLINDER, SPHERE
from physics.compile.decorators import formula, kernel
from physics.lab.rows.responses import put_jacobian, respond_at
from physics.lab.rows.row import OF_PARTS, turns_about
from physics.lab.rows.row_products import speed_of
from physics.lab.rows.vectors import composed, crossed, four, inner, inverse, put_three, three, turned
from physics.simd.quat import from_rotation_vector
from physics.simd.vec3 import add, negate, scale, sub

STILL = (0.0, 0.0, 0.0)
AXIS = (0.0, 0.0, 1.0)                           # of a capsule, a cylinder or a cone, in its own frame
QUARTER = np.pi / 2                              # longest rotation vector of the series [rad]
DOUBLINGS = 64                                   # of a turn, at most: of a body that has flown off to infinity


def turns_of(bodies: Bodies) -> np.ndarray:
    """(n, 4) turns of the bodies since the step began."""
    turns = np.empty((len(bodies.delta), 4))
    set_turns(bodies, turns)
    return turns


@kernel
def set_turns(bodies, turns):
    """The turns (n, 4) of all bodies since the step began.

    Reads   bodies.delta
    Writes  turns
    """
    for row in range(len(turns)):
        vector, doublings = three(bodies.delta, row, 3), 0
        while inner(vector, vector) > QUARTER * QUARTER and doublings < DOUBLINGS:
            vector, doublings = scale(0.5, vector), doublings + 1
        turn = from_rotation_vector(vector)
        for _ in range(doublings):
            turn = composed(turn, turn)
        turns[row, 0], turns[row, 1], turns[row, 2], turns[row, 3] = turn


@formula
def put_about(rows, i):
    """J of a row from its arms and its axis."""
    u, arm_a, arm_b = three(rows.axis, i, 0), three(rows.arm_a, i, 0), three(rows.arm_b, i, 0)
    if turns_about(rows.kind[i]):
        put_jacobian(rows, i, (STILL, negate(u), STILL, u))
    else:
        put_jacobian(rows, i, (negate(u), negate(crossed(arm_a, u)), u, crossed(arm_b, u)))


@formula
def round_part(bodies, row, turn, arm):
    """rho of an arm [m] of this body as the step began; `turn`, a quaternion, is the body's since then."""
    kind = bodies.kind[row]
    if row < FIRST or not (kind == SPHERE or kind == CAPSULE or kind == CYLINDER or kind == CONE):
        return STILL
    if kind == SPHERE:
        return scale(1.0, arm)
    axis = turned(inverse(turn), turned(four(bodies.pose, row, 3), AXIS))
    along = inner(arm, axis)
    if kind == CAPSULE:
        half = 1.0 * (bodies.shape[row, 2] - bodies.shape[row, 0])
        along = min(max(along, -half), half)
    return sub(arm, scale(along, axis))


@formula
def rolled(rows, i, delta):
    """turn_b x rho_b - turn_a x rho_a of a row: how far its round surfaces have rolled since the step began [m]."""
    return sub(crossed(three(delta, rows.b[i], 3), three(rows.round_b, i, 0)),
               crossed(three(delta, rows.a[i], 3), three(rows.round_a, i, 0)))


@formula
def anchor(rows, i, bodies, turns):
    """Error, offset, local arms and their round parts of a row as the step prepared it; `turns` (n, 4) are those since then.

    The error follows the motion since the start of the step to first order in the rotation, as the solver's does.
    """
    a, b, pose, delta = rows.a[i], rows.b[i], bodies.pose, bodies.delta
    arm_a, arm_b = three(rows.arm_a, i, 0), three(rows.arm_b, i, 0)
    round_a, round_b = round_part(bodies, a, four(turns, a, 0), arm_a), round_part(bodies, b, four(turns, b, 0), arm_b)
    rows.error[i] = rows.offset[i] + speed_of(rows.jacobian, i, delta, a, b)
    put_three(rows.round_a, i, 0, round_a)
    put_three(rows.round_b, i, 0, round_b)
    put_three(rows.local_a, i, 0, turned(inverse(four(pose, a, 3)), turned(four(turns, a, 0), sub(arm_a, round_a))))
    put_three(rows.local_b, i, 0, turned(inverse(four(pose, b, 3)), turned(four(turns, b, 0), sub(arm_b, round_b))))
    end = add(sub(three(pose, b, 0), three(delta, b, 0)), arm_b)
    between = sub(sub(end, sub(three(pose, a, 0), three(delta, a, 0))), arm_a)
    rows.offset[i] = 0.0 if turns_about(rows.kind[i]) else rows.offset[i] - inner(three(rows.axis, i, 0), between)


@kernel
def place_contact_rows(rows, bodies):
    """Arms, J, response, K and error of all rows of contacts at present poses.

    Reads   rows bodies.pose bodies.delta bodies.local
    Writes  rows.arm_a rows.arm_b rows.error rows.jacobian rows.response rows.k
    """
    for i in range(len(rows.a)):
        if rows.kind[i] < OF_PARTS:
            place_contact_row(rows, i, bodies)


@formula
def place_contact_row(rows, i, bodies):
    """`place_contact_rows` for one row."""
    a, b, pose, delta = rows.a[i], rows.b[i], bodies.pose, bodies.delta
    arm_a = add(turned(four(pose, a, 3), three(rows.local_a, i, 0)), three(rows.round_a, i, 0))
    arm_b = add(turned(four(pose, b, 3), three(rows.local_b, i, 0)), three(rows.round_b, i, 0))
    moved = add(sub(sub(add(three(pose, b, 0), arm_b), three(pose, a, 0)), arm_a), rolled(rows, i, delta))
    if turns_about(rows.kind[i]):
        moved = sub(three(delta, b, 3), three(delta, a, 3))
    put_three(rows.arm_a, i, 0, arm_a)
    put_three(rows.arm_b, i, 0, arm_b)
    rows.error[i] = inner(three(rows.axis, i, 0), moved) + rows.offset[i]
    put_about(rows, i)
    respond_at(rows, i, bodies)
