"""Friction at a manifold's centre: two rows along the tangents and one about the normal, instead of two at each point.

The centre c is the mean of the points, the patch radius R their mean distance from it.  With P the sum of the normal impulses,

    |(f1, f2)| <= friction * P            slip     = relative velocity at c, in the tangent plane
    |twist|    <= friction * P * R        turning  = n . (w_b - w_a),    K = n . (I_a^-1 + I_b^-1) n

so a single point has no friction against turning.  Carried from step to step are the force along the tangents as a vector
of the world, and the twist: they belong to the contact, and points may come and go.  For people, and for a change to
friction at the points, the two are shared out so that the points' impulses f_j have the same force and the same moment
about the normal:  f_j = F / points + twist / sum |n x d|^2 * (n x d_j),  d_j from c to the point.
Source: "ReactPhysics3D", whose twist limit has no radius, which is not an impulse times a length; Box3D's and Jolt's have one.
"""
from __future__ import annotations

from physics.arrays import CENTRE_PIECE
from physics.dynamics.contact_blocks import (
    ARM,
    AWAY,
    BETWEEN,
    CENTRE_1,
    CENTRE_ARM,
    CENTRE_MASS,
    CENTRE_SLOTS,
    CENTRE_SUM,
    CENTRED,
    COUNT,
    DRIVE_SLOTS,
    DRIVEN,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    IMPULSE,
    NORMAL_AXIS,
    POINT,
    RADIUS,
    SLOTS,
    START,
    SUM_1,
    TANGENT_1,
    TANGENT_AXIS,
    TURN,
    TWIST_MASS,
    safe_inverse,
    tangent_masses,
)
from physics.dynamics.contact_motion import apply_impulse, load_masses, load_motion, relative, store_motion
from physics.dynamics.contact_normal import solve_normals
from physics.dynamics.contact_surface import run_past
from physics.jit import formula, kernel
from physics.lanes.functions import any_lane, maximum, minimum, select, sqrt
from physics.lanes.mat33 import symmetric_transform
from physics.lanes.memory import gather_piece, load, scatter_piece, store
from physics.lanes.slots import load3, store3
from physics.lanes.value import W
from physics.lanes.vec3 import add, add_scaled, cross, dot, length, scale, sub, zero3

TINY = 1e-30                                     # keeps 0 / 0 out of the radial clamp and of the shares


@formula
def clamp_round(f1, f2, limit):
    """(f1, f2), no longer than `limit`."""
    pressed = limit > 0.0                            # where nothing presses nothing rubs: in most blocks there is such a lane
    f1, f2 = select(pressed, f1, 0.0), select(pressed, f2, 0.0)
    size = f1 * f1 + f2 * f2
    slides = size > limit * limit
    if any_lane(slides):                             # mostly none does, and roots and divisions are slow
        inside = select(slides, limit / sqrt(maximum(size, TINY)), 1.0)
        return f1 * inside, f2 * inside
    return f1, f2


@formula
def clamp_both(x, limit):
    """x within +-limit."""
    return maximum(minimum(x, limit), -limit)


@formula
def point_of(data, base, j):
    """(arm, 1 where it exists, else 0) of point j of a block."""
    point = base + (FIRST_POINT + j * POINT) * W
    ra = load3(data, point + ARM * W)
    return ra, select(load(data, point + START * W) < 0.5 * AWAY, 0.0 * ra[0] + 1.0, 0.0)


@formula
def patch(data, base):
    """(centre's arm, mean distance of the points, number of points) of a block, lane by lane."""
    points = int(data[base + FLAGS * W + COUNT])
    zero = 0.0 * load(data, base)
    centre, number, distance = (zero, zero, zero), zero, zero
    for j in range(points):
        ra, exists = point_of(data, base, j)
        centre, number = add_scaled(centre, exists, ra), number + exists
    share = 1.0 / maximum(number, zero + 1.0)
    centre = scale(share, centre)
    for j in range(points):
        ra, exists = point_of(data, base, j)
        distance = distance + exists * length(sub(ra, centre))
    return centre, share * distance, number


@kernel
def prepare_centres(begin, end, step, ratio):
    """Fill the centres of the blocks begin .. end - 1 after their points; step = (pairs, contacts).

    Carried impulses scale with `ratio`, this step's h over the last one's.
    Reads pairs.impulses contacts.pair contacts.data
    Writes contacts.data contacts.centre
    """
    pairs, contacts = step
    data, centres, index = contacts.data, contacts.centre, contacts.pair
    for block in range(begin, end):
        at, base, middle = block * W, block * SLOTS * W, block * CENTRE_SLOTS * W
        n, t1 = load3(data, base + NORMAL_AXIS * W), load3(data, base + TANGENT_AXIS * W)
        t2, between = cross(n, t1), load3(data, base + BETWEEN * W)
        masses = load_masses(data, base)
        arm, radius, number = patch(data, base)
        rows = (masses[0] + masses[2], masses[1], masses[3])
        mass, _ = tangent_masses(rows, (n, t1, t2), (arm, sub(arm, between)), True)
        turning = dot(n, add(symmetric_transform(masses[1], n), symmetric_transform(masses[3], n)))
        factor = select(number > 0.0, ratio, 0.0 * number)
        x, y, z, twist, _, _, _, _ = gather_piece(pairs.impulses, index, at, CENTRE_PIECE)
        impulse = (factor * dot((x, y, z), t1), factor * dot((x, y, z), t2), factor * twist)
        store3(centres, middle + CENTRE_ARM * W, arm)
        store(centres, middle + CENTRE_MASS * W, mass)
        store(centres, middle + TWIST_MASS * W, safe_inverse(turning))
        store(centres, middle + RADIUS * W, radius)
        store3(centres, middle + CENTRE_1 * W, impulse)
        store3(centres, middle + CENTRE_SUM * W, scale(-1.0, impulse))
        data[base + FLAGS * W + CENTRED] = 1
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            for slot in (TANGENT_1, TANGENT_1 + 1, SUM_1, SUM_1 + 1):
                store(data, point + slot * W, 0.0 * mass)


@formula
def twisted(motion, masses, twist):
    """The motion after the angular impulse `twist` (a vector) on b, and its opposite on a."""
    va, wa, vb, wb = motion
    return va, sub(wa, symmetric_transform(masses[1], twist)), vb, add(wb, symmetric_transform(masses[3], twist))


@formula
def warm_start_centre(contacts, block, motion, rule):
    """The motion after `factor` of a centre's last impulses, which join the sums; rule = (masses, n, t1, between, factor)."""
    masses, n, t1, between, factor = rule
    centres, middle = contacts.centre, block * CENTRE_SLOTS * W
    last = load3(centres, middle + CENTRE_1 * W)
    store3(centres, middle + CENTRE_SUM * W, add(load3(centres, middle + CENTRE_SUM * W), last))
    impulse = (factor * last[0], factor * last[1], factor * last[2])
    store3(centres, middle + CENTRE_1 * W, impulse)
    arm = load3(centres, middle + CENTRE_ARM * W)
    force = add_scaled(scale(impulse[0], t1), impulse[1], cross(n, t1))
    return twisted(apply_impulse(motion, masses, force, (arm, sub(arm, between))), masses, scale(impulse[2], n))


@kernel
def solve_at_centres(begin, end, bodies, contacts, rule):
    """One sweep over the blocks begin .. end - 1: normal rows, then twist and friction at the centre; see `solve_contacts`.

    Reads bodies.velocity bodies.delta contacts.a contacts.b contacts.data contacts.drive contacts.centre
    Writes bodies.velocity contacts.data contacts.centre
    """
    data, centres = contacts.data, contacts.centre
    for block in range(begin, end):
        at, base, middle = block * W, block * SLOTS * W, block * CENTRE_SLOTS * W
        motion, spare = load_motion(bodies.velocity, contacts, at)
        moved, _ = load_motion(bodies.delta, contacts, at)
        masses = load_masses(data, base)
        n, between = load3(data, base + NORMAL_AXIS * W), load3(data, base + BETWEEN * W)
        motion = solve_normals(data, base, (n, between), (motion, moved, masses), rule)
        limit = load(data, base + (FIRST_POINT + IMPULSE) * W)
        for j in range(1, int(data[base + FLAGS * W + COUNT])):
            limit = limit + load(data, base + (FIRST_POINT + j * POINT + IMPULSE) * W)
        limit = load(data, base + FRICTION * W) * limit
        arm = load3(centres, middle + CENTRE_ARM * W)
        t1 = load3(data, base + TANGENT_AXIS * W)
        t2, arms, past = cross(n, t1), (arm, sub(arm, between)), zero3(limit)
        last_1, last_2, last = load3(centres, middle + CENTRE_1 * W)
        if rule[2]:
            sums = load3(centres, middle + CENTRE_SUM * W)
            store3(centres, middle + CENTRE_SUM * W, add(sums, (last_1, last_2, last)))
        turning = dot(n, sub(motion[3], motion[1]))
        if data[base + FLAGS * W + DRIVEN] > 0.0:
            past = run_past(contacts.drive, block, arm, (motion, moved, rule[0]))
            turning = turning + dot(n, load3(contacts.drive, (block * DRIVE_SLOTS + TURN) * W))
        wanted = last - load(centres, middle + TWIST_MASS * W) * turning
        twist = clamp_both(wanted, limit * load(centres, middle + RADIUS * W))
        motion = twisted(motion, masses, scale(twist - last, n))
        slip, mass = add(relative(motion, arms), past), load(centres, middle + CENTRE_MASS * W)
        f1, f2 = clamp_round(last_1 - mass * dot(slip, t1), last_2 - mass * dot(slip, t2), limit)
        store3(centres, middle + CENTRE_1 * W, (f1, f2, twist))
        motion = apply_impulse(motion, masses, add_scaled(scale(f1 - last_1, t1), f2 - last_2, t2), arms)
        store_motion(bodies.velocity, contacts, at, motion, spare)


@formula
def store_share(data, at, total, ways):
    """A point's part of total = (f1, f2, twist), at two neighbouring slots."""
    store(data, at, ways[0] * total[0] + ways[1] * total[2])
    store(data, at + W, ways[0] * total[1] + ways[2] * total[2])


@formula
def share_out(contacts, block, totals):
    """Write shares of two (f1, f2, twist) to the points of a block: those of this substep, and those of the ones before."""
    data, base = contacts.data, block * SLOTS * W
    arm = load3(contacts.centre, (block * CENTRE_SLOTS + CENTRE_ARM) * W)
    n, t1 = load3(data, base + NORMAL_AXIS * W), load3(data, base + TANGENT_AXIS * W)
    t2 = cross(n, t1)
    points = int(data[base + FLAGS * W + COUNT])
    number, squares = 0.0 * n[0], 0.0 * n[0]
    for j in range(points):
        ra, exists = point_of(data, base, j)
        way = cross(n, sub(ra, arm))
        number, squares = number + exists, squares + exists * dot(way, way)
    one_part, per_metre = 1.0 / maximum(number, 0.0 * number + 1.0), 1.0 / maximum(squares, TINY)
    for j in range(points):
        ra, exists = point_of(data, base, j)
        point, way = base + (FIRST_POINT + j * POINT) * W, cross(n, sub(ra, arm))
        ways = (exists * one_part, exists * per_metre * dot(way, t1), exists * per_metre * dot(way, t2))
        store_share(data, point + TANGENT_1 * W, totals[0], ways)
        store_share(data, point + SUM_1 * W, totals[1], ways)


@formula
def store_centre(pairs, contacts, block):
    """Close the sums of a block's centre, keep its last impulses for the next step, and share them out to the points."""
    at, base, middle = block * W, block * SLOTS * W, block * CENTRE_SLOTS * W
    data, centres, index = contacts.data, contacts.centre, contacts.pair
    last, before = load3(centres, middle + CENTRE_1 * W), load3(centres, middle + CENTRE_SUM * W)
    store3(centres, middle + CENTRE_SUM * W, add(before, last))
    share_out(contacts, block, (last, before))
    t1 = load3(data, base + TANGENT_AXIS * W)
    t2 = cross(load3(data, base + NORMAL_AXIS * W), t1)
    force = add(add(scale(last[0], t1), scale(last[1], t2)), zero3(last[0]))
    zero = 0.0 * last[0]
    scatter_piece(pairs.impulses, index, at, CENTRE_PIECE, (force[0], force[1], force[2], last[2], zero, zero, zero, zero))
