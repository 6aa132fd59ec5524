"""Events of a step: pairs of bodies whose contact impulses began or ended, ordered by key (lower uid, higher uid), bodies that
came into a sensor or left it, ordered by key (the sensor's uid, the body's uid), joints that broke, by uid, and bodies whose
position or velocity became NaN, by uid.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.storage.breaking import JointBroke
from physics.storage.touching_impulses import uids_of

__all__ = ["BodyLost", "ContactBegin", "ContactEnd", "Event", "JointBroke", "SensorBegin", "SensorEnd", "step_events"]


class ContactBegin(NamedTuple):
    """Two bodies exert an impulse on each other, and did not in the step before."""

    a: int                         # lower uid
    b: int                         # higher uid


class ContactEnd(NamedTuple):
    """Two bodies no longer exert an impulse on each other, or one of them was removed."""

    a: int                         # lower uid
    b: int                         # higher uid


class SensorBegin(NamedTuple):
    """A body overlaps a sensor, and did not in the step before."""

    sensor: int                    # uid
    body: int                      # uid


class SensorEnd(NamedTuple):
    """A body no longer overlaps a sensor, or one of them was removed."""

    sensor: int                    # uid
    body: int                      # uid


class BodyLost(NamedTuple):
    """The position or the velocity of a body became NaN or infinite."""

    body: int                      # uid


Event = ContactBegin | ContactEnd | SensorBegin | SensorEnd | JointBroke | BodyLost


def step_events(world) -> list[Event]:
    """Events of the last step."""
    state = world._contacts
    contacts = _changes(state.impulse_pairs.keys, state.impulse_pairs_before.keys, (ContactBegin, ContactEnd))
    overlaps = _changes(state.overlaps, state.overlaps_before, (SensorBegin, SensorEnd))
    return [*contacts, *overlaps, *world._joints.broke, *map(BodyLost, world._bodies.just_lost)]


def _changes(now: np.ndarray, before: np.ndarray, kinds: tuple[type, type]) -> list[Event]:
    """The events of keys that came and that went, of these two kinds, by key; both arrays are rising."""
    if np.array_equal(now, before):
        return []
    keyed = [(int(key), kinds[0]) for key in np.setdiff1d(now, before, assume_unique=True)]
    keyed += [(int(key), kinds[1]) for key in np.setdiff1d(before, now, assume_unique=True)]
    return [kind(*uids_of(key)) for key, kind in sorted(keyed, key=lambda item: item[0])]
