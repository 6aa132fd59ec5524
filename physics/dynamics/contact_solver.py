"""Contact rows by sequential impulses: warm start, solve, push; accumulated and clamped.

Normal row      J v = n . (v_b + w_b x r_b - v_a - w_a x r_a),       accumulated impulse >= 0
Friction rows   the same along t1 and t2; |impulse| <= friction * normal impulse (cone: of the vector, pyramid: of each)

    change = -effective_mass * mass_scale * (J v + bias) - impulse_scale * accumulated

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
    AWAY,
    BETWEEN,
    COUPLING,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    IMPULSE,
    INERTIA_A,
    INERTIA_B,
    INVERSE_MASS_A,
    INVERSE_MASS_B,
    NORMAL_AXIS,
    NORMAL_K,
    POINT,
    PUSHED,
    RESTITUTION,
    SLOTS,
    START,
    SUM,
    TANGENT_1,
    TANGENT_2,
    TANGENT_AXIS,
    TANGENT_MASS,
    TANGENT_MASS_2,
    TARGET,
)
from physics.jit import formula, kernel
from physics.lanes.functions import full_like, maximum, minimum, select, sqrt
from physics.lanes.mat33 import symmetric_transform
from physics.lanes.memory import gather_rows, load, scatter_rows, store
from physics.lanes.slots import load3, load6, store3
from physics.lanes.value import W
from physics.lanes.vec3 import add, add_scaled, cross, dot, scale, sub

TINY = 1e-30                                     # keeps 0 / 0 out of the radial clamp


@formula
def load_motion(rows, contacts, at):
    """(v_a, w_a, v_b, w_b) of a block, and the spare numbers of the rows."""
    a, b = gather_rows(rows, contacts.a, at), gather_rows(rows, contacts.b, at)
    return ((a[0], a[1], a[2]), (a[3], a[4], a[5]), (b[0], b[1], b[2]), (b[3], b[4], b[5])), (a[6], a[7], b[6], b[7])


@formula
def store_motion(rows, contacts, at, motion, spare):
    """Write back what `load_motion` read."""
    va, wa, vb, wb = motion
    scatter_rows(rows, contacts.a, at, (va[0], va[1], va[2], wa[0], wa[1], wa[2], spare[0], spare[1]))
    scatter_rows(rows, contacts.b, at, (vb[0], vb[1], vb[2], wb[0], wb[1], wb[2], spare[2], spare[3]))


@formula
def load_masses(data, base):
    """(1/m_a, I_a^-1, 1/m_b, I_b^-1) of a block."""
    return (load(data, base + INVERSE_MASS_A * W), load6(data, base + INERTIA_A * W),
            load(data, base + INVERSE_MASS_B * W), load6(data, base + INERTIA_B * W))


@formula
def apply_impulse(motion, masses, impulse, arms):
    """The motion after `impulse` on b at its arm, and its opposite on a."""
    va, wa, vb, wb = motion
    return (add_scaled(va, -masses[0], impulse), sub(wa, symmetric_transform(masses[1], cross(arms[0], impulse))),
            add_scaled(vb, masses[2], impulse), add(wb, symmetric_transform(masses[3], cross(arms[1], impulse))))


@formula
def relative(motion, arms):
    """How b's point moves against a's: v_b + w_b x r_b - v_a - w_a x r_a."""
    va, wa, vb, wb = motion
    return sub(add(vb, cross(wb, arms[1])), add(va, cross(wa, arms[0])))


@formula
def push_bias(separation, law):
    """Bias that pushes overlap beyond the slop out, no faster than the push speed."""
    return maximum(law.bias_rate * minimum(separation + law.slop, 0.0), -law.push_speed)


@formula
def normal_law(separation, target, law):
    """(bias, mass_scale) of a normal row; target > 0 where it bounces."""
    gap, bounces = separation > 0.0, target > 0.0
    return (select(bounces, -target, select(gap, separation * law.inverse_h, push_bias(separation, law))),
            select(gap | bounces, full_like(separation, 1.0), law.mass_scale))


class NormalRow(NamedTuple):
    """A normal row as a sweep finds it."""

    arms: tuple
    separation: float
    speed: float
    impulse: float
    k: float


@formula
def normal_row(data, point, geometry, motions):
    """The row of the point at `point`; geometry = (n, between), motions = (velocities, motion since the step's start)."""
    n, between = geometry
    ra = load3(data, point + ARM * W)
    arms = (ra, sub(ra, between))
    separation = load(data, point + START * W) + dot(n, relative(motions[1], arms))
    return NormalRow(arms, separation, dot(n, relative(motions[0], arms)), load(data, point + IMPULSE * W),
                     load(data, point + NORMAL_K * W))


@formula
def waits(row, bounce, law):
    """Mask of the rows that relaxing leaves alone; bounce = (restitution, target)."""
    comes = (bounce[0] > 0.0) & (-row.speed > law.threshold)
    return (row.impulse == 0.0) & ((row.separation > 0.0) | comes) & ~(bounce[1] > 0.0)


@formula
def solve_couple(rows, coupling, targets, law):
    """Impulses of two normal rows that are right together: the linear complementarity problem of two unknowns

        w = K x + q,   x >= 0,  w >= 0,  x . w = 0,      K = [[k1 / s1, c], [c, k2 / s2]],   q = J v + bias - (k, c) impulse

    with mass scales s, whose soft rows have K's diagonal plus compliance.  K is positive definite, so exactly one of its
    four cases holds: both push, one, the other, none.  Source: Catto's block solver for two points (Box2D Lite, 2006).
    """
    one, two = rows
    bias_1, scale_1 = normal_law(one.separation, targets[0], law)
    bias_2, scale_2 = normal_law(two.separation, targets[1], law)
    k1, k2 = one.k / scale_1, two.k / scale_2
    q1 = one.speed + bias_1 - one.k * one.impulse - coupling * two.impulse
    q2 = two.speed + bias_2 - two.k * two.impulse - coupling * one.impulse
    inverse = 1.0 / (k1 * k2 - coupling * coupling)
    x1, x2 = inverse * (coupling * q2 - k2 * q1), inverse * (coupling * q1 - k1 * q2)
    both = (x1 >= 0.0) & (x2 >= 0.0)
    alone_1, alone_2 = maximum(-q1 / k1, 0.0), maximum(-q2 / k2, 0.0)
    only_1 = coupling * alone_1 + q2 >= 0.0
    return (select(both, x1, select(only_1, alone_1, 0.0)), select(both, x2, select(only_1, 0.0, alone_2)))


@formula
def clamp_friction(f1, f2, limit, cone):
    """Both friction impulses inside the cone or the pyramid of this limit."""
    if cone == 1:
        size = f1 * f1 + f2 * f2
        inside = select(size > limit * limit, limit / sqrt(maximum(size, TINY)), 1.0)
        return f1 * inside, f2 * inside
    return maximum(minimum(f1, limit), -limit), maximum(minimum(f2, limit), -limit)


@kernel
def warm_start_contacts(begin, end, bodies, contacts, factor):
    """Add the last impulses to the sums over the substeps and apply `factor` of them; forget pseudo impulses.

    Reads bodies.velocity contacts.a contacts.b contacts.data
    Writes bodies.velocity contacts.data
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion, spare = load_motion(bodies.velocity, contacts, at)
        masses = load_masses(data, base)
        n, t1 = load3(data, base + NORMAL_AXIS * W), load3(data, base + TANGENT_AXIS * W)
        t2, between = cross(n, t1), load3(data, base + BETWEEN * W)
        for j in range(int(data[base + FLAGS * W])):
            point = base + (FIRST_POINT + j * POINT) * W
            ra = load3(data, point + ARM * W)
            last = load3(data, point + IMPULSE * W)
            store3(data, point + SUM * W, add(load3(data, point + SUM * W), last))
            store(data, point + PUSHED * W, 0.0 * last[0])
            impulse = (factor * last[0], factor * last[1], factor * last[2])
            store3(data, point + IMPULSE * W, impulse)
            world = add_scaled(add_scaled(scale(impulse[0], n), impulse[1], t1), impulse[2], t2)
            motion = apply_impulse(motion, masses, world, (ra, sub(ra, between)))
        store_motion(bodies.velocity, contacts, at, motion, spare)


@kernel
def solve_contacts(begin, end, bodies, contacts, rule):
    """One sweep over the constraint blocks begin .. end - 1: normal rows, then friction rows, of each block.

    rule = (law, backward): a backward sweep takes the points of a block last to first.  Sweeps to and fro cancel each
    other's errors: a stack that is always swept one way is tilted that way.

    Reads bodies.velocity bodies.delta contacts.a contacts.b contacts.data
    Writes bodies.velocity contacts.data
    """
    law, backward = rule
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion, spare = load_motion(bodies.velocity, contacts, at)
        moved, _ = load_motion(bodies.delta, contacts, at)
        masses = load_masses(data, base)
        n, between = load3(data, base + NORMAL_AXIS * W), load3(data, base + BETWEEN * W)
        friction = load(data, base + FRICTION * W)
        points, may_bounce = int(data[base + FLAGS * W]), data[base + FLAGS * W + 1] > 0.0
        couples = (points + 1) // 2
        for k in range(couples):
            j = couples - 1 - k if backward else k
            first = base + (FIRST_POINT + 2 * j * POINT) * W
            one = normal_row(data, first, (n, between), (motion, moved))
            two = normal_row(data, first + POINT * W, (n, between), (motion, moved))
            bounce_one = bounce_two = (0.0 * friction, 0.0 * friction)
            if may_bounce:
                restitution = load(data, base + RESTITUTION * W)
                bounce_one = (restitution, load(data, first + TARGET * W))
                bounce_two = (restitution, load(data, first + (POINT + TARGET) * W))
            coupling = load(data, base + (COUPLING + j) * W)
            last = (one.impulse, two.impulse)
            impulse = solve_couple((one, two), coupling, (bounce_one[1], bounce_two[1]), law)
            if law.relaxing:
                impulse = (select(waits(one, bounce_one, law), last[0], impulse[0]),
                           select(waits(two, bounce_two, law), last[1], impulse[1]))
            store(data, first + IMPULSE * W, impulse[0])
            store(data, first + (POINT + IMPULSE) * W, impulse[1])
            motion = apply_impulse(motion, masses, scale(impulse[0] - last[0], n), one.arms)
            motion = apply_impulse(motion, masses, scale(impulse[1] - last[1], n), two.arms)
        t1 = load3(data, base + TANGENT_AXIS * W)
        t2 = cross(n, t1)
        for k in range(points):
            j = points - 1 - k if backward else k
            point = base + (FIRST_POINT + j * POINT) * W
            ra = load3(data, point + ARM * W)
            arms = (ra, sub(ra, between))
            slip = relative(motion, arms)
            normal_impulse, last_1, last_2 = load3(data, point + IMPULSE * W)
            wanted_1 = last_1 - load(data, point + TANGENT_MASS * W) * dot(slip, t1)
            wanted_2 = last_2 - load(data, point + TANGENT_MASS_2 * W) * dot(slip, t2)
            f1, f2 = clamp_friction(wanted_1, wanted_2, friction * normal_impulse, law.cone)
            store(data, point + TANGENT_1 * W, f1)
            store(data, point + TANGENT_2 * W, f2)
            motion = apply_impulse(motion, masses, add_scaled(scale(f1 - last_1, t1), f2 - last_2, t2), arms)
        store_motion(bodies.velocity, contacts, at, motion, spare)


@kernel
def push_contacts(begin, end, bodies, contacts, law):
    """One sweep of the normal rows on pseudo velocities (split impulse): overlap goes without adding momentum.

    Reads bodies.push bodies.delta contacts.a contacts.b contacts.data
    Writes bodies.push contacts.data
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion, spare = load_motion(bodies.push, contacts, at)
        moved, _ = load_motion(bodies.delta, contacts, at)
        masses = load_masses(data, base)
        n, between = load3(data, base + NORMAL_AXIS * W), load3(data, base + BETWEEN * W)
        for j in range(int(data[base + FLAGS * W])):
            point = base + (FIRST_POINT + j * POINT) * W
            ra = load3(data, point + ARM * W)
            arms = (ra, sub(ra, between))
            separation = load(data, point + START * W) + dot(n, relative(moved, arms))
            bias = push_bias(separation, law)
            last = load(data, point + PUSHED * W)
            wanted = last - (dot(n, relative(motion, arms)) + bias) / load(data, point + NORMAL_K * W)
            idle = (load(data, point + TARGET * W) > 0.0) | (separation > 0.5 * AWAY)     # bounces, or is no point at all
            impulse = select(idle, last, maximum(wanted, 0.0))
            store(data, point + PUSHED * W, impulse)
            motion = apply_impulse(motion, masses, scale(impulse - last, n), arms)
        store_motion(bodies.push, contacts, at, motion, spare)
