"""Part blocks: sixteen parts of one kind and one colour, their slots, and how a sweep reads and writes them.

All kinds have masses, softness (`OWN`: of the part itself, else the row parameters of the step), errors, impulses and sums.  The
layout of their rows depends on the kind:

    POINT           three rows along the axes of the world, stored as arms
    two or three    J V = n . (v_b - v_a) + u_b . w_b - u_a . w_a          n, u_a, u_b of each row
    one             J V = n_a . v_a + u_a . w_a + n_b . v_b + u_b . w_b
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned, real_of
from physics.compile.decorators import formula
from physics.constraints.limit import LIFTED
from physics.constraints.part import PART_SLOTS
from physics.constraints.softness import Softness
from physics.simd.functions import select
from physics.simd.memory import gather_rows, gather_slots, load, scatter_slots
from physics.simd.slots import load3, load6, store3
from physics.simd.value import W

MASS_A, INERTIA_A, MASS_B, INERTIA_B = 0, 1, 7, 8
OWN, BIAS_RATE, MASS_SCALE, IMPULSE_SCALE = 14, 15, 16, 17    # OWN: 1 where the part has softness of its own, the next three
SPEED = 18                                        # a motor's target [m/s] or [rad/s]
LEAST, MOST = 19, 20                              # bounds of a row's impulse; of a point: MOST is the bound of its length
ERROR, IMPULSE, PUSHED = 21, 24, 27               # of each row; IMPULSE of this substep, PUSHED on pseudo velocities
INVERSE_K = 30                                    # symmetric; of one row: the first is the effective mass
SUM, FORCE, TORQUE = 36, 39, 42                   # over the substeps: of each row; on b at its anchor, in the world
MEASURE, SIDE, START = 45, 46, 47                 # of one row; START: the measure at the beginning of the step
GEOMETRY = 48
ARM_A, ARM_B, LOCAL_A, LOCAL_B = 48, 51, 54, 57   # of a point: arms in the world and in the bodies
LINEAR, ANGULAR_A, ANGULAR_B = 48, 57, 66         # of two or three rows: 3 each
LINEAR_A, TURN_A, LINEAR_B, TURN_B, ACTIVE = 48, 51, 54, 57, 60   # of one row; ACTIVE: see limit
TOGETHER = 60                                     # of a point: above 0 where bodies are held together about some axis
TWIST = 61                                        # of one row: torque on b about its anchor by a unit impulse, in the world
TO_LOWER, TO_UPPER = 64, 65                       # of one row: how far it is to the stops of its axis at J V = 0 [m] or [rad]
TURNED = 71                                       # of an angle: turn about its axis in this step, by motion [rad]
CURVATURE = 75                                    # of each row: growth rate of its error at J V = 0
HELD_MOVES, HELD_TURNS = 78, 81                   # what others hold, see reaction; HELD_TURNS of one row
FEELS = 84                                        # above 0 where that is anything
STRAIN = 85                                       # of each row: G times the errors of held rows, see reaction [m] or [rad]
FELT_ARM = 88                                     # of held turns as they are felt: b's arm, else 0 [m]
SLOTS = 91


class Parts(NamedTuple):
    """The parts of a step, sorted by colour and within a colour by kind."""

    a: np.ndarray              # (blocks * 16,) int32 body row
    b: np.ndarray              # (blocks * 16,) int32 body row
    part: np.ndarray           # (blocks * 16,) int32 part number; padding lanes: the last part, which is unused
    shared: np.ndarray         # (blocks * 16,) uint8 1: swept, and another joint holds one of its bodies, too
    kind: np.ndarray           # (blocks,) int32 kind of all parts of a block
    data: np.ndarray           # (blocks * SLOTS * 16,) real
    color_start: np.ndarray    # (COLORS + 2,) int64 first block of each colour
    swept_end: np.ndarray      # (COLORS + 1,) int64 one past the last block of each colour that sweeps solve, see `together`
    store: np.ndarray          # (part blocks * PART_SLOTS * 16,) real, the state of parts between steps
    lifted: np.ndarray         # (1,) real, how near to its bound an active limit of a length is [m]


def new_parts(blocks: int, colors: int, precision: str, store: np.ndarray) -> Parts:
    """Room for `blocks` blocks over this store."""
    return Parts(a=aligned(blocks * W, np.int32), b=aligned(blocks * W, np.int32), part=aligned(blocks * W, np.int32),
                 shared=aligned(blocks * W, np.uint8), kind=aligned(blocks, np.int32),
                 data=aligned(blocks * SLOTS * W, real_of(precision)),
                 color_start=aligned(colors + 2, np.int64), swept_end=aligned(colors + 1, np.int64), store=store,
                 lifted=np.full(1, LIFTED, real_of(precision)))


@formula
def kept(parts, at, slot):
    """A slot of the stored parts of a block."""
    return gather_slots(parts.store, parts.part, at, PART_SLOTS, slot)


@formula
def kept3(parts, at, slot):
    """Three slots of the stored parts of a block."""
    return kept(parts, at, slot), kept(parts, at, slot + 1), kept(parts, at, slot + 2)


@formula
def kept4(parts, at, slot):
    """Four slots of the stored parts of a block."""
    return kept(parts, at, slot), kept(parts, at, slot + 1), kept(parts, at, slot + 2), kept(parts, at, slot + 3)


@formula
def keep(parts, at, slot, value):
    """Write a slot of the stored parts of a block."""
    scatter_slots(parts.store, parts.part, at, PART_SLOTS, slot, value)


@formula
def keep3(parts, at, slot, v):
    """Write three slots of the stored parts of a block."""
    keep(parts, at, slot, v[0])
    keep(parts, at, slot + 1, v[1])
    keep(parts, at, slot + 2, v[2])


@formula
def place_of(bodies, rows, at):
    """(x, q) of the bodies of a block."""
    x, y, z, qx, qy, qz, qw, _ = gather_rows(bodies.pose, rows, at)
    return (x, y, z), (qx, qy, qz, qw)


@formula
def masses_of(data, base):
    """(1/m_a, I_a^-1, 1/m_b, I_b^-1) of a block."""
    return (load(data, base + MASS_A * W), load6(data, base + INERTIA_A * W),
            load(data, base + MASS_B * W), load6(data, base + INERTIA_B * W))


@formula
def softness_of(data, base, params):
    """The Softness of the rows of a block; params are JointRowParameters."""
    own = load(data, base + OWN * W) > 0.5
    return Softness(select(own, load(data, base + BIAS_RATE * W), params.bias_rate),
                    select(own, load(data, base + MASS_SCALE * W), params.mass_scale),
                    select(own, load(data, base + IMPULSE_SCALE * W), params.impulse_scale))


@formula
def load_rows_of_three(data, base):
    """Three rows (n, u_a, u_b)."""
    return ((load3(data, base + LINEAR * W), load3(data, base + ANGULAR_A * W), load3(data, base + ANGULAR_B * W)),
            (load3(data, base + (LINEAR + 3) * W), load3(data, base + (ANGULAR_A + 3) * W),
             load3(data, base + (ANGULAR_B + 3) * W)),
            (load3(data, base + (LINEAR + 6) * W), load3(data, base + (ANGULAR_A + 6) * W),
             load3(data, base + (ANGULAR_B + 6) * W)))


@formula
def store_rows_of_three(data, base, rows):
    """Write three rows (n, u_a, u_b)."""
    store3(data, base + LINEAR * W, rows[0][0])
    store3(data, base + ANGULAR_A * W, rows[0][1])
    store3(data, base + ANGULAR_B * W, rows[0][2])
    store3(data, base + (LINEAR + 3) * W, rows[1][0])
    store3(data, base + (ANGULAR_A + 3) * W, rows[1][1])
    store3(data, base + (ANGULAR_B + 3) * W, rows[1][2])
    store3(data, base + (LINEAR + 6) * W, rows[2][0])
    store3(data, base + (ANGULAR_A + 6) * W, rows[2][1])
    store3(data, base + (ANGULAR_B + 6) * W, rows[2][2])


@formula
def load_row(data, base):
    """One row (n_a, u_a, n_b, u_b)."""
    return (load3(data, base + LINEAR_A * W), load3(data, base + TURN_A * W),
            load3(data, base + LINEAR_B * W), load3(data, base + TURN_B * W))
