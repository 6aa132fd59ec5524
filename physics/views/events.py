"""Events of a step: which pairs of bodies began and ceased to push each other, ordered by key (lower uid, higher uid).

Joints that broke have an event of their own, JointBroke.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.storage.breaking import JointBroke
from physics.storage.touching_impulses import uids_of

__all__ = ["ContactBegin", "ContactEnd", "JointBroke", "contact_events"]


class ContactBegin(NamedTuple):
    """Two bodies push each other that did not in the step before."""

    a: int                         # lower uid
    b: int                         # higher uid


class ContactEnd(NamedTuple):
    """Two bodies no longer push each other, or one of them is gone."""

    a: int
    b: int


def contact_events(world) -> list[ContactBegin | ContactEnd]:
    """Events of the last step."""
    state = world._contacts
    now, before = state.pushing_now.keys, state.pushing_before.keys
    keyed = [(int(key), ContactBegin) for key in np.setdiff1d(now, before, assume_unique=True)]
    keyed += [(int(key), ContactEnd) for key in np.setdiff1d(before, now, assume_unique=True)]
    return [kind(*uids_of(key)) for key, kind in sorted(keyed, key=lambda item: item[0])]
