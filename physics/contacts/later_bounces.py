"""Bounces that follow from others: a ball that bounces meets its other neighbours in the next substep, not in this one.

Impulses l change kinetic energy by the sum of l (w + w') / 2, w and w' being the speeds of separation before and after.  A point
that bounces with e = 1 has w' = -w and adds nothing.  Where the bounce throws a ball at a point that would not have been met by
itself, the row of that point would stop the ball at its surface, w' = -separation / h, and the bounce go on until it had its
rebound all the same: with w < w' energy is lost, with w > -w', where the ball had just left that surface, it is made.  Half a
per cent of all impulses did that in a cube of 216 falling balls, which lost 4 % of their energy in ten seconds, or made 20.

So that a ball bounces off one surface after the other, as it would, such points wait: their rows hold nothing until the ball
overlaps by half of its radius, which nothing goes through, and in the next substep, in which they approach, they bounce.  A point
waits where a bouncing ball touches with restitution and without impulse, and would not overlap by itself, or leaves faster than
what comes at `restitution_threshold`.  Points that carry wait for nothing, and neither do those of bodies without a ball, whose
corners meet a surface together.
"""
from __future__ import annotations

from physics.bodies.arrays import ROUND
from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula, kernel
from physics.contacts.frame import load_frame, load_place, normal_speed_at, relative_velocity
from physics.contacts.layout import (
    COUNT,
    FIRST_POINT,
    FLAGS,
    IMPULSE,
    MAY_BOUNCE,
    POINT,
    RESTITUTION,
    SLOTS,
    START,
    TARGET,
)
from physics.definitions.body_types import DYNAMIC
from physics.parallel.team import first_chunk, next_chunk, share
from physics.simd.functions import any_lane, maximum, minimum, select
from physics.simd.memory import gather_half, load, store
from physics.simd.value import W

BOUNCED = 7                                      # in Bodies.delta: 1 + number of the last substep in which it bounced
DEPTH = 0.5                                      # of its radius by which a ball may overlap until the next substep
NO_BALL = 1e30                                   # radius of what is none [m]
GRAIN = 4                        # blocks of contacts of a chunk, at least
SIZE, RADIUS, IS_ROUND, MARKS = 0, 0, ROUND - 4, 1             # halves of a row of eight, and numbers in them


@formula
def bounces_in(data, base, lane):
    """Whether a point of the contact in this lane bounces."""
    found = False
    for j in range(int(data[base + FLAGS * W + COUNT])):
        found = found or data[base + (FIRST_POINT + j * POINT + TARGET) * W + lane] > 0.0
    return found


@kernel
def mark_bouncing(begin, end, bodies, contacts, substep):
    """Mark the dynamic bodies of which a point bounces in this substep, by the blocks begin .. end - 1.

    Reads bodies.type contacts.a contacts.b contacts.data contacts.bounces
    Writes bodies.delta
    """
    for block in range(begin, end):
        if contacts.data[block * SLOTS * W + FLAGS * W + MAY_BOUNCE] > 0.0 and contacts.bounces[block] > 0:
            for lane in range(W):
                if bounces_in(contacts.data, block * SLOTS * W, lane):
                    a, b = contacts.a[block * W + lane], contacts.b[block * W + lane]
                    if bodies.type[a] == DYNAMIC:
                        bodies.delta[a, BOUNCED] = substep + 1
                    if bodies.type[b] == DYNAMIC:
                        bodies.delta[b, BOUNCED] = substep + 1


@formula
def ball_radius(bodies, rows, at, none):
    """Radii of the bodies in a block's lanes that are balls; `none` of others."""
    size, more = gather_half(bodies.shape, rows, at, SIZE), gather_half(bodies.shape, rows, at, 1)
    return select(more[IS_ROUND] > 0.0, size[RADIUS], none)


@kernel
def let_wait(begin, end, bodies, contacts, when):
    """Points of the blocks begin .. end - 1 that wait for the next substep get a target below 0: minus the speed at which they
    may approach.  when = (substep, threshold, h).

    Reads bodies.velocity bodies.delta bodies.shape contacts.a contacts.b contacts.data
    Writes contacts.data
    """
    data, (substep, threshold, h) = contacts.data, when
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        if data[base + FLAGS * W + MAY_BOUNCE] == 0.0:
            continue
        marked_a, marked_b = gather_half(bodies.delta, contacts.a, at, MARKS), gather_half(bodies.delta, contacts.b, at, MARKS)
        none = 0.0 * marked_a[0] + NO_BALL
        radius = minimum(ball_radius(bodies, contacts.a, at, none), ball_radius(bodies, contacts.b, at, none))
        thrown = maximum(marked_a[3], marked_b[3]) == substep + 1
        restitution = load(data, base + RESTITUTION * W)
        chosen = thrown & (radius < NO_BALL) & (restitution > 0.0)
        if not any_lane(chosen):
            continue
        frame, motion, moved = load_frame(data, base), load_motion(bodies.velocity, contacts, at), load_motion(
            bodies.delta, contacts, at)
        velocity, displacement = relative_velocity(frame, motion)[0], relative_velocity(frame, moved)[0]
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            place, target = load_place(data, point), load(data, point + TARGET * W)
            separation = load(data, point + START * W) + normal_speed_at(displacement, place)
            speed = normal_speed_at(velocity, place)
            idle = (load(data, point + IMPULSE * W) == 0.0) & (separation + h * speed >= 0.0)
            most = (separation + DEPTH * radius) / h
            waits = chosen & (target == 0.0) & (idle | (speed > restitution * threshold)) & (most > 0.0)
            store(data, point + TARGET * W, select(waits, -most, target))


@kernel
def choose_waiting(team, state, extent, p, substep):
    """6, after targets are chosen, where a point bounces in this substep: the points that wait for the next one.

    Reads state
    Writes state.bodies.delta state.contacts.data team
    """
    bodies, contacts = state.bodies, state.contacts
    chunk = first_chunk(team, extent.contacts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.contacts)
        mark_bouncing(first, last, bodies, contacts, substep)
        chunk = next_chunk(team)
    chunk = first_chunk(team, extent.contacts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.contacts)
        let_wait(first, last, bodies, contacts, (substep, p.restitution_threshold, p.motion.h))
        chunk = next_chunk(team)
