"""Whether a solid and another body overlap, for sensors."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import PLANE_OFFSET
from physics.collision.shape_kinds import PLANE
from physics.collision.solids.line import entry
from physics.collision.solids.memory import memory_of
from physics.collision.solids.placed import double3, placed, radius_of
from physics.collision.solids.separation import separation_of
from physics.collision.solids.support import support
from physics.compile.decorators import formula, kernel
from physics.simd.functions import sqrt
from physics.simd.vec3 import add, dot, negate, scale, sub


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
    path = sqrt(dot(motion, motion))
    if path == 0.0:
        return False
    sensor = placed(bodies, solids.hulls, row, add(place, motion))
    return entry(sensor, solids.hulls, scale(1.0 / path, motion))[0] <= path


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
