"""The axis rotation part: an axis of b stays parallel to an axis of a, so that b only rotates about it.

    C_i = t_i . x_b         t_1, t_2 the y and z axes of a's joint frame, x_b the x axis of b's
    J_i = [ 0   -u_i   0   u_i ],     u_i = x_b x t_i

Where a turns faster about the axis than b, the two change roles, see `constraints.roles`:

    C_i = -t_i . x_a        t_1, t_2 the y and z axes of b's joint frame, x_a the x axis of a's
    J_i = [ 0   -u_i   0   u_i ],     u_i = x_a x t_i

Impulses are torques across the axis of the faster body, so none of them changes its spin, and go with the slower one.  With
tangents on a wheel, J V would have its spin times the tilt: an elastic tilt is then damped as by a damper that turns with the
wheel, which a load slows down.  Both forms are the same to first order in the tilt.

J V is the rate of C at the beginning of a substep h.  While the faster body turns by phi, what its axis gains turns along:

    C_1 + i C_2  gains  h sinc(phi/2) e^(i phi/2) (J_1 + i J_2) V                      sinc x = sin x / x

In half a turn an error would be corrected sideways, in more backwards, and grow; so beyond FAR what rows are to remove is
sinc(phi/2) e^(-i phi/2) (C_1 + i C_2), and of each error the share sinc(phi/2)^2 of what else would be, never less than nothing.
A wheel that turns about its axis of symmetry keeps that axis, see `bodies.symmetric_top`: this turn is no part of phi.

C = sin phi stops growing at a right angle between the axes, where u vanishes: an error over u, and an impulse that u is too short
for, would be without bound.  A blow may tilt a hinge that far, so beyond FAR the rows are those of the angle phi itself,
x = cos phi x_s + sin phi c with x_s the axis of the slower body and n = x_s x c:

    C_i = phi t_i . c          u_i = (t_i . c) n + (t_i . n) (phi / sin phi) x x n

sin phi with a lower bound in u; their curvature is left out.

With a point part it makes a hinge.  Sources: two tangent rows as in Catto, GDC 2009 (revolute joint), the signs here; damping
that rotates, Genta, "Dynamics of Rotating Systems", 2005.
"""
from __future__ import annotations

import math

from physics.bodies.tumbling import without_own_spin
from physics.compile.decorators import formula
from physics.constraints import block, part
from physics.constraints.block import kept, masses_of
from physics.constraints.curvature import axes_acceleration, shared_spin
from physics.constraints.part import ACROSS, PartKind
from physics.constraints.placing import ThreeRows
from physics.simd.angle import arctan2
from physics.simd.functions import absolute, any_lane, maximum, select, sqrt
from physics.simd.quat import rotate, sine_cosine
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import add_scaled, cross, dot, scale, select3, select4, sub

AXIS_ROTATION = 3                                # 2 rows
OPPOSITE = 1e-6                                  # sin phi of axes that are opposite: any way back is as short
LEAST_SINE = 0.05                                # lower bound of sin phi in u
FAR = math.pi / 4                                # a turn up to which C grows along J V well enough [rad]
NEAR = math.cos(FAR)                             # cosine of the angle between the axes, up to which it is the sine


@formula
def tangents(frames, exchanged):
    """(x, t_1, t_2): the axis of one body and the tangents of the other one, where `exchanged` of a and of b; frames in the
    world."""
    zero = 0.0 * frames[0][0]
    one = zero + 1.0
    fast, slow = select4(exchanged, frames[0], frames[1]), select4(exchanged, frames[1], frames[0])
    return rotate(fast, (one, zero, zero)), rotate(slow, (zero, one, zero)), rotate(slow, (zero, zero, one))


@formula
def is_exchanged(parts, at):
    """Mask of the parts of a block whose bodies have changed roles."""
    return kept(parts, at, part.EXCHANGED) > 0.5


@formula
def select2(mask, a, b):
    """a where the mask is set, else b, of two numbers."""
    return select(mask, a[0], b[0]), select(mask, a[1], b[1])


@formula
def way_back(tilt, along, axis, tangents):
    """((C_1, C_2), u_1, u_2) of axes that are more than FAR apart, from (t_1 . x, t_2 . x) and x_s . x."""
    (x, y), (t1, t2) = tilt, tangents
    sine = sqrt(x * x + y * y)
    known = sine > OPPOSITE
    inverse = 1.0 / select(known, sine, 1.0)
    a, b = select(known, x * inverse, 1.0), select(known, y * inverse, 0.0 * y)              # c by the tangents
    angle, n = arctan2(sine, along), add_scaled(scale(a, t2), -b, t1)
    across = scale(angle / maximum(sine, LEAST_SINE), cross(axis, n))
    return (angle * a, angle * b), add_scaled(scale(a, n), -b, across), add_scaled(scale(b, n), a, across)


@formula
def place_axis_rotation(placing):
    """The rows at the bodies' present poses; the third is zero."""
    motion, exchanged = placing.motion, is_exchanged(placing.parts, placing.at)
    axis, t1, t2 = tangents(placing.frames, exchanged)
    zero = 0.0 * axis[0]
    sign, nothing = select(exchanged, zero - 1.0, zero + 1.0), (zero, zero, zero)
    u1, u2, spin = cross(axis, t1), cross(axis, t2), shared_spin(motion, masses_of(placing.parts.data, placing.base))
    tilt = dot(t1, axis), dot(t2, axis)
    rates = axes_acceleration(motion, spin, t1, axis), axes_acceleration(motion, spin, t2, axis)
    along = dot(cross(t1, t2), axis)
    back = along < NEAR
    if any_lane(back):
        away, v1, v2 = way_back(tilt, along, axis, (t1, t2))
        tilt, rates = select2(back, away, tilt), select2(back, (zero, zero), rates)
        u1, u2 = select3(back, v1, u1), select3(back, v2, u2)
    return ThreeRows((sign * tilt[0], sign * tilt[1], zero), ((nothing, u1, u1), (nothing, u2, u2), (nothing, nothing, nothing)),
                     (rates[0], rates[1], zero))


@formula
def lead_errors(placing, h):
    """Store what rows are to remove in a substep of h where the faster body turns by more than FAR in it, and the curvature of
    wheels that turn about their own axes."""
    data, base, motion, exchanged = placing.parts.data, placing.base, placing.motion, is_exchanged(placing.parts, placing.at)
    axis, t1, t2 = tangents(placing.frames, exchanged)
    spin = dot(sub(motion[3], motion[1]), axis)
    if any_lane(h * absolute(spin) > FAR):
        rest_a, rest_b = rests_of(placing)
        own_a, own_b = dot(sub(motion[1], rest_a), axis), dot(sub(motion[3], rest_b), axis)
        shared = shared_spin(motion, masses_of(data, base))
        more = sub(scale(own_b, sub(rest_b, shared)), scale(own_a, sub(rest_a, shared)))
        more = scale(0.5 * h, add_scaled(more, -dot(more, axis), axis))
        one, two, three = load3(data, base + block.CURVATURE * W)
        store3(data, base + block.CURVATURE * W, (one + dot(t1, more), two + dot(t2, more), three))
        spin = spin - own_b + own_a
    turn = h * select(exchanged, -spin, spin)
    far = absolute(turn) > FAR
    if any_lane(far):
        one, two, three = load3(data, base + block.ERROR * W)
        sine, cosine = sine_cosine(0.5 * turn)
        share = 2.0 * sine / select(far, turn, 1.0)
        along, across = share * cosine, -share * sine
        store3(data, base + block.ERROR * W,
               (select(far, along * one - across * two, one), select(far, along * two + across * one, two), three))


@formula
def rests_of(placing):
    """The spins of a and b of a block, of tops across their own axes alone."""
    bodies, parts, at, (a, b), motion = placing.bodies, placing.parts, placing.at, placing.places, placing.motion
    return without_own_spin(bodies, parts.a, at, a[1], motion[1]), without_own_spin(bodies, parts.b, at, b[1], motion[3])


PART = PartKind(AXIS_ROTATION, rows=2, place=place_axis_rotation, turns_only=True, holds_turns=ACROSS)
