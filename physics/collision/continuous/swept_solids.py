"""When in this step two shapes meet of which one is a capsule, a cylinder, a cone or a convex hull.

They move along straight lines, without turning, see `advance`; against a plane one division tells.  Pairs that pass each
other are not followed further.

What meets turns on.  A body of radius of gyration k that comes with v and meets with a point at the arm s leaves with
v s^2 / (k^2 + s^2) and turns by v s / (k^2 + s^2), so its opposite end closes at most ENDS times as fast as its centre did: a rod
1.5 times, a disc 1.6 times.  Points exist as far as the ends may close in the step with that and with the turning there is.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import AHEAD_SLOTS, FIRST, MEETING, PLANE_OFFSET, REACH
from physics.collision.continuous.advance import NEVER, Path, advance
from physics.collision.continuous.followed_pairs import SOLID_PLANE
from physics.collision.narrow_phase.manifold import manifold_start
from physics.collision.shape_kinds import CAPSULE, CONE, CYLINDER, SPHERE
from physics.collision.solids.solid_solid import SolidRule, gap_of_boxes
from physics.collision.solids.lane_manifold import axis_before
from physics.collision.solids.memory import memory_of
from physics.collision.solids.placed import double3, placed, radius_of, rotation_of
from physics.collision.solids.separation import bound_along
from physics.collision.solids.support import NOTHING, support
from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import DYNAMIC
from physics.simd.functions import maximum, minimum, sqrt
from physics.simd.mat33 import column
from physics.simd.value import W
from physics.simd.vec3 import cross, dot, negate, scale, sub


ENDS = 2.0                                       # of what a pair closes: what its ends close at most


class SolidSweep(NamedTuple):
    """What is swept, and how."""

    kind: int                     # SOLID_SOLID or SOLID_PLANE
    skin: float                   # bodies meet that are nearer than this [m]
    every: int                    # 1: pairs of dynamic bodies too
    solids: SolidRule


@formula
def rim_speed(bodies, row):
    """Bound of the speed at which a shape changes its place by turning [m/s]: spheres and planes do not, nor what turns about its
    own axis of rotation."""
    kind, turning, size = bodies.kind[row], double3(bodies.velocity, row, 3), double3(bodies.shape, row, 0)
    if kind == SPHERE:
        return 0.0
    if kind == CAPSULE or kind == CYLINDER or kind == CONE:
        turning = cross(turning, column(rotation_of(bodies.pose, row, 3), 2))
    return sqrt(dot(turning, turning) * dot(size, size))


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
def stay_apart(pair, axis, path, closes):
    """Whether two solids stay apart along an axis while b moves along a Path; closes = (share of the step in which it moves, what
    turning may close besides [m])."""
    square = dot(axis, axis)
    if square < NOTHING:
        return False
    n = scale(1.0 / sqrt(square), axis)
    return bound_along(pair, n) - closes[0] * maximum(-dot(path.motion, n), 0.0) - closes[1] > path.skin


@formula
def meets_solid(bodies, rows, path, rule, memory):
    """(share of the step after which two solids meet, closing then [m], their distance now [m]), on a Path; rows = (one, two, the
    normal of their manifold before, the axis that is tried first, closes as `stay_apart` has it)."""
    (one, two, axis, closes), hulls = rows, rule.solids.hulls
    between = sub(double3(bodies.pose, two, 0), double3(bodies.pose, one, 0))
    pair = placed(bodies, hulls, one, (0.0, 0.0, 0.0)), placed(bodies, hulls, two, between), hulls
    if stay_apart(pair, axis, path, closes):
        return NEVER, 0.0 * path.skin, path.skin + closes[1]
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
            turning = dt * (rim_speed(bodies, one) + rim_speed(bodies, two))
            ends, near = ENDS * way + turning, 1.0 + rule.solids.margin / way
            most = near + turning / way
            if rule.kind == SOLID_PLANE:
                share, closing, distance = meets_plane(bodies, (one, two), motion, rule)
            elif gap_of_boxes(bodies, one, two) > way + turning:
                continue
            else:
                path, axis = Path(motion, most, rule.skin), axis_before(pairs.manifolds, manifold_start(block) + lane)
                share, closing, distance = meets_solid(bodies, (one, two, axis, (near, turning)), path, rule, memory)
            if distance > 0.0 and share < most and closing > 0.0:
                ahead[start + MEETING * W + lane] = minimum(share, near) * dt
                ahead[start + REACH * W + lane] = ends if closing + turning > rule.solids.margin else 0.0
            elif distance <= turning:
                ahead[start + REACH * W + lane] = ends
