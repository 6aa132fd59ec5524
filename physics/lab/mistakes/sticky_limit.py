"""A limit that is reached becomes an equality: it also holds the joint there.

    wrong   J V + b = 0 while at the limit        right   the same with lambda >= 0: it pushes back, and lets go
"""
from __future__ import annotations

import numpy as np

from physics.lab.mistakes.mistake import Mistake, Written
from physics.lab.rows.row import LIMIT

NEAR = 2e-3                      # [m] or [rad] before a limit, from which on it counts as reached


def _write(written: Written) -> Written:
    rows = written.rows
    reached = (rows.kind == LIMIT) & (rows.error <= NEAR)
    return written._replace(rows=rows._replace(lower=np.where(reached, -rows.upper, rows.lower)))


MISTAKE = Mistake("a limit also holds", "lambda any number at the limit", "lambda >= 0", write=_write)
