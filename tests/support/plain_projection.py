"""Projection and substeps on positions in plain numpy: the reference for the kernels of `physics.lab.rows`."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import Bodies
from physics.bodies.rotation import moved, opposite, product
from physics.constraints.parts.point import POINT
from physics.contacts.layout import PYRAMID, RESTITUTION, SLOTS
from physics.dynamics.substeps import State
from physics.lab.rows.projection import RIDGE, Plan, Task
from physics.lab.rows.row import FRICTION, HELD, LIMIT, MOTOR, NORMAL, OF_PARTS, ROLLING, SPINNING, RowParameters, Rows
from physics.simd.value import W
from tests.support.pressing_rows import presses


def plan(rows: Rows, params: RowParameters) -> Plan:
    """The units in the order of their rows."""
    m = len(rows.a)
    group = np.where(rows.kind == NORMAL, np.arange(m), rows.group)
    firsts, number = np.unique(group, return_inverse=True)
    members = np.full((len(firsts), 3), m)
    order = np.argsort(number, kind="stable")
    place = np.arange(m) - np.searchsorted(number[order], number[order])
    members[number[order], place] = order
    kind = rows.kind[firsts]
    cone = (kind == ROLLING) | (kind == FRICTION) & (params.contact.friction != PYRAMID)
    return Plan(members, rows.a[firsts], rows.b[firsts], cone | (rows.part_kind[firsts] == POINT),
                (kind >= FRICTION) & (kind <= SPINNING), kind == NORMAL)


def sweep(rows: Rows, task: Task, units: Plan, multipliers: np.ndarray, bodies: int) -> tuple[np.ndarray, np.ndarray]:
    """(displacements (bodies, 6), multipliers (m,)) after one sweep."""
    answer, displacement = multipliers.copy(), np.zeros((bodies, 6))
    for unit in range(len(units.a)):
        i, a, b = units.rows[unit][units.rows[unit] < len(rows.a)], units.a[unit], units.b[unit]
        motion = np.concatenate((displacement[a], displacement[b]))
        ask = task.error[i] + rows.jacobian[i] @ motion + task.compliance[i] * answer[i]
        k = rows.jacobian[i] @ rows.response[i].T + np.diag(task.compliance[i])
        there = np.diag(k) > 0
        k = k + np.diag(np.where(there, RIDGE * np.diag(k), 1))
        most = np.abs(np.where(there[:, None] & there, k, 0)).sum(1).max()
        least, limit = task.lower[i], task.upper[i]
        if units.is_friction[unit]:
            limit = answer[presses(rows.kind, rows.patch, i[0])].sum() * rows.friction[i]
            least = -limit
        wanted = answer[i] - np.linalg.solve(k, ask)
        new = bounded(wanted, least, limit, units.round[unit])
        if (new != wanted).any():
            new = bounded(answer[i] - ask / (most if most > 0 else 1), least, limit, units.round[unit])
        change = new - answer[i]
        answer[i] = new
        displacement[a] += change @ rows.response[i, :6]
        displacement[b] += change @ rows.response[i, 6:]
    return displacement, answer


def bounded(answer: np.ndarray, least: np.ndarray, limit: np.ndarray, as_vector: bool) -> np.ndarray:
    """Multipliers within their bounds; a vector no longer than the upper bound of its first row."""
    if as_vector:
        length = np.linalg.norm(answer)
        return answer * (limit[0] / length if length > limit[0] else 1)
    return np.clip(answer, least, limit)


def displace(bodies: Bodies, displacement: np.ndarray) -> None:
    """Move the awake bodies by (n, 6) translations and rotation vectors."""
    displacement = np.where(bodies.awake[:, None] > 0, displacement, 0)
    bodies.pose[:, :7] = moved(bodies.pose[:, :7], displacement)
    bodies.delta[:, :6] += displacement


def displacements_between(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(n, 6) translations and rotation vectors from `start` to `end`, poses (n, 7)."""
    turn = product(end[:, 3:7], opposite(start[:, 3:7]))
    turn = np.where(turn[:, 3:] < 0, -turn, turn)
    sine = np.linalg.norm(turn[:, :3], axis=1, keepdims=True)
    half = np.arctan2(sine, turn[:, 3:])
    longer = np.where(sine > 0, 2 * half / np.where(sine > 0, sine, 1), 2)
    return np.concatenate((end[:, :3] - start[:, :3], longer * turn[:, :3]), 1)


def goals(rows: Rows, params: RowParameters, h: float) -> np.ndarray:
    """(m,) target errors at the end of the substep."""
    push = np.where(rows.kind == NORMAL, params.contact.push_speed, params.joint.push_speed)
    rest = np.maximum(np.abs(rows.error) - h * push, 0)
    one_sided = (rows.kind == NORMAL) | (rows.kind == LIMIT)
    old = np.where(one_sided, -rest * (rows.error < 0), np.sign(rows.error) * rest)
    speed = np.clip(rows.speed, rows.to_lower / h, rows.to_upper / h)
    own = np.where(rows.kind == MOTOR, -speed, rows.own_rate * rows.error - rows.speed)
    return np.where(one_sided | (rows.kind == HELD), old, rows.error - h * np.where(rows.own, own, rows.bias))


def compliance(rows: Rows) -> np.ndarray:
    """(m,) compliance of rows over h2."""
    return np.where(rows.own, rows.impulse_scale / np.where(rows.mass_scale > 0, rows.mass_scale, 1) * rows.k, 0)


def restitutions(state: State, rows: Rows) -> np.ndarray:
    """(m,) coefficients of restitution of normal rows; 0 for the others."""
    lane = np.where(rows.kind < OF_PARTS, rows.patch, 0) // 4
    found = state.contacts.data.reshape(-1, SLOTS, W)[lane // W, RESTITUTION, lane % W]
    return np.where(rows.kind == NORMAL, found, 0).astype(np.float64)


def bounces(rows: Rows, e: np.ndarray, before: np.ndarray, least: float, after: np.ndarray) -> np.ndarray:
    """(m,) speeds of separation; `after` (m,) are the errors that would follow, `least` the lowest speed that bounces."""
    return np.where((e > 0) & (-before > least) & (after < 0), -e * before, 0)


def speeds_to_remove(rows: Rows, speeds: np.ndarray, impulses: np.ndarray, leaving: np.ndarray) -> Task:
    """The task of the velocity pass."""
    nothing, normal = np.zeros(len(speeds)), rows.kind == NORMAL
    return Task(speeds + np.where(normal, -leaving, rows.bias), nothing, nothing, np.where(normal & (impulses > 0), np.inf, 0))
