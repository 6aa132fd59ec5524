"""Contact constraints in blocks of sixteen: their slots, and how a step prepares them.

A block holds sixteen manifolds of one colour, so no body twice.  Per manifold: normal, first tangent (the second is
n x t1), friction, restitution, masses, inertias and the vector from a's centre to b's, so that r_b = r_a - between.
Per point: the arm r_a, the separation at the start of the step, effective masses

    K_n = 1/m_a + 1/m_b + (r_a x n) . I_a^-1 (r_a x n) + (r_b x n) . I_b^-1 (r_b x n),     effective_mass = 1 / K_n

and the impulses.  Normal rows are solved two at a time, points 0 and 1, then 2 and 3 (the farthest apart of a face), so
the block also holds K between the two of each couple.  For the friction cone both tangents share one mass, 1 over the
larger eigenvalue of their 2x2 K: solved with that, a clamped step never overshoots; a 2x2 solve with a radial clamp at
each corner stops boxes too late.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import (
    ANCHOR_SLOTS,
    FAR,
    IMPULSE_SLOTS,
    KNOWN,
    MANIFOLD_SLOTS,
    NORMAL,
    NORMAL_IMPULSE,
    POINT_SLOTS,
    POINTS,
    SEPARATION,
    TANGENT_IMPULSE,
    aligned,
    real_of,
)
from physics.arrays import BETWEEN as BETWEEN_FOUND
from physics.jit import formula, kernel
from physics.lanes.functions import any_lane, full_like, maximum, minimum, select, sqrt
from physics.lanes.mat33 import symmetric_transform
from physics.lanes.memory import gather_rows, gather_slots, store
from physics.lanes.slots import store3, store6
from physics.lanes.value import W
from physics.lanes.vec3 import cross, dot, select3, sub, tangents

# a block's slots
NORMAL_AXIS, TANGENT_AXIS, BETWEEN = 0, 3, 6                  # 3 each
FRICTION, RESTITUTION, INVERSE_MASS_A, INVERSE_MASS_B = 9, 10, 11, 12
INERTIA_A, INERTIA_B = 13, 19                                 # 6 each
FLAGS = 25                                                    # lane 0: points to solve, lane 1: 1 where something may bounce
COUPLING = 26                                                 # 2: K between the normal rows of points 0 and 1, 2 and 3
FIRST_POINT = 28
# a point's slots
ARM, START, NORMAL_K, TANGENT_MASS, TANGENT_MASS_2 = 0, 3, 4, 5, 6
IMPULSE, TANGENT_1, TANGENT_2 = 7, 8, 9                       # of this substep [N s]
SUM, SUM_1, SUM_2 = 10, 11, 12                                # over the substeps before this one [N s]
TARGET, PUSHED = 13, 14                                       # speed to bounce off with [m/s]; pseudo impulse [N s]
POINT = 15
SLOTS = FIRST_POINT + 4 * POINT
MOST_COUPLING = 0.95                                          # of two rows, as a share of sqrt(K K): keeps couples solvable
AWAY = 1e6                                                    # separation of a point that only fills up a couple [m]


class Contacts(NamedTuple):
    """The contact constraints of a step, colour by colour."""

    a: np.ndarray              # (blocks * 16,) int32 body row
    b: np.ndarray              # (blocks * 16,) int32 body row
    pair: np.ndarray           # (blocks * 16,) int32 index in Pairs; padding lanes: the last entry, which is empty
    data: np.ndarray           # (blocks * SLOTS * 16,) real
    color_start: np.ndarray    # (COLORS + 2,) int64 first block of each colour


def new_contacts(blocks: int, colors: int, precision: str) -> Contacts:
    """Room for `blocks` blocks."""
    return Contacts(a=aligned(blocks * W, np.int32), b=aligned(blocks * W, np.int32), pair=aligned(blocks * W, np.int32),
                    data=aligned(blocks * SLOTS * W, real_of(precision)), color_start=aligned(colors + 2, np.int64))


@formula
def inverse_mass_between(straight, masses, row, other):
    """K between two rows (axis, arms): what an impulse along one changes at the other.

    masses = (1/m_a + 1/m_b, I_a^-1, I_b^-1); `straight` is the share of the centres, masses[0] times the axes' product.
    """
    u, arms = row
    v, others = other
    return (straight + dot(cross(arms[0], u), symmetric_transform(masses[1], cross(others[0], v)))
            + dot(cross(arms[1], u), symmetric_transform(masses[2], cross(others[1], v))))


@formula
def inverse_mass_along(masses, u, arms):
    """K of the row that moves b along u against a at these arms."""
    return inverse_mass_between(masses[0], masses, (u, arms), (u, arms))


@formula
def safe_inverse(k):
    """1 / k where k > 0, else 0 (both bodies immovable)."""
    return select(k > 0.0, 1.0 / select(k > 0.0, k, 1.0), 0.0)


@formula
def tangent_masses(masses, frame, arms, cone):
    """The masses of both friction rows: one shared for the cone, one each for the pyramid."""
    k11, k22 = inverse_mass_along(masses, frame[1], arms), inverse_mass_along(masses, frame[2], arms)
    k12 = inverse_mass_between(0.0 * masses[0], masses, (frame[1], arms), (frame[2], arms))
    half = 0.5 * (k11 - k22)
    largest = 0.5 * (k11 + k22) + sqrt(half * half + k12 * k12)
    shared = safe_inverse(largest)
    return select(cone, shared, safe_inverse(k11)), select(cone, shared, safe_inverse(k22))


@formula
def combine_friction(a, b):
    """Friction of a pair: sqrt(a b)."""
    return sqrt(a * b)


@formula
def combine_restitution(a, b):
    """Restitution of a pair: max(a, b)."""
    return maximum(a, b)


@formula
def surface(bodies, contacts, at, parameters):
    """Friction and restitution of the pairs, or what overrides them."""
    _, _, _, _, friction_a, restitution_a, _, _ = gather_rows(bodies.shape, contacts.a, at)
    _, _, _, _, friction_b, restitution_b, _, _ = gather_rows(bodies.shape, contacts.b, at)
    friction, restitution = combine_friction(friction_a, friction_b), combine_restitution(restitution_a, restitution_b)
    if parameters.friction_override >= 0.0:
        friction = full_like(friction, parameters.friction_override)
    if parameters.restitution_override >= 0.0:
        restitution = full_like(restitution, parameters.restitution_override)
    return friction, restitution


@formula
def found_between(pairs, index, at, now):
    """The vector from a's centre to b's that the manifolds were found with, where it is known, else `now`."""
    known = gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, KNOWN) > 0.5
    found = (gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, BETWEEN_FOUND),
             gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, BETWEEN_FOUND + 1),
             gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, BETWEEN_FOUND + 2))
    return select3(known, found, now)


@formula
def fill_couple(data, point, zero):
    """A second point that is not there: it never touches."""
    for slot in range(POINT):
        store(data, point + slot * W, zero)
    store(data, point + START * W, zero + AWAY)
    store(data, point + NORMAL_K * W, zero + 1.0)


@kernel
def prepare_contacts(begin, end, bodies, step, parameters):
    """Fill the constraint blocks begin .. end - 1 from the manifolds; step = (pairs, contacts).

    Returns how many of the blocks may bounce.
    Reads bodies.pose bodies.shape bodies.inverse_inertia pairs.manifolds pairs.impulses pairs.anchors contacts.a
        contacts.b contacts.pair
    Writes contacts.data
    """
    pairs, contacts = step
    data, index = contacts.data, contacts.pair
    bouncing = 0
    cone = parameters.solve.cone == 1
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        n = (gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, NORMAL),
             gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, NORMAL + 1),
             gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, NORMAL + 2))
        zero = 0.0 * n[0]
        empty = dot(n, n) < 0.5
        n = select3(empty, (zero, zero, zero + 1.0), n)
        t1, t2 = tangents(n)
        xa, xb = gather_rows(bodies.pose, contacts.a, at), gather_rows(bodies.pose, contacts.b, at)
        ia, ib = gather_rows(bodies.inverse_inertia, contacts.a, at), gather_rows(bodies.inverse_inertia, contacts.b, at)
        inertia_a, inertia_b = (ia[0], ia[1], ia[2], ia[3], ia[4], ia[5]), (ib[0], ib[1], ib[2], ib[3], ib[4], ib[5])
        between = found_between(pairs, index, at, sub((xb[0], xb[1], xb[2]), (xa[0], xa[1], xa[2])))
        friction, restitution = surface(bodies, contacts, at, parameters)
        store3(data, base + NORMAL_AXIS * W, n)
        store3(data, base + TANGENT_AXIS * W, t1)
        store3(data, base + BETWEEN * W, between)
        store(data, base + FRICTION * W, friction)
        store(data, base + RESTITUTION * W, restitution)
        store(data, base + INVERSE_MASS_A * W, ia[6])
        store(data, base + INVERSE_MASS_B * W, ib[6])
        store6(data, base + INERTIA_A * W, inertia_a)
        store6(data, base + INERTIA_B * W, inertia_b)
        masses = (ia[6] + ib[6], inertia_a, inertia_b)
        points, last_arms, last_k = 0, ((zero, zero, zero), (zero, zero, zero)), zero + 1.0
        for j in range(4):
            slot, point = POINTS + j * POINT_SLOTS, base + (FIRST_POINT + j * POINT) * W
            separation = gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot + SEPARATION)
            exists = separation < 0.5 * FAR
            if not any_lane(exists):             # points that exist come first
                if j % 2 == 1:
                    fill_couple(data, point, zero)
                break
            points = j + 1
            ra = select3(exists, (gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot),
                                  gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot + 1),
                                  gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot + 2)), (zero, zero, zero))
            arms = (ra, sub(ra, between))
            m1, m2 = tangent_masses(masses, (n, t1, t2), arms, cone)
            ratio = select(exists, full_like(zero, parameters.impulse_ratio), zero)
            carried = (gather_slots(pairs.impulses, index, at, IMPULSE_SLOTS, TANGENT_IMPULSE + 3 * j),
                       gather_slots(pairs.impulses, index, at, IMPULSE_SLOTS, TANGENT_IMPULSE + 3 * j + 1),
                       gather_slots(pairs.impulses, index, at, IMPULSE_SLOTS, TANGENT_IMPULSE + 3 * j + 2))
            normal_impulse = ratio * gather_slots(pairs.impulses, index, at, IMPULSE_SLOTS, NORMAL_IMPULSE + j)
            impulse_1, impulse_2 = ratio * dot(carried, t1), ratio * dot(carried, t2)
            store3(data, point + ARM * W, ra)
            k = inverse_mass_along(masses, n, arms)
            k = select(exists & (k > 0.0), k, 1.0)
            most = MOST_COUPLING * sqrt(last_k * k)
            coupling = maximum(minimum(inverse_mass_between(masses[0], masses, (n, last_arms), (n, arms)), most), -most)
            store(data, base + (COUPLING + j // 2) * W, select(exists, coupling, zero) if j % 2 == 1 else zero)
            last_arms, last_k = arms, k
            store(data, point + START * W, select(exists, separation, AWAY))
            store(data, point + NORMAL_K * W, k)
            store(data, point + TANGENT_MASS * W, select(exists, m1, zero))
            store(data, point + TANGENT_MASS_2 * W, select(exists, m2, zero))
            store3(data, point + IMPULSE * W, (normal_impulse, impulse_1, impulse_2))
            store3(data, point + SUM * W, (-normal_impulse, -impulse_1, -impulse_2))
            store(data, point + TARGET * W, zero)
            store(data, point + PUSHED * W, zero)
        data[base + FLAGS * W] = points
        data[base + FLAGS * W + 1] = 0
        if any_lane(restitution > 0.0):
            data[base + FLAGS * W + 1] = 1
            bouncing += 1
    return bouncing
