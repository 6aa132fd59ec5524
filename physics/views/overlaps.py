"""Overlaps of sensors after the last step."""
from __future__ import annotations

import numpy as np

from physics.storage.touching_impulses import uids_of


def overlap_table(world) -> np.ndarray:
    """(n, 2) int64 uids of each sensor and each body that overlaps it, rising; removed ones are left out."""
    found, living = np.stack(uids_of(world._contacts.overlaps), 1), world._bodies.rows
    return found[np.array([one in living and other in living for one, other in found.tolist()], bool)]


def partners(world, uid: int) -> list[int]:
    """Uids of the bodies that overlap this sensor, or of the sensors that this body overlaps, rising."""
    found = overlap_table(world)
    return found[:, ::-1][found == uid].tolist()
