"""The last row of the mouse's Jacobian has r_z where r_x belongs: the grabbed point circles instead of coming.

    wrong   [ r_y  -r_z  0 ]              right   [ r_y  -r_x  0 ]      for the speed of the point along z
"""
from __future__ import annotations

import numpy as np

from physics.constraints.parts.point import POINT
from physics.lab.mistakes.mistake import Mistake, Written
from physics.lab.mistakes.responses import answered
from physics.lab.rows.row import SPRING

X_ROW, LAST = 0, 2


def _write(written: Written) -> Written:
    rows = written.rows
    mine = np.flatnonzero((rows.kind == SPRING) & (rows.part_kind == POINT) & (rows.component == LAST))
    jacobian = rows.jacobian.copy()
    for first in (3, 9):                             # of a and of b
        jacobian[mine, first + 1] = -jacobian[mine - LAST + X_ROW, first + 1]      # where the row for x has r_z
    return answered(written, jacobian)


MISTAKE = Mistake("a letter in the mouse's row", "[ r_y  -r_z  0 ]", "[ r_y  -r_x  0 ]", write=_write)
