"""Kernels that read out contact points: positions, separations at the end of a step, and impulses.

A solved point lies at the arms r_a, r_b of its bodies at the start of the step.  With the bodies' motion since then, translation
d and rotation vector p,

    position   = x_a + r_a + p_a x r_a
    separation = start + n . (d_b + p_b x r_b - d_a - p_a x r_a)

Arithmetic is in double precision, rounded term by term as the formulas are written.  Solved contacts are put into the order of
their bodies by two stable counting sorts; blocks are read in the order in which they lie in memory.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import (
    COUNT,
    FEATURE,
    NORMAL,
    NORMAL_IMPULSE,
    POINT_IMPULSES,
    POINT_SLOTS,
    POINTS,
    POSITION,
    SEPARATION,
    TANGENT_IMPULSE,
    Bodies,
    Pairs,
)
from physics.collision.narrow_phase.manifold import manifold_start
from physics.compile.decorators import formula, kernel
from physics.contacts.layout import (
    ARM_A,
    ARM_B,
    FIRST_POINT,
    HEIGHT,
    NORMAL_AXIS,
    PLACE_1,
    PLACE_2,
    POINT,
    SLOTS,
    START,
    SUM,
    TANGENT_SCALE,
)
from physics.simd.value import W
from physics.simd.vec3 import first_tangent


class ContactArrays(NamedTuple):
    """k contact points; separations are those at the end of the step."""

    positions: np.ndarray          # (k, 3) world [m]
    normals: np.ndarray            # (k, 3) from a to b
    separations: np.ndarray        # (k,) [m], negative when overlapping
    normal_impulses: np.ndarray    # (k,) [N s], summed over the substeps
    tangent_impulses: np.ndarray   # (k, 3) on b, world [N s]
    bodies: np.ndarray             # (k, 2) uids of a and b
    features: np.ndarray           # (k,) int, stays the same while the point does
    manifolds: np.ndarray          # (k,) int, rising, one number for all points of a manifold


class Ordering(NamedTuple):
    """Where the points of each contact go, by lane of a step's blocks."""

    order: np.ndarray              # (lanes,) int32 lanes, sorted by their bodies a and b
    by_b: np.ndarray               # (lanes,) int32 lanes, sorted by b alone
    starts: np.ndarray             # (rows + 1,) int32 counts of the sorting passes, by body row
    number: np.ndarray             # (lanes,) int32 place of each lane in `order`
    first: np.ndarray              # (lanes,) int32 place of the lane's first point among all points


class Step(NamedTuple):
    """The arrays that hold the last step."""

    bodies: Bodies
    pairs: Pairs


class Held(NamedTuple):
    """The pairs of sleeping bodies that have points."""

    entries: np.ndarray            # (pairs,) int32 entries in Pairs
    count: int                     # how many of them are used


class BodyMotion(NamedTuple):
    """Motion of a body since the start of the step."""

    d: tuple                       # (3) translation [m]
    p: tuple                       # (3) rotation vector [rad]


class Begin(NamedTuple):
    """Where the points of sleeping bodies begin in ContactArrays."""

    point: int                     # place of the first one
    manifold: int                  # number of its manifold


@formula
def crossed(a, b):
    """a x b, every product and difference rounded."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@formula
def three(data, at, stride):
    """Three numbers `stride` apart, in double precision."""
    return np.float64(data[at]), np.float64(data[at + stride]), np.float64(data[at + 2 * stride])


@formula
def feature_at(pairs, entry, j):
    """Feature of a manifold's point j, negative where there is none."""
    return pairs.manifolds[manifold_start(entry // W) + (POINTS + j * POINT_SLOTS + FEATURE) * W + entry % W]


@formula
def axes_at(data, at):
    """(n, t1, t2) of the contact whose first slot is at `at`."""
    n = three(data, at + NORMAL_AXIS * W, W)
    t1 = first_tangent(n, np.float64(data[at + TANGENT_SCALE * W]))
    return n, t1, crossed(n, t1)


@formula
def offset_at(data, point, axes):
    """Vector from the contact's origin to the point whose first slot is at `point` [m]."""
    n, t1, t2 = axes
    x, y = np.float64(data[point + PLACE_1 * W]), np.float64(data[point + PLACE_2 * W])
    z = np.float64(data[point + HEIGHT * W])
    return x * t1[0] + y * t2[0] + z * n[0], x * t1[1] + y * t2[1] + z * n[1], x * t1[2] + y * t2[2] + z * n[2]


@formula
def added(a, b):
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@formula
def motion_of(bodies, row):
    """The BodyMotion of a body."""
    delta = bodies.delta
    return BodyMotion((np.float64(delta[row, 0]), np.float64(delta[row, 1]), np.float64(delta[row, 2])),
                      (np.float64(delta[row, 3]), np.float64(delta[row, 4]), np.float64(delta[row, 5])))


@formula
def separation_at(start, normal, moved, arms):
    """The separation after the motions `moved` of bodies a and b, with their arms r_a and r_b."""
    a, b = moved
    turned_a, turned_b = crossed(a.p, arms[0]), crossed(b.p, arms[1])
    x = normal[0] * (b.d[0] + turned_b[0] - a.d[0] - turned_a[0])
    y = normal[1] * (b.d[1] + turned_b[1] - a.d[1] - turned_a[1])
    z = normal[2] * (b.d[2] + turned_b[2] - a.d[2] - turned_a[2])
    return start + (x + y + z)


@kernel
def order_contacts(contacts, lanes, pairs, ordering):
    """Sort the first `lanes` lanes of a step's blocks by body a, then b; returns how many points they have.

    Reads   contacts.a, contacts.b, contacts.pair, pairs.manifolds
    Writes  ordering
    """
    starts = ordering.starts
    for by_a in range(2):
        rows, target = contacts.a if by_a else contacts.b, ordering.order if by_a else ordering.by_b
        for row in range(len(starts)):
            starts[row] = 0
        for lane in range(lanes):
            starts[rows[lane] + 1] += 1
        for row in range(1, len(starts)):
            starts[row] += starts[row - 1]
        for k in range(lanes):
            lane = ordering.by_b[k] if by_a else k
            row = rows[lane]
            target[starts[row]] = lane
            starts[row] += 1
    count = 0
    for number in range(lanes):
        lane = ordering.order[number]
        entry = np.int64(contacts.pair[lane])
        ordering.number[lane], ordering.first[lane] = number, count
        for j in range(4):
            count += feature_at(pairs, entry, j) >= 0
    return count


@kernel
def write_solved(contacts, lanes, step, ordering, found):
    """Write the points of the first `lanes` lanes of a Step's blocks to their places in the ContactArrays `found`.

    Reads   contacts.a, contacts.b, contacts.pair, contacts.data, step, ordering.number, ordering.first
    Writes  found
    """
    bodies, pairs = step.bodies, step.pairs
    data = contacts.data
    for lane in range(lanes):
        entry, k = np.int64(contacts.pair[lane]), np.int64(ordering.first[lane])
        at, row_a, row_b = lane // W * SLOTS * W + lane % W, contacts.a[lane], contacts.b[lane]
        axes = axes_at(data, at)
        arm_a, arm_b = three(data, at + ARM_A * W, W), three(data, at + ARM_B * W, W)
        moved = (motion_of(bodies, row_a), motion_of(bodies, row_b))
        n, t1, t2 = axes
        for j in range(4):
            feature = feature_at(pairs, entry, j)
            if feature >= 0:
                point = at + (FIRST_POINT + j * POINT) * W
                offset = offset_at(data, point, axes)
                r_a, r_b = added(arm_a, offset), added(arm_b, offset)
                turned = crossed(moved[0].p, r_a)
                push, f1, f2 = three(data, point + SUM * W, W)
                for axis in range(3):
                    found.positions[k, axis] = bodies.pose[row_a, axis] + r_a[axis] + turned[axis]
                    found.normals[k, axis] = n[axis]
                    found.tangent_impulses[k, axis] = f1 * t1[axis] + f2 * t2[axis]
                found.separations[k] = separation_at(np.float64(data[point + START * W]), n, moved, (r_a, r_b))
                found.normal_impulses[k] = push
                found.bodies[k, 0], found.bodies[k, 1] = bodies.uid[row_a], bodies.uid[row_b]
                found.features[k], found.manifolds[k] = np.int64(feature), ordering.number[lane]
                k += 1


@kernel
def least_solved(contacts, lanes, bodies, pairs):
    """Least separation among the points of the first `lanes` lanes [m], 0 if no bodies overlap.

    Reads   contacts.a, contacts.b, contacts.pair, contacts.data, bodies.delta, pairs.manifolds
    Writes
    """
    data, least = contacts.data, 0.0
    for lane in range(lanes):
        entry = np.int64(contacts.pair[lane])
        at = lane // W * SLOTS * W + lane % W
        axes = axes_at(data, at)
        arm_a, arm_b = three(data, at + ARM_A * W, W), three(data, at + ARM_B * W, W)
        moved = (motion_of(bodies, contacts.a[lane]), motion_of(bodies, contacts.b[lane]))
        for j in range(4):
            if feature_at(pairs, entry, j) >= 0:
                point = at + (FIRST_POINT + j * POINT) * W
                offset = offset_at(data, point, axes)
                arms = (added(arm_a, offset), added(arm_b, offset))
                separation = separation_at(np.float64(data[point + START * W]), axes[0], moved, arms)
                if separation < least:
                    least = separation
    return least


@kernel
def count_points(entries, count, pairs):
    """Number of points of the first `count` pairs of `entries`.

    Reads   entries, pairs.manifolds
    Writes
    """
    points = 0
    for k in range(count):
        entry = np.int64(entries[k])
        points += int(pairs.manifolds[manifold_start(entry // W) + COUNT * W + entry % W])
    return points


@kernel
def list_held(pairs, entries):
    """List the pairs of sleeping bodies with points, those not due, in their order; returns how many there are.

    Reads   pairs.order, pairs.number, pairs.due, pairs.manifolds
    Writes  entries
    """
    count = 0
    for place in range(pairs.number[0]):
        entry = np.int64(pairs.order[place])
        if pairs.due[entry] == 0 and pairs.manifolds[manifold_start(entry // W) + COUNT * W + entry % W] > 0:
            entries[count] = entry
            count += 1
    return count


@kernel
def write_held(held, substeps, step, found, begin):
    """Write the points of Held pairs to the ContactArrays `found` from Begin on, with the impulses of the last substep before
    their bodies fell asleep times the number of substeps.

    Reads   held, step, begin
    Writes  found
    """
    entries, bodies, pairs = held.entries, step.bodies, step.pairs
    k, number = begin.point, begin.manifold
    manifolds, impulses = pairs.manifolds, pairs.impulses
    for place in range(held.count):
        entry = np.int64(entries[place])
        at = manifold_start(entry // W) + entry % W
        row_a, row_b = bodies.owner[pairs.a[entry]], bodies.owner[pairs.b[entry]]
        for j in range(4):
            feature = feature_at(pairs, entry, j)
            if feature >= 0:
                point, push = at + (POINTS + j * POINT_SLOTS) * W, j * POINT_IMPULSES
                for axis in range(3):
                    relative = np.float64(manifolds[point + (POSITION + axis) * W])
                    found.positions[k, axis] = bodies.pose[row_a, axis] + relative
                    found.normals[k, axis] = manifolds[at + (NORMAL + axis) * W]
                    tangent = np.float64(impulses[entry, push + TANGENT_IMPULSE + axis])
                    found.tangent_impulses[k, axis] = tangent * substeps
                found.separations[k] = manifolds[point + SEPARATION * W]
                found.normal_impulses[k] = np.float64(impulses[entry, push + NORMAL_IMPULSE]) * substeps
                found.bodies[k, 0], found.bodies[k, 1] = bodies.uid[row_a], bodies.uid[row_b]
                found.features[k], found.manifolds[k] = np.int64(feature), number + place
                k += 1


@kernel
def least_held(entries, count, pairs):
    """Least separation among the points of the first `count` pairs of `entries` [m], 0 if no bodies overlap.

    Reads   entries, pairs.manifolds
    Writes
    """
    least = 0.0
    for place in range(count):
        entry = np.int64(entries[place])
        for j in range(4):
            if feature_at(pairs, entry, j) >= 0:
                at = manifold_start(entry // W) + (POINTS + j * POINT_SLOTS + SEPARATION) * W + entry % W
                if pairs.manifolds[at] < least:
                    least = np.float64(pairs.manifolds[at])
    return least
