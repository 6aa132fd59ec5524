"""Kinetic energy and momenta of body rows.

    E = 1/2 V . P,    P = (m v, I w),    I = R diag(Ix, Iy, Iz) R^T

A body has none where its inverse mass is 0: static and kinematic ones, and the world's own row.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.rotation import rotate, rotate_back


def momenta(velocity: np.ndarray, pose: np.ndarray, local: np.ndarray) -> np.ndarray:
    """(n, 6) momenta [kg m/s], [kg m2/s] of velocities (n, 6) at poses (n, 8), with rows of `Bodies.local` (n, 8)."""
    found = np.zeros(velocity.shape)
    moves = local[:, 3] > 0
    turn, inverse = pose[moves, 3:7].astype(np.float64), local[moves, :4].astype(np.float64)
    own = rotate_back(turn, velocity[moves, 3:6])
    spin = np.divide(own, inverse[:, :3], out=np.zeros_like(own), where=inverse[:, :3] > 0)       # else it cannot turn
    found[moves] = np.hstack((velocity[moves, :3] / inverse[:, 3:], rotate(turn, spin)))
    return found


def kinetic(velocity: np.ndarray, pose: np.ndarray, local: np.ndarray) -> np.ndarray:
    """(n,) energies [J]; see `momenta`."""
    return 0.5 * (velocity * momenta(velocity, pose, local)).sum(1)
