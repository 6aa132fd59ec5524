"""Curves in as many points as their plot shows."""
from __future__ import annotations

import numpy as np
import pytest

from app.panels.widgets.curves import outline


@pytest.mark.parametrize("count", [0, 1, 2, 79, 80])
def test_short_curves_are_drawn_whole(count):
    assert outline(np.zeros(count), 40).tolist() == list(range(count))


@pytest.mark.parametrize("first", [0, 3, 17])
def test_peaks_and_ends_stay(first):
    """A peak of one step, up or down, is drawn in any stretch; at most two points and the ends are."""
    rng = np.random.default_rng(first)
    values = rng.normal(size=5000)
    values[1234], values[4321] = 50.0, -50.0
    rows = outline(values, 100, first)
    assert {0, 1234, 4321, 4999} <= set(rows.tolist()) and (np.diff(rows) > 0).all()
    assert 150 < len(rows) <= 2 * 101 + 2
    drawn = np.interp(np.arange(5000), rows, values[rows])
    for begin in range(0, 5000, 50):                     # within a stretch's length of every place are the extremes of there
        near = slice(max(begin - 50, 0), begin + 100)
        assert drawn[near].max() >= values[begin:begin + 50].max() and drawn[near].min() <= values[begin:begin + 50].min()


def test_a_moving_window_draws_the_same_points():
    values = np.random.default_rng(1).normal(size=6000)
    one, other = (set((begin + outline(values[begin:begin + 5000], 100, begin)).tolist()) for begin in (0, 37))
    inner = set(range(100, 4900))
    assert one & inner == other & inner


def test_what_is_unknown_parts_the_curve():
    values = np.sin(np.arange(3000) / 50)
    values[1000:1500] = np.nan
    rows = outline(values, 100)
    assert np.isnan(values[rows]).any() and np.isfinite(values[rows]).sum() > 100
    assert not np.isnan(values[rows][rows < 1000]).any()
