"""Whether a solid and another body overlap, for sensors."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import PLANE_OFFSET
from physics.collision.shape_kinds import PLANE
from physics.collision.solids.advance import NEVER, Path, advance, point_like
from physics.collision.solids.memory import memory_of
from physics.collision.solids.placed import double3, placed, radius_of, size_of
from physics.collision.solids.separation import separation_of
from physics.collision.solids.support import support
from physics.compile.decorators import formula, kernel
from physics.simd.vec3 import dot, negate, sub

SKIN = 1e-6                                      # of a sensor's size: a path enters it where it is so near


@formula
def is_below(bodies, row, plane, hulls):
    """Whether the lowest point of a body is below a plane."""
    up, solid = double3(bodies.shape, plane, 0), placed(bodies, hulls, row, double3(bodies.pose, row, 0))
    return dot(support(solid, hulls, negate(up)), up) - radius_of(solid) < np.float64(bodies.shape[plane, PLANE_OFFSET])


@formula
def went_through(bodies, row, other, solids):
    """Whether the centre of a body entered a sensor on its path in the step, both seen from the sensor."""
    place = sub(double3(bodies.pose, row, 0), double3(bodies.pose, other, 0))
    motion = sub(double3(bodies.delta, other, 0), double3(bodies.delta, row, 0))
    sensor = placed(bodies, solids.hulls, row, (place[0] + motion[0], place[1] + motion[1], place[2] + motion[2]))
    if dot(motion, motion) == 0.0:
        return False
    path = Path(negate(motion), 1.0, SKIN * size_of(sensor))
    return advance((point_like(sensor), sensor, solids.hulls), path, memory_of(solids.memory, 0)).share < NEVER


@kernel
def solids_overlap(bodies, row, other, paths, solids) -> int:
    """1 if the sensor in a row and a body in another overlap, of which one is a solid; with `paths` also if the body's centre
    went through the sensor in the step.

    Reads   bodies.pose bodies.kind bodies.shape bodies.delta solids.hulls
    Writes
    """
    if bodies.kind[row] == PLANE:
        return 1 if is_below(bodies, other, row, solids.hulls) else 0
    if bodies.kind[other] == PLANE:
        return 1 if is_below(bodies, row, other, solids.hulls) else 0
    between = sub(double3(bodies.pose, other, 0), double3(bodies.pose, row, 0))
    pair = placed(bodies, solids.hulls, row, (0.0, 0.0, 0.0)), placed(bodies, solids.hulls, other, between), solids.hulls
    if separation_of(pair, memory_of(solids.memory, 0)).distance < 0.0:
        return 1
    return 1 if paths and went_through(bodies, row, other, solids) else 0
