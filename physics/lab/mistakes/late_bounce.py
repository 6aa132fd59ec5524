"""Restitution is read from the speed inside the sweeps: the first one makes the bounce, the next ones see no approach any more.

    wrong   b = e J V, at each turn       right   b = -e J V before the first sweep, and frozen

As each turn asks only for e times what is left, the bounce is gone after a few sweeps.
"""
from __future__ import annotations

from physics.lab.mistakes.mistake import Mistake, Written, as_written
from physics.lab.rows.row import NORMAL


def _bias(written: Written, row: int, speed: float) -> float:
    rows, parts = written.rows, written.parts
    if rows.kind[row] != NORMAL or not parts.restitution[row]:
        return as_written(written, row, speed)
    return float(rows.restitution[row] * min(speed, 0.0))


MISTAKE = Mistake("restitution is read inside the sweeps", "b = e J V, at each turn", "b = e J V, before the sweeps", bias=_bias)
