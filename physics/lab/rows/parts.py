"""The parts of joints as plain formulas in double precision: what each row measures at given poses, and its Jacobian.

p_a, p_b are the anchors in the world, r_a, r_b their arms from the centres of mass, d = p_b - p_a; A and B the frames in
the world, q = A* B the turn of b's against a's, written in a's.  J is for (v_a w_a v_b w_b), measure' = J V:

    POINT          d                                    [ -1, [r_a]x, 1, -[r_b]x ]
    AXIS_PAIR      u_i . d,  u = y, z of A              [ -u, -(r_a + d) x u, u, r_b x u ]      A turns with a, hence d x u
    AXIS_POSITION  u . d,    u = x of A                 the same
    ROTATION       2 sgn(q_w) (q_x, q_y, q_z)           [ 0, -G, 0, G ],  G = sgn(q_w) (q_w 1 - [(q_x, q_y, q_z)]x) A^T
     beyond FAR    phi n,  n = unit(q_x, q_y, q_z)          see `constraints.parts.rotation`
    AXIS_ROTATION  t_i . x_B,  t = y, z of A            [ 0, -(x_B x t), 0, x_B x t ]
     its roles     -t_i . x_A, t = y, z of B            [ 0, -(x_A x t), 0, x_A x t ]          exchanged
     beyond FAR    phi t_i . c,  x_B = cos phi x_A + sin phi c                              see `constraints.parts.axis_rotation`
    ANGLE          2 atan2(x, w) of q                   [ 0, -g, 0, g ],  g = A (1, (w z + x y) / s, (x z - w y) / s),  s = x2+w2
     held at t     t + 2 asin(p_x),  p = r* q           [ 0, -g, 0, g ],  g = A R unit(p_w, p_z, -p_y),   p_w >= 0
     limited       2 atan2(x, w) inside, else as held   that of an angle held at the nearer bound
    SWING          angle between x_A and x_B            [ 0, -n, 0, n ],  n = unit(x_A x x_B)
    DISTANCE       |d|                                  [ -n, -r_a x n, n, r_b x n ],  n = unit(d)
    GEAR           turn of a about x_A + ratio turn of b about x_B                 [ 0, x_A, 0, ratio x_B ]
    RACK           path of b from a along u - ratio turn of a about x_A,  u = x_B  [ -u, -ratio x_A, u, 0 ]
    PULLEY         |p_a - g_a| + ratio |p_b - g_b|      [ n_a, r_a x n_a, ratio n_b, ratio r_b x n_b ]

ROTATION follows from q' = 1/2 omega q with omega = A^T (w_b - w_a); so does ANGLE, which is continuous beyond half a turn.  r and
R are the turn by the target t about x; see `physics.constraints.parts.angle`, also for angles that count turns.
Turns about axes fixed to bodies, and paths along them, are no functions of the poses alone: GEAR and RACK integrate them, from
their value at the beginning of the step and the motion since then.
Sources: Catto, "Modeling and Solving Constraints", GDC 2009; swing and twist of a quaternion; both checked by finite differences.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, routine
from physics.constraints import part
from physics.constraints.parts.angle import ANGLE, FAR, LEAST_LENGTH, UPRIGHT
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.axis_rotation import AXIS_ROTATION, LEAST_SINE, NEAR, OPPOSITE
from physics.constraints.parts.distance import DISTANCE
from physics.constraints.parts.gear import GEAR
from physics.constraints.parts.point import POINT
from physics.constraints.parts.rack import RACK
from physics.constraints.parts.rotation import NEAR as NEAR_TURN
from physics.constraints.parts.rotation import ROTATION
from physics.constraints.parts.swing import SWING
from physics.lab.rows.lanes import slot, slots3, slots4
from physics.lab.rows.vectors import AXES, axis_of, composed, crossed, inner, inverse, turned
from physics.simd.angle import arctan2
from physics.simd.quat import sine_cosine
from physics.simd.vec3 import add, negate, scale, sub

X = AXES[0]
NOTHING = (0.0, 0.0, 0.0)
TURN = 2 * math.pi
TINY = 1e-12                                     # shorter vectors have no direction [m]


class Placed(NamedTuple):
    """A part placed in the world."""

    arm_a: tuple                  # r_a [m]
    arm_b: tuple                  # r_b [m]
    point_a: tuple                # p_a [m]
    point_b: tuple                # p_b [m]
    frame_a: tuple                # A
    frame_b: tuple                # B


@formula
def placed(store, base, pose_a, pose_b):
    """The part at `base` of the stored parts, at poses (position, quaternion) of both bodies."""
    arm_a = turned(pose_a[1], slots3(store, base, part.ANCHOR_A))
    arm_b = turned(pose_b[1], slots3(store, base, part.ANCHOR_B))
    return Placed(arm_a, arm_b, add(pose_a[0], arm_a), add(pose_b[0], arm_b),
                  composed(pose_a[1], slots4(store, base, part.FRAME_A)), composed(pose_b[1], slots4(store, base, part.FRAME_B)))


@formula
def direction(v):
    """(length, direction); the direction of a zero vector is zero."""
    length = np.sqrt(inner(v, v))
    whole = length if length > TINY else np.inf
    return length, (v[0] / whole, v[1] / whole, v[2] / whole)


@formula
def turning(u):
    """The Jacobian of a relative rotation about u."""
    return NOTHING, negate(u), NOTHING, u


@formula
def pulling(at, u):
    """The Jacobian of the distance of the anchors along u, where u does not turn."""
    return negate(u), negate(crossed(at.arm_a, u)), u, crossed(at.arm_b, u)


@formula
def along(at, axis):
    """(measure, J) of a row along an axis fixed to a."""
    u, apart = turned(at.frame_a, axis), sub(at.point_b, at.point_a)
    return inner(u, apart), (negate(u), negate(crossed(add(at.arm_a, apart), u)), u, crossed(at.arm_b, u))


@formula
def rotation(at, axis):
    """(measure, J) of the turn about an axis of the aligned frames."""
    x, y, z, w = composed(inverse(at.frame_a), at.frame_b)
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    v = x, y, z
    about = sub(scale(w, axis), crossed(axis, v))                                    # i (w 1 - [v]x) = w i - i x v
    if w >= NEAR_TURN:
        return 2.0 * inner(v, axis), turning(turned(at.frame_a, about))
    sine = np.sqrt(inner(v, v))                                                      # far apart: the rotation vector
    half, n = arctan2(sine, w), scale(1.0 / sine, v)
    f, own = half / sine, inner(n, axis)
    return 2.0 * half * own, turning(turned(at.frame_a, add(scale(f, about), scale((1.0 - f * w) * own, n))))


@formula
def axis_rotation(at, axis, exchanged):
    """(measure, J) of b's x axis along an axis of a, across its own x axis; with exchanged roles minus that of a's along b's."""
    fast, slow, sign = (at.frame_a, at.frame_b, -1.0) if exchanged else (at.frame_b, at.frame_a, 1.0)
    x, t, along = turned(fast, X), turned(slow, axis), turned(slow, X)
    if inner(along, x) >= NEAR:
        return sign * inner(t, x), turning(crossed(x, t))
    y, z = turned(slow, AXES[1]), turned(slow, AXES[2])            # far apart: by the angle
    sine = np.sqrt(inner(y, x) ** 2 + inner(z, x) ** 2)
    a, b = (inner(y, x) / sine, inner(z, x) / sine) if sine > OPPOSITE else (1.0, 0.0)
    angle, n = arctan2(sine, inner(along, x)), sub(scale(a, z), scale(b, y))
    own, other = (a, -b) if axis[1] > 0.5 else (b, a)
    across = scale(other * angle / max(sine, LEAST_SINE), crossed(x, n))
    return sign * angle * own, turning(add(scale(own, n), across))


@formula
def angle(at, last):
    """(measure, J) of the turn of b's frame about the x axis; `last` is the measure before."""
    x, y, z, w = composed(inverse(at.frame_a), at.frame_b)
    both = x * x + w * w
    folded = 2.0 * arctan2(x, w)
    value = folded + TURN * np.floor((last - folded) / TURN + 0.5)
    return value, turning(turned(at.frame_a, (1.0, (w * z + x * y) / both, (x * z - w * y) / both)))


@formula
def held_angle(at, target):
    """(e, g) of an angle held at this target."""
    sine, cosine = sine_cosine(0.5 * target)
    r = sine, 0.0, 0.0, cosine
    x, y, z, w = composed(inverse(r), composed(inverse(at.frame_a), at.frame_b))
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    length = np.sqrt(w * w + y * y + z * z)
    about = turned(r, (w / length, z / length, -y / length)) if length > LEAST_LENGTH else X
    return 2.0 * arctan2(x, length), turned(at.frame_a, about)


@formula
def angle_of(store, base, at):
    """(measure, J) of an angle: held, sprung or limited the shortest way, or counted."""
    last, target = slot(store, base, part.MEASURE), slot(store, base, part.TARGET)
    counted, use = angle(at, last), slot(store, base, part.USE)
    if use == part.HOLD or use == part.SPRING:
        error, about = held_angle(at, target)
        if slot(store, base, part.COUNTED) == 0 or (use == part.HOLD and abs(last - target) < FAR):
            return target + error, turning(about)
    if use == part.LIMIT and slot(store, base, part.COUNTED) == 0:
        return limited_angle(at, last, (slot(store, base, part.LOWER), slot(store, base, part.UPPER)))
    return counted


@formula
def limited_angle(at, last, bounds):
    """(measure, J) of a limited angle whose axis may swing."""
    lower, upper = bounds
    value, _ = angle(at, min(max(last, lower), upper))
    bound = lower if value - lower < upper - value else upper
    error, about = held_angle(at, bound)
    return value if lower < value < upper else bound + error, turning(about)


@formula
def share_of_gap(at):
    """What the gap of a limited angle whose axis may swing is multiplied by: cos of half the swing."""
    x, _, _, w = composed(inverse(at.frame_a), at.frame_b)
    share = np.sqrt(x * x + w * w)
    return share if share > UPRIGHT else 1.0


@formula
def swing(at):
    """(measure, J) of the angle between the x axes."""
    xa, xb = turned(at.frame_a, X), turned(at.frame_b, X)
    sine, n = direction(crossed(xa, xb))
    return arctan2(sine, inner(xa, xb)), turning(n)


@formula
def distance(at):
    """(measure, J) of the distance of the anchors."""
    length, n = direction(sub(at.point_b, at.point_a))
    return length, pulling(at, n)


@formula
def counted(store, base, ways, jacobian):
    """(measure, J) of a row whose measure is its value at the beginning of the step plus the motion since then."""
    gained = 0.0
    for side in range(4):
        gained += inner(jacobian[side], ways[side])
    return slot(store, base, part.MEASURE) + gained, jacobian


@formula
def pulley(store, base, at):
    """(measure, J) of the length of the rope from both anchors to their ground points."""
    ratio = slot(store, base, part.RATIO)
    la, na = direction(sub(at.point_a, slots3(store, base, part.GROUND_A)))
    lb, nb = direction(sub(at.point_b, slots3(store, base, part.GROUND_B)))
    nb = scale(ratio, nb)
    return la + ratio * lb, (na, crossed(at.arm_a, na), nb, crossed(at.arm_b, nb))


@routine
def measured(kind, component, stored, at, ways):
    """(measure, J) of one row of a part of this kind; `stored` is the store of parts and the part's base in it.

    `ways` are the motions (of a, turn of a, of b, turn of b) in this step.
    """
    store, base = stored
    axis, later = axis_of(component), axis_of(component + 1)
    ratio, xa, xb = slot(store, base, part.RATIO), turned(at.frame_a, X), turned(at.frame_b, X)
    if kind == POINT:
        return inner(axis, sub(at.point_b, at.point_a)), pulling(at, axis)
    if kind == AXIS_PAIR:
        return along(at, later)
    if kind == ROTATION:
        return rotation(at, axis)
    if kind == AXIS_ROTATION:
        return axis_rotation(at, later, slot(store, base, part.EXCHANGED) > 0)
    if kind == AXIS_POSITION:
        return along(at, axis)
    if kind == ANGLE:
        return angle_of(store, base, at)
    if kind == SWING:
        return swing(at)
    if kind == DISTANCE:
        return distance(at)
    if kind == GEAR:
        return counted(store, base, ways, (NOTHING, xa, NOTHING, scale(ratio, xb)))
    if kind == RACK:
        return counted(store, base, ways, (negate(xb), scale(-ratio, xa), xb, NOTHING))
    return pulley(store, base, at)
