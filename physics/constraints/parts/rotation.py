"""The rotation part: the joint frames of a and b stay aligned.

    q = (v, w) = conj(q_a f_a) (q_b f_b),   w >= 0           b's frame seen from a's
    C = 2 v                                                  (3, along the axes of a's joint frame)
    dC/dt = w omega + omega x v,    omega = w_b - w_a in that frame;    row i:  u = w e_i + v x e_i

For small angles C is the rotation vector.  q and -q are the same rotation; w >= 0 selects the shorter one, so b also returns
from beyond half a turn.  At exactly half a turn the rows would vanish along v, so w has a lower bound in J.
Source: quaternion kinematics q' = 1/2 omega q; derived here.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.part import EVERY_AXIS, PartKind
from physics.constraints.placing import ThreeRows, still
from physics.simd.functions import maximum, select
from physics.simd.quat import conjugate, multiply, rotate
from physics.simd.vec3 import add_scaled, cross

ROTATION = 2                                     # 3 rows
LEAST_W = 0.05                                   # lower bound of w in J


@formula
def relative_rotation(frames):
    """b's joint frame seen from a's, (x, y, z, w) with w >= 0; frames = both in the world."""
    q = multiply(conjugate(frames[0]), frames[1])
    back = q[3] < 0.0
    return (select(back, -q[0], q[0]), select(back, -q[1], q[1]), select(back, -q[2], q[2]), select(back, -q[3], q[3]))


@formula
def place_rotation(placing):
    """The rows at the bodies' present poses, along the axes of a's joint frame."""
    frames, rest = placing.frames, still(placing)
    q = relative_rotation(frames)
    zero = 0.0 * q[0]
    one, nothing = zero + 1.0, (zero, zero, zero)
    v, w = (q[0], q[1], q[2]), maximum(q[3], LEAST_W)
    x, y, z = (one, zero, zero), (zero, one, zero), (zero, zero, one)
    ux = rotate(frames[0], add_scaled(cross(v, x), w, x))
    uy = rotate(frames[0], add_scaled(cross(v, y), w, y))
    uz = rotate(frames[0], add_scaled(cross(v, z), w, z))
    errors = (q[0] + q[0], q[1] + q[1], q[2] + q[2])
    return ThreeRows(errors, ((nothing, ux, ux), (nothing, uy, uy), (nothing, uz, uz)), (rest, rest, rest))


PART = PartKind(ROTATION, rows=3, place=place_rotation, turns_only=True, holds_turns=EVERY_AXIS)
