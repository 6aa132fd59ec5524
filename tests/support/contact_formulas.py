"""Rows of contacts as plain formulas in numpy, one contact after the other: the reference for the kernels of the laboratory.

A contact has the axes n, t1, t2 = n x t1 and an origin, to which arms lead from both centres of mass.  A point stands at the
place (x, y) of these tangents and at a height; its normal row acts at the point, its friction rows at its projection:

    J = [ -u   -(r_a x u)   u   r_b x u ],   r = arm + x t1 + y t2 (+ height n);      of turning [ 0 -u 0 u ]
    surface velocity = u . (v + s x r_a - S x (moved b - moved a)),    its Jacobian  -h/2 u x S;      of turning  u . s

s is the spin of b's surface against a's, S the sum of both.  Errors count from the start of the step, to first order.
"""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from physics.bodies.arrays import FEATURE, FIRST, MANIFOLD_SLOTS, POINT_SLOTS, POINTS, Bodies
from physics.bodies.rotation import matrix, moved, rotate, rotate_back
from physics.collision.shape_kinds import CAPSULE, CONE, CYLINDER, SPHERE
from physics.contacts import layout as contact
from physics.contacts.frame import axes_of
from physics.dynamics.parameters import ContactRowParameters
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.row import FRICTION, NORMAL, ROLLING, SPINNING, TWIST, Rows, blank
from physics.simd.value import W
from tests.support.pressing_rows import presses

TURNING = (TWIST, ROLLING, SPINNING)             # kinds of rows about turning alone
SYMMETRIC = np.array(((0, 1, 2), (1, 3, 4), (2, 4, 5)))


def lane_of(data: np.ndarray, slots: int, lane: int) -> np.ndarray:
    """(slots,) the numbers of a lane."""
    return data.reshape(-1, slots, W)[lane // W, :, lane % W].astype(np.float64)


def contact_rows(state: State, extent: Extent, h: float) -> tuple[Rows, np.ndarray]:
    """The rows of all contacts, and the sort key (colour, 1, block, lane, place) of each; h is the substep."""
    made, places = [], []
    for lane in range(extent.contacts * W):
        if state.contacts.a[lane] < FIRST:
            continue
        color = np.flatnonzero(state.contacts.color_start <= lane // W)[-1]
        group, last = 0, None
        for place, one in rows_of(state, lane, h):
            if place // 2 != last:
                group, last = len(made), place // 2
            made.append(one | {"group": group, "mass_scale": 1})
            places.append((color, 1, lane // W, lane % W, place))
    rows = blank(len(made))
    for i, one in enumerate(made):
        for name, value in one.items():
            getattr(rows, name)[i] = value
    return rows, np.array(places)


def rows_of(state: State, lane: int, h: float) -> Iterator[tuple[int, dict]]:
    """The (place, columns) of each row of a contact, by places."""
    head = lane_of(state.contacts.data, contact.SLOTS, lane)
    manifold = lane_of(state.pairs.manifolds, MANIFOLD_SLOTS, state.contacts.pair[lane])
    flags = state.contacts.data.reshape(-1, contact.SLOTS, W)[lane // W, contact.FLAGS]
    there = [j for j in range(4) if manifold[POINTS + j * POINT_SLOTS + FEATURE] >= 0]
    points = {j: head[contact.FIRST_POINT + j * contact.POINT:][:contact.POINT] for j in there}
    n, *tangents = (axis[0] for axis in axes_of(head[None]))
    friction, centred = head[contact.FRICTION], flags[contact.CENTRED] > 0
    found = {}
    for j, slots in points.items():
        beside = slots[contact.PLACE_1] * tangents[0] + slots[contact.PLACE_2] * tangents[1]
        patch = 4 * lane + (0 if centred else j)
        found[j] = dict(kind=NORMAL, axis=n, arm=beside + slots[contact.HEIGHT] * n, patch=patch, component=j,
                        offset=slots[contact.START], effective_mass=1 / slots[contact.NORMAL_K],
                        restitution=head[contact.RESTITUTION], target=slots[contact.TARGET], impulse=slots[contact.IMPULSE])
        for k in range(0 if centred else 2):
            found[4 + 2 * j + k] = dict(kind=FRICTION, axis=tangents[k], arm=beside, patch=patch, component=k, friction=friction,
                                        effective_mass=slots[contact.TANGENT_MASS + k], impulse=slots[contact.TANGENT_1 + k])
    if centred and there:
        middle = lane_of(state.contacts.centre, contact.CENTRE_SLOTS, lane)
        found[4] = dict(kind=TWIST, axis=n, arm=0, patch=4 * lane, component=2, friction=friction * middle[contact.RADIUS],
                        effective_mass=middle[contact.TWIST_MASS], impulse=middle[contact.TWIST])
        for k in range(2):
            found[6 + k] = dict(kind=FRICTION, axis=tangents[k], arm=0, patch=4 * lane, component=k, friction=friction,
                                effective_mass=middle[contact.CENTRE_MASS], impulse=middle[contact.CENTRE_1 + k])
    if flags[contact.RESISTS] > 0 and there:
        slots = lane_of(state.contacts.resistance, contact.RESISTANCE_SLOTS, lane)
        about = ((ROLLING, tangents[0], 0), (ROLLING, tangents[1], 1), (SPINNING, n, 2))
        for k, (kind, axis, component) in enumerate(about):
            own = kind == SPINNING
            if slots[contact.SPINNING_ARM if own else contact.ROLLING_ARM] > 0:
                found[12 + k] = dict(kind=kind, axis=axis, arm=0, patch=4 * lane, component=component,
                                     friction=slots[contact.SPINNING_ARM if own else contact.ROLLING_ARM],
                                     effective_mass=slots[contact.SPINNING_MASS if own else contact.ROLLING_MASS],
                                     impulse=slots[contact.RESISTING + component])
    drive = np.zeros(contact.DRIVE_SLOTS)
    if flags[contact.DRIVEN] > 0:
        drive = lane_of(state.contacts.drive, contact.DRIVE_SLOTS, lane)
    turning = head[contact.TURNING_RATE:][:2] * (flags[contact.TURNS] > 0)
    for place in sorted(found):
        if found[place]["kind"] == FRICTION:
            found[place]["turning_slip"] = h / 2 * turning[found[place]["component"]]
        yield place, completed(found[place], state, lane, head, (drive, h))


def completed(one: dict, state: State, lane: int, head: np.ndarray, driven: tuple[np.ndarray, float]) -> dict:
    """A row with its arms, J, response, error and surface velocity."""
    a, b, arm, axis = int(state.contacts.a[lane]), int(state.contacts.b[lane]), one.pop("arm"), one["axis"]
    arms = head[contact.ARM_A:][:3] + arm, head[contact.ARM_B:][:3] + arm
    delta, pose = state.bodies.delta[[a, b], :6].astype(np.float64), state.bodies.pose[[a, b], :7].astype(np.float64)
    jacobian = jacobian_of(one["kind"], axis, arms)
    round_parts = [round_part(state.bodies, body, turn_by(delta[k, 3:]), arms[k]) for k, body in enumerate((a, b))]
    local = [rotate_back(pose[k, 3:], rotate(turn_by(delta[k, 3:]), arms[k] - round_parts[k])) for k in range(2)]
    drive, h = driven
    velocity, spin, both = drive[contact.SURFACE_VELOCITY:][:3], drive[contact.SURFACE_SPIN:][:3], drive[contact.SPIN_SUM:][:3]
    speed = axis @ (velocity + np.cross(spin, arms[0]) - np.cross(both, delta[1, :3] - delta[0, :3]))
    start = pose[:, :3] - delta[:, :3]
    offset = one.get("offset", 0)
    return one | {
        "a": a, "b": b, "arm_a": arms[0], "arm_b": arms[1], "local_a": local[0], "local_b": local[1], "jacobian": jacobian,
        "round_a": round_parts[0], "round_b": round_parts[1],
        "error": offset + jacobian @ delta.ravel(),
        "offset": 0 if one["kind"] in TURNING else offset - axis @ (start[1] + arms[1] - start[0] - arms[0]),
        "surface_velocity": {NORMAL: 0, FRICTION: speed}.get(one["kind"], axis @ spin),
        "surface_jacobian": -h / 2 * np.cross(axis, both) if one["kind"] == FRICTION else 0,
    } | responding(jacobian, (head[contact.INVERSE_MASS_A], head[contact.INERTIA_A:][SYMMETRIC],
                              head[contact.INVERSE_MASS_B], head[contact.INERTIA_B:][SYMMETRIC]))


def round_part(bodies: Bodies, row: int, turn: np.ndarray, arm: np.ndarray) -> np.ndarray:
    """(3,) the part of an arm that does not turn with its body; `turn` is the body's since the step began."""
    kind = bodies.kind[row]
    if kind not in (SPHERE, CAPSULE, CYLINDER, CONE):
        return 0 * arm
    axis = rotate_back(turn, rotate(bodies.pose[row, 3:7].astype(np.float64), np.array((0.0, 0.0, 1.0))))
    half = {SPHERE: 0.0, CAPSULE: float(bodies.shape[row, 2] - bodies.shape[row, 0])}.get(kind, np.inf)
    return arm - np.clip(arm @ axis, -half, half) * axis


def jacobian_of(kind: int, axis: np.ndarray, arms: tuple) -> np.ndarray:
    """(12,) J of a row."""
    if kind in TURNING:
        return np.concatenate((0 * axis, -axis, 0 * axis, axis))
    return np.concatenate((-axis, -np.cross(arms[0], axis), axis, np.cross(arms[1], axis)))


def turn_by(vector: np.ndarray) -> np.ndarray:
    """(4,) the rotation by a rotation vector."""
    return moved(np.array([[0, 0, 0, 0, 0, 0, 1.0]]), np.concatenate((0 * vector, vector))[None])[0, 3:]


def responding(jacobian: np.ndarray, masses: tuple) -> dict:
    """Response and K of a row; masses = (1/m_a, I_a^-1, 1/m_b, I_b^-1) with inertias (3, 3) in the world."""
    response = np.concatenate((masses[0] * jacobian[:3], masses[1] @ jacobian[3:6], masses[2] * jacobian[6:9],
                               masses[3] @ jacobian[9:]))
    return {"response": response, "k": jacobian @ response}


def placed(rows: Rows, i: int, bodies: Bodies) -> dict:
    """Arms, J, response, K and error of a row at the bodies' present poses."""
    sides, masses = (int(rows.a[i]), int(rows.b[i])), []
    pose, delta = (table[list(sides)].astype(np.float64) for table in (bodies.pose, bodies.delta))
    stays = rows.round_a[i], rows.round_b[i]
    arms = rotate(pose[0, 3:7], rows.local_a[i]) + stays[0], rotate(pose[1, 3:7], rows.local_b[i]) + stays[1]
    for k, body in enumerate(sides):
        turn, local = matrix(pose[k, 3:7]), bodies.local[body].astype(np.float64)
        masses += [local[3], turn @ np.diag(local[:3]) @ turn.T]
    jacobian = jacobian_of(rows.kind[i], rows.axis[i], arms)
    ends = [pose[k, :3] + arms[k] + np.cross(delta[k, 3:6], stays[k]) for k in range(2)]
    between = delta[1, 3:6] - delta[0, 3:6] if rows.kind[i] in TURNING else ends[1] - ends[0]
    return {"arm_a": arms[0], "arm_b": arms[1], "error": rows.axis[i] @ between + rows.offset[i],
            "jacobian": jacobian} | responding(jacobian, tuple(masses))


def biased(rows: Rows, i: int, params: ContactRowParameters) -> dict:
    """Bias, scales and bounds of a row."""
    if rows.kind[i] != NORMAL:
        limit = rows.friction[i] * rows.impulse[presses(rows.kind, rows.patch, i)].sum()
        bias = rows.surface_velocity[i] + rows.turning_slip[i]
        return {"bias": bias, "mass_scale": 1, "impulse_scale": 0, "lower": -limit, "upper": limit}
    free = {"mass_scale": 1, "impulse_scale": 0, "lower": 0, "upper": np.inf}
    if rows.target[i] > 0:
        return free | {"bias": -rows.target[i]}
    if rows.error[i] > 0:
        return free | {"bias": rows.error[i] * params.inverse_h}
    return free | {"bias": max(params.bias_rate * min(rows.error[i] + params.slop, 0), -params.push_speed),
                   "mass_scale": params.mass_scale, "impulse_scale": params.impulse_scale}
