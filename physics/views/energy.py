"""Mechanical energy of a world: kinetic 1/2 m v.v + 1/2 w.I w, potential -m g.x."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.compile.decorators import formula, kernel
from physics.simd.quat import conjugate, rotate

TILE = 256                             # bodies whose energies are summed before they are added to those of all: less rounding


class Energy(NamedTuple):
    """Energies [J]."""

    kinetic: float
    potential: float               # zero at the origin
    total: float


def energy(world) -> Energy:
    """Energy of the dynamic bodies of a world, which must have no gaps, see `BodyStore.close_up`."""
    pool, sums = world._bodies, np.zeros(2)
    sum_energies(pool.arrays, np.asarray(world.gravity, np.float64), FIRST, FIRST + pool.count, sums)
    kinetic, potential = sums.tolist()
    return Energy(kinetic, potential, kinetic + potential)


@formula
def three64(rows, row, k):
    """Numbers k to k + 2 of a row."""
    return np.float64(rows[row, k]), np.float64(rows[row, k + 1]), np.float64(rows[row, k + 2])


@formula
def over(square, inverse):
    """Twice the energy about an axis, 0 about a locked one."""
    return square / inverse if inverse > 0 else 0.0


@kernel
def sum_energies(bodies, gravity, first, last, sums):
    """Add kinetic and potential energies of the body rows first .. last - 1 to `sums` (2,) [J].

    Reads   bodies.local bodies.pose bodies.velocity gravity sums
    Writes  sums
    """
    for tile in range(first, last, TILE):
        kinetic, potential = 0.0, 0.0
        for row in range(tile, min(tile + TILE, last)):
            inverse_mass = np.float64(bodies.local[row, 3])
            if inverse_mass > 0:
                mass, inverse = 1.0 / inverse_mass, three64(bodies.local, row, 0)
                x, v = three64(bodies.pose, row, 0), three64(bodies.velocity, row, 0)
                q = three64(bodies.pose, row, 3)
                w = rotate(conjugate((q[0], q[1], q[2], np.float64(bodies.pose[row, 6]))), three64(bodies.velocity, row, 3))
                kinetic += 0.5 * (mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + over(w[0] * w[0], inverse[0])
                                  + over(w[1] * w[1], inverse[1]) + over(w[2] * w[2], inverse[2]))
                potential -= mass * (x[0] * gravity[0] + x[1] * gravity[1] + x[2] * gravity[2])
        sums[0] += kinetic
        sums[1] += potential
