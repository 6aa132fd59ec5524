"""How far two runs are apart."""
from __future__ import annotations

import numpy as np

from app.published.distance import first_beyond, rms_and_largest


def test_bodies_that_are_gone_from_both_do_not_count():
    square = np.array(((9.0, 16.0, np.nan), (np.nan, 4.0, np.nan)))
    gone = np.array(((False, False, True), (False, False, True)))
    rms, largest = rms_and_largest(square, gone)
    assert rms.tolist() == [np.sqrt(12.5), np.inf] and largest.tolist() == [4.0, np.inf]
    assert [float(value) for value in rms_and_largest(np.zeros(0))] == [0.0, 0.0]


def test_the_first_moment_beyond():
    largest = np.array((0.0, 1e-4, 2e-3, np.nan))
    assert [first_beyond(largest, bound) for bound in (1e-5, 1e-3, 1.0)] == [1, 2, 3]
    assert first_beyond(largest[:3], 1.0) is None
