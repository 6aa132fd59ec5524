"""Ticks of a plot: round, evenly spaced, told apart, and never more than have room."""
from __future__ import annotations

import numpy as np
import pytest

from app.panels.widgets.ticks import decades, text_of, ticks

RANGES = [(0.0, 0.0018), (0.0, 4.2), (0.0, 2550.0), (-0.002, 0.0011), (700.0, 706.4), (-3e-5, 7e-5),
          (0.0, 1.9e5), (0.0, 2.3e6), (-4e6, 2.3e4), (5.0, 9.3)]


@pytest.mark.parametrize("low, high", RANGES)
@pytest.mark.parametrize("most", [1, 2, 3, 6])
def test_ticks_fit_and_differ(low, high, most):
    found = ticks(low, high, most)
    assert 1 <= len(found) <= most + 1 and low <= found[0] and found[-1] <= high
    texts = [text_of(value, found) for value in found]
    assert len(set(texts)) == len(texts)
    numbers = [float(text.replace(",", "").replace("M", "e6").replace("k", "e3")) for text in texts]
    assert numbers == pytest.approx(found.tolist(), rel=1e-6, abs=1e-12)
    if len(found) > 2:
        assert np.diff(found) == pytest.approx(np.diff(found)[0], rel=1e-6)
    if most > 1:
        assert len(found) >= 2


@pytest.mark.parametrize("low, high, expected", [
    (1e-9, 10.0, [1e-9, 1e-6, 1e-3, 1.0]), (0.005, 0.05, [0.005, 0.01, 0.02, 0.05]), (0.021, 0.049, [0.0320780])])
def test_ticks_of_decades_are_round(low, high, expected):
    assert decades(low, high, 3) == pytest.approx(expected, rel=1e-4)
    for most in (1, 2, 3, 6):
        found = decades(low, high, most)
        assert 1 <= len(found) <= most + 1 and low <= found[0] and found[-1] <= high
