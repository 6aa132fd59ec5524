"""A weld of four rows: a point takes three freedoms and a rotation three, so two of six are left.

    wrong   3 + 1 rows                    right   3 + 3 rows
"""
from __future__ import annotations

import numpy as np

from physics.constraints.parts.rotation import ROTATION
from physics.lab.mistakes.mistake import Mistake, Written
from physics.lab.rows.row import OF_PARTS


def _write(written: Written) -> Written:
    rows = written.rows
    dropped = (rows.kind >= OF_PARTS) & (rows.part_kind == ROTATION) & (rows.component > 0)
    return written._replace(rows=rows._replace(lower=np.where(dropped, 0.0, rows.lower), upper=np.where(dropped, 0.0, rows.upper),
                                               impulse=np.where(dropped, 0.0, rows.impulse)))


MISTAKE = Mistake("a weld of four rows", "3 + 1 rows", "3 + 3 rows", write=_write)
