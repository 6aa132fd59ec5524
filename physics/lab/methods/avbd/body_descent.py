"""Block descent over bodies: each body moves to the minimum of the energy over its own six coordinates, the others fixed.

    energy(x) = 1/2 (x - y)^T M/h2 (x - y) + sum (w^2 - (w - f)^2) / 2k,      y: the pose after free motion
    w = multiplier - k E,    f = w clamped to its bounds,    E = C(x) - goal,     gradient: M/h2 (x - y) - sum J^T f

k is a row's stiffness [N/m] and f its force [N].  Inside its bounds a row is a spring about E = multiplier / k; at a bound its
force is constant.  The transition is smooth and the sum is convex, with friction's bounds taken at the start of each step.
Two steps are tried, (M/h2 + sum k J^T J) change = - gradient with the rows inside their bounds, and with all rows.  The first
is Newton's; the second minimises a parabola above the energy, so it never increases the energy.  The body takes the step with
the lower energy, and at most STEPS steps.  Bodies of one colour share no row, so they are solved at once.
Source: Chen, Liu, Yang, Yuksel, "Vertex Block Descent", SIGGRAPH 2024.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.rotation import matrix
from physics.dynamics.substeps import State
from physics.lab.rows.row import Rows

STEPS = 4                                        # of a body in a sweep, at most
SMALL = 1e-9                                     # a step below this is the last [m], [rad]
UNMOVED = 1e12                                   # inertia about a locked axis, over the mass [m2]


class Pull(NamedTuple):
    """m rows as springs with multipliers."""

    hard: np.ndarray              # (m,) bool: with a multiplier; the others are plain springs
    stiffness: np.ndarray         # (m,) k [N/m] or [N m/rad]
    multiplier: np.ndarray        # (m,) [N] or [N m]
    error: np.ndarray             # (m,) E at the present poses [m] or [rad]
    lower: np.ndarray             # (m,) bounds of the force; `upper` of a vector: of its length
    upper: np.ndarray             # (m,)
    friction: np.ndarray          # (m,) of friction rows: bound of the force over the patch's normal forces
    is_friction: np.ndarray       # (m,) bool
    is_normal: np.ndarray         # (m,) bool
    patch: np.ndarray             # (m,) number of the patch
    pair: np.ndarray              # (m,) number of the vector that is bounded as a whole
    single: np.ndarray            # (m,) bool: the only row of its vector


class Color(NamedTuple):
    """Bodies that share no row, and their rows; a row between two movable bodies is in the colours of both."""

    bodies: np.ndarray            # (b,) body rows
    rows: np.ndarray              # (q,) row numbers
    columns: np.ndarray           # (q, 6) places of the body's columns in J
    owner: np.ndarray             # (q,) place in `bodies`; rows are sorted by it
    first: np.ndarray             # (b,) first row of each body
    patch: np.ndarray             # (q,) `Pull.patch`, numbered within the colour
    pair: np.ndarray              # (q,) `Pull.pair`, numbered within the colour


class Inertia(NamedTuple):
    """The inertial term of the energy, of all bodies or of those of a colour."""

    mass: np.ndarray              # (b, 6, 6) M/h2 [kg/s2], [kg m2/s2]
    apart: np.ndarray             # (b, 6) x - y [m], [rad]


def colors_of(rows: Rows, pull: Pull, movable: np.ndarray) -> list[Color]:
    """Movable bodies by colour, greedily in the order of their rows."""
    both = movable[rows.a] & movable[rows.b]
    neighbours: dict[int, set[int]] = {int(body): set() for body in np.flatnonzero(movable)}
    for a, b in {(int(a), int(b)) for a, b in zip(rows.a[both], rows.b[both])}:
        neighbours[a].add(b)
        neighbours[b].add(a)
    color = np.full(len(movable), -1)
    for body, others in neighbours.items():
        taken = {color[other] for other in others}
        color[body] = next(k for k in range(len(others) + 1) if k not in taken)
    found = (_color(rows, pull, np.flatnonzero(color == k)) for k in range(color.max(initial=-1) + 1))
    return [one for one in found if len(one.rows)]


def _color(rows: Rows, pull: Pull, bodies: np.ndarray) -> Color:
    members, side = np.nonzero(np.isin(np.stack((rows.a, rows.b), 1), bodies))
    owner = np.where(side, rows.b[members], rows.a[members])
    order = np.argsort(owner, kind="stable")
    members, side = members[order], side[order]
    bodies, first, owner = np.unique(owner[order], return_index=True, return_inverse=True)
    patch, pair = (np.unique(column[members], return_inverse=True)[1] for column in (pull.patch, pull.pair))
    return Color(bodies, members, 6 * side[:, None] + np.arange(6), owner, first, patch, pair)


def masses(state64: State, h: float) -> np.ndarray:
    """(n, 6, 6) M/h2 of body rows at their poses [kg/s2], [kg m2/s2]; arbitrary for immovable bodies."""
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
    """(m,) upper bounds of the forces, from w (m,)."""
    normal = np.bincount(pull.patch, np.where(pull.is_normal, np.maximum(want, 0), 0))
    return np.where(pull.is_friction, pull.friction * normal[pull.patch], pull.upper)


def bounded(pull: Pull, want: np.ndarray, limit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(m,) forces f, and (m,) bool: whether they are inside their bounds; from w and the upper bounds (m,)."""
    least = np.where(pull.is_friction, -limit, pull.lower)
    length = np.sqrt(np.bincount(pull.pair, want * want))[pull.pair]
    inside = np.where(pull.single, (want > least) & (want < limit), length < limit)
    shrunk = want * np.minimum(limit, length) / np.where(length > 0, length, 1)
    force = np.where(pull.single, np.minimum(np.maximum(want, least), limit), shrunk)
    return np.where(inside, want, force), inside


def descend(rows: Rows, colors: list[Color], inertia: Inertia, pull: Pull) -> np.ndarray:
    """(n, 6) displacements of the bodies in one sweep."""
    mass, apart = inertia
    moved = np.zeros(apart.shape)
    for color in colors:
        members = color.rows
        here = Pull(*(column[members] for column in pull))._replace(patch=color.patch, pair=color.pair)
        change = (rows.jacobian[members] * np.concatenate((moved[rows.a[members]], moved[rows.b[members]]), 1)).sum(1)
        columns = np.take_along_axis(rows.jacobian[members], color.columns, 1)
        moved[color.bodies] += _least(color, Inertia(mass[color.bodies], apart[color.bodies] + moved[color.bodies]), columns,
                                      here._replace(error=here.error + change))
    return moved


def _least(color: Color, inertia: Inertia, columns: np.ndarray, here: Pull) -> np.ndarray:
    """(b, 6) displacement of each body to its minimum."""
    mass, apart = inertia
    moved = np.zeros(apart.shape)
    for _ in range(STEPS):
        step = _step(color, Inertia(mass, apart + moved), columns,
                     here._replace(error=here.error + (columns * moved[color.owner]).sum(1)))
        moved = moved + step
        if np.abs(step).max() < SMALL:
            break
    return moved


def _step(color: Color, inertia: Inertia, columns: np.ndarray, here: Pull) -> np.ndarray:
    """(b, 6) of the two steps the one with the lower energy."""
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
        there = here._replace(error=here.error + (columns * step[color.owner]).sum(1))
        ends.append((step, _energy(color, Inertia(mass, apart + step), there, limit)))
    (newton, low), (slow, other) = ends
    return np.where((low <= other)[:, None], newton, slow)


def _energy(color: Color, inertia: Inertia, there: Pull, limit: np.ndarray) -> np.ndarray:
    """(b,) energy of each body [J] for errors `there.error` and upper bounds `limit` (q,)."""
    mass, apart = inertia
    want = wanted(there, there.error)
    force, _ = bounded(there, want, limit)
    rest = want - force
    springs = (want * want - rest * rest) / (2 * there.stiffness)
    return 0.5 * np.einsum("ni,nij,nj->n", apart, mass, apart) + np.bincount(color.owner, springs, len(color.bodies))
