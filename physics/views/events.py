"""Events of a step: pairs of bodies whose contact impulses began or ended, ordered by key (lower uid, higher uid).

Broken joints have an event of their own, JointBroke.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.storage.breaking import JointBroke
from physics.storage.touching_impulses import uids_of

__all__ = ["ContactBegin", "ContactEnd", "JointBroke", "contact_events"]


class ContactBegin(NamedTuple):
    """Two bodies exert an impulse on each other, and did not in the step before."""

    a: int                         # lower uid
    b: int                         # higher uid


class ContactEnd(NamedTuple):
    """Two bodies no longer exert an impulse on each other, or one of them was removed."""

    a: int                         # lower uid
    b: int                         # higher uid


def contact_events(world) -> list[ContactBegin | ContactEnd]:
    """Events of the last step."""
    state = world._contacts
    now, before = state.impulse_pairs.keys, state.impulse_pairs_before.keys
    keyed = [(int(key), ContactBegin) for key in np.setdiff1d(now, before, assume_unique=True)]
    keyed += [(int(key), ContactEnd) for key in np.setdiff1d(before, now, assume_unique=True)]
    return [kind(*uids_of(key)) for key, kind in sorted(keyed, key=lambda item: item[0])]
