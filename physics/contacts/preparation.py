"""Preparation of contact constraints: blocks are filled from the manifolds, the bodies and last step's impulses."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import ANCHOR_SLOTS, KNOWN, LANE_BITS, MANIFOLD_SLOTS, NORMAL, POINT_SLOTS, POINTS, POSITION, Pairs
from physics.bodies.arrays import BETWEEN as BETWEEN_FOUND
from physics.bodies.arrays import COUNT as POINTS_FOUND
from physics.bodies.arrays import SEPARATION as SEPARATION_FOUND
from physics.compile.decorators import formula, kernel
from physics.contacts.block_response import store_masses, store_point_response, store_response
from physics.contacts.frame import ContactFrame, in_axes, response
from physics.contacts.friction_centre import prepare_centres
from physics.contacts.layout import (
    ARM_A,
    ARM_B,
    AT_CENTRE,
    CENTRED,
    CONE,
    COUNT,
    DRIVEN,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    HARDENED,
    IMPULSE,
    MAY_BOUNCE,
    NO_POINT,
    NORMAL_AXIS,
    PLACE_1,
    POINT,
    RESISTS,
    RESTITUTION,
    ROLLS,
    ROUND_TURNS,
    SEPARATION,
    SINGLE,
    SLOTS,
    START,
    START_POINT,
    START_SLOTS,
    SUM,
    TANGENT_SCALE,
    TARGET,
    TURNS,
    Contacts,
)
from physics.contacts.normal import harden
from physics.contacts.surface import prepare_drive, surface
from physics.contacts.turning import store_turning_rate, turn_round_ones
from physics.simd.functions import any_lane, full_like, maximum, minimum, select
from physics.simd.memory import gather_half, gather_piece, gather_rows, gather_slots, load, store
from physics.simd.slots import load3, store3, stream3
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, dot, scale, select3, sub, first_tangent, tangent_scale


class Preparation(NamedTuple):
    """Source and target of the preparation of contacts."""

    pairs: Pairs                   # manifolds and stored impulses
    contacts: Contacts             # the blocks to fill


@formula
def manifold_slots(pairs, index, at, slot):
    """Three neighbouring slots of the manifolds index[at .. at + 15]."""
    return (gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot),
            gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot + 1),
            gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot + 2))


@formula
def anchored_pairs(pairs, contacts, at):
    """(how many of the pairs of the lanes at .. at + 15 are in blocks with KNOWN anchors, index of these, else of an empty pair).

    Anchors lie far apart in memory, what marks their blocks does not: those of spheres, which are not known, are not fetched.
    """
    number, last, bits = 0, len(pairs.a) - 1, np.uint32(LANE_BITS)
    for lane in range(at, at + W):
        number += pairs.anchored[np.uint32(contacts.pair[lane]) >> bits] > 0             # numba wraps negative signed ones
    if number == 0 or number == W:
        return number, contacts.pair
    for lane in range(at, at + W):
        entry = np.uint32(contacts.pair[lane])
        contacts.anchored[lane] = entry if pairs.anchored[entry >> bits] > 0 else last
    return number, contacts.anchored


@formula
def found_between(pairs, contacts, at, now):
    """The vector from a's centre to b's at which the manifolds were found, where it is known, else `now`."""
    number, index = anchored_pairs(pairs, contacts, at)
    if number == 0:
        return now
    known = gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, KNOWN) > 0.5
    if not any_lane(known):
        return now
    found = (gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, BETWEEN_FOUND),
             gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, BETWEEN_FOUND + 1),
             gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, BETWEEN_FOUND + 2))
    return select3(known, found, now)


@formula
def store_start_impulse(data, point, impulses):
    """Write the impulses of a point's warm start: normal, and friction in the world, which the sums hold for now."""
    store(data, point + IMPULSE * W, impulses[0])
    store3(data, point + SUM * W, (impulses[1], impulses[2], impulses[3]))


@formula
def store_start_impulses(block, points, pairs, contacts):
    """Write the impulses of the warm start of a block's first `points` points."""
    for two in range((points + 1) // 2):
        point = (block * SLOTS + FIRST_POINT + 2 * two * POINT) * W
        if 2 * two + 1 < points:
            i = gather_piece(pairs.impulses, contacts.pair, block * W, two)
            store_start_impulse(contacts.data, point, (i[0], i[1], i[2], i[3]))
            store_start_impulse(contacts.data, point + POINT * W, (i[4], i[5], i[6], i[7]))
        else:
            store_start_impulse(contacts.data, point, gather_half(pairs.impulses, contacts.pair, block * W, 2 * two))


@formula
def most_of(count):
    """The largest of sixteen numbers of points."""
    if any_lane(count > 3.0):
        return 4
    if any_lane(count > 2.0):
        return 3
    return 2 if any_lane(count > 1.0) else 1


@formula
def store_arms(block, count, n, pairs, contacts):
    """Write the arms of a block's points from a's centre, in the world, and their separations; count are the numbers of points.

    Returns the largest of the numbers, the separation of the deepest point, and the arm of the contact frame's origin: the mean
    of the points, moved along n to the height of the deepest.
    """
    zero, points = 0.0 * count, most_of(count)
    total, least, height = (zero, zero, zero), full_like(zero, NO_POINT), zero
    for j in range(points):
        point, exists, slot = (block * SLOTS + FIRST_POINT + j * POINT) * W, count > j, POINTS + j * POINT_SLOTS
        arm = select3(exists, manifold_slots(pairs, contacts.pair, block * W, slot + POSITION), (zero, zero, zero))
        separation = gather_slots(pairs.manifolds, contacts.pair, block * W, MANIFOLD_SLOTS, slot + SEPARATION_FOUND)
        separation = select(exists, separation, NO_POINT)
        store3(contacts.data, point + PLACE_1 * W, arm)
        store(contacts.data, point + START * W, separation)
        store(contacts.data, point + SEPARATION * W, separation)
        deepest = separation < least
        least, height = select(deepest, separation, least), select(deepest, dot(n, arm), height)
        total = add(total, arm)
    mean = scale(1.0 / maximum(count, zero + 1.0), total)
    return points, least, add_scaled(mean, height - dot(n, mean), n)


@formula
def place_point(data, point, frame, exists):
    """Replace a point's arm in the world by its place in the contact frame; returns (x, y)."""
    zero = 0.0 * frame.n[0]
    height, x, y = in_axes(frame, sub(load3(data, point + PLACE_1 * W), frame.arm_a))
    x, y, height = select3(exists, (x, y, height), (zero, zero, zero))
    store3(data, point + PLACE_1 * W, (x, y, height))
    return x, y


@formula
def store_frame(data, base, frame, across):
    """Write the contact frame of a block; `across` is the tangent_scale of its normal."""
    store3(data, base + NORMAL_AXIS * W, frame.n)
    store(data, base + TANGENT_SCALE * W, across)
    store3(data, base + ARM_A * W, frame.arm_a)
    store3(data, base + ARM_B * W, frame.arm_b)


@kernel
def prepare_contacts(begin, end, bodies, step, parameters) -> int:
    """Fill the constraint blocks begin .. end - 1 of `contacts.order` from the manifolds; step is a Preparation.

    Returns the number of blocks that may bounce.
    Reads bodies.pose bodies.velocity bodies.shape bodies.surface bodies.resistance bodies.inverse_inertia step.pairs.a
        step.pairs.manifolds step.pairs.impulses step.pairs.centres step.pairs.anchors step.pairs.anchored
        step.contacts.a step.contacts.b step.contacts.pair step.contacts.order
    Writes step.contacts.anchored step.contacts.data step.contacts.drive step.contacts.rolling step.contacts.centre
        step.contacts.start step.contacts.bounces
    """
    pairs, contacts = step.pairs, step.contacts
    data, index = contacts.data, contacts.pair
    bouncing, round_ones = 0, 0
    cone = parameters.solve.friction == CONE
    for place in range(begin, end):
        block = np.int64(contacts.order[place])
        at, base = block * W, block * SLOTS * W
        count = gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, POINTS_FOUND)
        zero = 0.0 * count
        n = select3(count > 0.0, manifold_slots(pairs, index, at, NORMAL), (zero, zero, zero + 1.0))
        across = tangent_scale(n)
        t1 = first_tangent(n, across)
        t2 = cross(n, t1)
        xa, xb = gather_half(bodies.pose, contacts.a, at, 0), gather_half(bodies.pose, contacts.b, at, 0)
        ia, ib = gather_rows(bodies.inverse_inertia, contacts.a, at), gather_rows(bodies.inverse_inertia, contacts.b, at)
        inertia_a, inertia_b = (ia[0], ia[1], ia[2], ia[3], ia[4], ia[5]), (ib[0], ib[1], ib[2], ib[3], ib[4], ib[5])
        between = found_between(pairs, contacts, at, sub((xb[0], xb[1], xb[2]), (xa[0], xa[1], xa[2])))
        friction, restitution, marked, rounds = surface(bodies, contacts, at, parameters)
        points, deepest, origin = store_arms(block, count, n, pairs, contacts)
        frame, masses = ContactFrame(n, t1, t2, origin, sub(origin, between)), (ia[6], inertia_a, ib[6], inertia_b)
        store_frame(data, base, frame, across)
        store(data, base + FRICTION * W, friction)
        store(data, base + RESTITUTION * W, restitution)
        store_masses(data, base, masses)
        answer = response(frame, masses)
        single = points < 2 and not marked and parameters.solve.friction != AT_CENTRE
        store_response(data, base, answer, single)
        store_start_impulses(block, points, pairs, contacts)
        for j in range(points):
            point, exists = base + (FIRST_POINT + j * POINT) * W, count > j
            spot = place_point(data, point, frame, exists)
            store_point_response(data, base, j, answer, (spot, exists, cone))
            ratio = select(exists, full_like(zero, parameters.impulse_ratio), zero)
            carried = load3(data, point + SUM * W)
            normal_impulse = ratio * load(data, point + IMPULSE * W)
            impulse_1, impulse_2 = ratio * dot(carried, t1), ratio * dot(carried, t2)
            store3(data, point + IMPULSE * W, (normal_impulse, impulse_1, impulse_2))
            stream3(contacts.start, (block * START_SLOTS + j * START_POINT) * W, (normal_impulse, impulse_1, impulse_2))
            store3(data, point + SUM * W, (-normal_impulse, -impulse_1, -impulse_2))
            store(data, point + TARGET * W, zero)
        data[base + FLAGS * W + COUNT], data[base + FLAGS * W + SINGLE] = points, int(single)
        turns = ia[7] + ib[7] > 0.0
        data[base + FLAGS * W + TURNS], data[base + FLAGS * W + ROLLS] = int(any_lane(turns)), 0
        if any_lane(turns):
            if any_lane(minimum(rounds[0], rounds[1]) < 0.0):
                data[base + FLAGS * W + TURNS] = ROUND_TURNS
                round_ones += 1
            else:
                store_turning_rate(bodies, contacts, block, frame, (turns, (rounds[0] > 0.0, rounds[1] > 0.0)))
        contacts.bounces[block] = 0
        data[base + FLAGS * W + MAY_BOUNCE] = data[base + FLAGS * W + DRIVEN] = data[base + FLAGS * W + CENTRED] = 0
        data[base + FLAGS * W + RESISTS] = data[base + FLAGS * W + HARDENED] = 0
        if parameters.relax_contacts and any_lane(deepest < -parameters.correct.slop):
            harden(bodies, contacts, block, deepest, (masses[0], masses[2]))
        if any_lane(restitution > 0.0):
            data[base + FLAGS * W + MAY_BOUNCE] = 1
            bouncing += 1
        if marked and prepare_drive(bodies, contacts, block, between):
            data[base + FLAGS * W + DRIVEN] = 1
    if round_ones > 0:
        turn_round_ones(begin, end, bodies, step, parameters)
    if parameters.solve.friction == AT_CENTRE:
        prepare_centres(begin, end, pairs, contacts, parameters.impulse_ratio)
    return bouncing
