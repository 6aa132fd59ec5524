"""Part of stage 11: which bodies overlap each sensor, at the poses after the step; nothing in a world without sensors."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.collision.overlap import SensorSearch, find_overlaps
from physics.collision.shape_kinds import PART
from physics.collision.solids.ray import solids_of
from physics.storage.touching_impulses import pair_keys

ROOM = 64                                        # overlaps for which there is room at first


def note_overlaps(world) -> None:
    """Store the overlaps of the sensors of a world, and those of the step before beside them."""
    pool, state = world._bodies, world._contacts
    state.overlaps_before = state.overlaps
    if not pool.sensors:
        state.overlaps = state.overlaps[:0]
        return
    rows = slice(0, FIRST + pool.row_count)
    found = search(world, np.flatnonzero(pool.arrays.sensor[rows] & (pool.arrays.kind[rows] <= PART)))
    owner = pool.arrays.owner
    state.overlaps = np.unique(pair_keys(pool.arrays.uid, owner[found[:, 0]], owner[found[:, 1]]))


def search(world, sensors: np.ndarray) -> np.ndarray:
    """(n, 2) rows of these sensors and of the bodies that overlap them, rising, without bodies that a joint keeps from colliding
    with the sensor."""
    pool = world._bodies
    pool.follow_owners()
    wanted = SensorSearch(sensors, FIRST + pool.row_count, int(world.solver.continuous != "off"),
                          solids_of(pool.hulls.arrays, world._contacts.memory))
    room = max(ROOM, 2 * len(world._contacts.overlaps))
    while True:
        found = np.empty((room, 2), np.int64)
        number = find_overlaps(pool.arrays, wanted, found)
        if number <= room:
            break
        room = number
    found, excluded = found[:number], world._joints.excluded(pool)
    if not len(excluded):
        return found
    rows = np.sort(found, 1)
    return found[~np.isin(rows[:, 0] << 32 | rows[:, 1], excluded)]
