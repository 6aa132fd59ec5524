"""Restitution: the contact points that bounce in a substep, and their speeds of separation.

The approach speed is taken before the substep's gravity, so that an elastic ball does not gain height; a point bounces when it
has restitution, approaches faster than the threshold and would overlap at the end of the substep.  Its target speed is
max(rebound speed, push speed of the stabilization); their sum would bounce too high.  Where stabilization adds no energy, with
split impulses or relaxation, the push speed counts up to the approach speed.

A point that is still a separation d away turns back before it gets there.  It would meet the surface at the speed
v'^2 = v^2 + 2 a d, with a the acceleration towards it, leave at e v' and be d away again at

    u^2 = e^2 v^2 - 2 a d (1 - e^2)

which is its rebound speed: with e v instead, every bounce is higher by (1 - e^2) d.  In steps of h what falls keeps
(v + a h / 2)^2 / 2 - a d, not v^2 / 2 - a d, so u and v are taken a h / 2 later.
"""
from __future__ import annotations

from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula, kernel
from physics.contacts.frame import load_frame, load_place, normal_speed_at, relative_velocity
from physics.contacts.layout import (
    BOUNCE_SLOTS,
    CLOSING,
    COUNT,
    FIRST_POINT,
    FLAGS,
    GAIN,
    MAY_BOUNCE,
    POINT,
    RESTITUTION,
    SLOTS,
    START,
    TARGET,
)
from physics.contacts.normal import push_bias
from physics.simd.functions import any_lane, maximum, minimum, select, sqrt
from physics.simd.memory import load, store
from physics.simd.value import W


@kernel
def freeze_approach(begin, end, bodies, contacts):
    """Store the normal speed of every point that may bounce, before the substep's forces.

    Reads bodies.velocity contacts.a contacts.b contacts.data
    Writes contacts.data
    """
    data = contacts.data
    for block in range(begin, end):
        base = block * SLOTS * W
        if data[base + FLAGS * W + MAY_BOUNCE] > 0.0:
            motion = load_motion(bodies.velocity, contacts, block * W)
            normal_velocity, _ = relative_velocity(load_frame(data, base), motion)
            for j in range(int(data[base + FLAGS * W + COUNT])):
                point = base + (FIRST_POINT + j * POINT) * W
                store(data, point + TARGET * W, normal_speed_at(normal_velocity, load_place(data, point)))


@formula
def rebound(restitution, speed, fall):
    """The rebound speed of a point that approaches with `speed`; `fall` is a d."""
    square = restitution * restitution
    return sqrt(maximum(square * speed * speed - 2.0 * fall * (1.0 - square), 0.0))


@kernel
def choose_targets(begin, end, bodies, contacts, parameters) -> int:
    """Replace the stored normal speeds by target speeds, 0: does not bounce; returns in how many blocks a point bounces.

    Reads bodies.velocity bodies.delta contacts.a contacts.b contacts.data
    Writes contacts.data contacts.bounce contacts.bounces
    """
    params, h = parameters.push if parameters.split else parameters.solve, parameters.motion.h
    data, bounce, bouncing = contacts.data, contacts.bounce, 0
    held = parameters.split or (parameters.relax_contacts == 1 and parameters.relax_iterations > 0)
    for block in range(begin, end):
        base = block * SLOTS * W
        if data[base + FLAGS * W + MAY_BOUNCE] > 0.0:
            any_bounces = False
            motion = load_motion(bodies.velocity, contacts, block * W)
            moved = load_motion(bodies.delta, contacts, block * W)
            frame = load_frame(data, base)
            (normal_velocity, _), (displacement, _) = relative_velocity(frame, motion), relative_velocity(frame, moved)
            restitution = load(data, base + RESTITUTION * W)
            for j in range(int(data[base + FLAGS * W + COUNT])):
                point = base + (FIRST_POINT + j * POINT) * W
                place, approach = load_place(data, point), load(data, point + TARGET * W)
                separation = load(data, point + START * W) + normal_speed_at(displacement, place)
                after = normal_speed_at(normal_velocity, place)
                hits = separation + h * after < 0.0
                bounces = (restitution > 0.0) & (-approach > parameters.restitution_threshold) & hits
                gain, height = 0.5 * (approach - after), maximum(separation, 0.0)
                push = push_bias(minimum(separation, 0.0), params)
                leaves = rebound(restitution, gain - approach, 2.0 * gain / h * height) - gain
                most = -approach if held else -push
                target = select(bounces, maximum(leaves, minimum(-push, most)), 0.0)
                store(data, point + TARGET * W, target)
                if any_lane(target > 0.0):
                    any_bounces, at = True, (4 * block + j) * BOUNCE_SLOTS * W
                    store(bounce, at + CLOSING * W, -after)
                    store(bounce, at + GAIN * W, gain)
            contacts.bounces[block] = int(any_bounces)
            bouncing += int(any_bounces)
    return bouncing
