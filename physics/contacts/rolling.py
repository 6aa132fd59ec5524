"""Rolling and spinning resistance: couples by which a contact resists that its bodies turn against each other.

    |(m1, m2)| <= rolling arm P       rolling    J v = (t1 . w, t2 . w)        w = w_b - w_a, P: sum of the normal impulses
    |m3| <= spinning arm P            spinning   J v = n . w,                  K = u . (I_a^-1 + I_b^-1) u

m are angular impulses on b, with their opposites on a.  Where a real body rolls, its contact is a patch whose front carries more
than its rear: the normal force acts an arm c in front of the centre, and its moment c N resists.  An arm [m] is what tables of
rolling resistance hold; as a share of the radius it is the coefficient of a tyre, and the tangent of the slope on which a ball
just stays.  A body that rolls without slip slows down by c g / (R (1 + I / (m R^2))), a solid ball by 5/7 c g / R.

A couple has no point of action.  Rows at each point of a manifold would be the same row, and their bounds would add up, so there
is one set of rows for a contact, with the sum of its normal impulses: two about the tangents, bounded as a vector, and one about
the normal.  Both tangents share one mass, 1 over the larger eigenvalue of their 2x2 K, as in `contacts.friction`.

The arm of a pair is the larger of its bodies' arms, plus the larger of their shares times the radius of rolling,

    c = max(c_a, c_b) + max(s_a, s_b) R,       1 / R = 1 / R_a + 1 / R_b        (flat: 1 / R = 0; both flat: R = 0)

Arms and shares are those of bodies, radii those of the shapes that touch: of a compound, of its parts.

Box2D 3.1 and MuJoCo take the larger of two coefficients as well, which leaves that of a material on itself what it is.
Sources: Ai, Chen, Rotter and Ooi, "Assessment of rolling resistance models in discrete element simulations", Powder Technology
206, 2011 (type A, with its rolling radius); Tasora and Anitescu, "A complementarity-based rolling friction model for rigid
contacts", Meccanica 48, 2013 (the bounds as a cone).
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import CURVATURE
from physics.bodies.pair_motion import load_motion, store_motion
from physics.compile.decorators import formula, kernel
from physics.contacts.frame import ContactFrame, add6, in_world, inertia_in_axes, load_axes
from physics.contacts.friction import clamp_both, clamp_round, safe_inverse
from physics.contacts.layout import (
    COUNT,
    DRIVE_SLOTS,
    DRIVEN,
    FIRST_POINT,
    FLAGS,
    IMPULSE,
    INERTIA_A,
    INERTIA_B,
    POINT,
    RESISTANCE_SLOTS,
    RESISTING,
    RESISTING_START,
    RESISTING_SUM,
    RESISTS,
    ROLLING_ARM,
    ROLLING_MASS,
    SLOTS,
    SPINNING_ARM,
    SPINNING_MASS,
    SURFACE_SPIN,
)
from physics.simd.functions import any_lane, full_like, maximum, select, sqrt
from physics.simd.mat33 import symmetric_transform
from physics.simd.memory import gather_half, gather_rows, load, scatter_rows, store
from physics.simd.slots import load3, load6, store3
from physics.simd.value import W
from physics.simd.vec3 import add, dot, scale, select3, sub


@formula
def radius_of_pair(bodies, step, at, room):
    """Radius of rolling [m] of the contacts of a block, 0 where both are flat; `room`: sixteen numbers to work in.

    A contact has the row of a compound, its pair that of the part.
    """
    pairs, curvatures = step.pairs, bodies.resistance
    for lane in range(W):
        pair = step.contacts.pair[at + lane]
        step.contacts.resistance[room + lane] = curvatures[pairs.a[pair], CURVATURE] + curvatures[pairs.b[pair], CURVATURE]
    curvature = load(step.contacts.resistance, room)
    round_pair = curvature > 0.0
    return select(round_pair, 1.0 / select(round_pair, curvature, 1.0), 0.0)


@formula
def arms_of_pair(bodies, step, at, room):
    """(rolling arm, spinning arm) [m] of the contacts of a block; `room` as in `radius_of_pair`."""
    a, b = gather_rows(bodies.resistance, step.contacts.a, at), gather_rows(bodies.resistance, step.contacts.b, at)
    rolling, spinning = maximum(a[0], b[0]), maximum(a[1], b[1])
    rolling_share, spinning_share = maximum(a[2], b[2]), maximum(a[3], b[3])
    if any_lane(rolling_share + spinning_share > 0.0):
        radius = radius_of_pair(bodies, step, at, room)
        rolling, spinning = rolling + rolling_share * radius, spinning + spinning_share * radius
    return rolling, spinning


@formula
def resisting_masses(inertia):
    """(mass of both rolling rows, mass of the spinning row) from I_a^-1 + I_b^-1 along (n, t1, t2)."""
    half = 0.5 * (inertia[3] - inertia[5])
    largest = 0.5 * (inertia[3] + inertia[5]) + sqrt(half * half + inertia[4] * inertia[4])
    return safe_inverse(largest), safe_inverse(inertia[0])


@formula
def pressing(data, base):
    """The sum of the normal impulses of a block's contacts [N s]."""
    total = load(data, base + (FIRST_POINT + IMPULSE) * W)
    for j in range(1, int(data[base + FLAGS * W + COUNT])):
        total = total + load(data, base + (FIRST_POINT + j * POINT + IMPULSE) * W)
    return total


@formula
def bounded(resistance, slots, wanted, push):
    """(m1, m2, m3) within the bounds that a normal impulse gives."""
    m1, m2 = clamp_round(wanted[0], wanted[1], load(resistance, slots + ROLLING_ARM * W) * push)
    return m1, m2, clamp_both(wanted[2], load(resistance, slots + SPINNING_ARM * W) * push)


@formula
def axes_at(data, base):
    """The axes of a block, as a ContactFrame whose arms no couple needs."""
    n, t1, t2 = load_axes(data, base)
    return ContactFrame(n, t1, t2, n, n)


@formula
def resists(resistance, slots):
    """Mask of the lanes of a block with resistance; the others stay as they are to the last bit, sign of a zero included."""
    return load(resistance, slots + ROLLING_ARM * W) + load(resistance, slots + SPINNING_ARM * W) > 0.0


@formula
def turned_by(data, base, motion, moment, acts):
    """The motion after a couple on b and its opposite on a, given in the world, in the lanes of a mask."""
    va, wa, vb, wb = motion
    return (va, select3(acts, sub(wa, symmetric_transform(load6(data, base + INERTIA_A * W), moment)), wa),
            vb, select3(acts, add(wb, symmetric_transform(load6(data, base + INERTIA_B * W), moment)), wb))


@kernel
def prepare_resistance(begin, end, bodies, step, ratio):
    """Fill the resistance of the blocks begin .. end - 1 of `contacts.order`, which are prepared, and mark those that have any.

    Stored impulses are scaled with `ratio`, this step's h over the last one's, and bounded by the stored normal impulses.
    Reads bodies.resistance step.pairs.a step.pairs.b step.pairs.centres step.contacts.a step.contacts.b step.contacts.pair
        step.contacts.data step.contacts.order
    Writes step.contacts.data step.contacts.resistance
    """
    contacts = step.contacts
    data, resistance = contacts.data, contacts.resistance
    for place in range(begin, end):
        block = np.int64(contacts.order[place])
        at, base, slots = block * W, block * SLOTS * W, block * RESISTANCE_SLOTS * W
        rolling, spinning = arms_of_pair(bodies, step, at, slots + ROLLING_ARM * W)
        if any_lane(rolling + spinning > 0.0):
            frame = axes_at(data, base)
            inertia = add6(load6(data, base + INERTIA_A * W), load6(data, base + INERTIA_B * W))
            masses = resisting_masses(inertia_in_axes(frame, inertia))
            store(resistance, slots + ROLLING_ARM * W, rolling)
            store(resistance, slots + SPINNING_ARM * W, spinning)
            store(resistance, slots + ROLLING_MASS * W, masses[0])
            store(resistance, slots + SPINNING_MASS * W, masses[1])
            x, y, z, _ = gather_half(step.pairs.centres, contacts.pair, at, 1)
            stored = (ratio * x, ratio * y, ratio * z)
            impulse = bounded(resistance, slots, (dot(stored, frame.t1), dot(stored, frame.t2), dot(stored, frame.n)),
                              pressing(data, base))
            store3(resistance, slots + RESISTING * W, impulse)
            store3(resistance, slots + RESISTING_SUM * W, scale(-1.0, impulse))
            store3(resistance, slots + RESISTING_START * W, impulse)
            data[base + FLAGS * W + RESISTS] = 1


@kernel
def warm_start_resistance(begin, end, bodies, contacts, factor):
    """Add the last impulses to the sums over the substeps and apply `factor` of them.

    Reads bodies.velocity contacts.a contacts.b contacts.data contacts.resistance
    Writes bodies.velocity contacts.resistance
    """
    data, resistance = contacts.data, contacts.resistance
    for block in range(begin, end):
        at, base, slots = block * W, block * SLOTS * W, block * RESISTANCE_SLOTS * W
        if data[base + FLAGS * W + RESISTS] > 0.0:
            last = load3(resistance, slots + RESISTING * W)
            store3(resistance, slots + RESISTING_SUM * W, add(load3(resistance, slots + RESISTING_SUM * W), last))
            m1, m2, m3 = factor * last[0], factor * last[1], factor * last[2]
            store3(resistance, slots + RESISTING * W, (m1, m2, m3))
            motion, moment = load_motion(bodies.velocity, contacts, at), in_world(axes_at(data, base), (m3, m1, m2))
            store_motion(bodies.velocity, contacts, at, turned_by(data, base, motion, moment, resists(resistance, slots)))


@formula
def turning_of(contacts, block, motion):
    """Angular velocity of b's surface relative to a's [rad/s]."""
    turning = sub(motion[3], motion[1])
    if contacts.data[(block * SLOTS + FLAGS) * W + DRIVEN] > 0.0:
        turning = add(turning, load3(contacts.drive, (block * DRIVE_SLOTS + SURFACE_SPIN) * W))
    return turning


@kernel
def solve_resistance(begin, end, bodies, contacts, sweep):
    """Solve the rows of rolling, then those of spinning, of the blocks begin .. end - 1 once, after their normal rows.

    Reads bodies.velocity contacts.a contacts.b contacts.data contacts.drive contacts.resistance
    Writes bodies.velocity contacts.resistance
    """
    data, resistance = contacts.data, contacts.resistance
    for block in range(begin, end):
        at, base, slots = block * W, block * SLOTS * W, block * RESISTANCE_SLOTS * W
        if data[base + FLAGS * W + RESISTS] > 0.0:
            frame, push, motion = axes_at(data, base), pressing(data, base), load_motion(bodies.velocity, contacts, at)
            last, acts = load3(resistance, slots + RESISTING * W), resists(resistance, slots)
            if sweep.adding:
                store3(resistance, slots + RESISTING_SUM * W, add(load3(resistance, slots + RESISTING_SUM * W), last))
            mass, turning = load(resistance, slots + ROLLING_MASS * W), turning_of(contacts, block, motion)
            m1, m2 = clamp_round(last[0] - mass * dot(frame.t1, turning), last[1] - mass * dot(frame.t2, turning),
                                 load(resistance, slots + ROLLING_ARM * W) * push)
            rolled = in_world(frame, (0.0 * m1, m1 - last[0], m2 - last[1]))
            motion = turned_by(data, base, motion, rolled, acts)
            mass, turning = load(resistance, slots + SPINNING_MASS * W), turning_of(contacts, block, motion)
            m3 = clamp_both(last[2] - mass * dot(frame.n, turning), load(resistance, slots + SPINNING_ARM * W) * push)
            store3(resistance, slots + RESISTING * W, (m1, m2, m3))
            store_motion(bodies.velocity, contacts, at, turned_by(data, base, motion, scale(m3 - last[2], frame.n), acts))


@kernel
def store_resistance(begin, end, pairs, contacts):
    """Complete the sums over the substeps, and store the last substep's impulses for the next step; for the blocks begin ..
    end - 1 of `contacts.order`, after `store_impulses`.

    Reads contacts.pair contacts.data contacts.resistance contacts.order pairs.centres
    Writes contacts.resistance pairs.centres
    """
    data, resistance = contacts.data, contacts.resistance
    for place in range(begin, end):
        block = np.int64(contacts.order[place])
        at, base, slots = block * W, block * SLOTS * W, block * RESISTANCE_SLOTS * W
        if data[base + FLAGS * W + RESISTS] > 0.0:
            last = load3(resistance, slots + RESISTING * W)
            store3(resistance, slots + RESISTING_SUM * W, add(load3(resistance, slots + RESISTING_SUM * W), last))
            zero, kept = full_like(last[0], 0.0), gather_rows(pairs.centres, contacts.pair, at)
            moment = add(in_world(axes_at(data, base), (last[2], last[0], last[1])), (zero, zero, zero))      # + 0 makes -0 a 0
            x, y, z = select3(resists(resistance, slots), moment, (kept[4], kept[5], kept[6]))
            scatter_rows(pairs.centres, contacts.pair, at, (kept[0], kept[1], kept[2], kept[3], x, y, z, zero))
