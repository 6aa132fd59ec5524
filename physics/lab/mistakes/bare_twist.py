"""Twist friction is bounded by mu times the normal impulse, without a radius: a torque's impulse by a force's.

    wrong   |lambda| <= mu lambda_n       right   |lambda| <= mu r lambda_n,     r the mean distance of the patch's points
"""
from __future__ import annotations

import numpy as np

from physics.lab.mistakes.mistake import Mistake, Written
from physics.lab.rows.row import FRICTION, TWIST


def _write(written: Written) -> Written:
    rows = written.rows
    friction = rows.friction.copy()
    for row in np.flatnonzero(rows.kind == TWIST):
        tangents = (rows.patch == rows.patch[row]) & (rows.kind == FRICTION)       # which have mu alone
        friction[row] = rows.friction[tangents].max(initial=0.0)
    return written._replace(rows=rows._replace(friction=friction))


MISTAKE = Mistake("twist friction without a radius", "|lambda| <= mu lambda_n", "|lambda| <= mu r lambda_n", write=_write)
