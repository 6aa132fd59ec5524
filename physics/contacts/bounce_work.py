"""Bounces make no energy: where friction, or a point that is thrown back, would, a contact gives back a share of its impulses.

Impulses l of a contact that acts alone change the kinetic energy of its two bodies by

    work = l . w + l . A l / 2        w: relative velocity without them, A l: what they change of it

With Newton's law, by which a point leaves at e times its speed of approach, and Coulomb's, by which friction is as large as the
whole normal impulse allows, this may be positive: friction acts against the slip after the bounce, also where that has the
direction opposite to the slip before.  All impulses of the contact are then multiplied by the s < 1 for which

    s l . w + s^2 l . A l / 2 = most

with most = 0 but for half a substep of acceleration, by which the speeds of normal rows are late, see `restitution`.  Contacts of
moving surfaces are left as they are, for these do work.

Where rows are relaxed afterwards, bodies that tumble have turned, and have another spin: what that changes of the speeds of a
bounce is its own (`note_speeds`, `carry_speeds`), or relaxing would bring it back to the speed that it had, and make energy.
Relaxing adds no work to that of the bounce either.
Sources: Kane and Levinson, "Dynamics", 1985, for a double pendulum that gains energy by Newton's law; Stronge, "Rigid body
collisions with friction", Proc. R. Soc. Lond. A 431, 1990, for a restitution of energy.
"""
from __future__ import annotations

from physics.bodies.pair_motion import load_motion, store_motion
from physics.compile.decorators import formula, kernel
from physics.contacts.frame import (
    add_normal_impulse,
    apply_wrench,
    friction_wrench_by,
    load_frame,
    load_masses,
    load_place,
    normal_speed_at,
    relative_velocity,
)
from physics.contacts.layout import (
    BEFORE,
    BOUNCE_SLOTS,
    CENTRE_1,
    CENTRE_SLOTS,
    CENTRED,
    CLOSING,
    COUNT,
    DRIVE_SLOTS,
    DRIVEN,
    FIRST_POINT,
    FLAGS,
    GAIN,
    IMPULSE,
    POINT,
    SLOTS,
    SURFACE_SPIN,
    SURFACE_VELOCITY,
    TARGET,
    WORK,
)
from physics.simd.functions import absolute, any_lane, maximum, select, sqrt
from physics.simd.memory import load, store
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import add, dot, scale, zero3

ALONE = 0.01                    # share of its own change of speed up to which that by others does not count
LEAST = 1e-9                    # target of a point that bounces and turns away by itself: it still is one that bounces [m/s]
SMALL = 1e-3                    # share of l . w that no bounce gives back: what rounding makes is less


@formula
def own_impulses(contacts, block):
    """(normal wrench, friction wrench, work of the late beginning of normal rows) of a block's impulses."""
    data, bounce, base = contacts.data, contacts.bounce, block * SLOTS * W
    late = 0.0 * load(data, base)
    normal = friction = (late, late, late)
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        place, (impulse, f1, f2) = load_place(data, point), load3(data, point + IMPULSE * W)
        normal, friction = add_normal_impulse(normal, impulse, place), add(friction, friction_wrench_by(f1, f2, place))
        gain = load(bounce, ((4 * block + j) * BOUNCE_SLOTS + GAIN) * W)
        late = late + select(load(data, point + TARGET * W) > 0.0, impulse * gain, 0.0)
    if data[base + FLAGS * W + CENTRED] > 0.0:
        friction = load3(contacts.centre, (block * CENTRE_SLOTS + CENTRE_1) * W)
    return normal, friction, late


@formula
def bounces_alone(contacts, block, now, own):
    """Mask of the contacts of a block of which a point bounces and that no other impulses act on; now: normal velocity of the
    bodies, own: its part by these impulses."""
    data, base = contacts.data, block * SLOTS * W
    others = bounces = most = 0.0 * now[0]
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        place, closing = load_place(data, point), load(contacts.bounce, ((4 * block + j) * BOUNCE_SLOTS + CLOSING) * W)
        target, by_own = load(data, point + TARGET * W) > 0.0, normal_speed_at(own, place)
        rest = absolute(normal_speed_at(now, place) + closing - by_own)
        others = others + select(target, rest, 0.0)
        most, bounces = most + select(target, absolute(by_own), 0.0), bounces + select(target, 1.0 + 0.0 * rest, 0.0)
    return (bounces > 0.0) & (others < ALONE * most)


@formula
def surfaces_stand(contacts, block):
    """Mask of the contacts of a block whose surfaces do not move; others may share it, by the number of threads."""
    base = block * DRIVE_SLOTS * W
    velocity, spin = load3(contacts.drive, base + SURFACE_VELOCITY * W), load3(contacts.drive, base + SURFACE_SPIN * W)
    return dot(velocity, velocity) + dot(spin, spin) == 0.0


@formula
def work_of(contacts, block, frame, now):
    """(own motion by a block's impulses, l . A l, -l . w, late) of bodies with the motion `now`."""
    none = zero3(frame.n[0])
    normal, friction, late = own_impulses(contacts, block)
    own = apply_wrench(frame, load_masses(contacts.data, block * SLOTS * W), (none, none, none, none), normal, friction)
    (now_n, now_t), (own_n, own_t) = relative_velocity(frame, now), relative_velocity(frame, own)
    made = dot(normal, own_n) + dot(friction, own_t)
    return own, made, made - (dot(normal, now_n) + dot(friction, now_t)), late


@kernel
def limit_work(begin, end, bodies, contacts, relaxed):
    """Let the bounces of the constraint blocks begin .. end - 1 make no energy, see the top of this file.

    relaxed = 1: no more work than before rows were relaxed, else 0.

    Reads bodies.velocity contacts.a contacts.b contacts.data contacts.drive contacts.centre contacts.bounce contacts.bounces
    Writes bodies.velocity contacts.data contacts.centre
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        if contacts.bounces[block] == 0:
            continue
        frame, motion = load_frame(data, base), load_motion(bodies.velocity, contacts, at)
        own, made, taken, late = work_of(contacts, block, frame, motion)
        own_n, now_n = relative_velocity(frame, own)[0], relative_velocity(frame, motion)[0]
        most = -late
        if relaxed == 1:
            most = load(contacts.bounce, (4 * block * BOUNCE_SLOTS + WORK) * W)
        gains = (0.5 * made - taken - most > SMALL * taken) & (taken > 0.0) & bounces_alone(contacts, block, now_n, own_n)
        if data[base + FLAGS * W + DRIVEN] > 0.0:
            gains = gains & surfaces_stand(contacts, block)
        if not any_lane(gains):
            continue
        root = sqrt(maximum(taken * taken + 2.0 * made * most, 0.0))
        share = select(gains, (taken + root) / select(gains, made, 1.0), 1.0)
        less = select(gains, share - 1.0, 0.0)
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            store3(data, point + IMPULSE * W, scale(share, load3(data, point + IMPULSE * W)))
            target, change = load(data, point + TARGET * W), less * normal_speed_at(own_n, load_place(data, point))
            store(data, point + TARGET * W, select(gains & (target > 0.0), maximum(target + change, LEAST), target))
        if data[base + FLAGS * W + CENTRED] > 0.0:
            centre = (block * CENTRE_SLOTS + CENTRE_1) * W
            store3(contacts.centre, centre, scale(share, load3(contacts.centre, centre)))
        changed = (add(motion[0], scale(less, own[0])), add(motion[1], scale(less, own[1])),
                   add(motion[2], scale(less, own[2])), add(motion[3], scale(less, own[3])))
        store_motion(bodies.velocity, contacts, at, changed)


@formula
def speed_of(contacts, block, now, j):
    """(place of its bounce slots, normal speed) of point j of a block whose bodies have this normal velocity."""
    place = load_place(contacts.data, block * SLOTS * W + (FIRST_POINT + j * POINT) * W)
    return (4 * block + j) * BOUNCE_SLOTS * W, normal_speed_at(now, place)


@kernel
def note_speeds(begin, end, bodies, contacts):
    """Note, before bodies move, the normal speeds of the points of bouncing blocks begin .. end - 1, and the work of contacts.

    Reads bodies.velocity contacts.a contacts.b contacts.data contacts.centre contacts.bounces
    Writes contacts.bounce
    """
    for block in range(begin, end):
        if contacts.bounces[block] > 0:
            base, motion = block * SLOTS * W, load_motion(bodies.velocity, contacts, block * W)
            frame = load_frame(contacts.data, base)
            _, made, taken, _ = work_of(contacts, block, frame, motion)
            store(contacts.bounce, (4 * block * BOUNCE_SLOTS + WORK) * W, 0.5 * made - taken)
            now, _ = relative_velocity(frame, motion)
            for j in range(int(contacts.data[base + FLAGS * W + COUNT])):
                at, speed = speed_of(contacts, block, now, j)
                store(contacts.bounce, at + BEFORE * W, speed)


@kernel
def carry_speeds(begin, end, bodies, contacts):
    """Add to the targets of bouncing blocks begin .. end - 1 what the motion of the bodies changed of their normal speeds.

    Reads bodies.velocity contacts.a contacts.b contacts.data contacts.bounces
    Writes contacts.data contacts.bounce
    """
    data, bounce = contacts.data, contacts.bounce
    for block in range(begin, end):
        if contacts.bounces[block] > 0:
            base = block * SLOTS * W
            now, _ = relative_velocity(load_frame(data, base), load_motion(bodies.velocity, contacts, block * W))
            for j in range(int(data[base + FLAGS * W + COUNT])):
                at, speed = speed_of(contacts, block, now, j)
                slot = base + (FIRST_POINT + j * POINT + TARGET) * W
                target, change = load(data, slot), speed - load(bounce, at + BEFORE * W)
                store(data, slot, select(target > 0.0, maximum(target + change, LEAST), target))
                store(bounce, at + CLOSING * W, load(bounce, at + CLOSING * W) - change)
