"""Mechanical energy of a world: kinetic 1/2 m v.v + 1/2 w.I w, potential -m g.x."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.rotation import rotate_back


class Energy(NamedTuple):
    """Energies [J]."""

    kinetic: float
    potential: float               # zero at the origin
    total: float


def energy(world) -> Energy:
    """Energy of the dynamic bodies of a world."""
    arrays, pool = world._bodies.arrays, world._bodies
    local = pool.living(arrays.local).astype(np.float64)
    moves = local[:, 3] > 0
    local, pose = local[moves], pool.living(arrays.pose)[moves].astype(np.float64)
    velocity = pool.living(arrays.velocity)[moves].astype(np.float64)
    mass = 1 / local[:, 3]
    spin = rotate_back(pose[:, 3:7], velocity[:, 3:6])
    kinetic = 0.5 * float((mass * (velocity[:, 0:3] ** 2).sum(1)).sum() + (spin**2 / local[:, 0:3]).sum())
    potential = -float((mass * (pose[:, 0:3] @ np.asarray(world.gravity))).sum())
    return Energy(kinetic, potential, kinetic + potential)
