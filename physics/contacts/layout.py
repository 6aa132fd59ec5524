"""Contact constraints in blocks of sixteen: their slots.

A block holds sixteen manifolds of one colour, so no body twice.  Per manifold: the contact frame and K in it (see
`contacts.frame`), friction, restitution, masses and inertias.  Per point: its place in the contact frame, the separation at the
start of the step and now, effective masses 1 / K, and the impulses.  Normal rows are solved two at a time, points 0 and 1, then
2 and 3 (the farthest apart of a face), so the block also holds K between the rows of a pair and between those of both pairs.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned, real_of
from physics.simd.value import W

# a block's slots
NORMAL_AXIS = 0                                               # 3
TANGENT_SCALE = 3                                             # of the first tangent, see vec3.first_tangent; the second: n x t1
TURNING_RATE = 4                                              # 2: slip that turning adds along both, where TURNS [m/s2]
ARM_A, ARM_B = 6, 9                                           # 3 each: from the bodies' centres to the contact frame's origin
FRICTION, RESTITUTION, INVERSE_MASS_A, INVERSE_MASS_B = 12, 13, 14, 15
INERTIA_A, INERTIA_B = 16, 22                                 # 6 each: inverse, in the world
FLAGS = 28                                                    # see below
COUPLING = 29                                                 # K between the normal rows of points 0 and 1, 2 and 3,
CROSS_COUPLING = 31                                           # 0 and 2, 0 and 3, 1 and 2, 1 and 3
TANGENT_BY_NORMAL = 35                                        # 9: rows slip 1, slip 2, turning; columns of a normal wrench
TANGENT_BY_FRICTION = 44                                      # 6: the symmetric response of these three to a friction wrench
KEPT_SOFTNESS = 50                                            # where HARDENED: share of it that deep overlap leaves
FIRST_POINT = 51
# lanes of the slot FLAGS: number of points to solve; 1 where a point may bounce, where a surface moves, with friction at the
# centre, for blocks that `contacts.single_point` solves, where `contacts.turning` adds slip, where `contacts.rolling` resists,
# where `contacts.rolling_points` moves arms, and where rows harden, see `contacts.normal`
COUNT, MAY_BOUNCE, DRIVEN, CENTRED, SINGLE, TURNS, RESISTS, ROLLS, HARDENED = 0, 1, 2, 3, 4, 5, 6, 7, 8
ROUND_TURNS = 2                                               # of TURNS: something round touches that is no sphere, and arms lead
# a point's slots
PLACE_1, PLACE_2, HEIGHT = 0, 1, 2                            # from the contact frame's origin along t1, t2, n
START, SEPARATION = 3, 4                                      # at the start of the step, and now
NORMAL_K, NORMAL_MASS = 5, 6                                  # the mass is 1 / K: a division costs more than a load
TANGENT_MASS, TANGENT_MASS_2 = 7, 8                           # the second differs from the first for the pyramid only
IMPULSE, TANGENT_1, TANGENT_2 = 9, 10, 11                     # of this substep [N s]
SUM, SUM_1, SUM_2 = 12, 13, 14                                # over the substeps before this one [N s]
TARGET, PUSHED = 15, 16                                       # least speed of separation, see `restitution` [m/s]; pseudo impulse
POINT = 17
SLOTS = FIRST_POINT + 4 * POINT
# a drive's slots: velocity of b's surface relative to a's is SURFACE_VELOCITY + SURFACE_SPIN x r_a [m/s]; sum of both spins
SURFACE_VELOCITY, SURFACE_SPIN, SPIN_SUM = 0, 3, 6
DRIVE_SLOTS = 9
# a centre's slots: masses, mean distance of the points [m], impulses along t1, t2 [N s] and about n [N m s] of this substep,
# and over the substeps before
CENTRE_MASS, TWIST_MASS, RADIUS = 0, 1, 2
CENTRE_1, CENTRE_2, TWIST = 3, 4, 5
CENTRE_SUM = 6
CENTRE_SLOTS = 9
# a resistance's slots: the pair's arms [m]; masses [kg m2]; impulses about t1, t2 and n [N m s] of this substep, over the
# substeps before, and with which the step began
ROLLING_ARM, SPINNING_ARM, ROLLING_MASS, SPINNING_MASS = 0, 1, 2, 3
RESISTING, RESISTING_SUM, RESISTING_START = 4, 7, 10          # 3 each
RESISTANCE_SLOTS = 13
# a rolling's slots, see `contacts.rolling_points`: velocities of the origin against both centres [m/s]; what they add to the
# normal and the tangent velocity at the origin [m/s2], and along the line of its points [rad/s2]
ORIGIN_RATE_A, ORIGIN_RATE_B, SPEED_RATE, LINE_RATE = 0, 3, 6, 9                         # 3 each
LINE, LINE_TURN = 12, 14                                      # 2 each: direction of the line along t1, t2, and its rate [1/s]
LEAD = 16                                                     # time of the step for which arms hold, of ROUND_TURNS [s]
ROLLING_SLOTS = 17
# a start's slots: impulses with which a step began, of four points (normal, along t1, t2) and of the centre (t1, t2, twist)
START_POINT, START_CENTRE = 3, 12
START_SLOTS = 15
# a bounce's slots, for each point of a block: speed at which it would close without impulses [m/s], and half of what of it forces
# add in a substep [m/s]; its impulse before a further sweep [N s], later its normal speed before bodies move [m/s]; of the first
# point, work of the contact's impulses [J]
CLOSING, GAIN, BEFORE, WORK = 0, 1, 2, 3
BOUNCE_SLOTS = 4

PYRAMID, CONE, AT_CENTRE = 0, 1, 2                            # friction models, ContactRowParameters.friction
MOST_COUPLING = 0.95                                          # of two rows, as a share of sqrt(K K): keeps two points solvable
NO_POINT = 1e6                                                # separation of a point that does not exist [m]
IMPACT_PASSES = 8                                             # over a manifold with an impact, see `contacts.normal`


class Sweep(NamedTuple):
    """How one sweep solves contact rows.

    Directions alternate, of points from sweep to sweep, of colours from step to step (see `pipeline.color`): a stack that is
    always swept in one direction is tilted that way.
    """

    params: tuple              # ContactRowParameters
    backward: int              # 1: the points of a block last to first
    adding: int                # 1: the impulses of the substep before are added to the sums first
    moved: int                 # 1: bodies have moved since separations were written
    reverse: int = 0           # 1: colours last to first
    middle: float = 0.0        # time of the step in the middle of the substep [s]
    stands: float = 0.0        # and of the bodies' poses [s]


class Contacts(NamedTuple):
    """The contact constraints of a step, sorted by colour."""

    a: np.ndarray              # (blocks * 16,) int32 body row
    b: np.ndarray              # (blocks * 16,) int32 body row
    pair: np.ndarray           # (blocks * 16,) int32 index in Pairs; padding lanes: the last entry, which is empty
    anchored: np.ndarray       # (blocks * 16,) int32 working memory of the preparation: pairs with anchors
    data: np.ndarray           # (blocks * SLOTS * 16,) real
    drive: np.ndarray          # (blocks * DRIVE_SLOTS * 16,) real, of the blocks that are DRIVEN
    centre: np.ndarray         # (blocks * CENTRE_SLOTS * 16,) real, of the blocks that are CENTRED
    rolling: np.ndarray        # (blocks * ROLLING_SLOTS * 16,) real, of the blocks where one ROLLS; LEAD of ROUND_TURNS
    resistance: np.ndarray     # (blocks * RESISTANCE_SLOTS * 16,) real, of the blocks where one RESISTS
    start: np.ndarray          # (blocks * START_SLOTS * 16,) real, for those who look into the step afterwards
    bounce: np.ndarray         # (blocks * 4 * BOUNCE_SLOTS * 16,) real, of the blocks that MAY_BOUNCE
    bounces: np.ndarray        # (blocks,) uint8 1: one of its points bounces in this substep; of the blocks that MAY_BOUNCE
    order: np.ndarray          # (blocks,) int32 blocks in the order of preparing and storing, see `dynamics.block_order`
    pushing: np.ndarray        # (blocks,) int32 bits of the lanes with an impulse in this step
    color_start: np.ndarray    # (COLORS + 2,) int64 first block of each colour


def new_contacts(blocks: int, colors: int, precision: str) -> Contacts:
    """Room for `blocks` blocks."""
    real = real_of(precision)
    return Contacts(a=aligned(blocks * W, np.int32), b=aligned(blocks * W, np.int32), pair=aligned(blocks * W, np.int32),
                    anchored=aligned(blocks * W, np.int32),
                    data=aligned(blocks * SLOTS * W, real), drive=aligned(blocks * DRIVE_SLOTS * W, real),
                    centre=aligned(blocks * CENTRE_SLOTS * W, real),
                    rolling=aligned(blocks * ROLLING_SLOTS * W, real),
                    resistance=aligned(blocks * RESISTANCE_SLOTS * W, real),
                    start=aligned(blocks * START_SLOTS * W, real),
                    bounce=aligned(blocks * 4 * BOUNCE_SLOTS * W, real), bounces=aligned(blocks, np.uint8),
                    order=np.arange(blocks, dtype=np.int32), pushing=aligned(blocks, np.int32),
                    color_start=aligned(colors + 2, np.int64))
