"""Rest: the time that each body has been still.

A body is not still in a step if a point of it moved farther than `sleep_speed` dt from the beginning to the end of the step,
position corrections included:

    |d| + r |turn| > sleep_speed dt             d, turn: motion in the step;  r: the largest half size

A body that vibrates in place from substep to substep is still; one that is being pushed out of an overlap is not.  But what is
slow need not be at rest.  A body is at rest as long as it stays where it was: its pose is remembered, and in `sleep_time` no
point of it may go farther from there than a share of its size,

    w = |x - x0| + 2 r |q - q0| <= sleep_way 2 r            x0, q0: the remembered pose

looked at in every CHECK_EVERY-th step; the pose is remembered anew after each `sleep_time`.  What vibrates in place has no way,
what creeps has all of its way, what sways slowly to and fro its swing.  How far a body may go that nothing holds is in `support`.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FIRST, TURN_WAY, TURN_WAY_BEFORE, WAY, WAY_BEFORE
from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import DYNAMIC, KINEMATIC
from physics.simd.flags import any_flagged, flagged
from physics.simd.functions import any_lane, floor, full_like, lane_bits, maximum, select
from physics.simd.memory import load, load_integers, load_rows, store, store_rows
from physics.simd.quat import difference
from physics.simd.value import W
from physics.simd.vec3 import length, select3, select4, sub


class SleepParameters(NamedTuple):
    """When a body is at rest."""

    dt: float                      # step [s]
    sleep_speed: float             # a slower body is still [m/s]
    sleep_time: float              # a body that was still for so long may sleep [s]


class Window(NamedTuple):
    """Over which time the way of bodies is measured."""

    since: float                   # time from the last look at ways to this one [s]
    half_step: float               # [s]
    rate: float                    # 1 / sleep_time [1/s]
    share: float                   # of its half size that a body at rest goes in `sleep_time`


@formula
def largest(size):
    """The largest of three half sizes."""
    return maximum(maximum(size[0], size[1]), size[2])


@formula
def half_size(bodies, row):
    """The largest half size of a body."""
    return max(bodies.shape[row, 0], bodies.shape[row, 1], bodies.shape[row, 2])


@formula
def way_of(bodies, row):
    """How far a point of a body was from where it was remembered, in this `sleep_time` and the one before [m]."""
    return max(bodies.rest_way[row, WAY], bodies.rest_way[row, WAY_BEFORE])


@formula
def turn_way_of(bodies, row):
    """The part of `way_of` that is due to the turn of the body alone [m]."""
    return max(bodies.rest_way[row, TURN_WAY], bodies.rest_way[row, TURN_WAY_BEFORE])


@formula
def may_sleep(bodies, sleep_time, row):
    """Whether a body has been still for long enough."""
    return bodies.type[row] == DYNAMIC and bodies.awake[row] != 0 and bodies.still[row] >= sleep_time


@kernel
def measure_rest(begin, end, bodies, parameters) -> int:
    """Add to the time that the bodies of blocks begin .. end - 1 have been still; returns 1 if one may sleep, else 0.

    Reads bodies.delta bodies.shape bodies.type bodies.awake bodies.restless
    Writes bodies.still
    """
    dt, sleep_speed, sleep_time = parameters.dt, parameters.sleep_speed, parameters.sleep_time
    candidates = 0
    for block in range(begin, end):
        row = block * W
        if not any_flagged(bodies.awake, row, bodies.still):
            continue
        d, size, still = load_rows(bodies.delta, row), load_rows(bodies.shape, row), load(bodies.still, row)
        reach = largest(size)
        path = length((d[0], d[1], d[2])) + reach * length((d[3], d[4], d[5]))
        rests = (path <= full_like(path, sleep_speed * dt)) & ~flagged(bodies.restless, row, bodies.still)
        now = select(rests, still + dt, 0.0)
        dynamic = flagged(bodies.awake, row, bodies.still) & (load_integers(bodies.type, row, still) == DYNAMIC)
        now = select(dynamic, now, still)
        store(bodies.still, row, now)
        candidates |= lane_bits(dynamic & (now >= full_like(now, sleep_time)))
    return 1 if candidates != 0 else 0


@kernel
def measure_way(begin, end, bodies, window):
    """How far the bodies of blocks begin .. end - 1 went that are still, `window` is a Window; the time at rest of those that
    went too far begins anew.

    Reads bodies.pose bodies.shape bodies.awake
    Writes bodies.still bodies.rest_pose bodies.rest_way
    """
    for block in range(begin, end):
        row = block * W
        still = load(bodies.still, row)
        awake = flagged(bodies.awake, row, bodies.still)
        if not any_lane(awake & (still > 0.0)):
            continue
        pose, old, size = load_rows(bodies.pose, row), load_rows(bodies.rest_pose, row), largest(load_rows(bodies.shape, row))
        way, turn_way, way_before, turn_before, s0, s1, s2, s3 = load_rows(bodies.rest_way, row)
        x, x0 = (pose[0], pose[1], pose[2]), (old[0], old[1], old[2])
        q, q0 = (pose[3], pose[4], pose[5], pose[6]), (old[3], old[4], old[5], old[6])
        turned = 2.0 * size * difference(q, q0)
        way, turn_way = maximum(way, length(sub(x, x0)) + turned), maximum(turn_way, turned)
        before = still - full_like(still, window.since)                  # time at rest at the last look
        begins = before < full_like(still, window.half_step)
        leaves = ~begins & (way > full_like(way, window.share) * size)
        rate = full_like(still, window.rate)
        over = floor(still * rate) > floor(before * rate)
        anew = begins | leaves | over
        x, q = select3(anew, x, x0), select4(anew, q, q0)
        way_before, turn_before = select(over, way, way_before), select(over, turn_way, turn_before)
        store(bodies.still, row, select(leaves & awake, 0.0, still))
        store_rows(bodies.rest_pose, row, (x[0], x[1], x[2], q[0], q[1], q[2], q[3], old[7]))
        store_rows(bodies.rest_way, row, (select(anew, 0.0, way), select(anew, 0.0, turn_way), select(begins, 0.0, way_before),
                                          select(begins, 0.0, turn_before), s0, s1, s2, s3))


@kernel
def update_kinematic(count, bodies):
    """After a step that placed bodies: of the first `count` bodies that are not dynamic only those that move stay awake.

    Reads bodies.type bodies.velocity
    Writes bodies.awake
    """
    for row in range(FIRST, FIRST + count):
        if bodies.type[row] != DYNAMIC:
            moves = False
            for k in range(6):
                moves |= bodies.velocity[row, k] != 0
            bodies.awake[row] = 1 if moves and bodies.type[row] == KINEMATIC else 0
