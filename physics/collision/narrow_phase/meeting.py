"""Where manifolds are found: at the poses of now, or, for fast bodies, at those in which they will meet, see `sweep`."""
from __future__ import annotations

from physics.bodies.arrays import AHEAD_SLOTS, MEETING, REACH
from physics.compile.decorators import formula
from physics.simd.functions import any_lane, maximum
from physics.simd.memory import as_lanes, gather_rows, load
from physics.simd.value import W
from physics.simd.vec3 import add_scaled, select3


@formula
def ahead_slot(pairs, block, slot):
    """A slot of `Pairs.ahead`."""
    return load(pairs.ahead, (block * AHEAD_SLOTS + slot) * W)


@formula
def any_meeting(pairs, block):
    """Whether manifolds of a block are found at other poses than those of now."""
    return any_lane(ahead_slot(pairs, block, MEETING) > 0.0)


@formula
def moved_on(pose, velocity, time):
    """A pose (8 lanes) after so much time [s] where it is not 0, without turning."""
    x = select3(time > 0.0, add_scaled((pose[0], pose[1], pose[2]), time, (velocity[0], velocity[1], velocity[2])),
                (pose[0], pose[1], pose[2]))
    return x[0], x[1], x[2], pose[3], pose[4], pose[5], pose[6], pose[7]


@formula
def poses_after(bodies, rows, at, time):
    """Poses of sixteen pairs after so much time [s] each; rows of a and b begin at `at` of
    the arrays `rows`."""
    a, b = gather_rows(bodies.pose, rows[0], at[0]), gather_rows(bodies.pose, rows[1], at[1])
    if any_lane(time > 0.0):
        a = moved_on(a, gather_rows(bodies.velocity, rows[0], at[0]), time)
        b = moved_on(b, gather_rows(bodies.velocity, rows[1], at[1]), time)
    return a, b


@formula
def meeting_poses(bodies, pairs, block):
    """The poses of a and b that the manifolds of a block are found at."""
    at = block * W
    return poses_after(bodies, (pairs.a, pairs.b), (at, at), ahead_slot(pairs, block, MEETING))


@formula
def limit(pairs, block, margin):
    """Separations below which the points of a block exist [m]: the margin, or what a fast pair closes in a step."""
    return maximum(ahead_slot(pairs, block, REACH), as_lanes(pairs.ahead, margin))


@formula
def looks_ahead(pairs, block):
    """Mask of the fast pairs of a block that meet in this step."""
    return (ahead_slot(pairs, block, MEETING) > 0.0) | (ahead_slot(pairs, block, REACH) > 0.0)
