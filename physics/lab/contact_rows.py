"""Rows of contacts: three for every point, one along the normal and two along the tangents.

A row is about one axis u, fixed in the world, and a point of each body at its arm r from the centre of mass:

    J V = u . (v_b + w_b x r_b - v_a - w_a x r_a),        J = [ -u   -(r_a x u)   u   r_b x u ]

At new poses arms turn with their bodies and axes stay, so that J, K and the error are those of the new place.
"""
from __future__ import annotations

import numpy as np

from physics.arrays import FEATURE, FIRST, MANIFOLD_SLOTS, POINT_SLOTS, POINTS, Bodies
from physics.dynamics import contact_blocks as contact
from physics.dynamics.parameters import ContactLaw
from physics.dynamics.substeps import Extent, State
from physics.lab.row import FRICTION, NORMAL, SYMMETRIC, Rows, blank, with_response
from physics.lanes.value import W
from physics.rotation import cross, matrix, rotate, rotate_back


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


def contact_rows(state: State, extent: Extent) -> tuple[Rows, np.ndarray]:
    """Three rows for every contact point, and the place (color, 1, block, lane, number) of each in a sweep."""
    blocks = lanes(state.contacts.data, contact.SLOTS, extent.contacts)
    pair = state.contacts.pair[:len(blocks)]
    manifolds = state.pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[pair // W, :, pair % W]
    features = manifolds[:, POINTS + FEATURE::POINT_SLOTS]
    lane, j = np.nonzero((features >= 0) & (state.contacts.a[:len(blocks), None] >= FIRST))
    head = blocks[lane]
    data = head[:, contact.FIRST_POINT:][:, :4 * contact.POINT].reshape(-1, 4, contact.POINT)[np.arange(len(lane)), j]
    n, t1 = head[:, contact.NORMAL_AXIS:][:, :3], head[:, contact.TANGENT_AXIS:][:, :3]
    arm = data[:, contact.ARM:contact.ARM + 3]
    count, first = len(lane), 3 * np.arange(len(lane))
    numbers = np.stack((j, 4 + 2 * j, 5 + 2 * j), 1)
    color = np.searchsorted(state.contacts.color_start, lane // W, side="right") - 1
    place = np.stack([np.repeat(x, 3) for x in (color, 0 * lane + 1, lane // W, lane % W)] + [numbers.reshape(-1)], 1)
    normal, tangent = np.array((1.0, 0.0, 0.0)), np.array((0.0, 1.0, 1.0))
    made = blank(3 * count)._replace(
        kind=np.tile((NORMAL, FRICTION, FRICTION), count),
        group=np.stack((first - 3 * (j % 2), first + 1, first + 1), 1).reshape(-1),
        limiting=np.stack((0 * first - 1, first, first), 1).reshape(-1),
        a=np.repeat(state.contacts.a[lane], 3).astype(np.int64), b=np.repeat(state.contacts.b[lane], 3).astype(np.int64),
        axis=np.stack((n, t1, cross(n, t1)), 1).reshape(-1, 3),
        arm_a=np.repeat(arm, 3, 0), arm_b=np.repeat(arm - head[:, contact.BETWEEN:][:, :3], 3, 0),
        offset=np.outer(data[:, contact.START], normal).reshape(-1),
        effective_mass=np.stack((1 / data[:, contact.NORMAL_K], data[:, contact.TANGENT_MASS], data[:, contact.TANGENT_MASS_2]),
                                1).reshape(-1),
        target=np.outer(data[:, contact.TARGET], normal).reshape(-1),
        friction=np.outer(head[:, contact.FRICTION], tangent).reshape(-1),
        impulse=data[:, [contact.IMPULSE, contact.TANGENT_1, contact.TANGENT_2]].reshape(-1), mass_scale=np.ones(3 * count))
    slots = (contact.INVERSE_MASS_A, contact.INERTIA_A, contact.INVERSE_MASS_B, contact.INERTIA_B)
    return _anchored(with_response(_about(made), masses_in(head, slots, 3)), state.bodies), place


def contacts_at(old: Rows, bodies: Bodies) -> Rows:
    """The rows at the bodies' present poses: arms, J, K and the error anew."""
    pose = bodies.pose.astype(np.float64)
    new = old._replace(arm_a=rotate(pose[old.a, 3:7], old.local_a), arm_b=rotate(pose[old.b, 3:7], old.local_b))
    between = pose[old.b, :3] + new.arm_b - pose[old.a, :3] - new.arm_a
    new = new._replace(error=(old.axis * between).sum(1) + old.offset)
    return with_response(_about(new), masses_at(new, bodies))


def answered_contacts(made: Rows, law: ContactLaw) -> Rows:
    """With bias, scales and bounds by errors and impulses; `limiting` counts in `made`."""
    normal, friction = made.kind == NORMAL, made.kind == FRICTION
    gap, bounces = made.error > 0, made.target > 0
    push = np.maximum(law.bias_rate * np.minimum(made.error + law.slop, 0), -law.push_speed)
    answer = np.where(bounces, -made.target, np.where(gap, made.error * law.inverse_h, push))
    free = gap | bounces | friction
    limit = made.friction * np.where(friction, made.impulse[made.limiting], 0)
    return made._replace(bias=np.where(normal, answer, 0), mass_scale=np.where(free, 1.0, law.mass_scale),
                         impulse_scale=np.where(free, 0.0, law.impulse_scale),
                         lower=np.where(normal, 0.0, -limit), upper=np.where(normal, np.inf, limit))


def _about(made: Rows) -> Rows:
    """With J from arms and axes."""
    u = made.axis
    return made._replace(jacobian=np.concatenate((-u, -cross(made.arm_a, u), u, cross(made.arm_b, u)), 1))


def _anchored(made: Rows, bodies: Bodies) -> Rows:
    """Rows as a step prepared them, with their present errors and with arms in the bodies' frames.

    The error follows the motion since the start of the step to first order in the turn, as the solver's does.
    """
    moved, pose = bodies.delta.astype(np.float64), bodies.pose.astype(np.float64)
    a, b = moved[made.a], moved[made.b]
    made = made._replace(error=made.offset + (made.jacobian * np.concatenate((a[:, :6], b[:, :6]), 1)).sum(1),
                         local_a=_local(made.arm_a, pose[made.a], a), local_b=_local(made.arm_b, pose[made.b], b))
    between = (pose[made.b, :3] - b[:, :3]) + made.arm_b - (pose[made.a, :3] - a[:, :3]) - made.arm_a
    return made._replace(offset=made.offset - (made.axis * between).sum(1))


def _local(arm: np.ndarray, pose: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """Arms of the start of the step in the bodies' frames; `moved` turns them to the present pose first."""
    angle = np.linalg.norm(moved[:, 3:6], axis=1, keepdims=True)
    half = 0.5 * np.sinc(angle / (2 * np.pi))    # sin(angle / 2) / angle
    turn = np.concatenate((half * moved[:, 3:6], np.cos(angle / 2)), 1)
    return rotate_back(pose[:, 3:7], rotate(turn, arm))
