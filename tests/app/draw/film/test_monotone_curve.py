"""Monotone curves: through their points, inside the range of neighbours, with a continuous slope that is 0 at the ends."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline, PchipInterpolator

from app.draw.film.monotone_curve import MonotoneCurve, slopes


def random_points(seed, count=9, wide=3):
    rng = np.random.default_rng(seed)
    return np.cumsum(rng.uniform(0.05, 2.0, count)), rng.normal(size=(count, wide)) * rng.choice([0.01, 1, 100], wide)


@pytest.mark.parametrize("seed", range(20))
def test_slopes_between_pieces_are_those_of_pchip(seed):
    times, values = random_points(seed)
    expected = PchipInterpolator(times, values).derivative()(times[1:-1])
    assert slopes(times, values)[1:-1] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_pieces_are_those_of_hermite(seed):
    times, values = random_points(seed)
    curve, other = MonotoneCurve(times, values), CubicHermiteSpline(times, values, slopes(times, values))
    for time in np.linspace(times[0], times[-1], 101):
        assert curve.at(time) == pytest.approx(other(time), abs=1e-9 * np.abs(values).max())


@pytest.mark.parametrize("seed", range(20))
def test_no_piece_leaves_the_range_of_its_ends(seed):
    times, values = random_points(seed)
    curve = MonotoneCurve(times, values)
    for k in range(len(times) - 1):
        piece = np.array([curve.at(t) for t in np.linspace(times[k], times[k + 1], 201)])
        low, high = np.minimum(values[k], values[k + 1]), np.maximum(values[k], values[k + 1])
        assert (piece >= low - 1e-12).all() and (piece <= high + 1e-12).all()
        rising = np.sign(values[k + 1] - values[k])
        assert (np.diff(piece, axis=0) * rising >= -1e-12).all(), "monotone"


@pytest.mark.parametrize("seed", range(10))
def test_the_slope_is_continuous_everywhere(seed):
    """Slopes a moment before and after a point differ by no more than the second derivative, at most 24 D / h, allows."""
    times, values = random_points(seed)
    curve, small = MonotoneCurve(times, values), 1e-6
    steepest = np.abs(np.diff(values, axis=0) / np.diff(times)[:, None]).max()
    allowed = small * 48 * steepest / np.diff(times).min() + 1e-8 * np.abs(values).max()
    for time in times:
        before, after = ((curve.at(time) - curve.at(time - small)) / small, (curve.at(time + small) - curve.at(time)) / small)
        assert np.abs(before - after).max() < allowed < 0.01 * steepest
    for time in (times[0], times[-1]):
        assert np.abs(curve.at(time + small) - curve.at(time - small)).max() / small < allowed


def test_outside_it_is_constant():
    curve = MonotoneCurve(np.array([1.0, 2.0]), np.array([[3.0], [5.0]]))
    assert [float(curve.at(t)[0]) for t in (-9, 1, 1.5, 2, 9)] == [3, 3, 4, 5, 5]
    assert float(MonotoneCurve(np.array([1.0]), np.array([[3.0]])).at(7.0)[0]) == 3.0


def test_equal_neighbours_stay_equal():
    curve = MonotoneCurve(np.arange(4.0), np.array([[0.0], [1.0], [1.0], [5.0]]))
    assert {float(curve.at(t)[0]) for t in np.linspace(1, 2, 50)} == {1.0}
