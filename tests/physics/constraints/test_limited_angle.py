"""A limited angle about an axis that may swing: the row of an angle held at the nearer bound, at any swing."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, SolverSettings, World
from physics.bodies.rotation import moved, opposite, product
from physics.constraints import part
from physics.constraints.parts.angle import ANGLE, UPRIGHT
from physics.definitions.settings import PRESETS
from tests.support.part_formulas import measured, placed
from tests.support.part_worlds import placed_rows, random_parts, settings_of, used

COUNT = 1000
STEP = 1e-6                                       # of the finite differences [s]


def limited(seed: int = 0):
    """Limits at any poses, bounds up to 6 rad apart, their last angles within them or by 2 rad beyond."""
    rng = np.random.default_rng(seed)
    apart = used(random_parts(ANGLE, COUNT, seed), part.LIMIT, np.zeros(COUNT))
    numbers = apart.numbers
    numbers[:, part.COUNTED], numbers[:, part.LOWER] = 0, rng.uniform(-12, 12, COUNT)
    numbers[:, part.UPPER] = numbers[:, part.LOWER] + rng.uniform(0, 6, COUNT)
    numbers[:, part.MEASURE] = rng.uniform(numbers[:, part.LOWER] - 2, numbers[:, part.UPPER] + 2)
    return apart


def rows_of(apart):
    """(n,) C, (n,) the side, (n, 3) u that is signed by it."""
    made = placed_rows(apart, settings_of())[2]
    value = measured(ANGLE, placed(apart.numbers, *apart.poses)).value[:, 0]
    side = np.where(value - apart.numbers[:, part.LOWER] < apart.numbers[:, part.UPPER] - value, 1, -1)
    return made.error, side, made.jacobian[:, 9:]


def test_it_is_a_held_angle_beyond_its_bounds():
    """Beyond a bound C, J and curvature are those of an angle held there; inside J is, too, and C is the gap of the twist
    times cos of half the swing, where that is not small."""
    apart = limited()
    error, side, u = rows_of(apart)
    numbers = apart.numbers.copy()
    numbers[:, part.USE] = part.HOLD
    numbers[:, part.TARGET] = np.where(side > 0, numbers[:, part.LOWER], numbers[:, part.UPPER])
    held, rows = placed_rows(apart._replace(numbers=numbers), settings_of())[2], placed_rows(apart, settings_of())[2]
    beyond = error < 0
    assert 0.2 < beyond.mean() < 0.8
    assert np.abs(error - side * held.error)[beyond].max() < 1e-12
    assert np.abs(rows.jacobian - side[:, None] * held.jacobian).max() < 1e-12
    assert np.abs(rows.curvature - side * held.curvature).max() < 1e-12
    at = placed(apart.numbers, *apart.poses)
    q = product(opposite(at.frame_a), at.frame_b)
    share = np.hypot(q[:, 0], q[:, 3])
    gap = error / np.where(share > UPRIGHT, share, 1)
    off = 2 * np.arctan2(q[:, 0], q[:, 3]) - numbers[:, part.TARGET] - side * gap
    assert 0.1 < (share > UPRIGHT).mean() < 0.9
    assert np.abs(np.sin(off / 2))[~beyond].max() < 1e-12


def test_rows_by_finite_differences_and_their_length():
    """J V is the rate of C beyond a bound; |u| = 1 everywhere."""
    apart = limited(1)
    apart = apart._replace(worlds=(np.zeros(COUNT, bool),) * 2)
    error, side, u = rows_of(apart)
    motion = np.random.default_rng(1).normal(size=(COUNT, 12))
    found = []
    for time in (STEP, -STEP):
        poses = tuple(moved(pose, time * motion[:, 6 * k:6 * k + 6]) for k, pose in enumerate(apart.poses))
        found.append(rows_of(apart._replace(poses=poses))[0])
    by_rows = (placed_rows(apart, settings_of())[2].jacobian * motion).sum(1)
    regular = (error < -1e-4) & (np.abs(error) < 2.5)
    assert regular.sum() > 200 and np.abs(by_rows - (found[0] - found[1]) / (2 * STEP))[regular].max() < 1e-7
    assert np.abs(np.linalg.norm(u, axis=1) - 1).max() < 1e-12


@pytest.mark.parametrize("beside", (1e-12, 1e-6, 1e-3, 0.1))
def test_all_bounds_meet_at_half_a_turn_of_swing(beside):
    """Where cos of half the swing is small, whatever bound is the nearer one is passed by no more than that."""
    apart, rng = limited(2), np.random.default_rng(2)
    way, twist = rng.uniform(-np.pi, np.pi, (2, COUNT))
    high = np.sqrt(1 - beside ** 2)
    q = np.stack((beside * np.sin(twist), high * np.cos(way), high * np.sin(way), beside * np.cos(twist)), 1)
    apart.numbers[:, part.FRAME_A:part.FRAME_A + 8] = (0, 0, 0, 1, 0, 0, 0, 1)
    apart.poses[1][:, 3:] = product(apart.poses[0][:, 3:], q)
    apart = apart._replace(worlds=(np.zeros(COUNT, bool),) * 2)
    error, _, u = rows_of(apart)
    assert error.min() > -2 * np.arcsin(beside) - 1e-7
    assert np.abs(np.linalg.norm(u, axis=1) - 1).max() < 1e-12


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("cone", (None, 0.5))
@pytest.mark.parametrize("upper", (0.7, 5.0, 14.0))
def test_limits_after_turns_without_a_swing(upper, cone, preset):
    """A ball socket that twists about its axis stops at any limit, as a hinge does."""
    world = World(precision="double", solver=SolverSettings.preset(preset))
    world.gravity = (0, 0, 0)
    b = world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), angular_velocity=(0, 0, 6))
    world.add_joint(BallSocket(a=None, b=b, anchor=(0, 0, 0), twist_lower=-1, twist_upper=upper, cone=cone))
    turned, farthest = 0.0, 0.0
    for _ in range(240):
        world.step()
        turned += b.angular_velocity[2] * world.dt
        farthest = max(farthest, turned)
    assert farthest == pytest.approx(upper, abs=0.11) and np.abs(b.angular_velocity).max() < 1e-3
    assert np.abs(np.sin(np.arctan2(b.rotation[2], b.rotation[3]) - upper / 2)) < 0.005
