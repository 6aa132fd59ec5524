"""Responses of rows whose Jacobian was changed: M^-1 J^T and K, so that the change is one of J alone."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.bodies.rotation import rotate, rotate_back
from physics.lab.mistakes.mistake import Written


def answered(written: Written, jacobian: np.ndarray) -> Written:
    """The rows with this J (m, 12): their responses, K and gains follow from it."""
    rows, bodies = written.rows, written.state.bodies
    response = rows.response.copy()
    for body, first in ((rows.a, 3), (rows.b, 9)):
        turn, local = bodies.pose[body, 3:7].astype(np.float64), bodies.local[body, :3].astype(np.float64)
        angular = rotate(turn, local * rotate_back(turn, jacobian[:, first:first + 3]))
        response[:, first:first + 3] = np.where((body >= FIRST)[:, None], angular, 0.0)
    k = (jacobian * response).sum(1)
    ratio = np.divide(rows.k, k, out=np.ones(len(k)), where=k > 0)
    return written._replace(rows=rows._replace(jacobian=jacobian, response=response, k=k), gain=written.gain * ratio)
