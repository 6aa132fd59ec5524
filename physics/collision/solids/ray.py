"""A ray against one solid: the motion of a point, see `solids.advance`."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR, aligned
from physics.collision.solids.advance import NEVER, Path, advance, point_like
from physics.collision.solids.hulls import NO_HULLS, Hulls
from physics.collision.solids.memory import Memory, memory_of, new_memory
from physics.collision.solids.placed import double3, placed
from physics.collision.solids.separation import size_of
from physics.compile.decorators import kernel
from physics.simd.vec3 import dot, negate, scale, sub

SKIN = 1e-6                                      # of the size: from where it is so near, a ray meets the plane there


class Solids(NamedTuple):
    """What queries about solids need."""

    hulls: Hulls
    memory: Memory
    found: np.ndarray             # (4,) float64 the last result: distance along the ray [m], outward normal


def solids_of(hulls: Hulls = NO_HULLS, memory: Memory | None = None) -> Solids:
    """Solids of a world with these hulls."""
    return Solids(hulls, memory or new_memory(1), aligned(4, np.float64))


@kernel
def ray_solid(bodies, row, ray, solids):
    """Write where a Ray hits the solid in a row, and the outward normal there, to solids.found; FAR where it misses it.

    Reads   bodies.pose bodies.kind bodies.shape ray solids
    Writes  solids.found
    """
    memory, found = memory_of(solids.memory, 0), solids.found
    origin, direction = ray.origin, ray.direction
    solid, found[0] = placed(bodies, solids.hulls, row, sub(double3(bodies.pose, row, 0), origin)), FAR
    centre = solid.centre
    along, reach = dot(centre, direction), dot(solid.size, solid.size)
    off = sub(centre, scale(along, direction))
    if dot(off, off) > reach or along < 0.0 and dot(centre, centre) > reach:
        return
    meeting = advance((point_like(solid), solid, solids.hulls), Path(negate(direction), NEVER, SKIN * size_of(solid)), memory)
    if meeting.share < NEVER and meeting.distance > 0.0 and meeting.closing > 0.0:
        found[0] = meeting.share + meeting.left / meeting.closing
        found[1], found[2], found[3] = negate(meeting.normal)
