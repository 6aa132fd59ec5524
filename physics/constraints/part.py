"""Parts of joints: kinds of parts, their uses, and their state between steps.

A part is up to three rows between two bodies.  Its kind defines its measure, see `physics.constraints.parts`; its use defines
what the rows do with the measure:

    HOLD      hold it at `target`, by the world's joint stabilization
    LIMIT     keep it between `lower` and `upper`; the impulse is one-sided
    MOTOR     drive its speed to `target`, with at most `max_force`; not past `lower` and `upper`, the stops of its axis
    SPRING    draw it to `target` by a spring of `hertz` and `damping_ratio` (0 Hz: rigid, `beta` of the error per substep),
              likewise

Frames and anchors are given in the bodies' own axes; the x axis of the frames is the part's axis.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned, real_of
from physics.simd.value import W

ONE_ROW = 4                    # kinds from this number on have one row and any use; those before have more, held or sprung

HOLD, LIMIT, MOTOR, SPRING = 0, 1, 2, 3

UNLIMITED = 1e30               # stands for no bound [N]
NEVER = 1e9                    # [m] or [rad] a stop that is never reached

# a part's slots, by part number
ANCHOR_A, ANCHOR_B = 0, 3                         # in the bodies' frames, from the centres of mass [m]
FRAME_A, FRAME_B = 6, 10                          # quaternions, in the bodies' frames
USE, LOWER, UPPER, TARGET = 14, 15, 16, 17
HERTZ, DAMPING_RATIO, BETA, MAX_FORCE = 18, 19, 20, 21
RATE, RATIO = 22, 23                              # of a motor: share of the speed error removed per second, 0: at once [1/s]
GROUND_A, GROUND_B = 24, 27                       # in the world [m]
HELD_MOVES, HELD_TURNS = 30, 33                   # of a driven row: 1 for each axis of its frames along, about which others hold;
                                                  # of a point: about which axes of their frames
MEASURE, SIDE = 36, 37                            # at the end of the last step: of one row, turn of an axis rotation; which limit
                                                  # acted: -1, 0, 1
EXCHANGED = SIDE                                  # of an axis rotation: 1 where its bodies have changed roles, see `roles`
COUNTED = RATE                                    # of an angle, motors aside: 1 where its joint holds the axis: turns count
CARRIED = 38                                      # impulse of each row in the last substep [N s] or [N m s]
SPINS = 41                                        # of a point whose bodies turn fast: spins as the last substep began [rad/s]
TOTAL = 47                                        # impulse of each row in the last step
FORCE, TORQUE = 50, 53                            # impulse on b at its anchor in the last step, world [N s], [N m s]
ERROR = 56                                        # of each row at the end of the last step [m] or [rad]
STIFFNESS = 59                                    # of each row under `avbd`, see `lab.methods.avbd.stiffness` [N/m] or [N m/rad]
PART_SLOTS = 62

IDENTITY = (0.0, 0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)
NO_AXES, EVERY_AXIS, ACROSS, ALONG = (0, 0, 0), (1, 1, 1), (0, 1, 1), (1, 0, 0)      # of a frame: none, all, y and z, x


NEW = (0.0,) * (PART_SLOTS - SIDE)                # what a part has stored before its first step, its measure aside


class PartKind(NamedTuple):
    """A kind of part, as its file in `physics.constraints.parts` describes it."""

    number: int                    # identifies the kind and orders blocks; below ONE_ROW for kinds with two or three rows
    rows: int                      # 1 to 3
    place: Callable | None = None  # formula (Placing) -> OneRow or ThreeRows; None: the point, whose blocks keep arms, not rows
    turns_only: bool = False       # its impulses are torques and no forces
    holds_moves: tuple = NO_AXES   # axes of its frames along which it lets nothing move where it is held
    holds_turns: tuple = NO_AXES   # axes about which it lets nothing turn
    opposed: bool = True           # what it does to a is the opposite of what it does to b


class Part(NamedTuple):
    """A part in the recipe of a joint; fields as the slots above."""

    kind: int
    anchor_a: tuple = ORIGIN
    anchor_b: tuple = ORIGIN
    frame_a: tuple = IDENTITY
    frame_b: tuple = IDENTITY
    use: int = HOLD
    lower: float = -NEVER
    upper: float = NEVER
    target: float = 0.0
    hertz: float = 0.0
    damping_ratio: float = 1.0
    beta: float = 0.0
    max_force: float = UNLIMITED
    rate: float = 0.0
    ratio: float = 1.0
    ground_a: tuple = ORIGIN
    ground_b: tuple = ORIGIN
    held_moves: tuple = NO_AXES
    held_turns: tuple = NO_AXES
    measure: float = 0.0


def slots_of(part: Part) -> np.ndarray:
    """(PART_SLOTS,) stored numbers of a new part."""
    return np.array((*part.anchor_a, *part.anchor_b, *part.frame_a, *part.frame_b, part.use, part.lower, part.upper, part.target,
                     part.hertz, part.damping_ratio, part.beta, part.max_force, part.rate, part.ratio, *part.ground_a,
                     *part.ground_b, *part.held_moves, *part.held_turns, part.measure, *NEW), np.float64)


def new_part_store(blocks: int, precision: str) -> np.ndarray:
    """Room for `blocks` blocks of sixteen parts; unused parts have identity frames and no effect."""
    store = aligned(blocks * PART_SLOTS * W, real_of(precision))
    by_slot = store.reshape(blocks, PART_SLOTS, W)
    by_slot[:, [FRAME_A + 3, FRAME_B + 3]] = 1
    by_slot[:, MAX_FORCE] = UNLIMITED
    return store
