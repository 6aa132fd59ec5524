"""Rows of contacts: one along the normal at every point; two along the tangents there, or at the middle of the patch with twist.

A row is about one axis u, fixed in the world, and a point of each body at its arm r from the centre of mass:

    J V = u . (v_b + w_b x r_b - v_a - w_a x r_a),        J = [ -u   -(r_a x u)   u   r_b x u ];      of twist [ 0 -n 0 n ]

At new poses arms turn with their bodies and axes stay, so that J, K and the error are those of the new place.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FEATURE, FIRST, MANIFOLD_SLOTS, POINT_SLOTS, POINTS, Bodies
from physics.bodies.rotation import cross, matrix, rotate, rotate_back
from physics.contacts import layout as contact
from physics.contacts.frame import axes_of, offsets_of
from physics.dynamics.parameters import ContactRowParameters
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.row import FRICTION, NORMAL, SYMMETRIC, TWIST, Rows, blank, taken, with_response
from physics.simd.value import W


def lanes(blocks: np.ndarray, slots: int, count: int) -> np.ndarray:
    """(lanes, slots) of the first `count` blocks."""
    return blocks.reshape(-1, slots, W)[:count].swapaxes(1, 2).reshape(-1, slots).astype(np.float64)


def masses_in(data: np.ndarray, slots: tuple[int, ...], times: int) -> tuple[np.ndarray, ...]:
    """(1/m_a, I_a^-1, 1/m_b, I_b^-1) from a block's slots, repeated for the rows of each constraint."""
    mass_a, inertia_a, mass_b, inertia_b = slots
    found = (data[:, mass_a], data[:, inertia_a:inertia_a + 6][:, SYMMETRIC],
             data[:, mass_b], data[:, inertia_b:inertia_b + 6][:, SYMMETRIC])
    return tuple(np.repeat(values, times, 0) for values in found)


def masses_at(made: Rows, bodies: Bodies) -> tuple[np.ndarray, ...]:
    """(1/m_a, I_a^-1, 1/m_b, I_b^-1) of rows at the bodies' present poses."""
    found = []
    for body in (made.a, made.b):
        local, turn = bodies.local[body].astype(np.float64), matrix(bodies.pose[body, 3:7].astype(np.float64))
        found += [local[:, 3], np.einsum("mij,mj,mkj->mik", turn, local[:, :3], turn)]
    return tuple(found)


def contact_rows(state: State, extent: Extent, h: float) -> tuple[Rows, np.ndarray]:
    """The rows of every contact, and the place (color, 1, block, lane, number) of each in a sweep; h is the substep."""
    blocks = lanes(state.contacts.data, contact.SLOTS, extent.contacts)
    pair = state.contacts.pair[:len(blocks)]
    manifolds = state.pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[pair // W, :, pair % W]
    exists = (manifolds[:, POINTS + FEATURE::POINT_SLOTS] >= 0) & (state.contacts.a[:len(blocks), None] >= FIRST)
    flags = state.contacts.data.reshape(-1, contact.SLOTS, W)[:extent.contacts, contact.FLAGS]
    centred, driven = (np.repeat(flags[:, which] > 0, W) for which in (contact.CENTRED, contact.DRIVEN))
    lane, j = np.nonzero(exists)
    if not len(lane):
        return blank(0), np.zeros((0, 5), np.int64)
    point = blocks[lane, contact.FIRST_POINT:][:, :4 * contact.POINT].reshape(-1, 4, contact.POINT)[np.arange(len(lane)), j]
    at_points = np.flatnonzero(~centred[lane])
    middle = np.flatnonzero(centred & exists.any(1))
    patch = np.where(centred[lane], 4 * lane, 4 * lane + j)
    parts = [_normals(blocks, point, (lane, j, patch)),
             *(_tangents(blocks, point[at_points], (lane[at_points], j[at_points], k)) for k in range(2)),
             *_centres(blocks, lanes(state.contacts.centre, contact.CENTRE_SLOTS, extent.contacts), middle)]
    parts = [part for part in parts if len(part[1])] or parts[:1]
    made = Rows(*(np.concatenate(columns) for columns in zip(*(some for some, _, _ in parts))))
    lane, number = (np.concatenate([some[k] for some in parts]) for k in (1, 2))
    color = np.searchsorted(state.contacts.color_start, lane // W, side="right") - 1
    place = np.stack((color, 0 * lane + 1, lane // W, lane % W, number), 1)
    order = np.lexsort(place.T[::-1])
    made, lane, place = taken(made, order), lane[order], place[order]
    made = made._replace(a=state.contacts.a[lane].astype(np.int64), b=state.contacts.b[lane].astype(np.int64),
                         group=_groups(lane, made.kind, place[:, 4]), mass_scale=np.ones(len(lane)),
                         arm_b=made.arm_a + blocks[lane, contact.ARM_B:][:, :3] - blocks[lane, contact.ARM_A:][:, :3])
    drive = lanes(state.contacts.drive, contact.DRIVE_SLOTS, extent.contacts)[lane]
    made = _driven(made, state, np.where(driven[lane][:, None], drive, 0), h)
    slots = (contact.INVERSE_MASS_A, contact.INERTIA_A, contact.INVERSE_MASS_B, contact.INERTIA_B)
    return _anchored(with_response(_about(made), masses_in(blocks[lane], slots, 1)), state.bodies), place


def _normals(blocks: np.ndarray, point: np.ndarray, which: tuple[np.ndarray, ...]) -> tuple[Rows, np.ndarray, np.ndarray]:
    """Normal rows of points, their lanes and numbers in these; which = (lane, j, patch)."""
    lane, j, patch = which
    made = blank(len(lane))._replace(
        axis=blocks[lane, contact.NORMAL_AXIS:][:, :3], arm_a=_arms(blocks[lane], point, 1.0), offset=point[:, contact.START],
        effective_mass=1 / point[:, contact.NORMAL_K], target=point[:, contact.TARGET], impulse=point[:, contact.IMPULSE],
        patch=patch.astype(np.int64), component=j)
    return made, lane, j


def _tangents(blocks: np.ndarray, point: np.ndarray, which: tuple) -> tuple[Rows, np.ndarray, np.ndarray]:
    """Friction rows of points along one of the tangents; which = (lane, j, 0 or 1: which tangent)."""
    lane, j, k = which
    made = blank(len(lane))._replace(
        kind=np.full(len(lane), FRICTION), axis=axes_of(blocks[lane])[1 + k], arm_a=_arms(blocks[lane], point, 0.0),
        effective_mass=point[:, contact.TANGENT_MASS + k], impulse=point[:, contact.TANGENT_1 + k],
        patch=(4 * lane + j).astype(np.int64), friction=blocks[lane, contact.FRICTION], component=np.full(len(lane), k))
    return made, lane, 4 + 2 * j + k


def _centres(blocks: np.ndarray, centres: np.ndarray, lane: np.ndarray) -> list[tuple[Rows, np.ndarray, np.ndarray]]:
    """Twist rows and both friction rows of the middles of patches."""
    if not len(lane):
        return []
    found, frames, centre, m = [], axes_of(blocks[lane]), centres[lane], len(lane)
    masses = (contact.TWIST_MASS, contact.CENTRE_MASS, contact.CENTRE_MASS)
    slots = (contact.TWIST, contact.CENTRE_1, contact.CENTRE_2)
    for k in range(3):
        reach = blocks[lane, contact.FRICTION] * (1 if k else centre[:, contact.RADIUS])
        made = blank(m)._replace(kind=np.full(m, FRICTION if k else TWIST), axis=frames[k], patch=(4 * lane).astype(np.int64),
                                 arm_a=blocks[lane, contact.ARM_A:][:, :3], effective_mass=centre[:, masses[k]],
                                 impulse=centre[:, slots[k]], friction=reach, component=np.full(m, slots[k] - contact.CENTRE_1))
        found.append((made, lane, np.full(m, 5 + k if k else 4)))
    return found


def _arms(head: np.ndarray, point: np.ndarray, standing: float) -> np.ndarray:
    """Arms from a's centre to points (standing = 1), or to where they lie in their patches (0), as friction takes them."""
    return head[:, contact.ARM_A:][:, :3] + offsets_of(axes_of(head), point, standing)


def _groups(lane: np.ndarray, kind: np.ndarray, number: np.ndarray) -> np.ndarray:
    """First rows of groups: normal rows of points 0 and 1, 2 and 3; the two friction rows of a place; a twist row by itself."""
    _, first, back = np.unique(np.stack((lane, kind, number // 2), 1), axis=0, return_index=True, return_inverse=True)
    return first[back.reshape(-1)].astype(np.int64)


def _driven(made: Rows, state: State, drive: np.ndarray, h: float) -> Rows:
    """With how surfaces that move by themselves run past each other along the rows; drive (m, DRIVE_SLOTS)."""
    turn, both = drive[:, contact.SURFACE_SPIN:][:, :3], drive[:, contact.SPIN_SUM:][:, :3]
    way = (state.bodies.delta[made.b] - state.bodies.delta[made.a])[:, :3].astype(np.float64)
    past = drive[:, contact.SURFACE_VELOCITY:][:, :3] + cross(turn, made.arm_a) - cross(both, way)
    run = (made.axis * np.where((made.kind == TWIST)[:, None], turn, past)).sum(1)
    swirl = np.where((made.kind == FRICTION)[:, None], -h / 2 * cross(made.axis, both), 0)
    return made._replace(run=np.where(made.kind == NORMAL, 0, run), swirl=swirl)


def contacts_at(old: Rows, bodies: Bodies) -> Rows:
    """The rows at the bodies' present poses: arms, J, K and the error anew."""
    pose = bodies.pose.astype(np.float64)
    new = old._replace(arm_a=rotate(pose[old.a, 3:7], old.local_a), arm_b=rotate(pose[old.b, 3:7], old.local_b))
    between = pose[old.b, :3] + new.arm_b - pose[old.a, :3] - new.arm_a
    way = np.where((old.kind == TWIST)[:, None], (bodies.delta[old.b] - bodies.delta[old.a])[:, 3:6], between)
    new = new._replace(error=(old.axis * way).sum(1) + old.offset)
    return with_response(_about(new), masses_at(new, bodies))


def answered_contacts(made: Rows, law: ContactRowParameters) -> Rows:
    """With bias, scales and bounds by errors and impulses."""
    normal = made.kind == NORMAL
    gap, bounces = made.error > 0, made.target > 0
    push = np.maximum(law.bias_rate * np.minimum(made.error + law.slop, 0), -law.push_speed)
    answer = np.where(bounces, -made.target, np.where(gap, made.error * law.inverse_h, push))
    free = gap | bounces | ~normal
    limit = made.friction * pressed(made)
    return made._replace(bias=np.where(normal, answer, made.run), relaxation=np.ones(len(normal)),
                         mass_scale=np.where(free, 1.0, law.mass_scale),
                         impulse_scale=np.where(free, 0.0, law.impulse_scale),
                         lower=np.where(normal, 0.0, -limit), upper=np.where(normal, np.inf, limit))


def pressed(made: Rows) -> np.ndarray:
    """(m,) sums of the normal impulses of each row's patch [N s]."""
    normal, patch = made.kind == NORMAL, np.maximum(made.patch, 0)
    return np.bincount(patch[normal], made.impulse[normal], patch.max(initial=0) + 1)[patch]


def _about(made: Rows) -> Rows:
    """With J from arms and axes."""
    u, twist = made.axis, (made.kind == TWIST)[:, None]
    along = np.concatenate((-u, -cross(made.arm_a, u), u, cross(made.arm_b, u)), 1)
    return made._replace(jacobian=np.where(twist, np.concatenate((0 * u, -u, 0 * u, u), 1), along))


def _anchored(made: Rows, bodies: Bodies) -> Rows:
    """Rows as a step prepared them, with their present errors and with arms in the bodies' frames.

    The error follows the motion since the start of the step to first order in the turn, as the solver's does.
    """
    moved, pose = bodies.delta.astype(np.float64), bodies.pose.astype(np.float64)
    a, b = moved[made.a], moved[made.b]
    made = made._replace(error=made.offset + (made.jacobian * np.concatenate((a[:, :6], b[:, :6]), 1)).sum(1),
                         local_a=_local(made.arm_a, pose[made.a], a), local_b=_local(made.arm_b, pose[made.b], b))
    between = (pose[made.b, :3] - b[:, :3]) + made.arm_b - (pose[made.a, :3] - a[:, :3]) - made.arm_a
    return made._replace(offset=np.where(made.kind == TWIST, 0, made.offset - (made.axis * between).sum(1)))


def _local(arm: np.ndarray, pose: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """Arms of the start of the step in the bodies' frames; `moved` turns them to the present pose first."""
    angle = np.linalg.norm(moved[:, 3:6], axis=1, keepdims=True)
    half = 0.5 * np.sinc(angle / (2 * np.pi))    # sin(angle / 2) / angle
    turn = np.concatenate((half * moved[:, 3:6], np.cos(angle / 2)), 1)
    return rotate_back(pose[:, 3:7], rotate(turn, arm))
