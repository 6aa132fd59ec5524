"""The poses at which manifolds are found: the present ones, or, for fast bodies, those of their meeting, see `time_of_impact`."""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import AHEAD_SLOTS, MEETING, REACH
from physics.compile.decorators import formula
from physics.simd.functions import any_lane, full_like, maximum, minimum, select
from physics.simd.memory import as_lanes, gather_half, gather_rows, load
from physics.simd.value import W
from physics.simd.vec3 import add_scaled, select3


class BodyIndices(NamedTuple):
    """Where the body rows of sixteen pairs are stored."""

    a: object                     # int32 array with the rows of bodies a
    b: object                     # int32 array with the rows of bodies b
    at_a: int                     # place of the first of them in `a`
    at_b: int                     # place of the first of them in `b`


@formula
def ahead_slot(pairs, block, slot):
    """A slot of `Pairs.ahead`."""
    return load(pairs.ahead, (block * AHEAD_SLOTS + slot) * W)


@formula
def any_meeting(pairs, block):
    """Whether any manifold of a block is found at other poses than the present ones."""
    return any_lane(ahead_slot(pairs, block, MEETING) != 0.0)


@formula
def translated(pose, velocity, time):
    """A pose (8 lanes) after `time` [s] of translation, where that is not 0."""
    x = select3(time != 0.0, add_scaled((pose[0], pose[1], pose[2]), time, (velocity[0], velocity[1], velocity[2])),
                (pose[0], pose[1], pose[2]))
    return x[0], x[1], x[2], pose[3], pose[4], pose[5], pose[6], pose[7]


@formula
def poses_after(bodies, rows, time):
    """Poses of the bodies a and b of sixteen pairs, by their BodyIndices, after `time` [s] of translation."""
    a, b = gather_rows(bodies.pose, rows.a, rows.at_a), gather_rows(bodies.pose, rows.b, rows.at_b)
    if any_lane(time != 0.0):
        a = translated(a, gather_half(bodies.velocity, rows.a, rows.at_a, 0), time)
        b = translated(b, gather_half(bodies.velocity, rows.b, rows.at_b, 0), time)
    return a, b


@formula
def meeting_poses(bodies, pairs, block):
    """The poses of bodies a and b at which the manifolds of a block are found."""
    at = block * W
    return poses_after(bodies, BodyIndices(pairs.a, pairs.b, at, at), ahead_slot(pairs, block, MEETING))


@formula
def limit(pairs, block, margin):
    """Separations below which the points of a block exist [m]: the margin, or what a fast pair closes in a step."""
    return maximum(ahead_slot(pairs, block, REACH), as_lanes(pairs.ahead, margin))


@formula
def receded(pairs, block, found, parted):
    """Separations at the present poses from those found at the meeting; bodies that pass each other overlap no more than now."""
    time = ahead_slot(pairs, block, MEETING)
    passes = (time >= full_like(found, pairs.sweep[0])) | (time < 0.0)
    return select(passes, maximum(found + parted, minimum(ahead_slot(pairs, block, REACH), 0.0)), found + parted)


@formula
def looks_ahead(pairs, block):
    """Mask of the fast pairs of a block that meet in this step."""
    return (ahead_slot(pairs, block, MEETING) != 0.0) | (ahead_slot(pairs, block, REACH) > 0.0)
