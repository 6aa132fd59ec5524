"""numpy warned of masses while an empty scene was edited.

Seen: `RuntimeWarning: invalid value encountered in subtract` from `np.ptp` in the card of selected bodies.  Expected: none.  Why:
the card of the scene says dynamic one publication before the view does, in which the bodies' masses are infinite still, or which
has not the bodies at all.
"""
from __future__ import annotations

import math
import warnings

import numpy as np

from app.panels.editing.scene_fields import mass_of
from app.published.group_card import MIXED


def test_a_mass_is_that_of_all_or_mixed():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mass_of(np.array([2.0, 2.0])) == 2.0
        for masses in ([2.0, 3.0], [math.inf, math.inf], [2.0, math.inf], []):
            assert mass_of(np.array(masses)) == MIXED
