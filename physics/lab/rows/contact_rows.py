"""Rows of contacts: a normal row at every point; two friction rows there, or friction and twist at the centre of the patch.

A row has one axis u, fixed in the world, and a point of each body at an arm r from the centre of mass:

    J V = u . (v_b + w_b x r_b - v_a - w_a x r_a),        J = [ -u   -(r_a x u)   u   r_b x u ];      of twist [ 0 -n 0 n ]

At new poses the arms turn with their bodies and the axes stay; J, K and the error follow.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FEATURE, FIRST, MANIFOLD_SLOTS, POINT_SLOTS, POINTS, Bodies
from physics.bodies.rotation import cross, matrix, rotate, rotate_back
from physics.contacts import layout as contact
from physics.contacts.frame import axes_of, offsets_of
from physics.dynamics.parameters import ContactRowParameters
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.row import FRICTION, NORMAL, SYMMETRIC, TWIST, Rows, blank, taken, with_response
from physics.simd.value import W


class Points(NamedTuple):
    """k contact points in the lanes of the contact blocks."""

    lane: np.ndarray              # (k,) lane of the contact
    number: np.ndarray            # (k,) number of the point in its contact, 0 to 3
    slots: np.ndarray             # (k, POINT) the point's numbers, see `contacts.layout`


def lanes(blocks: np.ndarray, slots: int, count: int) -> np.ndarray:
    """(lanes, slots) of the first `count` blocks."""
    return blocks.reshape(-1, slots, W)[:count].swapaxes(1, 2).reshape(-1, slots).astype(np.float64)


def masses_in(data: np.ndarray, slots: tuple[int, ...], times: int) -> tuple[np.ndarray, ...]:
    """(1/m_a, I_a^-1, 1/m_b, I_b^-1) from a block's slots, repeated for the rows of each constraint."""
    mass_a, inertia_a, mass_b, inertia_b = slots
    found = (data[:, mass_a], data[:, inertia_a:inertia_a + 6][:, SYMMETRIC],
             data[:, mass_b], data[:, inertia_b:inertia_b + 6][:, SYMMETRIC])
    return tuple(np.repeat(values, times, 0) for values in found)


def masses_at(rows: Rows, bodies: Bodies) -> tuple[np.ndarray, ...]:
    """(1/m_a, I_a^-1, 1/m_b, I_b^-1) of rows at the bodies' present poses."""
    both, m = np.concatenate((rows.a, rows.b)), len(rows.a)
    local, turn = bodies.local[both].astype(np.float64), matrix(bodies.pose[both, 3:7].astype(np.float64))
    mass, inertia = local[:, 3], np.einsum("mij,mj,mkj->mik", turn, local[:, :3], turn)
    return mass[:m], inertia[:m], mass[m:], inertia[m:]


def contact_rows(state: State, extent: Extent, h: float) -> tuple[Rows, np.ndarray]:
    """The rows of every contact, and the sort key (color, 1, block, lane, number) of each in a sweep; h is the substep."""
    blocks = lanes(state.contacts.data, contact.SLOTS, extent.contacts)
    pair = state.contacts.pair[:len(blocks)]
    manifolds = state.pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[pair // W, :, pair % W]
    exists = (manifolds[:, POINTS + FEATURE::POINT_SLOTS] >= 0) & (state.contacts.a[:len(blocks), None] >= FIRST)
    flags = state.contacts.data.reshape(-1, contact.SLOTS, W)[:extent.contacts, contact.FLAGS]
    centred, driven = (np.repeat(flags[:, which] > 0, W) for which in (contact.CENTRED, contact.DRIVEN))
    lane, j = np.nonzero(exists)
    if not len(lane):
        return blank(0), np.zeros((0, 5), np.int64)
    slots = blocks[lane, contact.FIRST_POINT:][:, :4 * contact.POINT].reshape(-1, 4, contact.POINT)[np.arange(len(lane)), j]
    points, at_points = Points(lane, j, slots), ~centred[lane]
    frictional = Points(*(column[at_points] for column in points))
    parts = [_normals(blocks, points, np.where(centred[lane], 4 * lane, 4 * lane + j)),
             *(_tangents(blocks, frictional, k) for k in range(2)),
             *_centres(blocks, lanes(state.contacts.centre, contact.CENTRE_SLOTS, extent.contacts),
                       np.flatnonzero(centred & exists.any(1)))]
    parts = [part for part in parts if len(part[1])] or parts[:1]
    rows = Rows(*(np.concatenate(columns) for columns in zip(*(some for some, _, _ in parts))))
    lane, number = (np.concatenate([some[k] for some in parts]) for k in (1, 2))
    color = np.searchsorted(state.contacts.color_start, lane // W, side="right") - 1
    place = np.stack((color, 0 * lane + 1, lane // W, lane % W, number), 1)
    order = np.lexsort(place.T[::-1])
    rows, lane, place = taken(rows, order), lane[order], place[order]
    rows = rows._replace(a=state.contacts.a[lane].astype(np.int64), b=state.contacts.b[lane].astype(np.int64),
                         group=_groups(lane, place[:, 4]), mass_scale=np.ones(len(lane)),
                         arm_b=rows.arm_a + blocks[lane, contact.ARM_B:][:, :3] - blocks[lane, contact.ARM_A:][:, :3])
    drive = lanes(state.contacts.drive, contact.DRIVE_SLOTS, extent.contacts)[lane]
    rows = _driven(rows, state, np.where(driven[lane][:, None], drive, 0), h)
    slots = (contact.INVERSE_MASS_A, contact.INERTIA_A, contact.INVERSE_MASS_B, contact.INERTIA_B)
    return _anchored(with_response(_about(rows), masses_in(blocks[lane], slots, 1)), state.bodies), place


def _normals(blocks: np.ndarray, points: Points, patch: np.ndarray) -> tuple[Rows, np.ndarray, np.ndarray]:
    """Normal rows of points in these patches (k,), with their lanes and their places within the lanes."""
    lane, slots = points.lane, points.slots
    rows = blank(len(lane))._replace(
        axis=blocks[lane, contact.NORMAL_AXIS:][:, :3], arm_a=_arms(blocks[lane], slots, 1.0), offset=slots[:, contact.START],
        effective_mass=1 / slots[:, contact.NORMAL_K], target=slots[:, contact.TARGET], impulse=slots[:, contact.IMPULSE],
        patch=patch.astype(np.int64), component=points.number)
    return rows, lane, points.number


def _tangents(blocks: np.ndarray, points: Points, k: int) -> tuple[Rows, np.ndarray, np.ndarray]:
    """Friction rows of points along tangent k, 0 or 1."""
    lane, slots = points.lane, points.slots
    rows = blank(len(lane))._replace(
        kind=np.full(len(lane), FRICTION), axis=axes_of(blocks[lane])[1 + k], arm_a=_arms(blocks[lane], slots, 0.0),
        effective_mass=slots[:, contact.TANGENT_MASS + k], impulse=slots[:, contact.TANGENT_1 + k],
        patch=(4 * lane + points.number).astype(np.int64), friction=blocks[lane, contact.FRICTION],
        component=np.full(len(lane), k))
    return rows, lane, 4 + 2 * points.number + k


def _centres(blocks: np.ndarray, centres: np.ndarray, lane: np.ndarray) -> list[tuple[Rows, np.ndarray, np.ndarray]]:
    """A twist row and two friction rows at the centre of each patch."""
    if not len(lane):
        return []
    found, axes, centre, m = [], axes_of(blocks[lane]), centres[lane], len(lane)
    masses = (contact.TWIST_MASS, contact.CENTRE_MASS, contact.CENTRE_MASS)
    slots = (contact.TWIST, contact.CENTRE_1, contact.CENTRE_2)
    for k in range(3):
        friction = blocks[lane, contact.FRICTION] * (1 if k else centre[:, contact.RADIUS])
        rows = blank(m)._replace(kind=np.full(m, FRICTION if k else TWIST), axis=axes[k], patch=(4 * lane).astype(np.int64),
                                 arm_a=blocks[lane, contact.ARM_A:][:, :3], effective_mass=centre[:, masses[k]],
                                 impulse=centre[:, slots[k]], friction=friction,
                                 component=np.full(m, slots[k] - contact.CENTRE_1))
        found.append((rows, lane, np.full(m, 5 + k if k else 4)))
    return found


def _arms(headers: np.ndarray, slots: np.ndarray, height_scale: float) -> np.ndarray:
    """Arms from a's centre to points; height_scale = 0: to their projections on the tangent plane, where friction acts."""
    return headers[:, contact.ARM_A:][:, :3] + offsets_of(axes_of(headers), slots, height_scale)


def _groups(lane: np.ndarray, number: np.ndarray) -> np.ndarray:
    """First rows of groups: normal rows of points 0 and 1, 2 and 3; two friction rows of a point or centre; the twist row.

    Rows are in order of their lanes and of their numbers there."""
    pair, begins = number // 2, np.ones(len(lane), bool)
    begins[1:] = (lane[1:] != lane[:-1]) | (pair[1:] != pair[:-1])
    return np.flatnonzero(begins)[np.cumsum(begins) - 1]


def _driven(rows: Rows, state: State, drive: np.ndarray, h: float) -> Rows:
    """The rows with the relative velocities of moving surfaces along them; drive (m, DRIVE_SLOTS)."""
    spin, both = drive[:, contact.SURFACE_SPIN:][:, :3], drive[:, contact.SPIN_SUM:][:, :3]
    displacement = (state.bodies.delta[rows.b] - state.bodies.delta[rows.a])[:, :3].astype(np.float64)
    velocity = drive[:, contact.SURFACE_VELOCITY:][:, :3] + cross(spin, rows.arm_a) - cross(both, displacement)
    along = (rows.axis * np.where((rows.kind == TWIST)[:, None], spin, velocity)).sum(1)
    jacobian = np.where((rows.kind == FRICTION)[:, None], -h / 2 * cross(rows.axis, both), 0)
    return rows._replace(surface_velocity=np.where(rows.kind == NORMAL, 0, along), surface_jacobian=jacobian)


def contacts_at(old: Rows, bodies: Bodies) -> Rows:
    """The rows at the bodies' present poses: arms, J, K and the error."""
    pose = bodies.pose.astype(np.float64)
    new = old._replace(arm_a=rotate(pose[old.a, 3:7], old.local_a), arm_b=rotate(pose[old.b, 3:7], old.local_b))
    between = pose[old.b, :3] + new.arm_b - pose[old.a, :3] - new.arm_a
    displacement = np.where((old.kind == TWIST)[:, None], (bodies.delta[old.b] - bodies.delta[old.a])[:, 3:6], between)
    new = new._replace(error=(old.axis * displacement).sum(1) + old.offset)
    return with_response(_about(new), masses_at(new, bodies))


def contacts_with_bias(rows: Rows, params: ContactRowParameters) -> Rows:
    """The rows with the bias, scales and bounds that follow from errors and impulses."""
    normal = rows.kind == NORMAL
    gap, bounces = rows.error > 0, rows.target > 0
    push = np.maximum(params.bias_rate * np.minimum(rows.error + params.slop, 0), -params.push_speed)
    bias = np.where(bounces, -rows.target, np.where(gap, rows.error * params.inverse_h, push))
    free = gap | bounces | ~normal
    limit = rows.friction * patch_impulse(rows)
    return rows._replace(bias=np.where(normal, bias, rows.surface_velocity), relaxation=np.ones(len(normal)),
                         mass_scale=np.where(free, 1.0, params.mass_scale),
                         impulse_scale=np.where(free, 0.0, params.impulse_scale),
                         lower=np.where(normal, 0.0, -limit), upper=np.where(normal, np.inf, limit))


def patch_impulse(rows: Rows) -> np.ndarray:
    """(m,) sums of the normal impulses of each row's patch [N s]."""
    normal, patch = rows.kind == NORMAL, np.maximum(rows.patch, 0)
    return np.bincount(patch[normal], rows.impulse[normal], patch.max(initial=0) + 1)[patch]


def _about(rows: Rows) -> Rows:
    """The rows with J from their arms and axes."""
    u, twist = rows.axis, (rows.kind == TWIST)[:, None]
    along = np.concatenate((-u, -cross(rows.arm_a, u), u, cross(rows.arm_b, u)), 1)
    return rows._replace(jacobian=np.where(twist, np.concatenate((0 * u, -u, 0 * u, u), 1), along))


def _anchored(rows: Rows, bodies: Bodies) -> Rows:
    """Rows as a step prepared them, with their present errors and with arms in the bodies' frames.

    The error follows the motion since the start of the step to first order in the rotation, as the solver's does.
    """
    moved, pose = bodies.delta.astype(np.float64), bodies.pose.astype(np.float64)
    a, b, m = moved[rows.a], moved[rows.b], len(rows.a)
    both = np.concatenate((rows.a, rows.b))
    local = _local(np.concatenate((rows.arm_a, rows.arm_b)), pose[both], moved[both])
    rows = rows._replace(error=rows.offset + (rows.jacobian * np.concatenate((a[:, :6], b[:, :6]), 1)).sum(1),
                         local_a=local[:m], local_b=local[m:])
    between = (pose[rows.b, :3] - b[:, :3]) + rows.arm_b - (pose[rows.a, :3] - a[:, :3]) - rows.arm_a
    return rows._replace(offset=np.where(rows.kind == TWIST, 0, rows.offset - (rows.axis * between).sum(1)))


def _local(arm: np.ndarray, pose: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """Arms of the start of the step in the bodies' frames, after `moved` has turned them to the present pose."""
    angle = np.linalg.norm(moved[:, 3:6], axis=1, keepdims=True)
    half = 0.5 * np.sinc(angle / (2 * np.pi))    # sin(angle / 2) / angle
    turn = np.concatenate((half * moved[:, 3:6], np.cos(angle / 2)), 1)
    return rotate_back(pose[:, 3:7], rotate(turn, arm))
