"""Screening: at which steps of a history energy may have leapt, from its recorded poses alone.

    E = sum of 1/2 m v.v + 1/2 w.I w - m g.x,      v and w from the poses after two steps

v is the mean over a step, so a step that gives energy shows in its own motion or in that of the step after it.  Steps whose
poses are not known, and the first two, are always taken.  What screening takes is looked at closely; see `burst`.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from physics.bodies.rotation import opposite, product
from physics.history.symptoms import least_leap

SHARE = 0.3                                      # of a leap from which a step is looked at
UNKNOWN = np.nan


class Screening:
    """Energies of the steps of one history; bodies that are not there any more do not count."""

    def __init__(self, history: Any):
        world, pool = history.world, history.world._bodies
        local = pool.living(pool.arrays.local).astype(float)
        moves = local[:, 3] > 0
        inverse = local[moves]
        self._history, self._dt, self._gravity = history, float(world.dt), np.asarray(world.gravity, float)
        self._uids, self._masses = pool.living(pool.arrays.uid)[moves], 1 / inverse[:, 3]
        self._inertia = np.divide(1.0, inverse[:, :3], out=np.zeros((len(inverse), 3)), where=inverse[:, :3] > 0)
        self._least = least_leap(world, 0.0)
        self._rise = (least_leap(world, 1.0) - self._least)

    def suspects(self) -> Iterator[int]:
        """Steps to look at, rising; read as far as it is asked."""
        history, first = self._history, self._history.first
        before = now = (UNKNOWN, UNKNOWN)
        for step in range(first + 1, history.taken + 1):
            after = self.energies(step + 1) if step < history.taken else (UNKNOWN, UNKNOWN)
            now = now if step > first + 1 else self.energies(step)
            rises = np.array((sum(now) - sum(before), sum(after) - sum(now)))
            allowed = SHARE * (self._least + self._rise * np.array((before[0], min(before[0], now[0]))))
            if step < first + 3 or not (rises[np.isfinite(rises)] <= allowed[np.isfinite(rises)]).all() or np.isnan(rises[0]):
                yield step
            before, now = now, after

    def energies(self, step: int) -> tuple[float, float]:
        """(kinetic, potential) of a step [J]; not finite where its poses are not, or where they are not kept."""
        old, new = self._history.poses(step - 1), self._history.poses(step)
        if old is None or new is None:
            return UNKNOWN, UNKNOWN
        uids = np.intersect1d(np.intersect1d(old[0], new[0]), self._uids)
        mine = np.searchsorted(self._uids, uids)
        last, pose = (poses[np.searchsorted(known, uids)].astype(float) for known, poses in (old, new))
        velocity = (pose[:, :3] - last[:, :3]) / self._dt
        turn = product(opposite(last[:, 3:7]), pose[:, 3:7])
        spin = 2 * np.sign(turn[:, 3:]) * turn[:, :3] / self._dt
        kinetic = 0.5 * float(self._masses[mine] @ (velocity ** 2).sum(1) + (self._inertia[mine] * spin ** 2).sum())
        return kinetic, -float(self._masses[mine] @ (pose[:, :3] @ self._gravity))

    def first_not_finite(self) -> int | None:
        """The first step with a pose that is not finite, by bisection, since none becomes finite again; None without one."""
        low, high = self._history.first, self._history.taken
        if self._finite(high):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._finite(middle) else (low, middle)
        return high

    def _finite(self, step: int) -> bool:
        found = self._history.poses(step)
        return found is None or bool(np.isfinite(found[1]).all())
