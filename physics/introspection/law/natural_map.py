"""How far each row is from its own equation and bounds: the natural map, of any number of rows, without a matrix.

    w = J V + bias + impulse_scale / mass_scale K impulse,      r = impulse - clamp(impulse - w / D)      [N s] or [N m s]

V are the present velocities, so w is what is left of the row's equation; D is the diagonal of K and its compliance.
"""
from __future__ import annotations

import numpy as np

from physics.constraints.part import UNLIMITED
from physics.contacts.layout import PYRAMID
from physics.lab.law import Law
from physics.lab.rows.row import FRICTION, OF_PARTS, ROLLING, Rows, is_friction, pressing_on, speeds

BEYOND = 1e-6 * UNLIMITED                        # bounds from here on are none


def bounds_of(rows: Rows, impulse: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(lower, upper) bounds of every row; those of friction follow from these normal impulses."""
    lower = np.where(np.abs(rows.lower) >= BEYOND, -np.inf, rows.lower)
    upper = np.where(np.abs(rows.upper) >= BEYOND, np.inf, rows.upper)
    friction = is_friction(rows)
    if friction.any():
        upper[friction] = rows.friction[friction] * pressing_on(rows, impulse)[friction]
        lower[friction] = -upper[friction]
    return lower, upper


def mates(rows: Rows) -> list[np.ndarray]:
    """For each offset of -2, -1, 1, 2: (m,) bool, whether the row so far on is of the same part."""
    number = np.arange(len(rows.a))
    found = []
    for offset in (-2, -1, 1, 2):
        other = np.clip(number + offset, 0, max(len(number) - 1, 0))
        found.append((other == number + offset) & (rows.group[other] == rows.group) & (rows.kind >= OF_PARTS))
    return found


def loaded(rows: Rows, impulse: np.ndarray) -> np.ndarray:
    """(m,) K impulse: of rows of a part with all impulses of the part, of others with their own."""
    total = rows.k * impulse
    for offset, mine in zip((-2, -1, 1, 2), mates(rows)):
        mine = np.flatnonzero(mine)
        total[mine] += (rows.jacobian[mine] * rows.response[mine + offset]).sum(1) * impulse[mine + offset]
    return total


def natural_map(rows: Rows, law: Law, impulse: np.ndarray, velocity: np.ndarray, friction_model: int) -> np.ndarray:
    """(m,) the natural map at these impulses and velocities."""
    soft = law.impulse_scale / np.where(law.mass_scale > 0, law.mass_scale, 1.0)
    w = speeds(rows, velocity) + law.bias + soft * loaded(rows, impulse)
    change = velocity[rows.b, :3] - velocity[rows.a, :3]
    w += (rows.surface_jacobian * change).sum(1)
    diagonal = rows.k * (1 + soft)
    aim = impulse - w / np.where(diagonal > 0, diagonal, 1.0)
    lower, upper = bounds_of(rows, impulse)
    clamped = np.clip(aim, lower, upper)
    clamped = shortened(pairs_of_tangents(rows, friction_model != PYRAMID), (aim, clamped), upper)
    return np.where(diagonal > 0, impulse - clamped, 0.0)


def pairs_of_tangents(rows: Rows, cone: bool) -> np.ndarray:
    """(m,) bool: first of two rows that are bounded as a vector, whose second follows: of rolling, and friction in a `cone`."""
    first = np.zeros(len(rows.a), bool)
    disc = (rows.kind == ROLLING) | (rows.kind == FRICTION) & cone
    first[:-1] = (disc[:-1] & (rows.kind[:-1] == rows.kind[1:]) & (rows.patch[:-1] == rows.patch[1:]) & (rows.component[:-1] == 0)
                  & (rows.component[1:] == 1))
    return first


def shortened(first: np.ndarray, wanted: tuple[np.ndarray, np.ndarray], upper: np.ndarray) -> np.ndarray:
    """The clamped impulses, of wanted = (aim, clamped), with both rows of the pairs that begin at `first` in a disc."""
    one, aim = np.flatnonzero(first), wanted[0]
    size = np.hypot(aim[one], aim[one + 1])
    share = np.where(size > upper[one], upper[one] / np.where(size > 0, size, 1.0), 1.0)
    clamped = wanted[1].copy()
    clamped[one], clamped[one + 1] = share * aim[one], share * aim[one + 1]
    return clamped
