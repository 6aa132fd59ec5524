"""Normal rows of contacts: their bias, and their solution two at a time.

    change = -effective_mass * mass_scale * (J v + bias) - impulse_scale * accumulated,      accumulated >= 0

Normal rows are solved two at a time and exactly (`solve_couple`), for row by row the first of a face's corners takes what
is its neighbours' share, and a stack starts to sway.

The separation that bias sees follows the bodies through the substeps, to first order in their turn since the start of
the step.  A row with separation > 0 lets its points close the gap and no more (bias = separation / h); one that bounces
(see restitution) is rigid with bias = -target.  When relaxing, a row without impulse that is apart, or is about to bounce
in the next substep, waits for that: slowed down now, its points would bounce off with less than they came with.
Sources: Catto, "Iterative Dynamics", GDC 2005, and solver2d.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.dynamics.contact_blocks import (
    ARM,
    COUNT,
    COUPLING,
    FIRST_POINT,
    FLAGS,
    IMPULSE,
    MAY_BOUNCE,
    NORMAL_K,
    NORMAL_MASS,
    POINT,
    RESTITUTION,
    START,
    SUM,
    TARGET,
)
from physics.dynamics.contact_motion import along, apply_along
from physics.jit import formula
from physics.lanes.functions import full_like, maximum, minimum, select
from physics.lanes.memory import load, store
from physics.lanes.slots import load3
from physics.lanes.value import W
from physics.lanes.vec3 import dot


@formula
def push_bias(separation, law):
    """Bias that pushes overlap beyond the slop out, no faster than the push speed."""
    return maximum(law.bias_rate * minimum(separation + law.slop, 0.0), -law.push_speed)


@formula
def normal_law(separation, target, law):
    """(bias, mass_scale, 1 / mass_scale) of a normal row; target > 0 where it bounces."""
    gap, bounces = separation > 0.0, target > 0.0
    rigid, one = gap | bounces, full_like(separation, 1.0)
    return (select(bounces, -target, select(gap, separation * law.inverse_h, push_bias(separation, law))),
            select(rigid, one, law.mass_scale), select(rigid, one, 1.0 / law.mass_scale))


class NormalRow(NamedTuple):
    """A normal row as a sweep finds it."""

    arm: tuple
    separation: float
    speed: float
    impulse: float
    k: float
    mass: float


@formula
def normal_row(data, point, speed, moved):
    """The row of the point at `point`; both `speed` and the way `moved` since the step's start are (alpha, beta) of `along`."""
    ra = load3(data, point + ARM * W)
    separation = load(data, point + START * W) + moved[0] + dot(moved[1], ra)
    return NormalRow(ra, separation, speed[0] + dot(speed[1], ra), load(data, point + IMPULSE * W),
                     load(data, point + NORMAL_K * W), load(data, point + NORMAL_MASS * W))


@formula
def waits(row, bounce, law):
    """Mask of the rows that relaxing leaves alone; bounce = (restitution, target)."""
    comes = (bounce[0] > 0.0) & (-row.speed > law.threshold)
    return (row.impulse == 0.0) & ((row.separation > 0.0) | comes) & ~(bounce[1] > 0.0)


@formula
def complementary(k, mass, q1, q2):
    """The only x with w = K x + q, x >= 0, w >= 0, x . w = 0 for positive definite K.

    k = (K_11, K_22, K_12), mass = (1 / K_11, 1 / K_22).

    One of four cases holds: both push, one, the other, none.  Source: Catto's block solver for two points (Box2D Lite, 2006).
    """
    k1, k2, coupling = k
    inverse = 1.0 / (k1 * k2 - coupling * coupling)
    x1, x2 = inverse * (coupling * q2 - k2 * q1), inverse * (coupling * q1 - k1 * q2)
    both = (x1 >= 0.0) & (x2 >= 0.0)
    alone_1, alone_2 = maximum(-q1 * mass[0], 0.0), maximum(-q2 * mass[1], 0.0)
    only_1 = coupling * alone_1 + q2 >= 0.0
    return (select(both, x1, select(only_1, alone_1, 0.0)), select(both, x2, select(only_1, 0.0, alone_2)))


@formula
def solve_couple(rows, coupling, targets, law):
    """Impulses of two normal rows that are right together, by `complementary` with

        K = [[k1 / s1, c], [c, k2 / s2]],   q = J v + bias - (k, c) impulse

    and mass scales s: soft rows have K's diagonal plus compliance.
    """
    one, two = rows
    bias_1, scale_1, stiff_1 = normal_law(one.separation, targets[0], law)
    bias_2, scale_2, stiff_2 = normal_law(two.separation, targets[1], law)
    q1 = one.speed + bias_1 - one.k * one.impulse - coupling * two.impulse
    q2 = two.speed + bias_2 - two.k * two.impulse - coupling * one.impulse
    return complementary((one.k * stiff_1, two.k * stiff_2, coupling), (one.mass * scale_1, two.mass * scale_2), q1, q2)


@formula
def solve_normals(data, base, geometry, bodies, rule):
    """The velocities after one sweep of the normal rows of the block at `base`, whose impulses are written back.

    geometry = (n, between), bodies = (velocities, motion since the step's start, masses), rule as in `solve_contacts`.
    """
    n, between = geometry
    motion, moved, masses = bodies
    law, backward, adding = rule
    may_bounce = data[base + FLAGS * W + MAY_BOUNCE] > 0.0
    zero, way = 0.0 * n[0], along(n, between, moved)
    couples = (int(data[base + FLAGS * W + COUNT]) + 1) // 2
    for k in range(couples):
        j = couples - 1 - k if backward else k
        first = base + (FIRST_POINT + 2 * j * POINT) * W
        speed = along(n, between, motion)
        one, two = normal_row(data, first, speed, way), normal_row(data, first + POINT * W, speed, way)
        bounce_one = bounce_two = (zero, zero)
        if may_bounce:
            restitution = load(data, base + RESTITUTION * W)
            bounce_one = (restitution, load(data, first + TARGET * W))
            bounce_two = (restitution, load(data, first + (POINT + TARGET) * W))
        coupling = load(data, base + (COUPLING + j) * W)
        last = (one.impulse, two.impulse)
        if adding:
            store(data, first + SUM * W, load(data, first + SUM * W) + last[0])
            store(data, first + (POINT + SUM) * W, load(data, first + (POINT + SUM) * W) + last[1])
        impulse = solve_couple((one, two), coupling, (bounce_one[1], bounce_two[1]), law)
        if law.relaxing:
            impulse = (select(waits(one, bounce_one, law), last[0], impulse[0]),
                       select(waits(two, bounce_two, law), last[1], impulse[1]))
        store(data, first + IMPULSE * W, impulse[0])
        store(data, first + (POINT + IMPULSE) * W, impulse[1])
        motion = apply_along(motion, masses, geometry, (impulse[0] - last[0], impulse[1] - last[1]), (one.arm, two.arm))
    return motion
