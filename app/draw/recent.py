"""A small cache of costly drawing results that several frames, or drawing and picking, share."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.draw.frame import same


class Recent:
    """The last few results.  Thread-safe; at worst two threads compute the same result."""

    def __init__(self, room: int = 4):
        """`room`: number of results, as many as a window has pictures side by side."""
        self._room = room
        self._kept: tuple[tuple[tuple[Any, ...], tuple[Any, ...], Any], ...] = ()

    def of(self, owners: tuple[Any, ...], values: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """The result of `make`, cached for identical `owners` (immutable objects) and equal `values`."""
        for known, numbers, result in self._kept:
            if all(one is other for one, other in zip(known, owners, strict=True)) and same(numbers, values):
                return result
        result = make()
        self._kept = (*self._kept, (owners, values, result))[-self._room:]
        return result
