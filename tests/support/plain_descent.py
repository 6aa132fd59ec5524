"""A sweep of avbd over bodies by numpy, body by body with whole matrices: the reference of the kernels."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import Bodies
from physics.bodies.rotation import matrix, moved
from physics.constraints import part
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.distance import DISTANCE
from physics.constraints.parts.point import POINT
from physics.constraints.parts.pulley import PULLEY
from physics.lab.methods.avbd.body_descent import Descent
from physics.lab.methods.avbd.poses import UNMOVED
from physics.lab.methods.avbd.pull import Pull
from physics.lab.rows.displacements import Farthest, displacements_between, displace_bodies
from physics.lab.rows.placed_rows import place_part_rows
from physics.lab.rows.row import OF_PARTS, Rows
from physics.simd.value import W
from tests.support.part_formulas import measured, placed
from tests.support.pressing_rows import pressing

BENDING = (POINT, AXIS_PAIR, AXIS_POSITION, DISTANCE, PULLEY)          # parts that pull, whose direction turns
WAY = 1e-5                                       # step of finite differences


class Hold(NamedTuple):
    """What a body's rows do to it."""

    jacobian: np.ndarray          # (q, 6) the body's columns
    force: np.ndarray             # (q,)
    stiffness: np.ndarray         # (q,)
    bending: np.ndarray           # (q, 6) lengths of the columns of dJ / dx


def order_of(rows: Rows, movable: np.ndarray) -> list[int]:
    """Movable bodies with rows, by colour; colours are given greedily in the order of the bodies."""
    both = movable[rows.a] & movable[rows.b]
    neighbours: dict[int, set[int]] = {int(body): set() for body in np.concatenate((rows.a, rows.b)) if movable[body]}
    for a, b in zip(rows.a[both].tolist(), rows.b[both].tolist()):
        neighbours[a].add(b)
        neighbours[b].add(a)
    color: dict[int, int] = {}
    for body in sorted(neighbours):
        taken = {color[other] for other in neighbours[body] if other in color}
        color[body] = next(k for k in range(len(taken) + 1) if k not in taken)
    return sorted(color, key=lambda body: (color[body], body))


def mass_matrix(bodies: Bodies, body: int, h: float) -> np.ndarray:
    """(6, 6) M/h2 of a body at its pose [kg/s2], [kg m2/s2]."""
    local = bodies.local[body].astype(np.float64)
    mass = 1 / local[3] if local[3] > 0 else 1.0
    inertia = np.where(local[:3] > 0, 1 / np.where(local[:3] > 0, local[:3], 1), UNMOVED * mass)
    turn = matrix(bodies.pose[body:body + 1, 3:7])[0]
    found = np.zeros((6, 6))
    found[:3, :3], found[3:, 3:] = mass * np.eye(3), turn @ np.diag(inertia) @ turn.T
    return found / (h * h)


def wanted(pull: Pull) -> np.ndarray:
    """(m,) w = multiplier - k E."""
    return pull.multiplier - pull.stiffness * pull.error


def limits(pull: Pull, want: np.ndarray) -> np.ndarray:
    """(m,) upper bounds of the forces, from w (m,)."""
    return np.where(pull.is_friction, pull.friction * pressing(pull.kind, pull.patch, np.maximum(want, 0)), pull.upper)


def bounded(pull: Pull, want: np.ndarray, limit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(m,) forces f, and (m,) bool: whether they are inside their bounds; from w and the upper bounds (m,)."""
    least = np.where(pull.is_friction, -limit, pull.lower)
    length = np.sqrt(np.bincount(pull.pair, want * want))[pull.pair]
    inside = np.where(pull.single, (want > least) & (want < limit), length < limit)
    shrunk = want * np.minimum(limit, length) / np.where(length > 0, length, 1)
    force = np.where(pull.single, np.minimum(np.maximum(want, least), limit), shrunk)
    return np.where(inside, want, force), inside


def errors(descent: Descent, goal: np.ndarray) -> np.ndarray:
    """(m,) errors less their goals at the present poses; rows of parts are placed there, contacts are linear."""
    rows, bodies = descent.rows, descent.bodies
    place_part_rows(rows, bodies, descent.parts, descent.h)
    ways = np.zeros((len(bodies.pose), 6))
    awake = bodies.awake > 0
    ways[awake] = displacements_between(descent.start, bodies.pose)[awake]
    linear = (rows.jacobian * np.concatenate((ways[rows.a], ways[rows.b]), 1)).sum(1)
    return rows.error + np.where(rows.kind >= OF_PARTS, 0, linear) - goal


def displaced(descent: Descent, body: int, step: np.ndarray) -> None:
    """Move one body by (6,)."""
    way = np.zeros((len(descent.bodies.pose), 6))
    way[body] = step
    displace_bodies(descent.bodies, way, Farthest(np.inf, np.inf))


def bending(descent: Descent, body: int, mine: np.ndarray) -> np.ndarray:
    """(q, 6) lengths of the columns of dJ / dx of a body's rows, by finite differences of the formulas of their parts."""
    rows, found = descent.rows, np.zeros((len(mine), 6))
    bends = (rows.kind[mine] >= OF_PARTS) & np.isin(rows.part_kind[mine], BENDING)
    for k in np.flatnonzero(bends):
        for c in range(6):
            ends = [columns_of(descent, mine[k], body, way * np.eye(6)[c]) for way in (WAY, -WAY)]
            found[k, c] = np.linalg.norm((ends[0] - ends[1]) / (2 * WAY))
    return found


def columns_of(descent: Descent, row: int, body: int, way: np.ndarray) -> np.ndarray:
    """(6,) the body's columns of J of a row of a part, after the body moved by `way` (6,)."""
    rows, bodies = descent.rows, descent.bodies
    number, ends = rows.part[row], (rows.a[row], rows.b[row])
    numbers = descent.parts.store.reshape(-1, part.PART_SLOTS, W)[number // W, :, number % W][None].astype(np.float64)
    poses = [moved(bodies.pose[[end], :7], (way if end == body else 0 * way)[None]) for end in ends]
    one = measured(rows.part_kind[row], placed(numbers, *poses, tuple(bodies.delta[[end], :6] for end in ends)))
    first = 0 if rows.a[row] == body else 6
    return one.jacobian[0, rows.component[row], first:first + 6]


def step_of(descent: Descent, body: int, hold: Hold) -> np.ndarray:
    """(6,) the step of a body."""
    mass = mass_matrix(descent.bodies, body, descent.h)
    apart = displacements_between(descent.free, descent.bodies.pose)[body]
    whole = mass + (hold.stiffness[:, None] * hold.jacobian).T @ hold.jacobian
    whole += np.diag(np.abs(hold.force) @ hold.bending)
    return np.linalg.solve(whole, hold.force @ hold.jacobian - mass @ apart)


def descend(descent: Descent, order: list[int], goal: np.ndarray) -> None:
    """Move the bodies of `order` once, one after the other; changes poses, and rows of parts."""
    rows, pull = descent.rows, descent.pull
    for body in order:
        error = errors(descent, goal)
        mine = np.flatnonzero((rows.a == body) | (rows.b == body))
        columns = np.where(rows.b[mine] == body, 6, 0)[:, None] + np.arange(6)
        here = Pull(*(column[mine] if name != "of_patch" else column for name, column in zip(Pull._fields, pull)))
        want = wanted(here._replace(error=error[mine]))
        force, _ = bounded(here, want, limits(here, want))
        jacobian = np.take_along_axis(rows.jacobian[mine], columns, 1)
        bent = bending(descent, body, mine)
        displaced(descent, body, step_of(descent, body, Hold(jacobian, force, pull.stiffness[mine], bent)))
