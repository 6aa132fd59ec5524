"""Expectations: when a figure holds, and how much of its tolerance it takes."""
from __future__ import annotations

import math

import pytest

from app.studies.validate.expectation import Expectation


@pytest.mark.parametrize(("expectation", "got", "holds", "share"), [
    (dict(equals=2, absolute=0.1), 2.05, True, 0.5), (dict(equals=2, absolute=0.1), 1.8, False, 2),
    (dict(equals=-4, relative=0.01), -4.02, True, 0.5), (dict(equals=0), 0, True, 0), (dict(equals=0), 1e-9, False, math.inf),
    (dict(at_most=10), 5, True, 0.5), (dict(at_most=10), 20, False, 2), (dict(below=10), 10, False, 1),
    (dict(at_least=4), 5, True, 0.75), (dict(at_least=4), 3, False, 1.25), (dict(above=258), 300, True, 0.837),
    (dict(at_most=0), 0, True, 1), (dict(at_most=0), 1, False, math.inf), (dict(at_least=-1e-9), 0, True, 0),
    (dict(at_most=1), math.nan, False, math.inf)])
def test_figures(expectation, got, holds, share):
    made = Expectation(what="x", **expectation)
    assert made.holds(got) == holds
    assert made.share(got) == pytest.approx(share, abs=1e-3)
    assert (made.share(got) <= 1) == holds


def test_shown_ones_may_miss():
    assert Expectation(what="x", at_most=1).tier == "gate" and Expectation(what="x", at_most=1).shown().tier == "quality"
