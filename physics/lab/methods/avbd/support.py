"""What is left out of a body's free motion, as far as something bears it: for methods that move bodies one after the other.

Few sweeps leave a rest of whatever a substep begins with that is not so.  A body that rests or hangs neither falls nor shakes, so

    left out = h sum w (g h + u),      w: the share of its weight that kept multipliers bear, contacts' first, at most 1 in all

u is how it moves against what bears it: the mean of its neighbours, each by the weight that it bears.  Of bodies that stand on
something u has the speed along gravity and the turn, for they may slide; of those that hang on joints all of it.  At most
SHAKING g h of u is left out, about what few sweeps leave over: who moves faster is not at rest, and swings, rolls or is hit.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.substeps import State
from physics.lab.rows.row import OF_PARTS, Rows, applied

SHAKING = 3.0                                    # times what gravity gives in a substep: the pace of bodies that are borne


def borne(made: Rows, multiplier: np.ndarray, state64: State, old: np.ndarray, h: float) -> np.ndarray:
    """(n, 6) what is left out [m], [rad], by multipliers (m,) [N]; `old` are the velocities (n, 6) before forces."""
    gained = (state64.bodies.velocity[:, :6] - old)[:, :3]
    weight = np.linalg.norm(gained, axis=1, keepdims=True) / h
    down = _over(gained, h * weight)
    left, out = np.ones(weight.shape), np.zeros(old.shape)
    for joined in (False, True):
        force = np.where((made.kind >= OF_PARTS) == joined, multiplier, 0)
        lift = -(applied(made, force, np.zeros(old.shape))[:, :3] * down).sum(1, keepdims=True)
        share = np.minimum(np.clip(_over(lift, weight), 0, 1), left)
        left = left - share
        against = old - _bearer(made, force, down, old)
        if not joined:
            against[:, :3] = (against[:, :3] * down).sum(1, keepdims=True) * down
        pace = np.linalg.norm(against[:, :3], axis=1) + _radius(state64) * np.linalg.norm(against[:, 3:], axis=1)
        against *= np.minimum(_over(SHAKING * h * weight, pace[:, None]), 1)
        against[:, :3] += gained
        out += h * share * against
    return out


def _bearer(made: Rows, force: np.ndarray, down: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """(n, 6) velocities of what bears each body."""
    total, sum_of = np.zeros((len(velocity), 1)), np.zeros(velocity.shape)
    for column, (mine, other) in ((0, (made.a, made.b)), (6, (made.b, made.a))):
        lift = np.maximum(-force * (made.jacobian[:, column:column + 3] * down[mine]).sum(1), 0)[:, None]
        np.add.at(total, mine, lift)
        np.add.at(sum_of, mine, lift * velocity[other, :6])
    return _over(sum_of, total)


def _radius(state64: State) -> np.ndarray:
    """(n,) radii of gyration sqrt(I / m) [m]; 0 of what does not turn."""
    inverse = state64.bodies.local.astype(np.float64)
    return np.sqrt(_over(inverse[:, 3], inverse[:, :3].mean(1)))


def _over(what: np.ndarray, by: np.ndarray) -> np.ndarray:
    """what / by, and 0 where nothing is to divide by."""
    return np.where(by > 0, what, 0) / np.where(by > 0, by, 1)
