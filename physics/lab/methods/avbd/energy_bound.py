"""The energy bound: passive constraints do not add kinetic energy to a substep.

Velocities v that satisfy J v = 0 by impulses J^T P are the nearest ones to free motion u (Gauss' principle), so

    T(u) = T(v) + T(u - v) >= T(v)

Few sweeps can leave more than T(u).  Bodies joined by constraints form a group; one factor then scales all velocities of the
group down to T(u).  In a group without a fixed body it scales the velocities relative to the group's mean velocity, so that
momentum is conserved.  Springs, motors, bounces, belts and kinematic bodies do work: groups with any of them are not scaled.

Source: scaling after Dinev, Liu, Li, Thomaszewski, Kavan, "FEPR: Fast Energy Projection for Real-Time Simulation of Deformable
Objects", SIGGRAPH 2018, which restores energy both ways and momentum exactly.  Here energy is only removed.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.dynamics.substeps import State
from physics.lab.methods.avbd.body_descent import masses
from physics.lab.rows.row import Rows
from physics.lab.rows.substep_poses import movable


class FreeMotion(NamedTuple):
    """Bodies as they would move without constraints, by body row."""

    pose: np.ndarray              # (n, 7) at the beginning of the substep
    velocity: np.ndarray          # (n, 6) after forces [m/s], [rad/s]


def hold_energy(rows: Rows, state64: State, acts: np.ndarray, works: np.ndarray, free_motion: FreeMotion) -> None:
    """Scale the velocities of groups with too much energy; (m,) bool: `acts`, rows that join bodies, `works`, that do work."""
    pose, u = free_motion
    free, velocity = movable(state64), state64.bodies.velocity[:, :6]
    group = groups(rows, acts, free)
    before, after = masses(state64._replace(bodies=state64.bodies._replace(pose=pose)), 1.0), masses(state64, 1.0)
    mean = _mean(after[:, 0, 0], velocity, group, free)
    mean[_marked(rows, acts & ~(free[rows.a] & free[rows.b]), group, free)] = 0
    mean = mean[group]
    allowed, has = (np.bincount(group[free], energy[free], len(group))
                    for energy in (_kinetic(before, u) - _kinetic(after, mean), _kinetic(after, velocity - mean)))
    bound = _marked(rows, acts, group, free) & ~_marked(rows, works, group, free) & (has > allowed)
    factor = np.sqrt(np.where(bound, np.maximum(allowed, 0), 1) / np.where(bound, has, 1))[group]
    less = free & bound[group]
    velocity[less] = (mean + factor[:, None] * (velocity - mean))[less]


def groups(rows: Rows, acts: np.ndarray, free: np.ndarray) -> np.ndarray:
    """(n,) the first body of each body's group; groups are movable bodies joined by rows marked in `acts`."""
    both = acts & free[rows.a] & free[rows.b]
    a, b, first = rows.a[both], rows.b[both], np.arange(len(free))
    while True:
        low, joined = np.minimum(first[a], first[b]), first.copy()
        np.minimum.at(joined, first[a], low)
        np.minimum.at(joined, first[b], low)
        joined = joined[joined]
        if (joined == first).all():
            return first
        first = joined


def driven(rows: Rows, state64: State) -> np.ndarray:
    """(m,) bool: rows that may do work: springs, motors, belts, and rows of kinematic bodies that move."""
    moves = ~movable(state64) & (state64.bodies.velocity[:, :6] != 0).any(1)
    return rows.own | (rows.surface_velocity != 0) | (rows.surface_jacobian != 0).any(1) | moves[rows.a] | moves[rows.b]


def _mean(mass: np.ndarray, velocity: np.ndarray, group: np.ndarray, free: np.ndarray) -> np.ndarray:
    """(n, 6) by group: the velocity of its centre of mass; the angular part is 0."""
    momentum = (np.bincount(group[free], (mass * axis)[free], len(group)) for axis in velocity[:, :3].T)
    whole, found = np.bincount(group[free], mass[free], len(group)), np.zeros(velocity.shape)
    found[:, :3] = np.stack([*momentum], 1) / np.where(whole > 0, whole, 1)[:, None]
    return found


def _kinetic(mass: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """(n,) kinetic energies [J]."""
    return 0.5 * np.einsum("ni,nij,nj->n", velocity, mass, velocity)


def _marked(rows: Rows, chosen: np.ndarray, group: np.ndarray, free: np.ndarray) -> np.ndarray:
    """(n,) bool, by group: whether it has one of the chosen rows."""
    found = np.zeros(len(group), bool)
    for side in (rows.a, rows.b):
        found[group[side[chosen & free[side]]]] = True
    return found
