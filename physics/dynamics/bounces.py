"""Bounces inside a substep: they are solved to the end, and take place when the surfaces touch, not when the substep begins.

A point that is d > 0 apart and comes, half a substep of its acceleration a after the present speed as in `restitution`, at the
speed v, touches after the time t and has then the speed v',

    v'^2 = v^2 + 2 a d,    t = 2 d / (v + v')

It leaves at e v', and a acts for the rest h - t of the substep.  Its impulse acts on velocities from the beginning of the substep
on, so it moves its bodies too far by t times their change of velocity.  Both are put right after the last sweep,

    u = (1 + e) v' - v - a h / 2        in place of the rebound speed that belongs to the place where the substep began
    x -= t M^-1 J^T impulse             and rotations likewise

where a contact is alone: where its own impulses and no others have changed the speeds of its points.  Otherwise, as between a
wall and another body or under a load, it bounces at the beginning of the substep: what it moved back, others would have to hold.

One sweep does not finish the bounce of four corners, nor of a body that meets two others, so normal rows of bouncing blocks are
swept before: friction then acts on the motion after the bounce, and not on that of a body whose first leg alone has bounced.
Where a substep has fewer than LEAST_SWEEPS they are swept after it, too: what was warm started, another bounce of the substep
before above all, is taken back by then.  Both are left out for bodies that are held, see `contacts.held_bodies`.
"""
from __future__ import annotations

from physics.bodies.caps import slowed
from physics.bodies.pair_motion import load_motion, select_motion, store_motion
from physics.bodies.pose_shift import LARGEST_TURN, shift
from physics.compile.decorators import formula, kernel, verb
from physics.contacts.bounce_work import ALONE, carry_speeds, limit_work, note_speeds
from physics.contacts.frame import (
    add_normal_impulse,
    apply_wrench,
    load_frame,
    load_masses,
    load_place,
    normal_speed_at,
    relative_velocity,
)
from physics.contacts.held_bodies import are_free, bouncing, hold_by_contacts, hold_by_joints, mark_of
from physics.contacts.layout import (
    BEFORE,
    BOUNCE_SLOTS,
    CLOSING,
    COUNT,
    FIRST_POINT,
    FLAGS,
    GAIN,
    IMPULSE,
    POINT,
    RESTITUTION,
    SEPARATION,
    SLOTS,
    SUM,
    TARGET,
    Sweep,
)
from physics.contacts.normal import Pass, solve_normals, update_separations
from physics.dynamics.sweeps import GRAIN, color_at, first_chunk_of_color, share_of_color
from physics.parallel.team import first_chunk, next_chunk, share
from physics.simd.functions import absolute, any_lane, full_like, maximum, minimum, nowhere, select, sqrt
from physics.simd.memory import load, store
from physics.simd.value import W
from physics.simd.vec3 import add, zero3

SWEEPS_BEFORE, LEAST_SWEEPS = 8, 4               # over normal rows of bouncing blocks, before a substep's sweeps and with them


@formula
def touches(data, point, bounce, h):
    """(time until a point that bounces touches [s], speed then [m/s], acceleration [m/s2]); bounce = (closing, gain)."""
    closing, gain = bounce
    apart, speed, acceleration = maximum(load(data, point + SEPARATION * W), 0.0), maximum(closing - gain, 0.0), 2.0 * gain / h
    then = sqrt(maximum(speed * speed + 2.0 * acceleration * apart, 0.0))
    moves = speed + then > 0.0
    time = select(moves, 2.0 * apart / select(moves, speed + then, 1.0), 0.0)
    return minimum(time, full_like(time, h)), then, acceleration


@formula
def load_bounce(bounce, block, j):
    """(closing, gain) of point j of a block."""
    at = (4 * block + j) * BOUNCE_SLOTS * W
    return load(bounce, at + CLOSING * W), load(bounce, at + GAIN * W)


@formula
def completed(data, base, point, bounce, h):
    """(time until it touches, factor of its impulse) of a point; 0 and 1 if it does not bounce or would meet the surface
    again."""
    target, impulse = load(data, point + TARGET * W), load(data, point + IMPULSE * W)
    restitution = load(data, base + RESTITUTION * W)
    time, then, acceleration = touches(data, point, bounce, h)
    rest, change = h - time, target + bounce[0]
    flies = (target > 0.0) & (impulse > 0.0) & (change > 0.0) & (time > 0.0) & (restitution * then > 0.5 * acceleration * rest)
    factor = (1.0 + restitution) * then / select(flies, change, 1.0)
    return select(flies, time, 0.0), select(flies, factor, 1.0)


@formula
def is_alone(contacts, block, now, own):
    """Mask of the contacts of a block that are; now: normal velocity of the bodies, own: its part by these impulses."""
    data, base, result = contacts.data, block * SLOTS * W, own[0] == own[0]
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        place, (closing, _) = load_place(data, point), load_bounce(contacts.bounce, block, j)
        by_own = normal_speed_at(own, place)
        others = absolute(normal_speed_at(now, place) + closing - by_own)
        bounces = (load(data, point + TARGET * W) > 0.0) & (others < ALONE * by_own)
        result = result & ((load(data, point + IMPULSE * W) == 0.0) | bounces)
    return result


@formula
def own_wrench(data, base, zero):
    """The normal wrench of a block's impulses."""
    wrench = zero, zero, zero
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        wrench = add_normal_impulse(wrench, load(data, point + IMPULSE * W), load_place(data, point))
    return wrench


@formula
def sum_of(first, second):
    """The sum of two motions."""
    return add(first[0], second[0]), add(first[1], second[1]), add(first[2], second[2]), add(first[3], second[3])


@formula
def move_back(bodies, contacts, at, way, acts):
    """Move and turn the bodies of a block by `way` [m], [rad] where the mask is set."""
    most, stays = full_like(way[0][0], LARGEST_TURN), full_like(way[0][0], -0.0)          # x + -0 is x, if x is a zero too
    still = (stays, stays, stays)
    way = select_motion(acts, (way[0], slowed(way[1], most), way[2], slowed(way[3], most)), (still, still, still, still))
    shift(bodies.pose, contacts.a, at, way[0], way[1])
    shift(bodies.pose, contacts.b, at, way[2], way[3])
    store_motion(bodies.delta, contacts, at, sum_of(load_motion(bodies.delta, contacts, at), way))


@kernel
def complete_bounces(begin, end, bodies, contacts, h):
    """Put right what bounces of the constraint blocks begin .. end - 1 whose contacts are alone, see the top of this file.

    Reads bodies.velocity bodies.pose bodies.delta contacts.a contacts.b contacts.data contacts.bounce contacts.bounces
    Writes bodies.velocity bodies.pose bodies.delta contacts.data
    """
    data = contacts.data
    for block in range(begin, end):
        if contacts.bounces[block] == 0:
            continue
        at, base = block * W, block * SLOTS * W
        frame, masses, motion = load_frame(data, base), load_masses(data, base), load_motion(bodies.velocity, contacts, at)
        zero, none = 0.0 * frame.n[0], zero3(frame.n[0])
        own = apply_wrench(frame, masses, (none, none, none, none), own_wrench(data, base, zero), none)
        alone = is_alone(contacts, block, relative_velocity(frame, motion)[0], relative_velocity(frame, own)[0])
        more = late = (zero, zero, zero)
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            place, impulse = load_place(data, point), load(data, point + IMPULSE * W)
            time, factor = completed(data, base, point, load_bounce(contacts.bounce, block, j), h)
            after = select(alone, factor * impulse, impulse)
            more, late = add_normal_impulse(more, after - impulse, place), add_normal_impulse(
                late, select(alone, -time * after, 0.0), place)
            store(data, point + IMPULSE * W, after)
        acts = (late[0] != 0.0) | (more[0] != 0.0)
        if any_lane(acts):
            added = apply_wrench(frame, masses, (none, none, none, none), more, none)
            faster = relative_velocity(frame, added)[0]
            for j in range(int(data[base + FLAGS * W + COUNT])):
                point = base + (FIRST_POINT + j * POINT) * W
                target = load(data, point + TARGET * W)
                after = target + normal_speed_at(faster, load_place(data, point))
                store(data, point + TARGET * W, select(acts & (target > 0.0), after, target))
            store_motion(bodies.velocity, contacts, at, select_motion(acts, sum_of(motion, added), motion))
            move_back(bodies, contacts, at, apply_wrench(frame, masses, (none, none, none, none), late, none), acts)


@kernel
def solve_bounces(begin, end, bodies, contacts, how):
    """Solve the normal rows of the contacts that bounce, in the blocks begin .. end - 1; others stay as they are, and so do those
    of bodies that are held.

    how = (sweep, applied, mark).  Which contacts share a block depends on the number of threads, so what they do may not.  The
    first sweep of a substep whose warm start was `applied` by bodies adds the impulses of the substep before to the sums: it
    finds those of now, so the sums take the difference.

    Reads bodies.velocity bodies.delta contacts.a contacts.b contacts.data contacts.bounces
    Writes bodies.velocity contacts.data contacts.bounce
    """
    data, bounce, (sweep, applied, mark) = contacts.data, contacts.bounce, how
    for block in range(begin, end):
        if contacts.bounces[block] == 0:
            continue
        at, base = block * W, block * SLOTS * W
        chosen = bouncing(data, base) & are_free(bodies, contacts, at, mark)
        if not any_lane(chosen):
            continue
        frame, motion = load_frame(data, base), load_motion(bodies.velocity, contacts, at)
        if sweep.moved:
            update_separations(data, base, relative_velocity(frame, load_motion(bodies.delta, contacts, at))[0])
        count = int(data[base + FLAGS * W + COUNT])
        none = zero3(frame.n[0])
        for j in range(count):
            impulse = load(data, base + (FIRST_POINT + j * POINT + IMPULSE) * W)
            store(bounce, ((4 * block + j) * BOUNCE_SLOTS + BEFORE) * W, impulse)
        wrench, _ = solve_normals(data, base, relative_velocity(frame, motion)[0], Pass(sweep, nowhere(none[0]), 0.0))
        for j in range(count):
            point, before = base + (FIRST_POINT + j * POINT) * W, load(bounce, ((4 * block + j) * BOUNCE_SLOTS + BEFORE) * W)
            impulse = select(chosen, load(data, point + IMPULSE * W), before)
            store(data, point + IMPULSE * W, impulse)
            if applied == 1:
                store(data, point + SUM * W, load(data, point + SUM * W) + (before - impulse))
        after = apply_wrench(frame, load_masses(data, base), motion, wrench, none)
        store_motion(bodies.velocity, contacts, at, select_motion(chosen, after, motion))


@kernel
def sweep_bounces(team, state, extent, p, at):
    """7, after the warm start, and 8, after sweeps, where a point bounces: sweeps over the normal rows of bouncing blocks.

    at = (number of sweeps, applied, moved, mark), as in `substeps.advance`; the mark is that of bodies held now.

    Reads state
    Writes state.bodies.velocity state.bodies.delta state.contacts.data state.contacts.bounce team
    """
    contacts, (sweeps, applied, moved, mark) = state.contacts, at
    chunk = first_chunk(team, extent.parts + extent.contacts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.parts)
        hold_by_joints(first, last, state.bodies, state.parts, mark)
        first, last = share(team, chunk, extent.first, extent.contacts)
        hold_by_contacts(first, last, state.bodies, contacts, mark)
        chunk = next_chunk(team)
    for k in range(sweeps):
        sweep = Sweep(p.solve, (k + 1) % 2, 0, moved, p.reverse)
        for turn in range(extent.colors):
            c = color_at(turn, extent, p.reverse)
            chunk = first_chunk_of_color(team, state, c)
            while chunk >= 0:
                first, last = share_of_color(team, chunk, contacts.color_start, c)
                if first < last:
                    solve_bounces(first, last, state.bodies, contacts, (sweep, applied, mark))
                chunk = next_chunk(team)


@verb
def note_bounces(team, state, extent, moved):
    """9, before and after bodies have `moved`, where a point bounces and rows are relaxed: see `contacts.bounce_work`.

    Reads state
    Writes state.contacts.data state.contacts.bounce team
    """
    chunk = first_chunk(team, extent.contacts, GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, extent.first, extent.contacts)
        if moved == 1:
            carry_speeds(first, last, state.bodies, state.contacts)
        else:
            note_speeds(first, last, state.bodies, state.contacts)
        chunk = next_chunk(team)


@kernel
def finish_bounces(team, state, extent, p, at):
    """8 and 10, after sweeps, where a point bounces: no bounce makes energy; in 8, where `relaxed` is 0, each is completed.

    at = (substep, relaxed).

    Reads state
    Writes state.bodies.velocity state.bodies.pose state.bodies.delta state.contacts.data state.contacts.centre
        state.contacts.bounce team
    """
    contacts, (substep, relaxed) = state.contacts, at
    if relaxed == 0 and p.iterations < LEAST_SWEEPS:
        sweep_bounces(team, state, extent, p, (LEAST_SWEEPS - p.iterations, 0, 0, mark_of(substep, 1)))
    for turn in range(extent.colors):
        c = color_at(turn, extent, p.reverse)
        chunk = first_chunk_of_color(team, state, c)
        while chunk >= 0:
            first, last = share_of_color(team, chunk, contacts.color_start, c)
            if first < last:
                limit_work(first, last, state.bodies, contacts, relaxed)
                if relaxed == 0:
                    complete_bounces(first, last, state.bodies, contacts, p.motion.h)
            chunk = next_chunk(team)
    if relaxed == 0 and p.relax_contacts == 1 and p.relax_iterations > 0:
        note_bounces(team, state, extent, 0)
