"""Friction at the points of a contact: two rows along the tangents each, one after another, in the patch's frame.

    wanted = last - mass * slip,    |(f1, f2)| <= friction * normal impulse       cone: of the vector, pyramid: of each

All points lie in one plane here, that of the patch, so three numbers tell every slip (see `contact_patch`), and what one
point's impulses do to the others is a symmetric 3x3 matrix times a rub.  For the cone both tangents share one mass, 1 over the
larger eigenvalue of their 2x2 K: solved with that, a clamped step never overshoots; a 2x2 solve with a radial clamp at each
corner stops boxes too late.
Source: Catto, "Iterative Dynamics", GDC 2005.
"""
from __future__ import annotations

from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula
from physics.contacts.frame import after_rub, in_world, load_place, rub_by, slip_at
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
    SLIP_BY_PUSH,
    SLIP_BY_RUB,
    SLOTS,
    SUM_1,
    SUM_2,
    TANGENT_1,
    TANGENT_2,
    TANGENT_MASS,
    TANGENT_MASS_2,
)
from physics.contacts.surface import run_past
from physics.simd.functions import any_lane, fma, maximum, minimum, select, sqrt
from physics.simd.memory import load, store
from physics.simd.slots import load3, load6
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, dot, zero3

TINY = 1e-30                                     # keeps 0 / 0 out of the radial clamp


@formula
def safe_inverse(k):
    """1 / k where k > 0, else 0 (both bodies immovable)."""
    return select(k > 0.0, 1.0 / select(k > 0.0, k, 1.0), 0.0)


@formula
def tangent_masses(slipping_by_rub, place, cone):
    """The masses of both friction rows at a place of the patch: one shared for the cone, one each for the pyramid.

    Rows are (1, 0, -y) and (0, 1, x) of the rub, so K = [k11 k12; k12 k22] follows from the patch's own matrix.
    """
    s11, s12, s1n, s22, s2n, snn = slipping_by_rub
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
    pressed = limit > 0.0                            # where nothing presses nothing rubs: in most blocks there is such a lane
    f1, f2 = select(pressed, f1, 0.0), select(pressed, f2, 0.0)
    size = fma(f1, f1, f2 * f2)
    slides = size > limit * limit
    if any_lane(slides):                             # mostly none does, and roots and divisions are slow
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
def rubbed(data, base, slipping, push):
    """The slipping of a block's patch after a push."""
    at = base + SLIP_BY_PUSH * W
    return (slipping[0] + dot(load3(data, at), push), slipping[1] + dot(load3(data, at + 3 * W), push),
            slipping[2] + dot(load3(data, at + 6 * W), push))


@formula
def surface_slip(block, contacts, offset, run, impulses):
    """How the surfaces run past each other along both tangents at an offset from the patch's origin [m/s].

    run = (bodies, patch, motion, push, law), where bodies have had `impulses` = (push, rub) since they moved like that.
    """
    bodies, patch, motion, law = run
    push, rub = impulses
    data, base = contacts.data, block * SLOTS * W
    force = in_world(patch, (push[0], rub[0], rub[1]))
    va, wa, vb, wb = motion
    va = add_scaled(va, -load(data, base + INVERSE_MASS_A * W), force)
    vb = add_scaled(vb, load(data, base + INVERSE_MASS_B * W), force)
    moved = load_motion(bodies.delta, contacts, block * W)
    past = run_past(contacts.drive, block, add(patch.arm_a, offset), ((va, wa, vb, wb), moved, law))
    return dot(past, patch.t1), dot(past, patch.t2)


@formula
def slide(data, point, slip, friction, rule):
    """How the friction impulses of a point change in one sweep, which are written back; rule = (law, adding)."""
    law, adding = rule
    normal_impulse, last_1, last_2 = load3(data, point + IMPULSE * W)
    if adding:
        store(data, point + SUM_1 * W, load(data, point + SUM_1 * W) + last_1)
        store(data, point + SUM_2 * W, load(data, point + SUM_2 * W) + last_2)
    mass_1 = mass_2 = load(data, point + TANGENT_MASS * W)
    if law.friction != CONE:
        mass_2 = load(data, point + TANGENT_MASS_2 * W)
    wanted = fma(-mass_1, slip[0], last_1), fma(-mass_2, slip[1], last_2)
    f1, f2 = clamp_friction(wanted[0], wanted[1], friction * normal_impulse, law.friction)
    store(data, point + TANGENT_1 * W, f1)
    store(data, point + TANGENT_2 * W, f2)
    return f1 - last_1, f2 - last_2


@formula
def rub_at_points(block, contacts, slipping, run, rule):
    """The rub of one sweep of the friction rows of a block, whose impulses are written back.

    run = (bodies, patch, motion, push): their motion before the push; rule = (law, backward, adding).
    """
    bodies, patch, motion, push = run
    law, backward, adding = rule
    data, base = contacts.data, block * SLOTS * W
    friction, response = load(data, base + FRICTION * W), load6(data, base + SLIP_BY_RUB * W)
    points, driven = int(data[base + FLAGS * W + COUNT]), data[base + FLAGS * W + DRIVEN] > 0.0
    rub = zero3(friction)
    for k in range(points):
        j = points - 1 - k if backward else k
        point = base + (FIRST_POINT + j * POINT) * W
        place = load_place(data, point)
        slip = slip_at(slipping, place)
        if driven:
            offset = in_world(patch, (0.0 * friction, place[0], place[1]))
            past = surface_slip(block, contacts, offset, (bodies, patch, motion, law), (push, rub))
            slip = (slip[0] + past[0], slip[1] + past[1])
        f1, f2 = slide(data, point, slip, friction, (law, adding))
        change = rub_by(f1, f2, place)
        slipping, rub = after_rub(response, slipping, change), add(rub, change)
    return rub
