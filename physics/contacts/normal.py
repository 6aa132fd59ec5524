"""Normal rows of contacts: their bias, and their solution two at a time.

    change = -effective_mass * mass_scale * (J v + bias) - impulse_scale * accumulated,      accumulated >= 0

Normal rows are solved two at a time and exactly (`solve_two_points`): row by row, the first corner of a face takes the share of
its neighbours, and a stack starts to sway.

The separation in the bias follows the bodies through the substeps, to first order in their rotation since the start of the
step; the first sweep after a motion updates it (`update_separations`).  A row with separation > 0 has bias = separation / h, so
that its points may close the gap but not overlap; one that bounces (see restitution), or waits for the next substep (see
later_bounces), is rigid with bias = -target.  When relaxing, a row without impulse waits that is about to bounce in the next
substep: if it slowed its points down now, they would bounce with too little speed.  So does one that is apart, for it has not
arrived.

One pass over the rows of a manifold, pair by pair and then friction, leaves much of an impact with the wrong points, and the
body is thrown aside.  So relaxing repeats it `IMPACT_PASSES` times, with the rows that are apart, where a first pass changes the
impulses of a manifold by more than at rest: the speed that gravity adds in a substep, and the share of an impulse that a soft
row gives up in a sweep and gets back by relaxing (see `constraints.softness`).  Other manifolds of the block are `settled`, and
so are single points.

Soft rows harden with the overlap, so that no load pushes a body through another: their spring is in units of the bodies' masses,
and 10 kN on balls of 1 kg would need 0.27 m.  From half the least half extent s of the smaller body on, the share k of the
compliance that a row keeps falls, to none at an overlap of s:

    k = 1 - (overlap - s / 2) / (s / 2)  within 0 .. 1,        mass_scale = 1 - k (1 - the law's)

The overlap is the deepest of the manifold at the start of the step; bodies that do not move are as large as they like.
Sources: Catto, "Iterative Dynamics", GDC 2005, and solver2d.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from physics.bodies.arrays import FAR
from physics.compile.decorators import formula
from physics.contacts.frame import add_normal_impulse, load_place, normal_speed_at
from physics.contacts.layout import (
    COUNT,
    COUPLING,
    CROSS_COUPLING,
    FIRST_POINT,
    FLAGS,
    HARDENED,
    IMPULSE,
    KEPT_SOFTNESS,
    MAY_BOUNCE,
    NORMAL_K,
    NORMAL_MASS,
    NO_POINT,
    POINT,
    RESTITUTION,
    SEPARATION,
    SLOTS,
    START,
    SUM,
    TARGET,
    Sweep,
)
from physics.simd.functions import absolute, any_lane, fma, full_like, maximum, minimum, select
from physics.simd.memory import as_lanes, gather_half, load, store
from physics.simd.value import W


@formula
def push_bias(separation, params):
    """Bias that removes overlap beyond the slop, no faster than the push speed."""
    return maximum(params.bias_rate * minimum(separation + params.slop, 0.0), -params.push_speed)


class Law(NamedTuple):
    """How the normal rows of a block answer."""

    params: tuple                  # ContactRowParameters
    mass_scale: float              # of rows that are not rigid, nearer to 1 where bodies are deep in each other
    stiffness: float               # 1 / mass_scale


@formula
def law_of(data, base, params):
    """The Law of the block at `base`."""
    mass_scale, stiffness = as_lanes(data, params.mass_scale), as_lanes(data, 1.0 / params.mass_scale)
    if data[base + FLAGS * W + HARDENED] > 0.0:
        mass_scale = fma(load(data, base + KEPT_SOFTNESS * W), mass_scale - 1.0, 1.0)
        stiffness = 1.0 / mass_scale
    return Law(params, mass_scale, stiffness)


@formula
def normal_bias(separation, target, law):
    """(bias, mass_scale, 1 / mass_scale) of a normal row; target > 0 where it bounces, < 0 where it waits."""
    gap, bounces, params = separation > 0.0, target != 0.0, law.params
    rigid, one = gap | bounces, full_like(separation, 1.0)
    return (select(bounces, -target, select(gap, separation * params.inverse_h, push_bias(separation, params))),
            select(rigid, one, law.mass_scale), select(rigid, one, law.stiffness))


@formula
def least_extent(bodies, rows, at, inverse_mass):
    """Least half extent of the bodies of a block that can move, FAR of others [m]."""
    x, y, z, _ = gather_half(bodies.shape, rows, at, 0)
    return select(inverse_mass > 0.0, minimum(minimum(x, y), z), FAR)


@formula
def harden(bodies, contacts, block, deepest, inverse_masses):
    """Mark a block, and write what softness its manifolds keep, from the separations of their deepest points [m]."""
    data, at, base = contacts.data, block * W, block * SLOTS * W
    half = 0.5 * minimum(least_extent(bodies, contacts.a, at, inverse_masses[0]),
                         least_extent(bodies, contacts.b, at, inverse_masses[1]))
    if any_lane(deepest < -half):
        data[base + FLAGS * W + HARDENED] = 1
        store(data, base + KEPT_SOFTNESS * W, maximum(minimum((deepest + half) / half + 1.0, 1.0), 0.0))


class Bounce(NamedTuple):
    """Restitution of a point; zeros unless a contact of its block may bounce."""

    restitution: float
    target: float                  # least speed of separation, 0: does not bounce [m/s]


class NormalRow(NamedTuple):
    """A normal row at its turn in a sweep."""

    place: tuple                   # (x, y) in the contact frame [m]
    separation: float              # [m]
    speed: float                   # J v [m/s]
    impulse: float                 # accumulated [N s]
    k: float                       # [1/kg]
    mass: float                    # 1 / k [kg]
    bounce: Bounce


@formula
def update_separations(data, base, displacement):
    """Write the separations of a block's points after a displacement in this step, given like a normal velocity."""
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        separation = load(data, point + START * W) + normal_speed_at(displacement, load_place(data, point))
        store(data, point + SEPARATION * W, separation)


@formula
def row_at(data, point, place, speed, bounce):
    """The NormalRow of the point at `point` with this normal speed."""
    return NormalRow(place, load(data, point + SEPARATION * W), speed, load(data, point + IMPULSE * W),
                     load(data, point + NORMAL_K * W), load(data, point + NORMAL_MASS * W), bounce)


@formula
def normal_row(data, point, normal_velocity, speed_change, bounce):
    """The NormalRow of one of several points; its speed has changed by `speed_change` since `normal_velocity` [m/s]."""
    place = load_place(data, point)
    return row_at(data, point, place, normal_speed_at(normal_velocity, place) + speed_change, bounce)


@formula
def bounce_at(data, base, point, zero):
    """The Bounce of the point at `point`."""
    if data[base + FLAGS * W + MAY_BOUNCE] > 0.0:
        return Bounce(load(data, base + RESTITUTION * W), load(data, point + TARGET * W))
    return Bounce(zero, zero)


class Pass(NamedTuple):
    """One of the passes of a sweep over the manifolds of a block."""

    sweep: Sweep
    settled: Any                   # mask of the manifolds that stay as they are, when relaxing
    reach: float = 0.0             # when relaxing, rows without impulse that are farther apart wait [m]


class Idle(NamedTuple):
    """What decides whether relaxing leaves a normal row out."""

    impulse: float                 # accumulated [N s]
    separation: float              # [m]
    speed: float                   # J v [m/s]
    reach: float                   # see Pass


@formula
def waits(idle, bounce, threshold):
    """Whether relaxing leaves a normal row out, of an Idle and its Bounce: mask or bool."""
    comes = (bounce.restitution > 0.0) & (-idle.speed > threshold)
    return (idle.impulse == 0.0) & (comes | (idle.separation > idle.reach)) & (bounce.target <= 0.0)


@formula
def complementary(k, mass, q1, q2):
    """The only x with w = K x + q, x >= 0, w >= 0, x . w = 0 for positive definite K.

    k = (K_11, K_22, K_12), mass = (1 / K_11, 1 / K_22).

    One of four cases holds: both x are positive, one, the other, neither.  Source: Catto's block solver for two points (Box2D
    Lite, 2006).
    """
    k1, k2, coupling = k
    inverse = 1.0 / fma(k1, k2, -(coupling * coupling))
    x1, x2 = inverse * fma(coupling, q2, -(k2 * q1)), inverse * fma(coupling, q1, -(k1 * q2))
    both = (x1 >= 0.0) & (x2 >= 0.0)
    alone_1, alone_2 = maximum(-q1 * mass[0], 0.0), maximum(-q2 * mass[1], 0.0)
    only_1 = fma(coupling, alone_1, q2) >= 0.0
    return (select(both, x1, select(only_1, alone_1, 0.0)), select(both, x2, select(only_1, 0.0, alone_2)))


@formula
def solve_two_points(rows, coupling, law):
    """Impulses that solve two normal rows together, by `complementary` with

        K = [[k1 / s1, c], [c, k2 / s2]],   q = J v + bias - (k, c) impulse

    and mass scales s: soft rows have K's diagonal plus compliance.
    """
    one, two = rows
    bias_1, scale_1, stiff_1 = normal_bias(one.separation, one.bounce.target, law)
    bias_2, scale_2, stiff_2 = normal_bias(two.separation, two.bounce.target, law)
    held_1, held_2 = fma(-coupling, two.impulse, bias_1), fma(-coupling, one.impulse, bias_2)
    q1, q2 = one.speed + fma(-one.k, one.impulse, held_1), two.speed + fma(-two.k, two.impulse, held_2)
    return complementary((one.k * stiff_1, two.k * stiff_2, coupling), (one.mass * scale_1, two.mass * scale_2), q1, q2)


@formula
def solve_one_row(row, law):
    """The impulse of a single normal row, as `solve_two_points` gives it next to a point that never touches."""
    bias, mass_scale, _ = normal_bias(row.separation, row.bounce.target, law)
    q = row.speed + fma(-row.k, row.impulse, bias)
    return maximum(-q * (row.mass * mass_scale), 0.0)


@formula
def store_impulse(data, point, row, impulse, how):
    """Accumulate and store: write back a row's impulse; returns the change.  how is a Pass."""
    sweep = how.sweep
    if sweep.adding:
        store(data, point + SUM * W, load(data, point + SUM * W) + row.impulse)
    if sweep.params.relaxing:
        idle = Idle(row.impulse, row.separation, row.speed, how.reach)
        stays = waits(idle, row.bounce, sweep.params.threshold) | how.settled
        impulse = select(stays, row.impulse, impulse)
    store(data, point + IMPULSE * W, impulse)
    return impulse - row.impulse


@formula
def excess_of(row, change, params):
    """How much the size of a row's change exceeds `settled_share` of its impulse then [N s]."""
    return fma(-params.settled_share, row.impulse + change, absolute(change))


@formula
def coupled_speeds(data, base, changes, backward):
    """Changes of the speeds of one pair of points by changes of the impulses of the other pair."""
    at = base + CROSS_COUPLING * W
    inner, outer = load(data, at + W), load(data, at + 2 * W)
    if backward:
        inner, outer = outer, inner
    return (fma(load(data, at), changes[0], outer * changes[1]),
            fma(inner, changes[0], load(data, at + 3 * W) * changes[1]))


@formula
def solve_normals(data, base, normal_velocity, how):
    """Solve the normal rows of the block at `base` once and write back their impulses.

    The first pair of points acts on the second by the coupling of their rows.  how is a Pass.
    Returns the normal wrench of the changes, and, when relaxing, by how much their sizes exceed `settled_share` of the impulses
    [N s], which is 0 of single points.
    """
    params, backward, law = how.sweep.params, how.sweep.backward, law_of(data, base, how.sweep.params)
    count, zero = int(data[base + FLAGS * W + COUNT]), 0.0 * normal_velocity[0]
    normal_wrench, excess, speed_change, pairs = (zero, zero, zero), zero, (zero, zero), (count + 1) // 2
    for k in range(pairs):
        j = pairs - 1 - k if backward else k
        first = base + (FIRST_POINT + 2 * j * POINT) * W
        one = normal_row(data, first, normal_velocity, speed_change[0], bounce_at(data, base, first, zero))
        if 2 * j + 1 == count:
            change = store_impulse(data, first, one, solve_one_row(one, law), how)
            normal_wrench, changes = add_normal_impulse(normal_wrench, change, one.place), (change, zero)
        else:
            second = first + POINT * W
            two = normal_row(data, second, normal_velocity, speed_change[1], bounce_at(data, base, second, zero))
            impulse = solve_two_points((one, two), load(data, base + (COUPLING + j) * W), law)
            changes = (store_impulse(data, first, one, impulse[0], how),
                       store_impulse(data, second, two, impulse[1], how))
            normal_wrench = add_normal_impulse(add_normal_impulse(normal_wrench, changes[0], one.place), changes[1], two.place)
            if params.relaxing:
                both = excess_of(one, changes[0], params) + excess_of(two, changes[1], params)
                excess = excess + select(two.separation > 0.5 * NO_POINT, zero, both)
        if k + 1 < pairs:
            speed_change = coupled_speeds(data, base, changes, backward)
    return normal_wrench, excess
