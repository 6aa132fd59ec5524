"""Joints after a step: forces, torques, gaps, tilts, measures and places, of one joint or of all as arrays.

force = sum of its parts' FORCE / dt, torque likewise, on b about its anchor.  Of the parts that hold or limit (and points, which
the mouse has) the length of their errors is taken: gap = the largest of those that are lengths, tilt = of those that are angles.
A joint that broke or is off holds and measures nothing: its gap, tilt and measure are none, until it acts again.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.rotation import opposite, product, rotate
from physics.constraints.part import ERROR, FORCE, HOLD, LIMIT, MEASURE, TOTAL, USE
from physics.constraints.parts import ROWS, TURNS
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.point import POINT
from physics.joints import JOINTS

ON_A = np.array([cls.force_on_a for cls in JOINTS.values()])              # by type: the shown force is the one on a
MEASURES = [cls.measure for cls in JOINTS.values()]
PLACED = np.array([shown.part if shown and shown.by_places else -1 for shown in MEASURES])        # by type: kind of its measure
UNIT_X = np.array((1.0, 0.0, 0.0))


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


class JointState(NamedTuple):
    """One joint; see JointArrays."""

    force: np.ndarray              # (3,) [N]
    torque: np.ndarray             # (3,) [N m]
    gap: float | None              # [m]
    tilt: float | None             # [rad]
    impulses: np.ndarray           # (rows,) of each row in the last step [N s] or [N m s]
    measure: float | None          # [m] or [rad]
    anchors: np.ndarray            # (2, 3) [m]
    frames: np.ndarray             # (2, 4)


class _Numbers(NamedTuple):
    """Numbers of the parts of the joints that are read."""

    owners: np.ndarray             # (n,) index of the joint
    kinds: np.ndarray              # (n,) kind of part
    use: np.ndarray                # (n,) HOLD, LIMIT, ...
    wrench: np.ndarray             # (n, 6) impulse and angular impulse of the last step [N s], [N m s]
    error: np.ndarray              # (n, 3) [m] or [rad]
    measure: np.ndarray            # (n,) [m] or [rad]


def joint_arrays(world) -> JointArrays:
    """All joints."""
    pool = world._joints
    pool.close_up()
    parts, rows = pool.parts, np.arange(pool.count)
    read = _Numbers(pool.owners(), parts.kinds[:parts.count], parts.columns(USE, 1)[:, 0], parts.columns(FORCE, 6),
                    parts.columns(ERROR, 3), parts.columns(MEASURE, 1)[:, 0])
    return _arrays(world, rows, pool.body_rows(world._bodies), read)


def row_count(world) -> int:
    """Number of rows of all parts of joints that act."""
    kinds = world._joints.constraints(world._bodies)[1]
    return int(np.array(ROWS)[kinds].sum())


def joint_state(world, uid: int) -> JointState:
    """One joint; raises ReferenceError for a removed one."""
    pool, bodies = world._joints, world._bodies
    row = pool.row(uid)
    numbers, parts, rows = pool.numbers(row), pool.parts, np.array([row])
    read = _Numbers(np.zeros(len(numbers), np.int64), parts.kinds[numbers], parts.of(numbers, USE, 1)[:, 0],
                    parts.of(numbers, FORCE, 6), parts.of(numbers, ERROR, 3), parts.of(numbers, MEASURE, 1)[:, 0])
    at = np.array([[bodies.rows[uid] if uid else 0 for uid in pool.rows.bodies[row].tolist()]])
    found = _arrays(world, rows, at, read)
    totals = [total[:ROWS[kind]] for kind, total in zip(read.kinds, parts.of(numbers, TOTAL, 3))]
    gap, tilt, measure = (None if np.isnan(number) else float(number)
                          for number in (found.gaps[0], found.tilts[0], found.measures[0]))
    return JointState(found.forces[0], found.torques[0], gap, tilt, np.concatenate([*totals, np.zeros(0)]), measure,
                      found.anchors[0], found.frames[0])


def pushes(owners: np.ndarray, wrench: np.ndarray, joints: int) -> np.ndarray:
    """(joints, 6) impulse and angular impulse of joints in the last step, summed over their parts [N s], [N m s]."""
    return np.stack([np.bincount(owners, column, joints) for column in wrench.T], 1)


def _arrays(world, rows: np.ndarray, at: np.ndarray, read: _Numbers) -> JointArrays:
    known, per_second = world._joints.rows, 1 / world.dt if world.dt > 0 else 0.0
    types = known.type[rows]
    anchors, frames = _places(world, known.seat[rows], at)
    forces = pushes(read.owners, read.wrench, len(rows)) * per_second
    forces[ON_A[types]] *= -1
    acting = known.enabled[rows].copy()
    gaps, tilts = _errors(acting, read)
    measures = np.where(acting, _measures(types, known.measured[rows], read, (anchors, frames)), np.nan)
    return JointArrays(known.uid[rows], types, known.bodies[rows], anchors, frames, forces[:, :3], forces[:, 3:], gaps, tilts,
                       measures, acting, known.broken[rows].copy())


def _errors(acting: np.ndarray, read: _Numbers) -> np.ndarray:
    """(2, n) gaps [m] and tilts [rad] of n joints, of which some act: the largest over the parts that hold or limit."""
    found = np.full((2, len(acting)), np.nan)
    held = acting[read.owners] & ((read.use == HOLD) | (read.use == LIMIT) | (read.kinds == POINT))
    lengths = np.sqrt((read.error[held] ** 2).sum(1))
    which = np.array(TURNS)[read.kinds[held]].astype(np.int64)
    np.fmax.at(found, (which, read.owners[held]), _numbered(lengths))
    return found


def _numbered(values: np.ndarray) -> np.ndarray:
    """The values with inf for nan, which stands for "none"."""
    return np.where(np.isnan(values), np.inf, values)


def _places(world, seats: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n, 2, 3) anchors and (n, 2, 4) frames in the world, of seats (n, 14) in the bodies of rows `at` (n, 2)."""
    pose = world._bodies.arrays.pose[at].astype(np.float64)
    turn = pose[..., 3:7]
    return (pose[..., :3] + rotate(turn, seats[:, :6].reshape(-1, 2, 3)), product(turn, seats[:, 6:].reshape(-1, 2, 4)))


def _measures(types: np.ndarray, measured: np.ndarray, read: _Numbers, places: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """(n,) measures of joints from the parts that have them; of a hinge or slider without such a part, from its places, the
    hinge's with the turns that its axis counted."""
    (anchors, frames), shown, found = places, PLACED[types], np.full(len(types), np.nan)
    there = measured >= 0
    first = np.searchsorted(read.owners, np.arange(len(types)))
    found[there] = _numbered(read.measure[(first + measured)[there]])
    turning, sliding = (~there & (shown == kind) for kind in (ANGLE, AXIS_POSITION))
    turn, counted = product(opposite(frames[turning, 0]), frames[turning, 1]), np.zeros(len(types))
    axles = read.kinds == AXIS_ROTATION
    counted[read.owners[axles]] = read.measure[axles]
    angle = 2 * np.arctan2(turn[:, 0], turn[:, 3])
    found[turning] = _numbered(angle + 2 * np.pi * np.round((counted[turning] - angle) / (2 * np.pi)))
    axis = rotate(frames[sliding, 0], np.broadcast_to(UNIT_X, (int(sliding.sum()), 3)))
    found[sliding] = _numbered((axis * (anchors[sliding, 1] - anchors[sliding, 0])).sum(1))
    return found
