"""Block descent over bodies: each moves to where the energy of its own six coordinates is least, while the others stay.

    energy(x) = 1/2 (x - y)^T M/h2 (x - y) + sum (w^2 - (w - f)^2) / 2k,      y: where it would be without constraints
    w = multiplier - k E,    f = w within its bounds,    E = C(x) - goal,     gradient: M/h2 (x - y) - sum J^T f

k is a row's stiffness [N/m] and f its force [N].  Inside its bounds a row is a spring about E = multiplier / k, at a bound its
force is constant; both fit together smoothly and the sum is convex, friction's bounds being those of the place a step leaves.
Two steps are tried, (M/h2 + sum k J^T J) change = - gradient with the rows inside their bounds, and with all rows.  The first
is Newton's; the second has a parabola that lies above the energy, so it never goes uphill.  The body takes the one that ends
lower, and up to STEPS of them.  Bodies of one colour share no row, so they are solved at once.
Source: Chen, Liu, Yang, Yuksel, "Vertex Block Descent", SIGGRAPH 2024.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.rotation import matrix
from physics.dynamics.substeps import State
from physics.lab.rows.row import Rows

STEPS = 4                                        # that a body takes in a sweep at most
SMALL = 1e-9                                     # a step that changes nothing more [m], [rad]
UNMOVED = 1e12                                   # times its mass: the inertia about an axis that does not turn [kg m2]


class Pull(NamedTuple):
    """How m rows pull."""

    hard: np.ndarray              # (m,) bool: with a multiplier; the others are springs
    stiffness: np.ndarray         # (m,) k [N/m] or [N m/rad]
    multiplier: np.ndarray        # (m,) [N] or [N m]
    error: np.ndarray             # (m,) E where bodies are [m] or [rad]
    lower: np.ndarray             # (m,) bounds of the force; of a vector: `upper` is of its length
    upper: np.ndarray             # (m,)
    friction: np.ndarray          # (m,) of rows that rub: times the patch's normal forces it is the bound
    rubs: np.ndarray              # (m,) bool
    presses: np.ndarray           # (m,) bool: normal rows
    patch: np.ndarray             # (m,) number of the patch
    pair: np.ndarray              # (m,) number of what is bounded as one vector
    single: np.ndarray            # (m,) bool: alone in that


class Color(NamedTuple):
    """Bodies that share no row, and their rows; a row that joins two bodies stands in the colours of both."""

    bodies: np.ndarray            # (b,) body rows
    rows: np.ndarray              # (q,) row numbers
    columns: np.ndarray           # (q, 6) places of the body's columns in J
    owner: np.ndarray             # (q,) which of `bodies`; rows stand by owner
    first: np.ndarray             # (b,) where those of each body begin
    patch: np.ndarray             # (q,) `Pull.patch` and
    pair: np.ndarray              # (q,) `Pull.pair`, numbered among these rows


def colors_of(made: Rows, pull: Pull, movable: np.ndarray) -> list[Color]:
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
    found = (_color(made, pull, np.flatnonzero(color == k)) for k in range(color.max(initial=-1) + 1))
    return [one for one in found if len(one.rows)]


def _color(made: Rows, pull: Pull, bodies: np.ndarray) -> Color:
    rows, side = np.nonzero(np.isin(np.stack((made.a, made.b), 1), bodies))
    owner = np.where(side, made.b[rows], made.a[rows])
    order = np.argsort(owner, kind="stable")
    rows, side = rows[order], side[order]
    bodies, first, owner = np.unique(owner[order], return_index=True, return_inverse=True)
    patch, pair = (np.unique(column[rows], return_inverse=True)[1] for column in (pull.patch, pull.pair))
    return Color(bodies, rows, 6 * side[:, None] + np.arange(6), owner, first, patch, pair)


def masses(state64: State, h: float) -> np.ndarray:
    """(n, 6, 6) M/h2 of body rows at their poses [kg/s2], [kg m2/s2]; of movable ones, others have something."""
    local = state64.bodies.local.astype(np.float64)
    mass = 1 / np.where(local[:, 3] > 0, local[:, 3], 1)
    inertia = np.where(local[:, :3] > 0, 1 / np.where(local[:, :3] > 0, local[:, :3], 1), UNMOVED * mass[:, None])
    turn = matrix(state64.bodies.pose[:, 3:7])
    found = np.zeros((len(mass), 6, 6))
    found[:, :3, :3] = mass[:, None, None] * np.eye(3)
    found[:, 3:, 3:] = np.einsum("nij,nj,nkj->nik", turn, inertia, turn)
    return found / (h * h)


def wanted(pull: Pull, error: np.ndarray) -> np.ndarray:
    """(m,) w = multiplier - k E."""
    return pull.multiplier - pull.stiffness * error


def limits(pull: Pull, want: np.ndarray) -> np.ndarray:
    """(m,) upper bounds of the forces, where rows want to pull like that."""
    press = np.bincount(pull.patch, np.where(pull.presses, np.maximum(want, 0), 0))
    return np.where(pull.rubs, pull.friction * press[pull.patch], pull.upper)


def bounded(pull: Pull, want: np.ndarray, limit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(m,) forces f, and (m,) bool: inside their bounds."""
    least = np.where(pull.rubs, -limit, pull.lower)
    length = np.sqrt(np.bincount(pull.pair, want * want))[pull.pair]
    inside = np.where(pull.single, (want > least) & (want < limit), length < limit)
    shrunk = want * np.minimum(limit, length) / np.where(length > 0, length, 1)
    force = np.where(pull.single, np.minimum(np.maximum(want, least), limit), shrunk)
    return np.where(inside, want, force), inside


def descend(made: Rows, colors: list[Color], inertia: tuple[np.ndarray, np.ndarray], pull: Pull) -> np.ndarray:
    """(n, 6) ways of the bodies of one sweep; inertia = (M/h2, x - y now)."""
    mass, apart = inertia
    way = np.zeros(apart.shape)
    for color in colors:
        rows = color.rows
        here = Pull(*(column[rows] for column in pull))._replace(patch=color.patch, pair=color.pair)
        turned = (made.jacobian[rows] * np.concatenate((way[made.a[rows]], way[made.b[rows]]), 1)).sum(1)
        columns = np.take_along_axis(made.jacobian[rows], color.columns, 1)
        way[color.bodies] += _least(color, (mass[color.bodies], apart[color.bodies] + way[color.bodies]), columns,
                                    here._replace(error=here.error + turned))
    return way


def _least(color: Color, inertia: tuple[np.ndarray, np.ndarray], columns: np.ndarray, here: Pull) -> np.ndarray:
    """(b, 6) how far each goes."""
    mass, apart = inertia
    way = np.zeros(apart.shape)
    for _ in range(STEPS):
        step = _step(color, (mass, apart + way), columns,
                     here._replace(error=here.error + (columns * way[color.owner]).sum(1)))
        way = way + step
        if np.abs(step).max() < SMALL:
            break
    return way


def _step(color: Color, inertia: tuple[np.ndarray, np.ndarray], columns: np.ndarray, here: Pull) -> np.ndarray:
    """(b, 6) the better of both steps."""
    mass, apart = inertia
    want = wanted(here, here.error)
    limit = limits(here, want)
    force, inside = bounded(here, want, limit)
    down = -np.einsum("nij,nj->ni", mass, apart)
    down += np.add.reduceat(force[:, None] * columns, color.first)
    ends = []
    for counts in (inside, np.ones(len(inside), bool)):
        held = np.where(counts, here.stiffness, 0)[:, None, None] * columns[:, :, None] * columns[:, None, :]
        step = np.linalg.solve(mass + np.add.reduceat(held, color.first), down[:, :, None])[:, :, 0]
        there = here.error + (columns * step[color.owner]).sum(1), limit
        ends.append((step, _energy(color, (mass, apart + step), here, there)))
    (newton, low), (slow, other) = ends
    return np.where((low <= other)[:, None], newton, slow)


def _energy(color: Color, inertia: tuple[np.ndarray, np.ndarray], here: Pull, there: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """(b,) energy of each body [J]; there = (errors, bounds of friction and others)."""
    mass, apart = inertia
    want = wanted(here, there[0])
    force, _ = bounded(here, want, there[1])
    rest = want - force
    rows = (want * want - rest * rest) / (2 * here.stiffness)
    return 0.5 * np.einsum("ni,nij,nj->n", apart, mass, apart) + np.bincount(color.owner, rows, len(color.bodies))
