"""The starting point of a substep's sweeps: free motion, with as much of the forces as the body followed in the substep before.

    x = x0 + h v + h2 s a,        s = clamp(last acceleration . a / a . a, 0, 1)

a is the acceleration by gravity and forces.  A body that rests begins where it is, one that falls where it falls to; s is kept
in `Bodies.velocity`, 0 of a new body.  Source: Chen, Liu, Yang, Yuksel, "Vertex Block Descent", SIGGRAPH 2024, section 3.7.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FALLING
from physics.compile.decorators import formula, kernel
from physics.lab.rows.vectors import inner, three
from physics.simd.vec3 import scale, sub


class Velocities(NamedTuple):
    """Of n bodies around the forces of a substep."""

    before: np.ndarray            # (n, 8) [m/s], [rad/s]
    after: np.ndarray             # (n, 8)


@kernel
def begin_bodies(bonds, bodies, velocities, h):
    """Move bodies with rows, which are at the end of free motion, to their starting points.

    Reads   bonds.body bodies.velocity velocities h
    Writes  bodies.pose bodies.delta
    """
    for body in bonds.body:
        back = scale(h * (bodies.velocity[body, FALLING] - 1.0), gained(velocities, body))
        for k in range(3):
            bodies.pose[body, k] += back[k]
            bodies.delta[body, k] += back[k]


@formula
def gained(velocities, body):
    """The velocity [m/s] that forces gave a body."""
    return sub(three(velocities.after, body, 0), three(velocities.before, body, 0))


@kernel
def keep_falling(bodies, velocities):
    """Store what share of its forces each body followed, by its velocity at the end of the substep.

    Reads   bodies.awake bodies.velocity velocities
    Writes  bodies.velocity
    """
    for body in range(len(bodies.awake)):
        if bodies.awake[body] > 0:
            by_forces = gained(velocities, body)
            most = inner(by_forces, by_forces)
            followed = inner(sub(three(bodies.velocity, body, 0), three(velocities.before, body, 0)), by_forces)
            bodies.velocity[body, FALLING] = min(max(followed / most, 0.0), 1.0) if most > 0 else 0.0
