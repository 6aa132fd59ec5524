"""The pairs of bodies with a contact impulse in a step, computed when they are first read: after most steps they never are."""
from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Protocol

import numpy as np

from physics.simd.value import W

UID = 32                                         # bits of a key below those of the lower uid


class Lanes(Protocol):
    """Lanes of contacts: `Contacts`, or copies of these fields of theirs."""

    a: np.ndarray
    b: np.ndarray
    pushing: np.ndarray


class ImpulsePairs:
    """The pairs with an impulse in one step; `find` is called once, when they are first read."""

    def __init__(self, find: Callable[[], np.ndarray]):
        self._find = find

    @cached_property
    def keys(self) -> np.ndarray:
        """(n,) int64 lower uid << 32 | higher uid, rising, each once."""
        return self._find()


def impulse_pairs_of(keys: np.ndarray) -> ImpulsePairs:
    """The pairs with these keys."""
    return ImpulsePairs(partial(np.sort, keys))


def no_pairs() -> ImpulsePairs:
    """No pair."""
    return impulse_pairs_of(np.empty(0, np.int64))


def impulse_pairs_in(contacts: Lanes, blocks: int, uids: np.ndarray) -> ImpulsePairs:
    """The pairs with an impulse in the first `blocks` blocks of a step that has stored its impulses; uids (rows,) of its bodies.

    The arrays that the next step overwrites are copied: a, b, lanes with an impulse, and uids.
    """
    lanes = blocks * W
    return ImpulsePairs(partial(_keys, contacts.a[:lanes].copy(), contacts.b[:lanes].copy(), contacts.pushing[:blocks].copy(),
                                uids.copy()))


def _keys(a: np.ndarray, b: np.ndarray, pushing: np.ndarray, uids: np.ndarray) -> np.ndarray:
    pushed = (pushing[:, None] >> np.arange(W) & 1).ravel() > 0
    one, two = uids[a[pushed]], uids[b[pushed]]
    return np.unique(np.minimum(one, two) << UID | np.maximum(one, two))      # compounds touch with several parts


def pair_keys(uids: np.ndarray, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """(n,) int64 uid << 32 | uid of the bodies in rows `one` and `two`; uids (rows,)."""
    return uids[one] << UID | uids[two]


def uids_of(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(lower uid, higher uid) of each pair."""
    return keys >> UID, keys & (1 << UID) - 1
