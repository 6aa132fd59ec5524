"""The row of an axis that a carries has the arm of the anchor alone: right where the joint was made, wrong by its travel later.

    wrong   J_wa = -(r_a x u)             right   J_wa = -((r_a + d) x u),     d from a's anchor to b's
"""
from __future__ import annotations

import numpy as np

from physics.bodies.rotation import rotate
from physics.constraints.part import ANCHOR_A, PART_SLOTS
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.lab.mistakes.mistake import Mistake, Written
from physics.lab.mistakes.responses import answered
from physics.lab.rows.row import OF_PARTS
from physics.simd.value import W


def _write(written: Written) -> Written:
    rows, state = written.rows, written.state
    mine = np.flatnonzero((rows.kind >= OF_PARTS) & (rows.part_kind == AXIS_PAIR))
    if not len(mine):
        return written
    store = state.parts.store.reshape(-1, PART_SLOTS, W)[rows.part[mine] // W, ANCHOR_A:ANCHOR_A + 3, rows.part[mine] % W]
    arm = rotate(state.bodies.pose[rows.a[mine], 3:7].astype(np.float64), store.astype(np.float64))
    jacobian = rows.jacobian.copy()
    jacobian[mine, 3:6] = -np.cross(arm, jacobian[mine, 6:9])
    return answered(written, jacobian)


MISTAKE = Mistake("an arm has lost its travel", "J_wa = -(r_a x u)", "J_wa = -((r_a + d) x u)", write=_write)
