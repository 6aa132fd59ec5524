"""Rows: every constraint of a step as explicit numbers, in double precision and in the order in which a sweep solves them.

A row is about one axis u, fixed in the world, and a point of each body at its arm r from the centre of mass:

    J V = u . (v_b + w_b x r_b - v_a - w_a x r_a),        J = [ -u   -(r_a x u)   u   r_b x u ]
    K = J M^-1 J^T,    change = -effective_mass (mass_scale (J V + bias) + impulse_scale impulse / effective_mass)

A contact point has one normal row and two friction rows along the tangents, a point joint three rows along the axes of the
world.  `rows` reads them from the constraint blocks of a step as they stand; after a stop inside the step these are the
numbers of that moment.  `refresh` takes new poses: arms turn with their bodies, axes stay, so that J, K and the error are
those of the new place.  Sources: Catto, "Iterative Dynamics", GDC 2005; J and K as in Baraff's and Witkin's course notes.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.arrays import FEATURE, FIRST, MANIFOLD_SLOTS, POINT_SLOTS, POINTS, Bodies
from physics.dynamics import contact_blocks as contact
from physics.dynamics.joints import point as joint
from physics.dynamics.parameters import ContactLaw
from physics.dynamics.substeps import Extent, State
from physics.lanes.value import W
from physics.rotation import matrix, rotate, rotate_back

NORMAL, FRICTION, POINT = 0, 1, 2                # kinds of rows
SYMMETRIC = np.array(((0, 1, 2), (1, 3, 4), (2, 4, 5)))     # places of xx xy xz yy yz zz in a 3x3 matrix


class Rows(NamedTuple):
    """m rows.  Rows of one `group` are solved together: two normal rows, the friction rows of a point, the rows of a joint."""

    kind: np.ndarray              # (m,) NORMAL, FRICTION or POINT
    group: np.ndarray             # (m,) number of the group's first row
    a: np.ndarray                 # (m,) body row
    b: np.ndarray                 # (m,) body row
    axis: np.ndarray              # (m, 3) u
    arm_a: np.ndarray             # (m, 3) world [m]
    arm_b: np.ndarray             # (m, 3) world [m]
    local_a: np.ndarray           # (m, 3) arm in a's frame [m]
    local_b: np.ndarray           # (m, 3) arm in b's frame [m]
    offset: np.ndarray            # (m,) error = u . (x_b + r_b - x_a - r_a) + offset [m]
    error: np.ndarray             # (m,) separation of a normal row, distance along u of the others [m]
    jacobian: np.ndarray          # (m, 12) for v_a w_a v_b w_b
    response: np.ndarray          # (m, 12) M^-1 J^T: what a unit impulse does to the four
    k: np.ndarray                 # (m,) diagonal of J M^-1 J^T [1/kg]
    effective_mass: np.ndarray    # (m,) the one that the solver uses [kg]
    bias: np.ndarray              # (m,) [m/s]
    bias_rate: np.ndarray         # (m,) of point rows [1/s]
    target: np.ndarray            # (m,) speed to bounce off with, of normal rows [m/s]
    mass_scale: np.ndarray        # (m,)
    impulse_scale: np.ndarray     # (m,)
    limiting: np.ndarray          # (m,) of friction rows: the normal row whose impulse limits them; -1: none
    friction: np.ndarray          # (m,) of friction rows
    lower: np.ndarray             # (m,) bounds of the impulse [N s]; of a group: of its length
    upper: np.ndarray             # (m,)
    impulse: np.ndarray           # (m,) of the substep so far [N s]


def rows(state: State, extent: Extent, law: ContactLaw) -> Rows:
    """All rows of a step whose constraint blocks stand in `state`; normal rows answer overlap by `law`."""
    contacts, points = _contact_rows(state, extent), _point_rows(state, extent)
    places = np.concatenate((contacts.pop("place"), points.pop("place")))
    m, order = len(places), np.lexsort(places.T[::-1])
    rank = np.empty(m + 1, np.int64)
    rank[order], rank[m] = np.arange(m), -1      # the last: what "none" becomes
    shift = len(contacts["a"])
    points["group"], points["limiting"] = points["group"] + shift, np.full(len(points["a"]), m)
    contacts["limiting"] = np.where(contacts["limiting"] < 0, m, contacts["limiting"])
    merged = {name: np.concatenate((contacts[name], points[name]))[order] for name in contacts}
    merged["group"], merged["limiting"] = rank[merged["group"]], rank[merged["limiting"]]
    empty = {name: np.zeros(m) for name in ("bias", "mass_scale", "impulse_scale", "lower", "upper", "error", "k")}
    inertia_a, inertia_b = merged.pop("inertia_a"), merged.pop("inertia_b")
    mass_a, mass_b = merged.pop("mass_a"), merged.pop("mass_b")
    scales = merged.pop("scales")
    made = Rows(**(empty | merged), jacobian=np.zeros((m, 12)), response=np.zeros((m, 12)))
    moved = state.bodies.delta.astype(np.float64)
    made = made._replace(mass_scale=scales[:, 0], impulse_scale=scales[:, 1], upper=scales[:, 2],
                         error=made.offset + _apart(made, moved))
    made = _linearised(made, (mass_a, inertia_a, mass_b, inertia_b))
    pose = state.bodies.pose.astype(np.float64)
    made = made._replace(local_a=_local(made.arm_a, pose[made.a], moved[made.a]),
                         local_b=_local(made.arm_b, pose[made.b], moved[made.b]))
    place = (pose[made.b, :3] - moved[made.b, :3]) + made.arm_b - (pose[made.a, :3] - moved[made.a, :3]) - made.arm_a
    return answered(made._replace(offset=made.offset - (made.axis * place).sum(1)), law)


def refresh(old: Rows, bodies: Bodies, law: ContactLaw) -> Rows:
    """The rows at the bodies' present poses: arms, J, K, error and bias anew."""
    pose, local = bodies.pose.astype(np.float64), bodies.local.astype(np.float64)
    qa, qb = pose[old.a, 3:7], pose[old.b, 3:7]
    new = old._replace(arm_a=rotate(qa, old.local_a), arm_b=rotate(qb, old.local_b))
    place = pose[old.b, :3] + new.arm_b - pose[old.a, :3] - new.arm_a
    new = new._replace(error=(old.axis * place).sum(1) + old.offset)
    inertia_a, inertia_b = (np.einsum("mij,mj,mkj->mik", matrix(q), local[body, :3], matrix(q))
                            for q, body in ((qa, old.a), (qb, old.b)))
    return answered(_linearised(new, (local[old.a, 3], inertia_a, local[old.b, 3], inertia_b)), law)


def answered(made: Rows, law: ContactLaw) -> Rows:
    """The rows with bias, scales and bounds by their errors and impulses."""
    normal, friction = made.kind == NORMAL, made.kind == FRICTION
    gap, bounces = made.error > 0, made.target > 0
    push = np.maximum(law.bias_rate * np.minimum(made.error + law.slop, 0), -law.push_speed)
    answer = np.where(bounces, -made.target, np.where(gap, made.error * law.inverse_h, push))
    free = gap | bounces
    limit = made.friction * np.where(friction, made.impulse[made.limiting], 0)
    return made._replace(
        bias=np.where(normal, answer, made.bias_rate * made.error),
        mass_scale=np.where(normal, np.where(free, 1.0, law.mass_scale), made.mass_scale),
        impulse_scale=np.where(normal, np.where(free, 0.0, law.impulse_scale), made.impulse_scale),
        lower=np.where(normal, 0.0, np.where(friction, -limit, -made.upper)),
        upper=np.where(normal, np.inf, np.where(friction, limit, made.upper)))


def matrix_between(made: Rows) -> np.ndarray:
    """(m, m) J M^-1 J^T of all rows: how an impulse of one row changes the speed of another [1/kg]."""
    full = np.zeros((len(made.a), len(made.a)))
    for body, part in ((made.a, slice(0, 6)), (made.b, slice(6, 12))):
        for other, other_part in ((made.a, slice(0, 6)), (made.b, slice(6, 12))):
            shared = (body[:, None] == other[None, :]) & (body[:, None] >= FIRST)
            full += np.where(shared, made.jacobian[:, part] @ made.response[:, other_part].T, 0)
    return full


def speeds(made: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) J V from the velocity rows of the bodies [m/s]."""
    motion = np.concatenate((velocity[made.a, :6], velocity[made.b, :6]), 1)
    return (made.jacobian * motion).sum(1)


def _linearised(made: Rows, masses: tuple[np.ndarray, ...]) -> Rows:
    """With J, M^-1 J^T and K from arms and axes; masses = (1/m_a, I_a^-1, 1/m_b, I_b^-1), (m,) and (m, 3, 3)."""
    mass_a, inertia_a, mass_b, inertia_b = masses
    u = made.axis
    turn_a, turn_b = -np.cross(made.arm_a, u), np.cross(made.arm_b, u)
    jacobian = np.concatenate((-u, turn_a, u, turn_b), 1)
    response = np.concatenate((-mass_a[:, None] * u, np.einsum("mij,mj->mi", inertia_a, turn_a),
                               mass_b[:, None] * u, np.einsum("mij,mj->mi", inertia_b, turn_b)), 1)
    return made._replace(jacobian=jacobian, response=response, k=(jacobian * response).sum(1))


def _apart(made: Rows, moved: np.ndarray) -> np.ndarray:
    """How far the points moved apart along the axes since the start of the step, to first order in the turn [m]."""
    a, b = moved[made.a], moved[made.b]
    parted = b[:, :3] + np.cross(b[:, 3:6], made.arm_b) - a[:, :3] - np.cross(a[:, 3:6], made.arm_a)
    return (made.axis * parted).sum(1)


def _local(arm: np.ndarray, pose: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """Arms of the start of the step in the bodies' frames; `moved` turns them to the present pose first."""
    angle = np.linalg.norm(moved[:, 3:6], axis=1, keepdims=True)
    half = 0.5 * np.sinc(angle / (2 * np.pi))    # sin(angle / 2) / angle
    turn = np.concatenate((half * moved[:, 3:6], np.cos(angle / 2)), 1)
    return rotate_back(pose[:, 3:7], rotate(turn, arm))


def _lanes(blocks: np.ndarray, slots: int, count: int) -> np.ndarray:
    """(lanes, slots) of the first `count` blocks."""
    return blocks.reshape(-1, slots, W)[:count].swapaxes(1, 2).reshape(-1, slots).astype(np.float64)


def _contact_rows(state: State, extent: Extent) -> dict[str, Any]:
    """Three rows for every contact point: place (color, 1, block, lane, number), then the fields of Rows."""
    lanes = _lanes(state.contacts.data, contact.SLOTS, extent.contacts)
    pair = state.contacts.pair[:len(lanes)]
    manifolds = state.pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[pair // W, :, pair % W]
    features = manifolds[:, POINTS + FEATURE::POINT_SLOTS]
    lane, j = np.nonzero((features >= 0) & (state.contacts.a[:len(lanes), None] >= FIRST))
    head, data = lanes[lane], lanes[lane][:, contact.FIRST_POINT:].reshape(-1, 4, contact.POINT)[np.arange(len(lane)), j]
    color = np.searchsorted(state.contacts.color_start, lane // W, side="right") - 1
    n, t1 = head[:, contact.NORMAL_AXIS:][:, :3], head[:, contact.TANGENT_AXIS:][:, :3]
    axes = np.stack((n, t1, np.cross(n, t1)), 1)
    arm = data[:, contact.ARM:contact.ARM + 3]
    count = len(lane)
    first, three = 3 * np.arange(count), np.ones(3, np.int64)
    normal_mass = 1 / data[:, contact.NORMAL_K]
    numbers = np.stack((j, 4 + 2 * j, 5 + 2 * j), 1)
    place = np.stack([np.repeat(x, 3) for x in (color, 0 * lane + 1, lane // W, lane % W)] + [numbers.reshape(-1)], 1)
    not_normal = np.array((0.0, 1.0, 1.0))
    return {
        "place": place, "kind": np.tile((NORMAL, FRICTION, FRICTION), count),
        "group": np.stack((first - 3 * (j % 2), first + 1, first + 1), 1).reshape(-1),
        "limiting": np.stack((0 * first - 1, first, first), 1).reshape(-1),
        "a": np.repeat(state.contacts.a[lane], 3), "b": np.repeat(state.contacts.b[lane], 3), "axis": axes.reshape(-1, 3),
        "arm_a": np.repeat(arm, 3, 0), "arm_b": np.repeat(arm - head[:, contact.BETWEEN:][:, :3], 3, 0),
        "local_a": np.zeros((3 * count, 3)), "local_b": np.zeros((3 * count, 3)),
        "offset": np.outer(data[:, contact.START], 1 - not_normal).reshape(-1),
        "effective_mass": np.stack((normal_mass, data[:, contact.TANGENT_MASS], data[:, contact.TANGENT_MASS_2]), 1).reshape(-1),
        "bias_rate": np.zeros(3 * count), "target": np.outer(data[:, contact.TARGET], 1 - not_normal).reshape(-1),
        "friction": np.outer(head[:, contact.FRICTION], not_normal).reshape(-1),
        "impulse": data[:, [contact.IMPULSE, contact.TANGENT_1, contact.TANGENT_2]].reshape(-1),
        "scales": np.tile((1.0, 0.0, np.inf), (3 * count, 1)),
        **_masses(head, (contact.INVERSE_MASS_A, contact.INERTIA_A, contact.INVERSE_MASS_B, contact.INERTIA_B), three)}


def _point_rows(state: State, extent: Extent) -> dict[str, Any]:
    """Three rows for every point joint: place (color, 0, block, lane, number), then the fields of Rows."""
    lanes = _lanes(state.points.data, joint.SLOTS, extent.points)
    lane = np.flatnonzero(state.points.a[:len(lanes)] >= FIRST)
    data, count, three = lanes[lane], len(lane), np.ones(3, np.int64)
    color = np.searchsorted(state.points.color_start, lane // W, side="right") - 1
    place = np.stack([np.repeat(x, 3) for x in (color, 0 * lane, lane // W, lane % W)] + [np.tile((0, 1, 2), count)], 1)
    inverse = data[:, joint.INVERSE_K:][:, :6][:, SYMMETRIC]
    scales = data[:, [joint.MASS_SCALE, joint.IMPULSE_SCALE, joint.LIMIT]]
    return {
        "place": place, "kind": np.full(3 * count, POINT), "group": np.repeat(3 * np.arange(count), 3),
        "limiting": np.full(3 * count, -1),
        "a": np.repeat(state.points.a[lane], 3), "b": np.repeat(state.points.b[lane], 3),
        "axis": np.tile(np.eye(3), (count, 1)),
        "arm_a": np.repeat(data[:, joint.ARM_A:joint.ARM_A + 3], 3, 0),
        "arm_b": np.repeat(data[:, joint.ARM_B:joint.ARM_B + 3], 3, 0),
        "local_a": np.zeros((3 * count, 3)), "local_b": np.zeros((3 * count, 3)),
        "offset": data[:, joint.START:joint.START + 3].reshape(-1),
        "effective_mass": inverse[:, [0, 1, 2], [0, 1, 2]].reshape(-1),
        "bias_rate": np.repeat(data[:, joint.BIAS_RATE], 3), "target": np.zeros(3 * count), "friction": np.zeros(3 * count),
        "impulse": data[:, joint.IMPULSE:joint.IMPULSE + 3].reshape(-1), "scales": np.repeat(scales, 3, 0),
        **_masses(data, (joint.MASS_A, joint.INERTIA_A, joint.MASS_B, joint.INERTIA_B), three)}


def _masses(data: np.ndarray, slots: tuple[int, ...], times: np.ndarray) -> dict[str, np.ndarray]:
    """Inverse masses and inertias from a block's slots, repeated for the rows of each constraint."""
    repeat = len(times)
    found = {}
    for name, slot in zip(("mass_a", "inertia_a", "mass_b", "inertia_b"), slots):
        values = data[:, slot] if name.startswith("mass") else data[:, slot:slot + 6][:, SYMMETRIC]
        found[name] = np.repeat(values, repeat, 0)
    return found
