"""Contact constraints in blocks of sixteen: their slots, and the masses of their rows.

A block holds sixteen manifolds of one colour, so no body twice.  Per manifold: normal, first tangent (the second is
n x t1), friction, restitution, masses, inertias and the vector from a's centre to b's, so that r_b = r_a - between.
Per point: the arm r_a, the separation at the start of the step, effective masses

    K_n = 1/m_a + 1/m_b + (r_a x n) . I_a^-1 (r_a x n) + (r_b x n) . I_b^-1 (r_b x n),     effective_mass = 1 / K_n

and the impulses.  Normal rows are solved two at a time, points 0 and 1, then 2 and 3 (the farthest apart of a face), so
the block also holds K between the two of each couple, and between those of one and the other.  For the friction cone
both tangents share one mass, 1 over the larger eigenvalue of their 2x2 K: solved with that, a clamped step never
overshoots; a 2x2 solve with a radial clamp at each corner stops boxes too late.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import aligned, real_of
from physics.jit import formula
from physics.lanes.functions import select, sqrt
from physics.lanes.mat33 import symmetric_transform
from physics.lanes.value import W
from physics.lanes.vec3 import cross, dot

# a block's slots
NORMAL_AXIS, TANGENT_AXIS, BETWEEN = 0, 3, 6                  # 3 each
FRICTION, RESTITUTION, INVERSE_MASS_A, INVERSE_MASS_B = 9, 10, 11, 12
INERTIA_A, INERTIA_B = 13, 19                                 # 6 each
FLAGS = 25                                                    # see below
COUPLING = 26                                                 # K between the normal rows of points 0 and 1, 2 and 3,
CROSS_COUPLING = 28                                           # 0 and 2, 0 and 3, 1 and 2, 1 and 3
FIRST_POINT = 32
# lanes of the slot FLAGS: points to solve; 1 where something may bounce, where a surface moves, with friction at the centre
COUNT, MAY_BOUNCE, DRIVEN, CENTRED = 0, 1, 2, 3
# a point's slots
ARM, START, NORMAL_K, NORMAL_MASS = 0, 3, 4, 5                # the mass is 1 / K: a division costs more than a load
TANGENT_MASS, TANGENT_MASS_2 = 6, 7                           # the second differs from the first for the pyramid only
IMPULSE, TANGENT_1, TANGENT_2 = 8, 9, 10                      # of this substep [N s]
SUM, SUM_1, SUM_2 = 11, 12, 13                                # over the substeps before this one [N s]
TARGET, PUSHED = 14, 15                                       # speed to bounce off with [m/s]; pseudo impulse [N s]
POINT = 16
SLOTS = FIRST_POINT + 4 * POINT
# a drive's slots: how b's surface moves against a's is RUN + TURN x r_a [m/s], [rad/s]; sum of both spins [rad/s]
RUN, TURN, BOTH_TURNS = 0, 3, 6
DRIVE_SLOTS = 9
# a centre's slots: arm from a's centre of mass, masses, mean distance of the points [m], impulses along t1, t2 [N s] and
# about n [N m s] of this substep, and over the substeps before
CENTRE_ARM, CENTRE_MASS, TWIST_MASS, RADIUS = 0, 3, 4, 5
CENTRE_1, CENTRE_2, TWIST = 6, 7, 8
CENTRE_SUM = 9
CENTRE_SLOTS = 12

PYRAMID, CONE, AT_CENTRE = 0, 1, 2                            # friction models, ContactLaw.friction
MOST_COUPLING = 0.95                                          # of two rows, as a share of sqrt(K K): keeps couples solvable
AWAY = 1e6                                                    # separation of a point that a pair of the block does not have [m]


class Contacts(NamedTuple):
    """The contact constraints of a step, colour by colour."""

    a: np.ndarray              # (blocks * 16,) int32 body row
    b: np.ndarray              # (blocks * 16,) int32 body row
    pair: np.ndarray           # (blocks * 16,) int32 index in Pairs; padding lanes: the last entry, which is empty
    data: np.ndarray           # (blocks * SLOTS * 16,) real
    drive: np.ndarray          # (blocks * DRIVE_SLOTS * 16,) real, of the blocks that are DRIVEN
    centre: np.ndarray         # (blocks * CENTRE_SLOTS * 16,) real, of the blocks that are CENTRED
    color_start: np.ndarray    # (COLORS + 2,) int64 first block of each colour


def new_contacts(blocks: int, colors: int, precision: str) -> Contacts:
    """Room for `blocks` blocks."""
    real = real_of(precision)
    return Contacts(a=aligned(blocks * W, np.int32), b=aligned(blocks * W, np.int32), pair=aligned(blocks * W, np.int32),
                    data=aligned(blocks * SLOTS * W, real), drive=aligned(blocks * DRIVE_SLOTS * W, real),
                    centre=aligned(blocks * CENTRE_SLOTS * W, real), color_start=aligned(colors + 2, np.int64))


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
    if not cone:
        return safe_inverse(k11), safe_inverse(k22)
    k12 = inverse_mass_between(0.0 * masses[0], masses, (frame[1], arms), (frame[2], arms))
    half = 0.5 * (k11 - k22)
    shared = safe_inverse(0.5 * (k11 + k22) + sqrt(half * half + k12 * k12))
    return shared, shared
