"""The kinetic energy that a substep may end with: constraints that hold take energy from free motion, and give none.

Velocities v that satisfy J v = 0 by impulses J^T P are the nearest ones to free motion u (Gauss' principle), and so

    T(u) = T(v) + T(u - v) >= T(v)

Few sweeps can leave more.  Bodies that constraints join are a group; the velocities of the whole group are then scaled down to
T(u) by one factor, of a group that floats those about its mean velocity, which stays, and with it the momentum.  Springs,
motors, bounces, belts and what moves by itself do work: groups that have to do with them are left as they are.

Source: scaling is after Dinev, Liu, Li, Thomaszewski, Kavan, "FEPR: Fast Energy Projection for Real-Time Simulation of
Deformable Objects", SIGGRAPH 2018, which restores energy both ways and momentum exactly.  Here energy may get lost.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.substeps import State
from physics.lab.methods.avbd.body_descent import masses
from physics.lab.rows.row import Rows
from physics.lab.rows.substep_poses import movable


def hold_energy(made: Rows, state64: State, acts: np.ndarray, works: np.ndarray,
                free_motion: tuple[np.ndarray, np.ndarray]) -> None:
    """Scale velocities of groups with too much; (m,) bool each: rows that join bodies, and rows that do work.

    free_motion = poses (n, 7) and velocities (n, 6) without constraints.
    """
    pose, u = free_motion
    free, velocity = movable(state64), state64.bodies.velocity[:, :6]
    group = groups(made, acts, free)
    before, after = masses(state64._replace(bodies=state64.bodies._replace(pose=pose)), 1.0), masses(state64, 1.0)
    mean = _mean(after[:, 0, 0], velocity, group, free)
    mean[_marked(made, acts & ~(free[made.a] & free[made.b]), group, free)] = 0
    mean = mean[group]
    allowed, has = (np.bincount(group[free], energy[free], len(group))
                    for energy in (_kinetic(before, u) - _kinetic(after, mean), _kinetic(after, velocity - mean)))
    bound = _marked(made, acts, group, free) & ~_marked(made, works, group, free) & (has > allowed)
    factor = np.sqrt(np.where(bound, np.maximum(allowed, 0), 1) / np.where(bound, has, 1))[group]
    less = free & bound[group]
    velocity[less] = (mean + factor[:, None] * (velocity - mean))[less]


def groups(made: Rows, acts: np.ndarray, free: np.ndarray) -> np.ndarray:
    """(n,) the first of the movable bodies that these rows join with each."""
    both = acts & free[made.a] & free[made.b]
    a, b, first = made.a[both], made.b[both], np.arange(len(free))
    while True:
        low, joined = np.minimum(first[a], first[b]), first.copy()
        np.minimum.at(joined, first[a], low)
        np.minimum.at(joined, first[b], low)
        joined = joined[joined]
        if (joined == first).all():
            return first
        first = joined


def driven(made: Rows, state64: State) -> np.ndarray:
    """(m,) bool: rows that may do work: springs, motors and belts, and those of bodies that move by themselves."""
    moves = ~movable(state64) & (state64.bodies.velocity[:, :6] != 0).any(1)
    return made.own | (made.run != 0) | (made.swirl != 0).any(1) | moves[made.a] | moves[made.b]


def _mean(mass: np.ndarray, velocity: np.ndarray, group: np.ndarray, free: np.ndarray) -> np.ndarray:
    """(n, 6) by group: the velocity of its centre of mass, and no turn."""
    momentum = (np.bincount(group[free], (mass * axis)[free], len(group)) for axis in velocity[:, :3].T)
    whole, found = np.bincount(group[free], mass[free], len(group)), np.zeros(velocity.shape)
    found[:, :3] = np.stack([*momentum], 1) / np.where(whole > 0, whole, 1)[:, None]
    return found


def _kinetic(mass: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """(n,) [J]."""
    return 0.5 * np.einsum("ni,nij,nj->n", velocity, mass, velocity)


def _marked(made: Rows, rows: np.ndarray, group: np.ndarray, free: np.ndarray) -> np.ndarray:
    """(n,) bool, by group: one of these rows is of it."""
    found = np.zeros(len(group), bool)
    for side in (made.a, made.b):
        found[group[side[rows & free[side]]]] = True
    return found
