"""Which pairs of bodies pushed each other in a step, worked out when somebody asks: after most steps nobody does."""
from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from physics.contacts.layout import Contacts
from physics.simd.value import W

UID = 32                                         # bits of a key below those of the lower uid


class Pushing:
    """The pairs with an impulse in one step; `find` is called once, when they are asked for."""

    def __init__(self, find: Callable[[], np.ndarray]):
        self._find = find

    @cached_property
    def keys(self) -> np.ndarray:
        """(n,) int64 lower uid << 32 | higher uid, in any order, each once."""
        return self._find()


def pushing_of(keys: np.ndarray) -> Pushing:
    """These pairs."""
    return Pushing(keys.copy)


def nobody() -> Pushing:
    """No pair."""
    return pushing_of(np.empty(0, np.int64))


def pushing_in(contacts: Contacts, blocks: int, uids: np.ndarray) -> Pushing:
    """The pairs of the blocks of a step whose impulses are stored; uids = (rows,) those of the bodies in it.

    What the next step writes over is copied: a, b, lanes that pushed, and uids.
    """
    lanes = blocks * W
    return Pushing(partial(_keys, contacts.a[:lanes].copy(), contacts.b[:lanes].copy(), contacts.pushing[:blocks].copy(),
                           uids.copy()))


def _keys(a: np.ndarray, b: np.ndarray, pushing: np.ndarray, uids: np.ndarray) -> np.ndarray:
    pushed = (pushing[:, None] >> np.arange(W) & 1).ravel() > 0
    one, two = uids[a[pushed]], uids[b[pushed]]
    return np.minimum(one, two) << UID | np.maximum(one, two)


def uids_of(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(lower uid, higher uid) of each pair."""
    return keys >> UID, keys & (1 << UID) - 1
