"""A ray against one plane or solid, in double precision."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR, PLANE_OFFSET, aligned
from physics.collision.shape_kinds import PLANE
from physics.collision.solids.hulls import NO_HULLS, Hulls
from physics.collision.solids.line import entry
from physics.collision.solids.memory import Memory, new_memory
from physics.collision.solids.placed import double3, placed
from physics.compile.decorators import formula, kernel
from physics.simd.vec3 import add, dot, sub


class Solids(NamedTuple):
    """What queries about solids need."""

    hulls: Hulls
    memory: Memory
    found: np.ndarray             # (4,) float64 the last result: distance along the ray [m], outward normal


def solids_of(hulls: Hulls = NO_HULLS, memory: Memory | None = None) -> Solids:
    """Solids of a world with these hulls."""
    return Solids(hulls, memory or new_memory(1), aligned(4, np.float64))


@formula
def ray_plane(bodies, row, ray):
    """(distance, normal) where a Ray goes down through the plane in a row; FAR where it does not."""
    normal = double3(bodies.shape, row, 0)
    height, sinking = dot(normal, ray.origin) - np.float64(bodies.shape[row, PLANE_OFFSET]), -dot(normal, ray.direction)
    return height / sinking if height > 0.0 and sinking > 0.0 else FAR, normal


@kernel
def ray_solid(bodies, row, ray, solids):
    """Write where a Ray hits the plane or solid in a row, and the outward normal there, to solids.found; FAR where it misses it.

    Reads   bodies.pose bodies.kind bodies.shape ray solids
    Writes  solids.found
    """
    found = solids.found
    if bodies.kind[row] == PLANE:
        distance, normal = ray_plane(bodies, row, ray)
    else:
        solid = placed(bodies, solids.hulls, row, sub(double3(bodies.pose, row, 0), ray.origin))
        distance, normal = entry(solid, solids.hulls, ray.direction)
    found[0] = distance
    found[1], found[2], found[3] = add(normal, (0.0, 0.0, 0.0))          # no -0 for people
