"""The rotation part: the joint frames of a and b stay aligned.

    q = (v, w) = conj(q_a f_a) (q_b f_b),   w >= 0           b's frame seen from a's
    C = 2 v                                                  (3, along the axes of a's joint frame)
    dC/dt = w omega + omega x v,    omega = w_b - w_a in that frame;    row i:  u = w e_i + v x e_i

For small angles C is the rotation vector.  q and -q are the same rotation; w >= 0 selects the shorter one, so b also returns
from beyond half a turn.  |C| = 2 sin(phi/2) grows ever less with the angle phi, at half a turn not at all, where the rows vanish
along v: an error over them would be many turns.  So beyond FAR the rows are those of the rotation vector itself, whose length
along v stays 1 and which are nowhere shorter:

    n = v / |v|,  f = phi / (2 |v|):      C = phi n,    row i:  u = f (w e_i + v x e_i) + (1 - f w) n_i n

Source: quaternion kinematics q' = 1/2 omega q; derived here.
"""
from __future__ import annotations

import math

from physics.compile.decorators import formula
from physics.constraints.part import EVERY_AXIS, PartKind
from physics.constraints.parts.axis_rotation import FAR
from physics.constraints.placing import ThreeRows, still
from physics.simd.angle import arctan2
from physics.simd.functions import any_lane, select, sqrt
from physics.simd.quat import conjugate, multiply, rotate
from physics.simd.vec3 import add_scaled, cross, dot, scale, select3

ROTATION = 2                                     # 3 rows
NEAR = math.cos(FAR / 2)                         # w of a turn by FAR


@formula
def relative_rotation(frames):
    """b's joint frame seen from a's, (x, y, z, w) with w >= 0; frames = both in the world."""
    q = multiply(conjugate(frames[0]), frames[1])
    back = q[3] < 0.0
    return (select(back, -q[0], q[0]), select(back, -q[1], q[1]), select(back, -q[2], q[2]), select(back, -q[3], q[3]))


@formula
def of_vector(u, along, stretch, rest):
    """A row of the rotation vector from one of 2 v; along = (n_i, n), stretch = f, rest = 1 - f w."""
    return add_scaled(scale(stretch, u), rest * along[0], along[1])


@formula
def place_rotation(placing):
    """The rows at the bodies' present poses, along the axes of a's joint frame."""
    frames, rest = placing.frames, still(placing)
    q = relative_rotation(frames)
    zero = 0.0 * q[0]
    one, nothing = zero + 1.0, (zero, zero, zero)
    v, w = (q[0], q[1], q[2]), q[3]
    x, y, z = (one, zero, zero), (zero, one, zero), (zero, zero, one)
    ux, uy, uz = add_scaled(cross(v, x), w, x), add_scaled(cross(v, y), w, y), add_scaled(cross(v, z), w, z)
    errors, far = (q[0] + q[0], q[1] + q[1], q[2] + q[2]), w < NEAR
    if any_lane(far):
        sine = sqrt(dot(v, v))
        inverse, half = 1.0 / select(far, sine, one), arctan2(sine, w)
        n, f = scale(inverse, v), half * inverse
        errors = select3(far, scale(half + half, n), errors)
        ux = select3(far, of_vector(ux, (n[0], n), f, 1.0 - f * w), ux)
        uy = select3(far, of_vector(uy, (n[1], n), f, 1.0 - f * w), uy)
        uz = select3(far, of_vector(uz, (n[2], n), f, 1.0 - f * w), uz)
    ux, uy, uz = rotate(frames[0], ux), rotate(frames[0], uy), rotate(frames[0], uz)
    return ThreeRows(errors, ((nothing, ux, ux), (nothing, uy, uy), (nothing, uz, uz)), (rest, rest, rest))


PART = PartKind(ROTATION, rows=3, place=place_rotation, turns_only=True, holds_turns=EVERY_AXIS)
