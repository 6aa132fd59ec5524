"""Joints between steps: forces, torques, gaps, tilts, measures and places, of one joint or of all as arrays.

Places, gaps, tilts and measures are those of the present poses; forces and torques are means over the last step.  Of the parts
that hold or limit (and points, which the mouse has) the length of their errors is taken: gap = the largest of those that are
lengths, tilt = of those that are angles.  A joint that broke or is off holds and measures nothing: its gap, tilt and measure are
none, until it acts again.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import WORLD
from physics.constraints.part import TOTAL
from physics.constraints.parts import ROWS
from physics.joints import JOINTS
from physics.views.joint_readings import ANCHORS, FRAMES, GAP, IMPULSE, MEASURE, NUMBERS, TILT, Sources, read_joints

ON_A = np.array([cls.force_on_a for cls in JOINTS.values()])              # by type: the shown force is the one on a
MEASURES = [cls.measure for cls in JOINTS.values()]
PLACED = np.array([shown.part if shown and shown.by_places else -1 for shown in MEASURES])        # by type: kind of its measure


class JointArrays(NamedTuple):
    """Joints of a world in order of creation."""

    uids: np.ndarray               # (m,) int64
    types: np.ndarray              # (m,) int64 index into list(JOINTS)
    bodies: np.ndarray             # (m, 2) int64 uids of a and b, 0: the world
    anchors: np.ndarray            # (m, 2, 3) of a and b in the world [m]
    frames: np.ndarray             # (m, 2, 4) of a and b in the world, x is the joint's axis
    forces: np.ndarray             # (m, 3) mean over the last step, on b; of mouse joints on a [N]
    torques: np.ndarray            # (m, 3) on b about its anchor [N m]
    gaps: np.ndarray               # (m,) how far apart the places are that it holds [m], nan: it holds none or does not act,
                                   #      inf: its numbers overflowed; so in tilts and measures
    tilts: np.ndarray              # (m,) how far the rotations are apart that it holds [rad]
    measures: np.ndarray           # (m,) [m] or [rad]
    enabled: np.ndarray            # (m,) bool
    broken: np.ndarray             # (m,) bool: it broke, and was not enabled since


def joint_arrays(world) -> JointArrays:
    """All joints."""
    pool = world._joints
    pool.close_up()
    count, rows = pool.count, pool.rows
    numbers = read(world, 0, count, pool.body_rows(world._bodies))
    impulses = numbers[:, IMPULSE:GAP] * _per_second(world)
    impulses[ON_A[rows.type[:count]], :3] *= -1
    return JointArrays(rows.uid[:count].copy(), rows.type[:count].copy(), rows.bodies[:count].copy(),
                       numbers[:, ANCHORS:FRAMES].reshape(-1, 2, 3), numbers[:, FRAMES:].reshape(-1, 2, 4), impulses[:, :3],
                       impulses[:, 3:], numbers[:, GAP].copy(), numbers[:, TILT].copy(), numbers[:, MEASURE].copy(),
                       rows.enabled[:count].copy(), rows.broken[:count].copy())


def row_count(world) -> int:
    """Number of rows of all parts of joints that act."""
    kinds = world._joints.constraints(world._bodies)[1]
    return int(np.array(ROWS)[kinds].sum())


def joint_numbers(world, uid: int) -> np.ndarray:
    """(NUMBERS,) of one joint; raises ReferenceError for a removed one."""
    pool, rows = world._joints, world._bodies.rows
    row = pool.row(uid)
    a, b = pool.rows.bodies[row].tolist()
    return read(world, row, row + 1, np.array(((rows[a] if a else WORLD, rows[b] if b else WORLD),)))[0]


def joint_wrench(world, uid: int) -> np.ndarray:
    """(6,) mean force [N] and torque [N m] of a joint over the last step."""
    wrench = joint_numbers(world, uid)[IMPULSE:GAP] * _per_second(world)
    if world._joints.members[uid].definition.force_on_a:
        wrench[:3] *= -1
    return wrench


def joint_impulses(world, uid: int) -> np.ndarray:
    """(rows,) impulse of each row of a joint in the last step."""
    pool = world._joints
    numbers = pool.numbers(pool.row(uid))
    totals = pool.parts.of(numbers, TOTAL, 3)
    return np.concatenate([*(total[:ROWS[kind]] for kind, total in zip(pool.parts.kinds[numbers], totals)), np.zeros(0)])


def _per_second(world) -> float:
    return 1 / world.dt if world.dt > 0 else 0.0


def read(world, begin: int, end: int, at: np.ndarray) -> np.ndarray:
    """(end - begin, NUMBERS) of the joints in rows begin .. end - 1; `at` are rows of their bodies."""
    pool, numbers = world._joints, np.empty((end - begin, NUMBERS))
    rows, parts = pool.rows, pool.parts
    read_joints(Sources(world._bodies.arrays.pose, parts.slots, parts.kinds, rows.first, rows.parts, rows.measured, rows.enabled,
                        rows.seat, rows.type, PLACED), begin, end, at, numbers)
    return numbers
