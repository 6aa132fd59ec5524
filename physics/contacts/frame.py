"""The contact frame: coordinates of a contact's points, the relative velocity in them, and its response to impulses.

The axes are the normal n (from a to b) and the tangents t1, t2 = n x t1.  The origin is the mean of the points, at the height of
the deepest one: friction acts in the plane through it, and normal rows do not depend on height.  With the arms p_a, p_b from
the centres of mass to the origin, the velocity of b relative to a has six components,

    v = v_b + w_b x p_b - v_a - w_a x p_a,    w = w_b - w_a
    normal velocity = (v . n, w . t1, w . t2):      the normal speed at the place (x, y) is  v . n + y w . t1 - x w . t2
    tangent velocity = (v . t1, v . t2, w . n):     the slip there is  (v . t1 - y w . n, v . t2 + x w . n)

and impulses on b, with their opposites on a, sum to the six conjugate components

    normal wrench   = (sum of p, sum of y p, -sum of x p)               of normal impulses p
    friction wrench  = (sum of f1, sum of f2, sum of x f2 - y f1)       of friction impulses f

A symmetric 6x6 matrix K maps wrenches to changes of velocity: with c = p x u for a force along u, and c = u for a moment about
u, its elements are  u . u' (1/m_a + 1/m_b) [forces only] + sum over both bodies of  c . I^-1 c'.
A sweep reads the velocities of the bodies once, works on the six numbers, and applies one wrench to the bodies at the end.
Source: spatial vectors after Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 2, at the contact's own origin.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.pair_motion import relative
from physics.bodies.rotation import cross as crossed_rows
from physics.compile.decorators import formula
from physics.contacts.layout import (
    ARM_A,
    ARM_B,
    HEIGHT,
    INERTIA_A,
    INERTIA_B,
    INVERSE_MASS_A,
    INVERSE_MASS_B,
    NORMAL_AXIS,
    PLACE_1,
    PLACE_2,
    TANGENT_SCALE,
)
from physics.simd.functions import fma
from physics.simd.mat33 import symmetric_transform
from physics.simd.memory import load
from physics.simd.slots import load3, load6
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, dot, scale, sub, first_tangent


class ContactFrame(NamedTuple):
    """The axes of a contact frame and the arms of its origin."""

    n: tuple
    t1: tuple
    t2: tuple
    arm_a: tuple                   # [m] from a's centre of mass
    arm_b: tuple                   # [m] from b's centre of mass


class Response(NamedTuple):
    """K in a contact frame, by blocks; symmetric ones as (xx, xy, xz, yy, yz, zz)."""

    normal_by_normal: tuple        # 6: of the normal velocity to the normal wrench
    tangent_by_normal: tuple       # three rows: of the tangent velocity to the normal wrench, the off-diagonal of K
    tangent_by_friction: tuple     # 6: of the tangent velocity to the friction wrench


@formula
def load_axes(data, base):
    """(n, t1, t2) of the block at `base`."""
    n = load3(data, base + NORMAL_AXIS * W)
    t1 = first_tangent(n, load(data, base + TANGENT_SCALE * W))
    return n, t1, cross(n, t1)


@formula
def load_frame(data, base):
    """The contact frame of the block at `base`."""
    n, t1, t2 = load_axes(data, base)
    return ContactFrame(n, t1, t2, load3(data, base + ARM_A * W), load3(data, base + ARM_B * W))


@formula
def load_masses(data, base):
    """(1/m_a, I_a^-1, 1/m_b, I_b^-1) of a block."""
    return (load(data, base + INVERSE_MASS_A * W), load6(data, base + INERTIA_A * W),
            load(data, base + INVERSE_MASS_B * W), load6(data, base + INERTIA_B * W))


@formula
def in_axes(frame, v):
    """The components of a vector along (n, t1, t2)."""
    return dot(frame.n, v), dot(frame.t1, v), dot(frame.t2, v)


@formula
def in_world(frame, v):
    """The vector with these components along (n, t1, t2)."""
    return add_scaled(add_scaled(scale(v[0], frame.n), v[1], frame.t1), v[2], frame.t2)


@formula
def relative_velocity(frame, motion):
    """(normal velocity, tangent velocity) of the bodies' motion (v_a, w_a, v_b, w_b)."""
    v, w = in_axes(frame, relative(motion, (frame.arm_a, frame.arm_b))), in_axes(frame, sub(motion[3], motion[1]))
    return (v[0], w[1], w[2]), (v[1], v[2], w[0])


@formula
def normal_speed_at(normal_velocity, place):
    """Normal speed at a place of the contact frame."""
    return fma(place[1], normal_velocity[1], fma(-place[0], normal_velocity[2], normal_velocity[0]))


@formula
def slip_at(tangent_velocity, place):
    """Slip along both tangents at a place of the contact frame."""
    return fma(-place[1], tangent_velocity[2], tangent_velocity[0]), fma(place[0], tangent_velocity[2], tangent_velocity[1])


@formula
def normal_wrench_by(impulse, place):
    """The normal wrench of a normal impulse at a place."""
    return impulse, place[1] * impulse, -(place[0] * impulse)


@formula
def add_normal_impulse(normal_wrench, impulse, place):
    """A normal wrench plus a normal impulse at a place."""
    return normal_wrench[0] + impulse, fma(place[1], impulse, normal_wrench[1]), fma(-place[0], impulse, normal_wrench[2])


@formula
def friction_wrench_by(f1, f2, place):
    """The friction wrench of a friction impulse at a place."""
    return f1, f2, fma(place[0], f2, -(place[1] * f1))


@formula
def after_friction(response, tangent_velocity, friction_wrench):
    """The tangent velocity after a friction wrench; response = `Response.tangent_by_friction`.

    The moment, which is known last, enters last.
    """
    s11, s12, s1n, s22, s2n, snn = response
    f1, f2, moment = friction_wrench
    return (fma(s1n, moment, fma(s11, f1, fma(s12, f2, tangent_velocity[0]))),
            fma(s2n, moment, fma(s12, f1, fma(s22, f2, tangent_velocity[1]))),
            fma(snn, moment, fma(s1n, f1, fma(s2n, f2, tangent_velocity[2]))))


@formula
def apply_wrench(frame, masses, motion, normal, friction):
    """The motion after a normal and a friction wrench on b and their opposites on a; masses as in `load_masses`."""
    va, wa, vb, wb = motion
    force, moment = in_world(frame, (normal[0], friction[0], friction[1])), in_world(frame, (friction[2], normal[1], normal[2]))
    turn_a, turn_b = add(moment, cross(frame.arm_a, force)), add(moment, cross(frame.arm_b, force))
    return (add_scaled(va, -masses[0], force), sub(wa, symmetric_transform(masses[1], turn_a)),
            add_scaled(vb, masses[2], force), add(wb, symmetric_transform(masses[3], turn_b)))


@formula
def load_place(data, point):
    """The place (x, y) of the point at `point` in the contact frame."""
    return load(data, point + PLACE_1 * W), load(data, point + PLACE_2 * W)


@formula
def arms_of(frame, data, point):
    """The arms from both centres of mass to the point at `point`."""
    x, y = load_place(data, point)
    offset = in_world(frame, (load(data, point + HEIGHT * W), x, y))
    return add(frame.arm_a, offset), add(frame.arm_b, offset)


def axes_of(headers: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n, t1, t2) of contacts (k, slots of a block), (k, 3) each."""
    n, across = headers[:, NORMAL_AXIS:][:, :3], headers[:, TANGENT_SCALE, None]
    (x, y, z), zero = n.T, np.zeros(len(n), n.dtype)
    t1 = across * np.where(np.abs(x) > 0.5, (y, -x, zero), (zero, z, -y)).T
    return n, t1, crossed_rows(n, t1)


def offsets_of(axes: tuple[np.ndarray, ...], points: np.ndarray, height_scale: float = 1.0) -> np.ndarray:
    """(k, 3) from the origin of the contact frame to points (k, slots of a point) [m]; height_scale = 0: to their projections
    on the tangent plane, where friction acts."""
    n, t1, t2 = axes
    x, y, height = (points[:, slot, None] for slot in (PLACE_1, PLACE_2, HEIGHT))
    return x * t1 + y * t2 + height_scale * height * n


@formula
def inertia_in_axes(frame, s):
    """A symmetric matrix, given in the world, along (n, t1, t2)."""
    n, t1, t2 = (symmetric_transform(s, frame.n), symmetric_transform(s, frame.t1), symmetric_transform(s, frame.t2))
    return dot(frame.n, n), dot(frame.n, t1), dot(frame.n, t2), dot(frame.t1, t1), dot(frame.t1, t2), dot(frame.t2, t2)


@formula
def body_response(inverse_mass, inertia, arm):
    """The `Response` of one body; its inverse inertia and the arm of the origin are given along (n, t1, t2)."""
    x, y, z = arm
    nn, n1, n2, t11, t12, t22 = inertia
    turn_n = (fma(z, n1, -(y * n2)), fma(z, t11, -(y * t12)), fma(z, t12, -(y * t22)))       # I^-1 (arm x n)
    turn_1 = (fma(x, n2, -(z * nn)), fma(x, t12, -(z * n1)), fma(x, t22, -(z * n2)))
    turn_2 = (fma(y, nn, -(x * n1)), fma(y, n1, -(x * t11)), fma(y, n2, -(x * t12)))
    force_n = fma(z, turn_n[1], fma(-y, turn_n[2], inverse_mass))
    force_1, force_2 = fma(x, turn_1[2], fma(-z, turn_1[0], inverse_mass)), fma(y, turn_2[0], fma(-x, turn_2[1], inverse_mass))
    force_n1, force_n2 = fma(z, turn_1[1], -(y * turn_1[2])), fma(z, turn_2[1], -(y * turn_2[2]))
    force_12 = fma(x, turn_2[2], -(z * turn_2[0]))
    return Response((force_n, turn_n[1], turn_n[2], t11, t12, t22),
                    ((force_n1, turn_1[1], turn_1[2]), (force_n2, turn_2[1], turn_2[2]), (turn_n[0], n1, n2)),
                    (force_1, force_12, turn_1[0], force_2, turn_2[0], nn))


@formula
def add6(a, b):
    """Sums of six numbers."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@formula
def response(frame, masses):
    """The `Response` of both bodies together; masses as in `load_masses`."""
    a = body_response(masses[0], inertia_in_axes(frame, masses[1]), in_axes(frame, frame.arm_a))
    b = body_response(masses[2], inertia_in_axes(frame, masses[3]), in_axes(frame, frame.arm_b))
    return Response(add6(a.normal_by_normal, b.normal_by_normal),
                    (add(a.tangent_by_normal[0], b.tangent_by_normal[0]), add(a.tangent_by_normal[1], b.tangent_by_normal[1]),
                     add(a.tangent_by_normal[2], b.tangent_by_normal[2])),
                    add6(a.tangent_by_friction, b.tangent_by_friction))
