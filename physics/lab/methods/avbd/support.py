"""Support: the part of free motion that supported bodies leave out, for methods that move bodies one after the other.

Few sweeps do not correct a poor starting point.  A body that rests or hangs neither falls nor trembles, so

    left out = h sum w (g h + u),      w: share of its weight that stored multipliers carry, contacts first, at most 1 in all

u is the velocity of the body relative to its supports: the mean of its neighbours, weighted by the weight that each carries.  On
contacts u is the speed along gravity and the angular velocity, because the body may slide; on joints it is the whole velocity.
At most SHAKING g h of u is left out, about the error of few sweeps: a faster body is not at rest but swings, rolls or is hit.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.substeps import State
from physics.lab.rows.row import OF_PARTS, Rows, applied

SHAKING = 3.0                                    # largest speed of a supported body, over the speed of free fall in a substep


def supported_motion(rows: Rows, multiplier: np.ndarray, state64: State, old: np.ndarray, h: float) -> np.ndarray:
    """(n, 6) displacements to leave out [m], [rad], by multipliers (m,) [N]; `old` are the velocities (n, 6) before forces."""
    gained = (state64.bodies.velocity[:, :6] - old)[:, :3]
    weight = np.linalg.norm(gained, axis=1, keepdims=True) / h
    down = _over(gained, h * weight)
    left, out = np.ones(weight.shape), np.zeros(old.shape)
    for joined in (False, True):
        force = np.where((rows.kind >= OF_PARTS) == joined, multiplier, 0)
        lift = -(applied(rows, force, np.zeros(old.shape))[:, :3] * down).sum(1, keepdims=True)
        share = np.minimum(np.clip(_over(lift, weight), 0, 1), left)
        left = left - share
        against = old - _support_velocity(rows, force, down, old)
        if not joined:
            against[:, :3] = (against[:, :3] * down).sum(1, keepdims=True) * down
        pace = np.linalg.norm(against[:, :3], axis=1) + _radius(state64) * np.linalg.norm(against[:, 3:], axis=1)
        against *= np.minimum(_over(SHAKING * h * weight, pace[:, None]), 1)
        against[:, :3] += gained
        out += h * share * against
    return out


def _support_velocity(rows: Rows, force: np.ndarray, down: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """(n, 6) mean velocities of each body's supports."""
    total, sum_of = np.zeros((len(velocity), 1)), np.zeros(velocity.shape)
    for column, (mine, other) in ((0, (rows.a, rows.b)), (6, (rows.b, rows.a))):
        lift = np.maximum(-force * (rows.jacobian[:, column:column + 3] * down[mine]).sum(1), 0)[:, None]
        np.add.at(total, mine, lift)
        np.add.at(sum_of, mine, lift * velocity[other, :6])
    return _over(sum_of, total)


def _radius(state64: State) -> np.ndarray:
    """(n,) radii of gyration sqrt(I / m) [m]; 0 for bodies that cannot rotate."""
    inverse = state64.bodies.local.astype(np.float64)
    return np.sqrt(_over(inverse[:, 3], inverse[:, :3].mean(1)))


def _over(what: np.ndarray, by: np.ndarray) -> np.ndarray:
    """what / by, and 0 where `by` is not positive."""
    return np.where(by > 0, what, 0) / np.where(by > 0, by, 1)
