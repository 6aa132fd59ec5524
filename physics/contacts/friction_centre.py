"""Friction at a manifold's centre: two rows along the tangents and one about the normal, instead of two at each point.

The centre c is the origin of the contact frame, R the mean distance of the points from it, in its plane.  With P the sum of the
normal impulses,

    |(f1, f2)| <= friction * P            slip     = relative velocity at c, in the tangent plane
    |twist|    <= friction * P * R        turning  = n . (w_b - w_a),    K = n . (I_a^-1 + I_b^-1) n

A single point has no friction against turning.  The warm start keeps the force along the tangents, as a vector of the world, and
the twist: they belong to the contact, and points may come and go.  For views, and for a change to friction at the points, both
are distributed so that the points' impulses f_j have the same force and the same moment about the normal:

    f_j = F / points + twist / sum |n x d|^2 * (n x d_j),    d_j from c to the point
Source: "ReactPhysics3D", but with the radius R in the twist limit, as in Box3D and Jolt; without it the units do not match.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.contacts.frame import after_friction, in_world, load_frame, load_place
from physics.contacts.friction import TINY, clamp_both, clamp_round, safe_inverse, surface_slip, tangent_masses
from physics.contacts.layout import (
    CENTRE_1,
    CENTRE_MASS,
    CENTRE_SLOTS,
    CENTRE_SUM,
    CENTRED,
    COUNT,
    DRIVE_SLOTS,
    DRIVEN,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    IMPULSE,
    NO_POINT,
    POINT,
    RADIUS,
    SLOTS,
    START,
    START_CENTRE,
    START_SLOTS,
    SUM_1,
    SURFACE_SPIN,
    TANGENT_1,
    TANGENT_BY_FRICTION,
    TWIST_MASS,
)
from physics.simd.functions import fma, full_like, maximum, select, sqrt
from physics.simd.memory import gather_half, load, scatter_rows, store
from physics.simd.slots import load3, load6, store3
from physics.simd.value import W
from physics.simd.vec3 import add, dot, scale, zero3


@formula
def point_of(data, base, j):
    """(place in the contact frame, 1 where the point exists, else 0) of point j of a block."""
    point = base + (FIRST_POINT + j * POINT) * W
    place = load_place(data, point)
    return place, select(load(data, point + START * W) < 0.5 * NO_POINT, 0.0 * place[0] + 1.0, 0.0)


@formula
def spread(data, base):
    """(mean distance of the points from the origin of their contact frame, number of points) of a block, lane by lane."""
    number = distance = 0.0 * load(data, base)
    for j in range(int(data[base + FLAGS * W + COUNT])):
        (x, y), exists = point_of(data, base, j)
        number, distance = number + exists, distance + exists * sqrt(fma(x, x, y * y))
    return distance / maximum(number, 0.0 * number + 1.0), number


@kernel
def prepare_centres(begin, end, pairs, contacts, ratio):
    """Fill the centres of the blocks begin .. end - 1 of `contacts.order`, whose points are prepared.

    Stored impulses are scaled with `ratio`, this step's h over the last one's.
    Reads pairs.centres contacts.pair contacts.data contacts.order
    Writes contacts.data contacts.centre contacts.start
    """
    data, centres, index = contacts.data, contacts.centre, contacts.pair
    for place in range(begin, end):
        block = np.int64(contacts.order[place])
        base, middle = block * SLOTS * W, block * CENTRE_SLOTS * W
        frame, response = load_frame(data, base), load6(data, base + TANGENT_BY_FRICTION * W)
        zero = 0.0 * response[0]
        mass, _ = tangent_masses(response, (zero, zero), True)
        radius, number = spread(data, base)
        factor = select(number > 0.0, ratio, zero)
        x, y, z, twist = gather_half(pairs.centres, index, block * W, 0)
        impulse = (factor * dot((x, y, z), frame.t1), factor * dot((x, y, z), frame.t2), factor * twist)
        store(centres, middle + CENTRE_MASS * W, mass)
        store(centres, middle + TWIST_MASS * W, safe_inverse(response[5]))
        store(centres, middle + RADIUS * W, radius)
        store3(centres, middle + CENTRE_1 * W, impulse)
        store3(centres, middle + CENTRE_SUM * W, scale(-1.0, impulse))
        store3(contacts.start, (block * START_SLOTS + START_CENTRE) * W, impulse)
        data[base + FLAGS * W + CENTRED] = 1
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            for slot in (TANGENT_1, TANGENT_1 + 1, SUM_1, SUM_1 + 1):
                store(data, point + slot * W, zero)


@formula
def warm_start_centre(contacts, block, factor):
    """Add a centre's last impulses to the sums and scale them by `factor`; returns their friction wrench."""
    centres, middle = contacts.centre, block * CENTRE_SLOTS * W
    last = load3(centres, middle + CENTRE_1 * W)
    store3(centres, middle + CENTRE_SUM * W, add(load3(centres, middle + CENTRE_SUM * W), last))
    impulse = (factor * last[0], factor * last[1], factor * last[2])
    store3(centres, middle + CENTRE_1 * W, impulse)
    return impulse


@formula
def solve_friction_at_centre(tangent_velocity, start, how):
    """Solve twist and friction at the centre of a block once and write back their impulses; returns the friction wrench of the
    changes.  how is a Pass."""
    sweep, settled = how.sweep, how.settled
    contacts, block = start.contacts, start.block
    data, centres = contacts.data, contacts.centre
    base, middle = block * SLOTS * W, block * CENTRE_SLOTS * W
    response, limit = load6(data, base + TANGENT_BY_FRICTION * W), load(data, base + (FIRST_POINT + IMPULSE) * W)
    for j in range(1, int(data[base + FLAGS * W + COUNT])):
        limit = limit + load(data, base + (FIRST_POINT + j * POINT + IMPULSE) * W)
    limit = load(data, base + FRICTION * W) * limit
    zero, (last_1, last_2, last) = 0.0 * limit, load3(centres, middle + CENTRE_1 * W)
    if sweep.adding:
        sums = load3(centres, middle + CENTRE_SUM * W)
        store3(centres, middle + CENTRE_SUM * W, add(sums, (last_1, last_2, last)))
    driven, turning = data[base + FLAGS * W + DRIVEN] > 0.0, tangent_velocity[2]
    if driven:
        turning = turning + dot(start.frame.n, load3(contacts.drive, (block * DRIVE_SLOTS + SURFACE_SPIN) * W))
    twist = clamp_both(fma(-load(centres, middle + TWIST_MASS * W), turning, last),
                       limit * load(centres, middle + RADIUS * W))
    slip, mass = after_friction(response, tangent_velocity, (zero, zero, twist - last)), load(centres, middle + CENTRE_MASS * W)
    if driven:
        added = surface_slip(start, zero3(zero), (zero, zero, twist - last), sweep.params)
        slip = (slip[0] + added[0], slip[1] + added[1], slip[2])
    f1, f2 = clamp_round(fma(-mass, slip[0], last_1), fma(-mass, slip[1], last_2), limit)
    if sweep.params.relaxing:
        f1, f2, twist = select(settled, last_1, f1), select(settled, last_2, f2), select(settled, last, twist)
    store3(centres, middle + CENTRE_1 * W, (f1, f2, twist))
    return f1 - last_1, f2 - last_2, twist - last


@formula
def store_share(data, at, total, weights):
    """Write a point's share of total = (f1, f2, twist) to two slots; weights = (of f1 and f2, of twist along t1, along t2)."""
    store(data, at, weights[0] * total[0] + weights[1] * total[2])
    store(data, at + W, weights[0] * total[1] + weights[2] * total[2])


@formula
def distribute(contacts, block, last, before):
    """Write shares of (f1, f2, twist) to the points of a block: those of this substep, and the sums of those before."""
    data, base = contacts.data, block * SLOTS * W
    points = int(data[base + FLAGS * W + COUNT])
    number = squares = 0.0 * load(data, base)
    for j in range(points):
        (x, y), exists = point_of(data, base, j)
        number, squares = number + exists, squares + exists * fma(x, x, y * y)
    one_part, per_metre = 1.0 / maximum(number, 0.0 * number + 1.0), 1.0 / maximum(squares, TINY)
    for j in range(points):
        (x, y), exists = point_of(data, base, j)             # n x (x t1 + y t2) = x t2 - y t1
        point = base + (FIRST_POINT + j * POINT) * W
        weights = (exists * one_part, -(exists * per_metre) * y, exists * per_metre * x)
        store_share(data, point + TANGENT_1 * W, last, weights)
        store_share(data, point + SUM_1 * W, before, weights)


@formula
def store_centre(pairs, contacts, block):
    """Complete the sums of a block's centre, store its last impulses for the next step, and distribute them to the points."""
    at, base, middle = block * W, block * SLOTS * W, block * CENTRE_SLOTS * W
    data, centres, index = contacts.data, contacts.centre, contacts.pair
    last, before = load3(centres, middle + CENTRE_1 * W), load3(centres, middle + CENTRE_SUM * W)
    store3(centres, middle + CENTRE_SUM * W, add(before, last))
    distribute(contacts, block, last, before)
    frame = load_frame(data, base)
    zero = full_like(last[0], 0.0)
    force = add(in_world(frame, (zero, last[0], last[1])), (zero, zero, zero))
    scatter_rows(pairs.centres, index, at, (force[0], force[1], force[2], last[2], zero, zero, zero, zero))
