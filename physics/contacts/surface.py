"""Surfaces of a pair: combination of friction and restitution, and relative motion of surfaces (belts, turntables).

Where two bodies have different rules, the later one in COMBINE applies, as in PhysX.

A body's surface moves relative to the body with surface_velocity s and surface_spin u about its centre of mass, in its own axes.
At the arm r_a, with r_b = r_a - between, the velocity of b's surface relative to a's is then

    s_b + u_b x r_b - s_a - u_a x r_a = s + u x r_a,     s = s_b - s_a - u_b x between,     u = u_b - u_a

Friction adds it to the slip of the bodies (SURFACE_VELOCITY s, SURFACE_SPIN u of a block's drive); its normal component has no
effect.  Within a step the other body moves across a spinning surface: by d = d_b - d_a so far plus, on average over the
substep, h/2 (v_b - v_a), which changes the velocity above by -(u_a + u_b) x d.  Without this term a crate on a turntable would
spiral outwards.
"""
from __future__ import annotations

from physics.bodies.arrays import SURFACE_COMBINE
from physics.compile.decorators import formula
from physics.contacts.layout import DRIVE_SLOTS, SPIN_SUM, SURFACE_SPIN, SURFACE_VELOCITY
from physics.definitions.material import COMBINE
from physics.simd.functions import absolute, any_lane, full_like, maximum, minimum, select, sqrt
from physics.simd.memory import gather_half, gather_rows
from physics.simd.quat import rotate
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import add, cross, sub


AVERAGE, GEOMETRIC_MEAN, MINIMUM, MULTIPLY, MAXIMUM = range(len(COMBINE))


@formula
def combined(a, b, rule):
    """The coefficient of a pair from those of its bodies, by a rule of COMBINE."""
    return select(rule == AVERAGE, 0.5 * (a + b),
                  select(rule == GEOMETRIC_MEAN, sqrt(a * b),
                         select(rule == MINIMUM, minimum(a, b), select(rule == MULTIPLY, a * b, maximum(a, b)))))


@formula
def surface(bodies, contacts, at, parameters):
    """(friction, restitution, whether a body is marked, what is round of a and b) of a block, with overrides of `parameters`."""
    friction_a, restitution_a, mark_a, round_a = gather_half(bodies.shape, contacts.a, at, 1)
    friction_b, restitution_b, mark_b, round_b = gather_half(bodies.shape, contacts.b, at, 1)
    friction, restitution = sqrt(friction_a * friction_b), maximum(restitution_a, restitution_b)
    marked = any_lane(mark_a + mark_b > 0.0)
    if marked:
        a, b = gather_rows(bodies.surface, contacts.a, at), gather_rows(bodies.surface, contacts.b, at)
        friction = combined(friction_a, friction_b, maximum(a[SURFACE_COMBINE], b[SURFACE_COMBINE]))
        restitution = combined(restitution_a, restitution_b, maximum(a[SURFACE_COMBINE + 1], b[SURFACE_COMBINE + 1]))
    if parameters.friction_override >= 0.0:
        friction = full_like(friction, parameters.friction_override)
    if parameters.restitution_override >= 0.0:
        restitution = full_like(restitution, parameters.restitution_override)
    return friction, restitution, marked, (round_a, round_b)


@formula
def surface_motion(row, pose):
    """(velocity, spin) of a body's surface relative to the body, in the world; `row` is one of Bodies.surface."""
    q = (pose[3], pose[4], pose[5], pose[6])
    return rotate(q, (row[0], row[1], row[2])), rotate(q, (row[3], row[4], row[5]))


@formula
def moves(motion):
    """Mask of the lanes where a surface moves."""
    v, u = motion
    return (absolute(v[0]) + absolute(v[1]) + absolute(v[2])) + (absolute(u[0]) + absolute(u[1]) + absolute(u[2])) > 0.0


@formula
def prepare_drive(bodies, contacts, block, between):
    """Fill the drive of a block; returns whether any surface moves.

    between: from a's centre of mass to b's, when their manifold was found [m], in lanes.
    """
    at, base = block * W, block * DRIVE_SLOTS * W
    a = surface_motion(gather_rows(bodies.surface, contacts.a, at), gather_rows(bodies.pose, contacts.a, at))
    b = surface_motion(gather_rows(bodies.surface, contacts.b, at), gather_rows(bodies.pose, contacts.b, at))
    store3(contacts.drive, base + SURFACE_VELOCITY * W, sub(sub(b[0], a[0]), cross(b[1], between)))
    store3(contacts.drive, base + SURFACE_SPIN * W, sub(b[1], a[1]))
    store3(contacts.drive, base + SPIN_SUM * W, add(b[1], a[1]))
    return any_lane(moves(a) | moves(b))


@formula
def surface_velocity_at(drive, block, arm, displacement):
    """Velocity of b's surface relative to a's at an arm from a's centre, after a displacement of b relative to a in this step."""
    base = block * DRIVE_SLOTS * W
    return sub(add(load3(drive, base + SURFACE_VELOCITY * W), cross(load3(drive, base + SURFACE_SPIN * W), arm)),
               cross(load3(drive, base + SPIN_SUM * W), displacement))
