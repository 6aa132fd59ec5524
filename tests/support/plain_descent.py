"""The sweep of avbd over bodies and its supports by numpy, all bodies of a colour at once: the reference of the kernels."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import Bodies
from physics.bodies.rotation import matrix
from physics.lab.methods.avbd.body_descent import SMALL, STEPS
from physics.lab.methods.avbd.poses import UNMOVED
from physics.lab.methods.avbd.pull import Pull
from physics.lab.methods.avbd.support import SHAKING
from physics.lab.rows.row import OF_PARTS, Rows, applied
from tests.support.pressing_rows import pressing


class Color(NamedTuple):
    """Bodies that share no row, and their rows; a row between two movable bodies is in the colours of both."""

    bodies: np.ndarray            # (b,) body rows
    rows: np.ndarray              # (q,) row numbers
    columns: np.ndarray           # (q, 6) places of the body's columns in J
    owner: np.ndarray             # (q,) place in `bodies`; rows are sorted by it
    first: np.ndarray             # (b,) first row of each body


class Inertia(NamedTuple):
    """The inertial term of the energy."""

    mass: np.ndarray              # (b, 6, 6) M/h2 [kg/s2], [kg m2/s2]
    apart: np.ndarray             # (b, 6) x - y [m], [rad]


def colors_of(rows: Rows, movable: np.ndarray) -> list[Color]:
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
    found = (_color(rows, np.flatnonzero(color == k)) for k in range(color.max(initial=-1) + 1))
    return [one for one in found if len(one.rows)]


def _color(rows: Rows, bodies: np.ndarray) -> Color:
    members, side = np.nonzero(np.isin(np.stack((rows.a, rows.b), 1), bodies))
    owner = np.where(side, rows.b[members], rows.a[members])
    order = np.argsort(owner, kind="stable")
    members, side = members[order], side[order]
    bodies, first, owner = np.unique(owner[order], return_index=True, return_inverse=True)
    return Color(bodies, members, 6 * side[:, None] + np.arange(6), owner, first)


def masses(bodies: Bodies, h: float) -> np.ndarray:
    """(n, 6, 6) M/h2 of body rows at their poses [kg/s2], [kg m2/s2]; arbitrary for immovable bodies."""
    local = bodies.local.astype(np.float64)
    mass = 1 / np.where(local[:, 3] > 0, local[:, 3], 1)
    inertia = np.where(local[:, :3] > 0, 1 / np.where(local[:, :3] > 0, local[:, :3], 1), UNMOVED * mass[:, None])
    turn = matrix(bodies.pose[:, 3:7])
    found = np.zeros((len(mass), 6, 6))
    found[:, :3, :3] = mass[:, None, None] * np.eye(3)
    found[:, 3:, 3:] = np.einsum("nij,nj,nkj->nik", turn, inertia, turn)
    return found / (h * h)


def wanted(pull: Pull, error: np.ndarray) -> np.ndarray:
    """(m,) w = multiplier - k E."""
    return pull.multiplier - pull.stiffness * error


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


def descend(rows: Rows, colors: list[Color], inertia: Inertia, pull: Pull) -> np.ndarray:
    """(n, 6) displacements of the bodies in one sweep."""
    mass, apart = inertia
    moved = np.zeros(apart.shape)
    for color in colors:
        members = color.rows
        here = Pull(*(column[members] if name != "of_patch" else column for name, column in zip(Pull._fields, pull)))
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


def supported_motion(rows: Rows, multiplier: np.ndarray, bodies: Bodies, old: np.ndarray, h: float) -> np.ndarray:
    """(n, 6) displacements to leave out [m], [rad], by multipliers (m,) [N]; `old` are the velocities (n, 6) before forces."""
    gained = (bodies.velocity[:, :6] - old)[:, :3]
    weight = np.linalg.norm(gained, axis=1, keepdims=True) / h
    down = _over(gained, h * weight)
    left, out = np.ones(weight.shape), np.zeros(old.shape)
    inverse = bodies.local.astype(np.float64)
    radius = np.sqrt(_over(inverse[:, 3], inverse[:, :3].mean(1)))
    for joined in (False, True):
        force = np.where((rows.kind >= OF_PARTS) == joined, multiplier, 0)
        lift = -(applied(rows, force, np.zeros(old.shape))[:, :3] * down).sum(1, keepdims=True)
        share = np.minimum(np.clip(_over(lift, weight), 0, 1), left)
        left = left - share
        against = old - _support_velocity(rows, force, down, old)
        if not joined:
            against[:, :3] = (against[:, :3] * down).sum(1, keepdims=True) * down
        pace = np.linalg.norm(against[:, :3], axis=1) + radius * np.linalg.norm(against[:, 3:], axis=1)
        against *= np.minimum(_over(SHAKING * h * weight, pace[:, None]), 1)
        against[:, :3] += gained
        out += h * share * against
    return out


def _support_velocity(rows: Rows, force: np.ndarray, down: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """(n, 6) mean velocities of each body's supports."""
    total, sum_of = np.zeros((len(velocity), 1)), np.zeros(velocity.shape)
    for column, (mine, other) in ((0, (rows.a, rows.b)), (6, (rows.b, rows.a))):
        lift = np.maximum(-force * (rows.jacobian[:, column:column + 3] * down[mine]).sum(1), 0)[:, None]
        np.add.at(total, mine, lift)
        np.add.at(sum_of, mine, lift * velocity[other, :6])
    return _over(sum_of, total)


def _over(what: np.ndarray, by: np.ndarray) -> np.ndarray:
    """what / by, and 0 where `by` is not positive."""
    return np.where(by > 0, what, 0) / np.where(by > 0, by, 1)
