"""Velocities change by 1/K instead of by each body's own masses: momentum is not kept.

    wrong   V += K^-1 J^T lambda          right   V += M^-1 J^T lambda

The relative speed of the two bodies comes out as it should where their masses are alike; it is the common motion that is wrong.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.lab.mistakes.mistake import Mistake, Written


def _write(written: Written) -> Written:
    rows = written.rows
    mass = np.divide(1.0, rows.k, out=np.zeros(len(rows.k)), where=rows.k > 0)
    moves = np.repeat(np.stack([rows.a, rows.b], axis=1) >= FIRST, 6, axis=1) & (rows.response != 0)
    return written._replace(rows=rows._replace(response=np.where(moves, mass[:, None] * rows.jacobian, 0.0)))


MISTAKE = Mistake("velocities change by 1/K, not by 1/M", "V += K^-1 J^T lambda", "V += M^-1 J^T lambda", write=_write)
