"""The round part of an arm: what leads from the core of a round body to its surface, and does not turn with the body.

    arm = q r_local + rho        rho: from the axis of a cylinder or a cone, the segment of a capsule, the centre of a sphere

A ball that rolls touches below its centre all the time.  A point of its surface that turned with it would lift off and come down
behind the centre, an angle w dt later, where the normal force has an arm R sin(w dt) that spins the ball.  Whatever rho is, J is
that of the arm as it stands, and an error moves by J d to first order, as in the SIMD solver, where no arm turns in a step: rho
moves by turn x rho, so that slip is the way that the surface has rolled,

    u . (x_b + r_b - x_a - r_a) + u . (turn_b x rho_b - turn_a x rho_a) + offset

Of bodies with corners rho is 0: a corner does turn with its body.  Parts of compounds count as such.
"""
from __future__ import annotations

from physics.bodies.arrays import FIRST
from physics.collision.shape_kinds import CAPSULE, CONE, CYLINDER, SPHERE
from physics.compile.decorators import formula
from physics.lab.rows.vectors import crossed, four, inner, inverse, three, turned
from physics.simd.vec3 import scale, sub

AXIS = (0.0, 0.0, 1.0)                           # of a capsule, a cylinder or a cone, in its own frame
NONE = (0.0, 0.0, 0.0)


@formula
def round_part(bodies, row, turn, arm):
    """rho of an arm [m] of this body as the step began; `turn`, a quaternion, is the body's since then."""
    kind = bodies.kind[row]
    if row < FIRST or not (kind == SPHERE or kind == CAPSULE or kind == CYLINDER or kind == CONE):
        return NONE
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
