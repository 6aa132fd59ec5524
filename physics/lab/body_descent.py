"""Block descent over bodies: each moves to where the energy of its own six coordinates is least, while the others stay.

    energy = 1/2 (x - y)^T M/h2 (x - y) + energy of rows,        y: where it would be without constraints
    (M/h2 + sum k J^T J) change = -M/h2 (x - y) + sum J^T force

J are the six columns of a row that belong to the body, k its stiffness [N/m].  Bodies of one colour share no row, so they are
solved at once.  Source: Chen, Liu, Yang, Yuksel, "Vertex Block Descent", SIGGRAPH 2024.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.dynamics.substeps import State
from physics.lab.row import Rows
from physics.rotation import matrix

UNMOVED = 1e12                                   # times its mass: the inertia about an axis that does not turn [kg m2]


class Color(NamedTuple):
    """Bodies that share no row, and their rows; a row that joins two bodies stands in the colours of both."""

    bodies: np.ndarray            # (b,) body rows
    rows: np.ndarray              # (q,) row numbers
    columns: np.ndarray           # (q, 6) places of the body's columns in J
    owner: np.ndarray             # (q,) which of `bodies`


def colors_of(made: Rows, movable: np.ndarray) -> list[Color]:
    """Movable bodies by colour, greedily in the order of their rows."""
    both = movable[made.a] & movable[made.b]
    neighbours: dict[int, set[int]] = {int(body): set() for body in np.flatnonzero(movable)}
    for a, b in {(int(a), int(b)) for a, b in zip(made.a[both], made.b[both])}:
        neighbours[a].add(b)
        neighbours[b].add(a)
    color = np.full(len(movable), -1)
    for body, others in neighbours.items():
        taken = {color[other] for other in others}
        color[body] = next(k for k in range(len(others) + 1) if k not in taken)
    return [_color(made, np.flatnonzero(color == k)) for k in range(color.max(initial=-1) + 1)]


def _color(made: Rows, bodies: np.ndarray) -> Color:
    ends = np.stack((made.a, made.b), 1)
    rows, side = np.nonzero(np.isin(ends, bodies))
    return Color(bodies, rows, 6 * side[:, None] + np.arange(6), np.searchsorted(bodies, ends[rows, side]))


def masses(wide: State, h: float) -> np.ndarray:
    """(n, 6, 6) M/h2 of body rows at their poses [kg/s2], [kg m2/s2]; of movable ones, others have something."""
    local = wide.bodies.local.astype(np.float64)
    mass = 1 / np.where(local[:, 3] > 0, local[:, 3], 1)
    inertia = np.where(local[:, :3] > 0, 1 / np.where(local[:, :3] > 0, local[:, :3], 1), UNMOVED * mass[:, None])
    turn = matrix(wide.bodies.pose[:, 3:7])
    found = np.zeros((len(mass), 6, 6))
    found[:, :3, :3] = mass[:, None, None] * np.eye(3)
    found[:, 3:, 3:] = np.einsum("nij,nj,nkj->nik", turn, inertia, turn)
    return found / (h * h)


def descend(made: Rows, colors: list[Color], inertia: tuple[np.ndarray, np.ndarray], pull: Callable) -> np.ndarray:
    """(n, 6) ways of the bodies of one sweep; inertia = (M/h2, x - y now), pull(J way) -> forces, stiffnesses of all rows."""
    mass, apart = inertia
    way = np.zeros(apart.shape)
    for color in colors:
        error_by_way = (made.jacobian * np.concatenate((way[made.a], way[made.b]), 1)).sum(1)
        force, stiffness = pull(error_by_way)
        mine, bodies = color.rows, color.bodies
        columns = np.take_along_axis(made.jacobian[mine], color.columns, 1)
        right = -np.einsum("nij,nj->ni", mass[bodies], apart[bodies] + way[bodies])
        left = mass[bodies].copy()
        np.add.at(right, color.owner, force[mine, None] * columns)
        np.add.at(left, color.owner, stiffness[mine, None, None] * columns[:, :, None] * columns[:, None, :])
        way[bodies] += np.linalg.solve(left, right[:, :, None])[:, :, 0]
    return way
