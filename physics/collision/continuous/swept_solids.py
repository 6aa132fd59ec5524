"""When in this step two shapes meet of which one is a capsule, a cylinder, a cone or a convex hull.

They move along straight lines, without turning, see `solids.advance`; against a plane one division tells.  Pairs that pass each
other are not followed further.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import AHEAD_SLOTS, FIRST, MEETING, PLANE_OFFSET, REACH
from physics.collision.continuous.followed_pairs import SOLID_PLANE
from physics.collision.narrow_phase.manifold import manifold_start
from physics.collision.solids.solid_solid import SolidRule, gap_of_boxes
from physics.collision.solids.advance import NEVER, Path, advance
from physics.collision.solids.lane_manifold import axis_before
from physics.collision.solids.memory import memory_of
from physics.collision.solids.placed import double3, placed, radius_of
from physics.collision.solids.separation import bound_along
from physics.collision.solids.support import NOTHING, support
from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import DYNAMIC
from physics.simd.functions import maximum, sqrt
from physics.simd.value import W
from physics.simd.vec3 import dot, negate, scale, sub


class SolidSweep(NamedTuple):
    """What is swept, and how."""

    kind: int                     # SOLID_SOLID or SOLID_PLANE
    skin: float                   # bodies meet that are nearer than this [m]
    every: int                    # 1: pairs of dynamic bodies too
    solids: SolidRule


@formula
def meets_plane(bodies, rows, motion, rule):
    """(share of the step after which body a meets plane b, closing [m], distance now [m]); the motion is that of b against a."""
    one, two = rows
    up = double3(bodies.shape, two, 0)
    solid, down = placed(bodies, rule.solids.hulls, one, (0.0, 0.0, 0.0)), negate(up)
    height = dot(up, double3(bodies.pose, one, 0)) - np.float64(bodies.shape[two, PLANE_OFFSET])
    distance = height - dot(support(solid, rule.solids.hulls, down), down) - radius_of(solid)
    closing = dot(motion, up)
    return (distance / closing if closing > 0.0 else NEVER), closing, distance


@formula
def stay_apart(pair, axis, motion, path):
    """Whether two solids stay apart along an axis while b moves along a Path."""
    square = dot(axis, axis)
    if square < NOTHING:
        return False
    n = scale(1.0 / sqrt(square), axis)
    return bound_along(pair, n) - path.most * maximum(-dot(motion, n), 0.0) > path.skin


@formula
def meets_solid(bodies, rows, motion, rule, memory):
    """(share of the step after which two solids meet, closing then [m], their distance now [m]); rows = (one, two, the normal of
    their manifold before, the axis that is tried first)."""
    (one, two, axis), hulls = rows, rule.solids.hulls
    between, way = sub(double3(bodies.pose, two, 0), double3(bodies.pose, one, 0)), sqrt(dot(motion, motion))
    pair = placed(bodies, hulls, one, (0.0, 0.0, 0.0)), placed(bodies, hulls, two, between), hulls
    path = Path(motion, 1.0 + rule.solids.margin / way, rule.skin)
    if stay_apart(pair, axis, motion, path):
        return NEVER, 0.0 * way, path.skin
    found = advance(pair, path, memory)
    return found.share, found.closing, found.distance


@kernel
def sweep_solids(begin, end, bodies, pairs, rule):
    """Write when the pairs of blocks begin .. end - 1 meet and up to which separation their points exist; `rule` is a
    SolidSweep.

    Reads   bodies.pose bodies.shape bodies.kind bodies.type bodies.velocity bodies.aabb pairs.a pairs.b pairs.sweep
            pairs.manifolds rule
    Writes  pairs.ahead pairs.looking
    """
    memory, ahead, dt = memory_of(rule.solids.memory, rule.solids.member), pairs.ahead, np.float64(pairs.sweep[0])
    for block in range(begin, end):
        if rule.every == 0 and pairs.looking[block] == 0:
            continue
        start, pairs.looking[block] = block * AHEAD_SLOTS * W, rule.every
        for lane in range(W):
            ahead[start + MEETING * W + lane], ahead[start + REACH * W + lane] = 0.0, 0.0
            one, two = np.int64(pairs.a[block * W + lane]), np.int64(pairs.b[block * W + lane])
            if one < FIRST or rule.every == 0 and bodies.type[one] == DYNAMIC and bodies.type[two] == DYNAMIC:
                continue
            pairs.looking[block] = 1
            motion = scale(dt, sub(double3(bodies.velocity, two, 0), double3(bodies.velocity, one, 0)))
            way = sqrt(dot(motion, motion))
            if way <= rule.solids.margin:
                continue
            if rule.kind == SOLID_PLANE:
                share, closing, distance = meets_plane(bodies, (one, two), motion, rule)
            elif gap_of_boxes(bodies, one, two) > way:
                continue
            else:
                axis = axis_before(pairs.manifolds, manifold_start(block) + lane)
                share, closing, distance = meets_solid(bodies, (one, two, axis), motion, rule, memory)
            if distance > 0.0 and share < 1.0 + rule.solids.margin / way and closing > 0.0:
                ahead[start + MEETING * W + lane] = share * dt
                ahead[start + REACH * W + lane] = way if closing > rule.solids.margin else 0.0
            elif distance <= 0.0:
                ahead[start + REACH * W + lane] = way
