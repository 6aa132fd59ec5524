"""Charts: axes that fit their numbers."""
from __future__ import annotations

import numpy as np
import pytest

from app.headless.si_format import short
from app.studies.charts.chart import Panel, Picture, Range, spanning


@pytest.mark.parametrize(("low", "high", "logarithmic", "ticks"), [
    (0, 1, False, [0, 0.2, 0.4, 0.6, 0.8, 1.0]), (0, 300, False, [0, 100, 200, 300]),
    (0.04, 30, True, [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]), (0.01, 1000, True, [0.01, 0.1, 1, 10, 100, 1000])])
def test_ticks(low, high, logarithmic, ticks):
    assert Range(low, high, logarithmic).ticks() == pytest.approx(ticks)


def test_ranges():
    assert spanning([3, 10]) == Range(0, 11)
    fit = spanning([0.1, 10, 0, np.nan], logarithmic=True)
    assert fit.low < 0.1 and fit.high > 10 and 0 < fit.share(0.1) < fit.share(10) < 1
    assert spanning([], logarithmic=True).ticks()


def test_places():
    panel = Panel(Picture(100, 100), (10, 20, 90, 80), Range(0, 10), Range(1, 100, True))
    assert panel.place(0, 1) == pytest.approx((10, 80)) and panel.place(10, 100) == pytest.approx((90, 20))
    assert panel.place(5, 10) == pytest.approx((50, 50)) and panel.place(50, 1e9) == pytest.approx((90, 20))


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (0.5, "0.5"), (20, "20"), (1000, "1,000"), (0.05, "0.05")])
def test_ticks_are_short(value, text):
    assert short(value) == text
