"""What rows belong to: uids of bodies and joints, features of contact points, and where rows act in the world."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FEATURE, FIRST, HULL, MANIFOLD_SLOTS, POINT_SLOTS, POINTS, Bodies
from physics.bodies.rotation import rotate
from physics.collision.shape_kinds import PART
from physics.constraints.part import ANCHOR_A, PART_SLOTS
from physics.dynamics.substeps import State
from physics.introspection.places import OF_POINT, Places
from physics.introspection.row_table import WORLD_UID
from physics.lab.rows.row import NORMAL, OF_PARTS, PATCHES, Rows
from physics.simd.value import W


class Identity(NamedTuple):
    """What m rows belong to; as the columns of `RowTable`."""

    a: np.ndarray
    b: np.ndarray
    feature: np.ndarray
    pair: np.ndarray
    child_a: np.ndarray
    child_b: np.ndarray
    joint: np.ndarray
    part: np.ndarray


def identity_of(rows: Rows, places: Places, state: State, joints) -> Identity:
    """The Identity of rows; `joints` is the JointStore of their world."""
    uid, contact = state.bodies.uid, rows.kind < OF_PARTS
    a, b = (np.where(body >= FIRST, uid[body], WORLD_UID) for body in (rows.a, rows.b))
    entry = np.where(contact, state.contacts.pair[np.where(contact, places.lane, 0)], 0).astype(np.int64)
    point = np.where(rows.kind == NORMAL, rows.component, rows.patch % PATCHES)
    manifolds = state.pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)
    feature = manifolds[entry // W, POINTS + FEATURE + point * POINT_SLOTS, entry % W].astype(np.int64)
    feature = np.where(contact & (places.table == OF_POINT), feature, -1)
    joint, number = np.full(len(a), WORLD_UID), np.full(len(a), -1)
    parts = rows.part[~contact]
    if len(parts):
        owner = np.repeat(np.arange(joints.count), joints.rows.parts[:joints.count])[parts]
        joint[~contact], number[~contact] = joints.rows.uid[owner], parts - joints.rows.first[owner]
    children = (np.where(contact, children_of(touching[entry], state.bodies), -1) for touching in (state.pairs.a, state.pairs.b))
    return Identity(a, b, feature, np.where(contact, a << 32 | b, -1), *children, joint, number)


def children_of(rows: np.ndarray, bodies: Bodies) -> np.ndarray:
    """(m,) which child of its compound each of these (m,) rows of bodies is, -1 for what is no part of one."""
    number = bodies.shape[rows, HULL] - bodies.shape[bodies.owner[rows], HULL]
    return np.where(bodies.kind[rows] == PART, number, -1).astype(np.int64)


def points_of(rows: Rows, state: State) -> np.ndarray:
    """(m, 3) where rows act at the present poses [m]: contact points, and anchors on a."""
    contact, pose, delta = rows.kind < OF_PARTS, state.bodies.pose.astype(np.float64), state.bodies.delta
    arm = rows.arm_a + np.cross(delta[rows.a, 3:6].astype(np.float64), rows.arm_a)
    part = np.maximum(rows.part, 0)
    if not contact.all():
        store = state.parts.store.reshape(-1, PART_SLOTS, W)
        anchor = store[part // W, ANCHOR_A:ANCHOR_A + 3, part % W].astype(np.float64)
        arm = np.where(contact[:, None], arm, rotate(pose[rows.a, 3:7], anchor))
    return pose[rows.a, :3] + arm


def axes_of(rows: Rows) -> np.ndarray:
    """(m, 3) along or about which rows act: contacts as they are, of joints the direction of J at b, else at a."""
    axis = rows.axis.copy()
    for first in (3, 0, 9, 6):
        some = rows.jacobian[:, first:first + 3]
        length = np.linalg.norm(some, axis=1)
        mine = (rows.kind >= OF_PARTS) & (length > 0)
        axis[mine] = some[mine] / length[mine, None]
    return axis
