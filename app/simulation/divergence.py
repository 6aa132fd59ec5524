"""The divergence of variants: the readings of each variant over time, and the distances between compared variants.

After every step, distances are measured between the freely moving bodies of each variant and of the first.  The readings, which
cost more, are taken as often as an eighth of the time allows.
"""
from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from app.published.distance import rms_and_largest
from app.published.divergence import Divergence
from physics.measure.metric_table import metric_table
from physics.measure.sampler import Sampler

ROOM = 36_000               # rows of a table: ten minutes of steps
SHARE = 8                   # inverse share of the time for readings


class Table:
    """A list of rows of numbers.  When it is full, every second row is dropped, also of the rows added later."""

    def __init__(self, width: int, room: int = ROOM):
        """`room`: rows at most, an even number."""
        self._rows = np.empty((64, width))
        self._room, self._count, self._every, self._offered = room, 0, 1, 0

    def add(self, row: Any) -> None:
        """One more row."""
        self._offered += 1
        if (self._offered - 1) % self._every:
            return
        if self._count == self._room:                     # into a new array: slices returned earlier stay valid
            kept = self._rows[::2]
            self._rows, self._count, self._every = np.concatenate((kept, np.empty_like(kept))), len(kept), 2 * self._every
        elif self._count == len(self._rows):
            self._rows = np.concatenate((self._rows, np.empty_like(self._rows)))[:self._room]
        self._rows[self._count] = row
        self._count += 1

    def cut(self, count: int) -> None:
        """Forget all rows but the first so many."""
        if count < self._count:
            self._rows = self._rows.copy()                # slices returned earlier stay valid
            self._count = count

    @property
    def rows(self) -> np.ndarray:
        """(k, width) the present rows; never written again."""
        return self._rows[:self._count]


class DivergenceLog:
    """Records the divergence of variants from its creation on; only the simulation thread uses it."""

    def __init__(self, worlds: Sequence[Any]):
        """For the worlds of all variants; for a single one only the readings are recorded."""
        self._worlds = list(worlds)
        self._samplers = [Sampler(world) for world in worlds]
        self._free = [_Free() for _ in worlds]
        self._names = tuple(dict.fromkeys(name for sampler in self._samplers for name in metric_table(sampler)))
        self._readings = Table(2 + len(worlds) * len(self._names))
        self._apart = Table(2 + 2 * len(worlds))
        self._due = 0.0
        self.step()
        self.read()

    def step(self) -> None:
        """Record the distances of the variants after a step of all of them; a single one has none."""
        if len(self._worlds) == 1 or self._is_known(self._apart):
            return
        first, here = self._worlds[0], self._free[0].places(self._worlds[0])
        found = [distance(here, free.places(world)) for free, world in zip(self._free, self._worlds)]
        self._apart.add((first.step_count, first.time, *(rms for rms, _ in found), *(largest for _, largest in found)))

    def read(self) -> None:
        """Record the readings, if they are due."""
        begun = time.perf_counter()
        if begun < self._due or self._is_known(self._readings):
            return
        row = [float(self._worlds[0].step_count), float(self._worlds[0].time)]
        for sampler in self._samplers:
            sampler.look()
            found = metric_table(sampler)
            row += [found.get(name, np.nan) for name in self._names]
        self._readings.add(row)
        ended = time.perf_counter()
        self._due = ended + SHARE * (ended - begun)

    def _is_known(self, table: Table) -> bool:
        """Whether the worlds are not beyond the last time in a table: they take steps again that they took before."""
        return len(table.rows) > 0 and self._worlds[0].time <= table.rows[-1, 1]

    def cut(self, time: float) -> None:
        """Forget what was recorded after a time [s]: another future begins there."""
        for table in (self._apart, self._readings):
            table.cut(int(np.searchsorted(table.rows[:, 1], time, side="right")))

    def divergence(self) -> Divergence:
        """The record so far."""
        rows, apart, n = self._readings.rows, self._apart.rows, len(self._worlds)
        return Divergence(self._names, rows[:, 0], rows[:, 1], rows[:, 2:].reshape(len(rows), n, len(self._names)),
                          apart[:, 0], apart[:, 1], apart[:, 2:2 + n], apart[:, 2 + n:])


class _Free:
    """The freely moving bodies of a world; updated when bodies are added or removed."""

    def __init__(self):
        self._uids, self._rows = np.zeros(0, np.int64), np.zeros(0, np.intp)

    def places(self, world: Any) -> tuple[np.ndarray, np.ndarray]:
        """Their uids (n,) and places (n, 3) [m]."""
        uids = np.asarray(world.uids)
        if not np.array_equal(uids, self._uids):
            self._uids = uids.copy()
            self._rows = np.flatnonzero([body.type == "dynamic" for body in world.bodies])
        return uids[self._rows], np.asarray(world.positions, float)[self._rows]


def distance(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> tuple[float, float]:
    """Root mean square and largest distance [m] between bodies of the same uid, from uids and places of two worlds; a body of
    one world alone, or with a NaN place, is infinitely far."""
    (uids, here), (others, there) = one, other
    same = np.array_equal(uids, others)
    if not same:
        _, rows, other_rows = np.intersect1d(uids, others, assume_unique=True, return_indices=True)
        here, there = here[rows], there[other_rows]
    rms, largest = rms_and_largest(((there - here) ** 2).sum(1))
    return float(rms), float(largest) if same else np.inf
