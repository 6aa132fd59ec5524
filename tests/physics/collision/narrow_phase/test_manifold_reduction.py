"""Four of twelve candidates: which they are, and that those that exist come first."""
from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from physics.collision.narrow_phase.manifold_reduction import reduce_candidates

SLACK = 0.001


@njit
def reduced(points, exist):
    """The chosen ones of twelve candidates (u, v, height)."""
    groups = ((points[0], points[1], points[2], points[3]), (points[4], points[5], points[6], points[7]),
              (points[8], points[9], points[10], points[11]))
    real = ((exist[0], exist[1], exist[2], exist[3]), (exist[4], exist[5], exist[6], exist[7]),
            (exist[8], exist[9], exist[10], exist[11]))
    return reduce_candidates(groups, real, SLACK)


def choose(candidates):
    """[(exists, (u, v, height), number)] of four, from a list of candidates."""
    points = [tuple(map(float, point)) for point in candidates] + [(9.0, 9.0, 9.0)] * (12 - len(candidates))
    return reduced(tuple(points), tuple(k < len(candidates) for k in range(12)))


def numbers(candidates):
    """Numbers of the chosen ones that exist."""
    return [int(number) for exists, _, number in choose(candidates) if exists]


def test_a_rectangle_keeps_its_corners():
    """The deepest, its opposite, and one on either side, whatever lies between."""
    rectangle = [(0.5, 0.0, 0.0), (1, 1, 0), (-1, 1, 0), (-1, -1, 0), (1, -1, -0.02), (0, 0, -0.004)]
    assert numbers(rectangle) == [4, 2, 1, 3] or numbers(rectangle) == [4, 2, 3, 1]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_few_are_all_kept(count):
    """Without candidates there are no points."""
    assert sorted(numbers([(0, 0, -0.01), (1, 0, 0), (0.3, 0.9, 0)][:count])) == list(range(count))


def test_two_coincident_points_are_one():
    """Nearer than the slack, but not by both coordinates: the deepest alone is left, and no hole behind it."""
    assert numbers([(0.5, 0.5, -0.01), (0.5 - 0.0006, 0.5 + 0.0006, 0.0)]) == [0]


@pytest.mark.parametrize("spread", [0.3, 1.0, 3.0, 1000.0])
def test_points_that_exist_come_first(spread):
    """As blocks of constraints take them; none of them twice."""
    rng = np.random.default_rng(5)
    for _ in range(300):
        count = rng.integers(1, 13)
        candidates = rng.uniform(-1, 1, 3) + rng.uniform(-spread, spread, (count, 3)) * SLACK
        exist = [bool(exists) for exists, _, _ in choose(candidates)]
        assert exist[0] and exist == sorted(exist, reverse=True)
        assert len(set(numbers(candidates))) == sum(exist)
