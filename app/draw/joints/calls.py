"""Calls of functions of joint poses, gathered by function: a frame makes one call of each for all joints that need it."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

Place = Callable[..., np.ndarray]      # of poses of k joints and constants (k, ...): what it gives for each, (k, count, ...)


class Call(NamedTuple):
    """One call."""

    place: Place
    rows: np.ndarray                   # (k,) of the joints
    constants: tuple[np.ndarray, ...]


class Calls:
    """Calls to come; what each will give has a number."""

    def __init__(self) -> None:
        """None yet."""
        self._found: dict[Place, list[tuple]] = defaultdict(list)
        self._count = 0

    def add(self, place: Place, rows: np.ndarray, constants: tuple[np.ndarray, ...], count: int) -> np.ndarray:
        """Numbers (k, count) of what `place` will give for joints `rows` (k,)."""
        numbers = self._count + np.arange(len(rows) * count).reshape(len(rows), count)
        self._count += numbers.size
        if numbers.size:
            self._found[place].append((rows, constants, numbers.reshape(-1)))
        return numbers

    def batches(self) -> tuple[list[Call], np.ndarray]:
        """One call of each function, and the numbers (n,) in the order in which these give them."""
        calls, order = [], [np.zeros(0, np.intp)]
        for place, found in self._found.items():
            rows, constants, numbers = zip(*found, strict=True)
            calls.append(Call(place, np.concatenate(rows), tuple(map(np.concatenate, zip(*constants, strict=True)))))
            order += numbers
        return calls, np.concatenate(order)
