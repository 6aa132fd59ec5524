"""Contacts are solved "only when C < 0" and not clamped: they also pull, and hold bodies on each other.

    wrong   lambda any number             right   lambda >= 0, clamped as the sum of all sweeps
"""
from __future__ import annotations

import numpy as np

from physics.lab.mistakes.mistake import Mistake, Written
from physics.lab.rows.row import NORMAL


def _write(written: Written) -> Written:
    rows = written.rows
    return written._replace(rows=rows._replace(lower=np.where(rows.kind == NORMAL, -np.inf, rows.lower)))


MISTAKE = Mistake("contacts pull", "lambda any number", "lambda >= 0", write=_write)
