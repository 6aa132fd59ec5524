"""An account: what the plain step did with each row in the last sweep of its last substep, as it was solved."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.lab.law import BiasParts
from physics.lab.rows.row import Rows


class Account(NamedTuple):
    """The last sweep of a plain step; m rows.

    rows     as they were solved, with whatever is wrong in them
    parts    of the bias with which they were solved
    gain     (m,) what a speed is multiplied with to become an impulse [kg] or [kg m2]
    earlier  (m,) impulses of the substeps before
    warm     (m,) impulses with which the last substep began
    before   (m,) impulses before the last sweep
    after    (m,) and after it
    motion   (m, 4) J V at the row's turn, by the blocks of J for v_a, w_a, v_b, w_b
    given    (m,) what softness gave back in the last sweep
    """

    rows: Rows
    parts: BiasParts
    gain: np.ndarray
    earlier: np.ndarray
    warm: np.ndarray
    before: np.ndarray
    after: np.ndarray
    motion: np.ndarray
    given: np.ndarray
