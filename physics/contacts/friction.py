"""Friction at the points of a contact: two rows along the tangents each, one after another, in the contact frame.

    wanted = last - mass * slip,    |(f1, f2)| <= friction * normal impulse       cone: of the vector, pyramid: of each

Friction acts in the tangent plane of the contact frame, so three numbers determine the slip at every point (see
`contacts.frame`), and the effect of one point's impulses on the others is a symmetric 3x3 matrix times a friction wrench.  For
the cone both tangents share one mass, 1 over the larger eigenvalue of their 2x2 K: with it a clamped step never overshoots; a
2x2 solve with a radial clamp at each corner stops boxes too late.
Source: Catto, "Iterative Dynamics", GDC 2005.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import Bodies
from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula
from physics.contacts.frame import ContactFrame, after_friction, friction_wrench_by, in_world, load_place, slip_at
from physics.contacts.layout import (
    CONE,
    COUNT,
    DRIVEN,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    IMPULSE,
    INVERSE_MASS_A,
    INVERSE_MASS_B,
    POINT,
    SLOTS,
    SUM_1,
    SUM_2,
    TANGENT_1,
    TANGENT_2,
    TANGENT_BY_FRICTION,
    TANGENT_BY_NORMAL,
    TANGENT_MASS,
    TANGENT_MASS_2,
    Contacts,
)
from physics.contacts.surface import surface_velocity_at
from physics.simd.functions import any_lane, fma, maximum, minimum, select, sqrt
from physics.simd.memory import load, store
from physics.simd.slots import load3, load6
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, dot, sub, zero3

TINY = 1e-30                                     # keeps 0 / 0 out of the radial clamp


@formula
def safe_inverse(k):
    """1 / k where k > 0, else 0 (both bodies immovable)."""
    return select(k > 0.0, 1.0 / select(k > 0.0, k, 1.0), 0.0)


@formula
def tangent_masses(tangent_by_friction, place, cone):
    """The masses of both friction rows at a place of the contact frame: one shared for the cone, one each for the pyramid.

    Rows are (1, 0, -y) and (0, 1, x) of the friction wrench, so K = [k11 k12; k12 k22] follows from their matrix.
    """
    s11, s12, s1n, s22, s2n, snn = tangent_by_friction
    x, y = place
    k11, k22 = fma(y, fma(y, snn, -(s1n + s1n)), s11), fma(x, fma(x, snn, s2n + s2n), s22)
    if not cone:
        return safe_inverse(k11), safe_inverse(k22)
    k12 = fma(x, fma(-y, snn, s1n), fma(-y, s2n, s12))
    half = 0.5 * (k11 - k22)
    shared = safe_inverse(0.5 * (k11 + k22) + sqrt(half * half + k12 * k12))
    return shared, shared


@formula
def clamp_round(f1, f2, limit):
    """(f1, f2), no longer than `limit`."""
    pressed = limit > 0.0                            # lanes without a normal impulse, which most blocks have, do not slide
    f1, f2 = select(pressed, f1, 0.0), select(pressed, f2, 0.0)
    size = fma(f1, f1, f2 * f2)
    slides = size > limit * limit
    if any_lane(slides):                             # rare; roots and divisions are slow
        inside = select(slides, limit / sqrt(maximum(size, TINY)), 1.0)
        return f1 * inside, f2 * inside
    return f1, f2


@formula
def clamp_both(x, limit):
    """x within +-limit."""
    return maximum(minimum(x, limit), -limit)


@formula
def clamp_friction(f1, f2, limit, model):
    """Both friction impulses inside the cone or the pyramid of this limit."""
    if model == CONE:
        return clamp_round(f1, f2, limit)
    return clamp_both(f1, limit), clamp_both(f2, limit)


@formula
def after_normal_wrench(data, base, tangent_velocity, normal_wrench):
    """The tangent velocity of a block after a normal wrench: the off-diagonal of K applied."""
    at = base + TANGENT_BY_NORMAL * W
    return (tangent_velocity[0] + dot(load3(data, at), normal_wrench),
            tangent_velocity[1] + dot(load3(data, at + 3 * W), normal_wrench),
            tangent_velocity[2] + dot(load3(data, at + 6 * W), normal_wrench))


class FrictionStart(NamedTuple):
    """A block as a sweep comes to its friction rows."""

    bodies: Bodies
    contacts: Contacts
    block: int
    frame: ContactFrame
    motion: tuple              # (v_a, w_a, v_b, w_b) before this sweep
    normal_wrench: tuple       # of this sweep


@formula
def surface_slip(start, offset, friction_wrench, params):
    """Slip along both tangents by surfaces that move against their bodies, at an offset from the frame's origin [m/s].

    The velocities of the bodies are those after the normal wrench and this friction wrench.
    """
    frame, normal_wrench, contacts, block = start.frame, start.normal_wrench, start.contacts, start.block
    data, base, half_h = contacts.data, block * SLOTS * W, 0.5 / params.inverse_h
    force = in_world(frame, (normal_wrench[0], friction_wrench[0], friction_wrench[1]))
    va = add_scaled(start.motion[0], -load(data, base + INVERSE_MASS_A * W), force)
    vb = add_scaled(start.motion[2], load(data, base + INVERSE_MASS_B * W), force)
    moved = load_motion(start.bodies.delta, contacts, block * W)
    displacement = add_scaled(sub(moved[2], moved[0]), half_h, sub(vb, va))
    velocity = surface_velocity_at(contacts.drive, block, add(frame.arm_a, offset), displacement)
    return dot(velocity, frame.t1), dot(velocity, frame.t2)


@formula
def solve_slip(data, point, slip, friction, how):
    """Solve the friction rows of a point once and write back their impulses; returns the changes.  how is a Pass."""
    params = how.sweep.params
    normal_impulse, last_1, last_2 = load3(data, point + IMPULSE * W)
    if how.sweep.adding:
        store(data, point + SUM_1 * W, load(data, point + SUM_1 * W) + last_1)
        store(data, point + SUM_2 * W, load(data, point + SUM_2 * W) + last_2)
    mass_1 = mass_2 = load(data, point + TANGENT_MASS * W)
    if params.friction != CONE:
        mass_2 = load(data, point + TANGENT_MASS_2 * W)
    wanted = fma(-mass_1, slip[0], last_1), fma(-mass_2, slip[1], last_2)
    f1, f2 = clamp_friction(wanted[0], wanted[1], friction * normal_impulse, params.friction)
    if params.relaxing:
        f1, f2 = select(how.settled, last_1, f1), select(how.settled, last_2, f2)
    store(data, point + TANGENT_1 * W, f1)
    store(data, point + TANGENT_2 * W, f2)
    return f1 - last_1, f2 - last_2


@formula
def solve_friction_at_points(tangent_velocity, start, how):
    """Solve the friction rows of a block once and write back their impulses; returns the friction wrench of the changes.

    how is a Pass.
    """
    sweep = how.sweep
    data, base = start.contacts.data, start.block * SLOTS * W
    friction, response = load(data, base + FRICTION * W), load6(data, base + TANGENT_BY_FRICTION * W)
    points, driven = int(data[base + FLAGS * W + COUNT]), data[base + FLAGS * W + DRIVEN] > 0.0
    friction_wrench = zero3(friction)
    for k in range(points):
        j = points - 1 - k if sweep.backward else k
        point = base + (FIRST_POINT + j * POINT) * W
        place = load_place(data, point)
        slip = slip_at(tangent_velocity, place)
        if driven:
            offset = in_world(start.frame, (0.0 * friction, place[0], place[1]))
            added = surface_slip(start, offset, friction_wrench, sweep.params)
            slip = (slip[0] + added[0], slip[1] + added[1])
        f1, f2 = solve_slip(data, point, slip, friction, how)
        change = friction_wrench_by(f1, f2, place)
        tangent_velocity, friction_wrench = after_friction(response, tangent_velocity, change), add(friction_wrench, change)
    return friction_wrench
