"""What picked rows did in the last steps, by their keys."""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from app.published.inside import RowKey, row_of
from physics.introspection.row_table import RowTable

LIVED = 600                        # steps over which a picked row is followed


class Did(NamedTuple):
    """What a row did in a step: nan where the step had no such row."""

    impulse: float                 # of the whole step [N s] or [N m s]
    warm: float                    # what warm starting gave in its last substep


GONE = Did(np.nan, np.nan)


def did(rows: RowTable, key: RowKey) -> Did:
    """What the row with a key did in the step of a table."""
    row = row_of(rows, key)
    return GONE if row is None else Did(float(rows.impulse[row]), float(rows.warm[row]))


class RowLives:
    """Of each picked row what it did, by step."""

    def __init__(self) -> None:
        self._of: dict[RowKey, dict[int, Did]] = {}

    def follow(self, step: int, rows: RowTable, keys: tuple[RowKey, ...]) -> None:
        """Note what these rows did in the present step, and forget all others; steps that were taken back are dropped."""
        kept = range(step - LIVED + 1, step)
        self._of = {key: {at: done for at, done in self._of.get(key, {}).items() if at in kept} for key in keys}
        for key, life in self._of.items():
            life[step] = did(rows, key)

    def add(self, found: Mapping[RowKey, Mapping[int, Did]]) -> None:
        """Add steps that were taken again, where none is known."""
        for key, life in found.items():
            if key in self._of:
                self._of[key] = dict(life) | self._of[key]

    def of(self, key: RowKey) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """((k,) steps, rising, (k,) impulses, (k,) warm starts)."""
        life = sorted(self._of[key].items())
        steps = np.array([step for step, _ in life])
        return steps, np.array([done.impulse for _, done in life]), np.array([done.warm for _, done in life])

    def unknown(self, steps: range) -> int | None:
        """The first of these steps that the life of some row lacks."""
        return next((step for step in steps if any(step not in life for life in self._of.values())), None)
