"""The start of a step: poses, velocities and remainders before stages 5 to 10, for those who look into it afterwards."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import Bodies, aligned
from physics.compile.decorators import kernel
from physics.simd.memory import ROW, load, stream
from physics.simd.value import W


class BodyStart(NamedTuple):
    """As the arrays of these names in `Bodies`, by body row."""

    pose: np.ndarray
    velocity: np.ndarray
    remainder_x: np.ndarray
    remainder_y: np.ndarray
    remainder_z: np.ndarray


def new_start(bodies: Bodies) -> BodyStart:
    """Room for the start of these bodies."""
    return BodyStart(*(aligned(getattr(bodies, name).shape, getattr(bodies, name).dtype) for name in BodyStart._fields))


@kernel
def keep_start(begin, end, bodies, start):
    """Copy the rows of the body blocks begin .. end - 1.

    Reads bodies.pose bodies.velocity bodies.remainder_x bodies.remainder_y bodies.remainder_z
    Writes start
    """
    for block in range(begin, end):
        row = block * W
        for k in range(ROW):
            at = row * ROW + k * W
            stream(start.pose, at, load(bodies.pose, at))
            stream(start.velocity, at, load(bodies.velocity, at))
        stream(start.remainder_x, row, load(bodies.remainder_x, row))
        stream(start.remainder_y, row, load(bodies.remainder_y, row))
        stream(start.remainder_z, row, load(bodies.remainder_z, row))
