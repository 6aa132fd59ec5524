"""Checks of a moment from elsewhere: its bodies, and that all numbers are finite; `storage.pair_checks` has those of pairs.

Raises DoesNotFit, whose text ends the sentence "the state is not used: ...".
"""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from physics.bodies.arrays import FIRST
from physics.bodies.symmetric_top import TOP
from physics.history.moment.layout import UID_PAIRS, Place
from physics.storage.pair_checks import require

LARGEST = 1e31                       # of any number: beyond FAR, by which nothing is meant
MOST_UID = 2**31
UID = 32                             # bits of a key below those of a uid


def check_numbers(places: list[Place], arrays: Mapping[str, np.ndarray]) -> None:
    """All numbers are finite and of a sane size."""
    for place in places:
        if place.dtype.kind == "f":
            infinite = place.name == "parts.slots"                       # a limit that is none
            array = arrays[place.name]
            with np.errstate(invalid="ignore"):
                fine = np.abs(array) <= LARGEST
            require((fine | (np.isinf(array) if infinite else False)).all())


def check_bodies(arrays: Mapping[str, np.ndarray], count: int) -> None:
    """Flags, islands and uids of `count` bodies."""
    living = slice(FIRST, FIRST + count)
    uids = arrays["bodies.uid"][living]
    require((uids > 0).all() and (uids < MOST_UID).all() and (np.diff(uids) > 0).all())
    require((arrays["bodies.awake"] <= 1).all() and (arrays["bodies.joined"] <= TOP).all())
    islands = arrays["bodies.island"]
    require(((islands >= 0) & (islands < FIRST + count)).all())
    lengths = (arrays["bodies.pose"][living, 3:7].astype(np.float64)**2).sum(1)
    require((np.abs(lengths - 1) < 0.01).all())
    for name in UID_PAIRS:
        keys = arrays[f"contacts.{name}"]
        require((keys >= 0).all() and np.isin(keys >> UID, uids).all() and np.isin(keys & (1 << UID) - 1, uids).all())
