"""Memory: how many bytes a history holds; an array that several keyframes or records share counts once."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from physics.history.keyframe import Keyframe
from physics.history.record import StepRecord

RECORD, EVENT, COMMAND, KEYFRAME = 300, 200, 500, 12_000         # of Python objects beside arrays, from above [bytes]
ENTRY = 120                                                      # of a dictionary, with a number as its key


class Memory:
    """Counts what is kept."""

    def __init__(self) -> None:
        self.bytes = 0
        self._holders: dict[int, int] = {}                       # id of an array or dictionary -> how many hold it

    def hold(self, thing: Keyframe | StepRecord) -> None:
        """Something is kept from now on."""
        self.bytes += _own(thing)
        for part, size in _parts(thing):
            holders = self._holders.get(id(part), 0)
            self._holders[id(part)] = holders + 1
            self.bytes += size if holders == 0 else 0

    def free(self, thing: Keyframe | StepRecord) -> None:
        """Something that was kept goes."""
        self.bytes -= _own(thing)
        for part, size in _parts(thing):
            holders = self._holders[id(part)] - 1
            if holders:
                self._holders[id(part)] = holders
            else:
                del self._holders[id(part)]
                self.bytes -= size


def _own(thing: Keyframe | StepRecord) -> int:
    return KEYFRAME if isinstance(thing, Keyframe) else RECORD + EVENT * len(thing.events)


def _parts(thing: Keyframe | StepRecord) -> Iterator[tuple[object, int]]:
    """(object that may be shared, its bytes)."""
    if isinstance(thing, StepRecord):
        for array in (thing.uids, thing.poses):
            if array is not None:
                yield array, array.nbytes
        return
    for array in thing.arrays.values():
        yield array, array.nbytes
    for array in _arrays_in(thing.shown):
        yield array, array.nbytes
    for value in thing.fields.values():
        if isinstance(value, np.ndarray):
            yield value, value.nbytes
        elif isinstance(value, dict):
            yield value, ENTRY * len(value)


def _arrays_in(thing: object) -> Iterator[np.ndarray]:
    """The arrays in nested tuples."""
    if isinstance(thing, np.ndarray):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _arrays_in(part)
