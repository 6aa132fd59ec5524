"""Rows of parts of joints: those in the part blocks of a step, and the same at new poses from plain formulas.

`part_rows` reads what the SIMD kernels placed; `parts_at` measures with `parts`, which shares no code with them.  A limit row
belongs to the nearer of both bounds; at the upper one its row and error are those of minus the measure.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.bodies.rotation import cross
from physics.constraints import block, part
from physics.constraints.limit import LIFTED
from physics.constraints.parts import ROWS
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.constraints.parts.point import POINT
from physics.dynamics.parameters import JointRowParameters
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.contact_rows import lanes, masses_at, masses_in
from physics.lab.rows.parts import acceleration, measured, placed
from physics.lab.rows.row import LIMIT, MOTOR, OF_PARTS, SYMMETRIC, Rows, blank, with_response

MASSES = (block.MASS_A, block.INERTIA_A, block.MASS_B, block.INERTIA_B)


def part_rows(state: State, extent: Extent) -> tuple[Rows, np.ndarray]:
    """The rows of every part, and the sort key (color, 0, block, lane, number) of each in a sweep."""
    parts = state.parts
    data = lanes(parts.data, block.SLOTS, extent.parts)
    real = np.flatnonzero(np.maximum(parts.a, parts.b)[:len(data)] >= FIRST)
    if not len(real):
        return blank(0), np.zeros((0, 5), np.int64)
    kinds = parts.kind[real // block.W].astype(np.int64)
    count = np.array(ROWS)[kinds]
    owner = np.repeat(np.arange(len(real)), count)
    first = np.cumsum(count) - count
    component = np.arange(len(owner)) - np.repeat(first, count)
    lane, kind, slots = real[owner], kinds[owner], data[real[owner]]
    numbers = _numbers(state, parts.part[lane])
    use = numbers[:, part.USE].astype(np.int64)
    row = np.arange(len(owner))
    bounded = (kind == POINT) | (kind >= part.ONE_ROW)
    rows = blank(len(owner))._replace(
        kind=OF_PARTS + use, group=np.repeat(first, count), a=parts.a[lane].astype(np.int64), b=parts.b[lane].astype(np.int64),
        error=slots[row, block.ERROR + component], impulse=slots[row, block.IMPULSE + component],
        effective_mass=_effective_mass(kind, component, slots),
        mass_scale=slots[:, block.MASS_SCALE], impulse_scale=slots[:, block.IMPULSE_SCALE],
        lower=np.where(bounded, slots[:, block.LEAST], -part.UNLIMITED),
        upper=np.where(bounded, slots[:, block.MOST], part.UNLIMITED),
        part=parts.part[lane].astype(np.int64), part_kind=kind, component=component,
        own=slots[:, block.OWN] > 0, active=(OF_PARTS + use == LIMIT) & (slots[:, block.ACTIVE] > 0),
        own_rate=slots[:, block.BIAS_RATE], speed=slots[:, block.SPEED],
        curvature=slots[row, block.CURVATURE + component],
        jacobian=_jacobian(kind, component, slots))
    color = np.searchsorted(parts.color_start, lane // block.W, side="right") - 1
    place = np.stack((color, 0 * lane, lane // block.W, lane % block.W, component), 1)
    return with_response(rows, masses_in(slots, MASSES, 1)), place


def parts_at(old: Rows, state: State, h: float) -> Rows:
    """The rows at the bodies' present poses and velocities, before a substep of h: J, K, the error and its curvature."""
    bodies, numbers = state.bodies, _numbers(state, old.part)
    pose, moved = bodies.pose.astype(np.float64), bodies.delta.astype(np.float64)
    velocity = bodies.velocity[:, :6].astype(np.float64)
    error, turning, jacobian = np.zeros(len(old.a)), np.zeros(len(old.a)), np.zeros((len(old.a), 12))
    for kind in np.unique(old.part_kind):
        mine = np.flatnonzero(old.part_kind == kind)
        a, b, row = old.a[mine], old.b[mine], (np.arange(len(mine)), old.component[mine])
        value, jacobians = measured(int(kind), placed(numbers[mine], pose[a], pose[b], (moved[a, :6], moved[b, :6])))
        growing = acceleration(int(kind), numbers[mine], (pose[a], pose[b]), np.concatenate((velocity[a], velocity[b]), 1))
        error[mine], jacobian[mine], turning[mine] = value[row], jacobians[row], h / 2 * growing[row]
    lower, upper = error - numbers[:, part.LOWER], numbers[:, part.UPPER] - error
    limit = old.kind == LIMIT
    turned = limit & (lower >= upper)
    held = np.where(old.part_kind >= part.ONE_ROW, error - numbers[:, part.TARGET], error)
    nearest = np.minimum(lower, upper)
    new = old._replace(error=np.where(limit, nearest, held), active=limit & (old.impulse > 0) & (nearest < LIFTED),
                       curvature=np.where(turned, -turning, turning),
                       jacobian=np.where(turned[:, None], -jacobian, jacobian))
    return with_response(new, masses_at(new, bodies))


def parts_with_bias(rows: Rows, params: JointRowParameters) -> Rows:
    """The rows with the bias and scales that follow from errors; ungrouped, but for points, where `params.block` is 0."""
    apart = (rows.kind == LIMIT) & (rows.error > 0) & ~(rows.active & (params.hold_active_limits == 1))
    rate = np.where(rows.own, rows.own_rate, np.where(apart, params.inverse_h, params.bias_rate))
    single = (params.block == 0) & (rows.part_kind >= AXIS_PAIR)
    return rows._replace(
        bias=(rate * np.where(rows.kind == MOTOR, 0, rows.error) - rows.speed
              + np.where(rows.own, 0, params.curvature * rows.curvature)),
        relaxation=np.where(rows.own, 1.0, params.over_relaxation),
        mass_scale=np.where(rows.own, rows.mass_scale, np.where(apart, 1.0, params.mass_scale)),
        impulse_scale=np.where(rows.own, rows.impulse_scale, np.where(apart, 0.0, params.impulse_scale)),
        group=np.where(single, np.arange(len(rows.a)), rows.group))


def _numbers(state: State, wanted: np.ndarray) -> np.ndarray:
    """(m, PART_SLOTS) the stored numbers of parts."""
    store = state.parts.store.reshape(-1, part.PART_SLOTS, block.W)
    return store[wanted // block.W, :, wanted % block.W].astype(np.float64)


def _three(slots: np.ndarray, first: int, component: np.ndarray) -> np.ndarray:
    """(m, 3) three slots of each row, from `first` + 3 `component` on."""
    return np.take_along_axis(slots, first + 3 * component[:, None] + np.arange(3), 1)


def _jacobian(kind: np.ndarray, component: np.ndarray, slots: np.ndarray) -> np.ndarray:
    """(m, 12) from the three block layouts."""
    one, point, jacobian = kind >= part.ONE_ROW, kind == POINT, np.empty((len(kind), 12))
    if point.any():
        mine, axis = slots[point], np.eye(3)[component[point]]
        a, b = (cross(mine[:, arm:arm + 3], axis) for arm in (block.ARM_A, block.ARM_B))
        jacobian[point] = np.concatenate((-axis, -a, axis, b), 1)
    if one.any():
        mine = slots[one]
        jacobian[one] = np.concatenate([mine[:, first:first + 3]
                                        for first in (block.LINEAR_A, block.TURN_A, block.LINEAR_B, block.TURN_B)], 1)
    three = ~(one | point)
    if three.any():
        mine, row = slots[three], component[three]
        n, a, b = (_three(mine, first, row) for first in (block.LINEAR, block.ANGULAR_A, block.ANGULAR_B))
        jacobian[three] = np.concatenate((-n, -a, n, b), 1)
    return jacobian


def _effective_mass(kind: np.ndarray, component: np.ndarray, slots: np.ndarray) -> np.ndarray:
    """(m,) diagonal of the inverse of K that a block holds."""
    inverse = slots[:, block.INVERSE_K:block.INVERSE_K + 6][:, SYMMETRIC]
    return np.where(kind >= part.ONE_ROW, slots[:, block.INVERSE_K], inverse[np.arange(len(kind)), component, component])
