"""Recent results of costly drawing work, so that what several frames, or drawing and picking, need is worked out once."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.draw.frame import same


class Recent:
    """The last few results; safe to use from several threads, which at worst work something out twice."""

    def __init__(self, room: int = 4):
        """`room`: how many are kept, as many as a window shows pictures beside each other."""
        self._room = room
        self._kept: tuple[tuple[tuple[Any, ...], tuple[Any, ...], Any], ...] = ()

    def of(self, owners: tuple[Any, ...], values: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """What `make` gives, kept from the last time for these very `owners`, immutable objects, and equal `values`."""
        for known, numbers, result in self._kept:
            if all(one is other for one, other in zip(known, owners, strict=True)) and same(numbers, values):
                return result
        result = make()
        self._kept = (*self._kept[-self._room + 1:], (owners, values, result))
        return result
