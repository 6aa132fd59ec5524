"""Contacts of turning bodies: the slip that a step's fixed arms leave out.

The arms p_a, p_b of a contact are those of the beginning of the step.  After a time t in it they have changed by

    t e_a,   t e_b,      e_a = w_a x p_a,   e_b = w_b x p_b

for points that go with their bodies; a point of a sphere stays below its centre, and goes along the other body with the speed
at which the sphere moves over it: e_b = 0, e_a = v_b - v_a for a sphere b.  Friction adds t (w_b x e_b - w_a x e_a) to the slip,
with the velocities of the step's beginning and t in the middle of a substep.  Without it a crate on a turntable goes straight on
within each step, and spirals outwards by w^2 dt / 2 of its distance in a second.  Only where a body turns faster than
`inertia.TURNING`.
"""
from __future__ import annotations

from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula
from physics.contacts.layout import SLOTS, TURNING_RATE
from physics.simd.memory import load, store
from physics.simd.value import W
from physics.simd.vec3 import cross, dot, select3, sub, zero3


@formula
def arm_change(spin, arm, passing, rounds):
    """Velocity of a contact's point against the centre of a body: `rounds` are the masks of it and of the other being spheres."""
    own, other = rounds
    return select3(own, zero3(arm[0]), select3(other, passing, cross(spin, arm)))


@formula
def store_turning_rate(bodies, contacts, block, frame, turning):
    """Write by how much the slip of a block grows in a second; turning = (mask of lanes that turn, masks of spheres a and b)."""
    turns, round_a, round_b = turning
    va, wa, vb, wb = load_motion(bodies.velocity, contacts, block * W)
    passing = sub(vb, va)
    a = cross(wa, arm_change(wa, frame.arm_a, passing, (round_a, round_b)))
    b = cross(wb, arm_change(wb, frame.arm_b, sub(va, vb), (round_b, round_a)))
    change, at = select3(turns, sub(b, a), zero3(passing[0])), (block * SLOTS + TURNING_RATE) * W
    store(contacts.data, at, dot(change, frame.t1))
    store(contacts.data, at + W, dot(change, frame.t2))


@formula
def with_turning_slip(data, base, slip, time):
    """The slip (along t1, along t2) of a block's origin at a time [s] of the step, from that with the arms of its beginning."""
    at = base + TURNING_RATE * W
    return slip[0] + time * load(data, at), slip[1] + time * load(data, at + W)
