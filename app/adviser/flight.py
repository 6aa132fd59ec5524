"""Free flight: the frames at the start in which nothing touches a body.

Without a torque its angular momentum L = I w and its spin energy w . I w / 2 stay as they are, whatever it tumbles.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.adviser.observation import Observation
from physics.bodies.rotation import rotate, rotate_back

SHORTEST = 0.3                    # [s] of a flight that shows anything
LEAST_SPIN = 0.5                  # [rad/s]
MOMENTS = 60                      # of a flight that are looked at


class Flight(NamedTuple):
    """A body's first flight."""

    row: int                      # of the watched bodies
    seconds: float
    momentum: np.ndarray          # (k, 3) at some moments from its start to its end [N m s]
    energy: np.ndarray            # (2,) of its spin [J]
    speeds: np.ndarray            # (2,) of its spin [rad/s]

    @property
    def gain(self) -> float:
        """Relative change of the spin's energy."""
        return float(self.energy[1] / self.energy[0] - 1)

    @property
    def turned(self) -> float:
        """Largest angle between its angular momentum at the start and later [rad]."""
        first = self.momentum[0]
        return float(np.arctan2(np.linalg.norm(np.cross(first, self.momentum), axis=1), self.momentum @ first).max())


def flights(seen: Observation) -> list[Flight]:
    """The flights of bodies that spin, no joint holds and nothing touches from the start on."""
    if seen.drives.startswith("an event"):
        return []
    spinning = seen.seen("spins")[0] > LEAST_SPIN
    found = []
    for row in np.flatnonzero(seen.bodies.dynamic & ~seen.bodies.jointed & spinning):
        ends = np.flatnonzero(seen.touching[:, row] | seen.frames.asleep[:, row])
        last = int(ends[0]) - 2 if len(ends) else len(seen.times) - 1
        if last > 0 and seen.times[last] >= SHORTEST:
            found.append(_flight(seen, int(row), last))
    return found


def _flight(seen: Observation, row: int, last: int) -> Flight:
    moments = np.unique(np.linspace(0, last, MOMENTS).astype(int))
    turns, spins = (values[moments, row].astype(float) for values in (seen.frames.rotations, seen.frames.spins))
    own, inertia = rotate_back(turns, spins), seen.bodies.inertias[row]
    energy = 0.5 * (inertia * own ** 2).sum(1)
    return Flight(row, float(seen.times[last]), rotate(turns, inertia * own), energy[[0, -1]],
                  np.linalg.norm(spins, axis=1)[[0, -1]])
