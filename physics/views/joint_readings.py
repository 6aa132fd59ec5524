"""What joints read at the present poses of their bodies, and their impulses of the last step; one row of numbers a joint.

    impulse     sum of what its parts exchanged in the last step [N s], [N m s]
    gap, tilt   the largest error of its parts that hold or limit, of lengths and of angles; NaN: no such part
    measure     that of the part that the joint shows; without one the angle or the position of its places; NaN: none

Measures and errors are functions of the poses, by the formulas of `physics.lab.rows.parts`.  Whole revolutions about an axis, and
what gears and racks have run, are those counted up to the last step.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.constraints import part
from physics.constraints.part import HOLD, LIMIT, ONE_ROW
from physics.constraints.parts import ROWS, turns_only
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.point import POINT
from physics.lab.rows.lanes import lane_base, slot
from physics.lab.rows.parts import Placed, angle, measured, placed
from physics.lab.rows.vectors import AXES, composed, inner, turned
from physics.simd.functions import sqrt
from physics.simd.vec3 import add, length, sub

IMPULSE, GAP, TILT, MEASURE, ANCHORS, FRAMES, NUMBERS = 0, 6, 7, 8, 9, 15, 23     # places in a row of numbers, and how many
NOTHING = (0.0, 0.0, 0.0)
STILL = NOTHING, NOTHING, NOTHING, NOTHING       # motion of the bodies since the measures were stored
NONE = math.nan


class Sources(NamedTuple):
    """What joints are read from."""

    pose: np.ndarray               # (rows, 8) of bodies: position [m], quaternion
    store: np.ndarray              # slots of parts
    kinds: np.ndarray              # (parts,) int32
    first: np.ndarray              # (joints,) int64 number of the first part
    parts: np.ndarray              # (joints,) int64 how many parts
    measured: np.ndarray           # (joints,) int64 which part has the measure, -1: none
    enabled: np.ndarray            # (joints,) bool
    seat: np.ndarray               # (joints, 14) float64 anchors and frames in the bodies
    types: np.ndarray              # (joints,) int64
    shown: np.ndarray              # (types,) int64 kind of part whose measure the places give, -1: none


@formula
def pose64(pose, row):
    """(position, quaternion) of a body in double precision."""
    return ((np.float64(pose[row, 0]), np.float64(pose[row, 1]), np.float64(pose[row, 2])),
            (np.float64(pose[row, 3]), np.float64(pose[row, 4]), np.float64(pose[row, 5]), np.float64(pose[row, 6])))


@formula
def number(value):
    """The value, with infinity for what overflowed to NaN, which stands for "none"."""
    return value if value == value else math.inf


@formula
def greater(found, value):
    """The greater one of a number that may be none and another."""
    return value if not found >= value else found


@formula
def is_held(use, kind):
    """Whether a part of this use and kind has an error that shows."""
    return use == HOLD or use == LIMIT or kind == POINT


@formula
def error_of(kind, stored, at):
    """Length of the errors of a part's rows [m] or [rad]; of a limit what it is beyond its bounds."""
    store, base = stored
    if kind == POINT:
        return number(length(sub(at.point_b, at.point_a)))
    total = 0.0
    for component in range(ROWS[kind]):
        error, _ = measured(kind, component, stored, at, STILL)
        if kind >= ONE_ROW:
            if slot(store, base, part.USE) == LIMIT:
                error = min(error - slot(store, base, part.LOWER), slot(store, base, part.UPPER) - error, 0.0)
            else:
                error -= slot(store, base, part.TARGET)
        total += error * error
    return number(sqrt(total))


@formula
def put(numbers, first, v):
    """Write the numbers of a tuple."""
    for k in range(len(v)):
        numbers[first + k] = v[k]


@formula
def seated(seat, pose_a, pose_b):
    """A joint's own anchors and frames, Placed in the world."""
    (place_a, qa), (place_b, qb) = pose_a, pose_b
    arm_a, arm_b = turned(qa, (seat[0], seat[1], seat[2])), turned(qb, (seat[3], seat[4], seat[5]))
    return Placed(arm_a, arm_b, add(place_a, arm_a), add(place_b, arm_b), composed(qa, (seat[6], seat[7], seat[8], seat[9])),
                  composed(qb, (seat[10], seat[11], seat[12], seat[13])))


@formula
def by_places(shown, at, counted):
    """The angle nearest to the `counted` one, or the position along the axis, of a joint's own anchors and frames; else none."""
    if shown == ANGLE:
        return number(angle(at, counted)[0])
    if shown == AXIS_POSITION:
        return number(inner(turned(at.frame_a, AXES[0]), sub(at.point_b, at.point_a)))
    return NONE


@kernel
def read_joints(sources, begin, end, at, numbers):
    """Write NUMBERS of the joints in rows begin .. end - 1 to `numbers` (n, NUMBERS); `at` (n, 2) are rows of their bodies.

    Reads   sources at
    Writes  numbers
    """
    store = sources.store
    for joint in range(begin, end):
        row, gap, tilt, measure, counted = numbers[joint - begin], NONE, NONE, NONE, 0.0
        pose_a, pose_b = pose64(sources.pose, at[joint - begin, 0]), pose64(sources.pose, at[joint - begin, 1])
        own = seated(sources.seat[joint], pose_a, pose_b)
        row[:GAP] = 0.0
        for k in range(sources.parts[joint]):
            one = sources.first[joint] + k
            kind, base = np.int64(sources.kinds[one]), lane_base(one, part.PART_SLOTS)
            for j in range(GAP):
                row[IMPULSE + j] += slot(store, base, part.FORCE + j)
            placing = placed(store, base, pose_a, pose_b)
            if is_held(slot(store, base, part.USE), kind):
                error = error_of(kind, (store, base), placing)
                gap, tilt = (gap, greater(tilt, error)) if turns_only(kind) else (greater(gap, error), tilt)
            if k == sources.measured[joint]:
                measure = number(measured(kind, 0, (store, base), placing, STILL)[0])
            if kind == AXIS_ROTATION:
                counted = slot(store, base, part.MEASURE)
        if sources.measured[joint] < 0:
            measure = by_places(sources.shown[sources.types[joint]], own, counted)
        acts = sources.enabled[joint]
        row[GAP], row[TILT], row[MEASURE] = (gap, tilt, measure) if acts else (NONE, NONE, NONE)
        put(row, ANCHORS, own.point_a)
        put(row, ANCHORS + 3, own.point_b)
        put(row, FRAMES, own.frame_a)
        put(row, FRAMES + 4, own.frame_b)
