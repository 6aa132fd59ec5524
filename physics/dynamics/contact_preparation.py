"""How a step prepares its contact constraints: blocks filled from the manifolds, the bodies and last step's impulses."""
from __future__ import annotations

from physics.arrays import (
    ANCHOR_SLOTS,
    KNOWN,
    MANIFOLD_SLOTS,
    NORMAL,
    POINT_SLOTS,
    POINTS,
    POSITION,
    SEPARATION,
)
from physics.arrays import BETWEEN as BETWEEN_FOUND
from physics.arrays import COUNT as POINTS_FOUND
from physics.dynamics.contact_blocks import (
    ARM,
    AT_CENTRE,
    AWAY,
    BETWEEN,
    CENTRED,
    CONE,
    COUNT,
    COUPLING,
    CROSS_COUPLING,
    DRIVEN,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    IMPULSE,
    INERTIA_A,
    INERTIA_B,
    INVERSE_MASS_A,
    INVERSE_MASS_B,
    MAY_BOUNCE,
    MOST_COUPLING,
    NORMAL_AXIS,
    NORMAL_K,
    NORMAL_MASS,
    POINT,
    RESTITUTION,
    SLOTS,
    START,
    SUM,
    TANGENT_AXIS,
    TANGENT_MASS,
    TANGENT_MASS_2,
    TARGET,
    inverse_mass_along,
    inverse_mass_between,
    tangent_masses,
)
from physics.dynamics.contact_friction_centre import prepare_centres
from physics.dynamics.contact_surface import prepare_drive, surface
from physics.jit import formula, kernel
from physics.lanes.functions import any_lane, full_like, maximum, minimum, select, sqrt
from physics.lanes.memory import gather_piece, gather_rows, gather_slots, load, store
from physics.lanes.slots import load3, store3, store6
from physics.lanes.value import W
from physics.lanes.vec3 import dot, select3, sub, tangents


@formula
def manifold_slots(pairs, index, at, slot):
    """Three neighbouring slots of the manifolds index[at .. at + 15]."""
    return (gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot),
            gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot + 1),
            gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot + 2))


@formula
def found_between(pairs, index, at, now):
    """The vector from a's centre to b's that the manifolds were found with, where it is known, else `now`."""
    known = gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, KNOWN) > 0.5
    if not any_lane(known):
        return now
    found = (gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, BETWEEN_FOUND),
             gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, BETWEEN_FOUND + 1),
             gather_slots(pairs.anchors, index, at, ANCHOR_SLOTS, BETWEEN_FOUND + 2))
    return select3(known, found, now)


@formula
def put_carried(data, point, carried):
    """The impulses that a point starts from: normal, and tangent in the world, which waits among the sums."""
    store(data, point + IMPULSE * W, carried[0])
    store3(data, point + SUM * W, (carried[1], carried[2], carried[3]))


@formula
def put_all_carried(block, points, step):
    """The impulses that the first `points` points of a block start from; step = (pairs, contacts)."""
    pairs, contacts = step
    for couple in range((points + 1) // 2):
        point = (block * SLOTS + FIRST_POINT + 2 * couple * POINT) * W
        i = gather_piece(pairs.impulses, contacts.pair, block * W, couple)
        put_carried(contacts.data, point, (i[0], i[1], i[2], i[3]))
        put_carried(contacts.data, point + POINT * W, (i[4], i[5], i[6], i[7]))


@formula
def most_of(count):
    """The greatest of sixteen numbers of points."""
    if any_lane(count > 3.0):
        return 4
    if any_lane(count > 2.0):
        return 3
    return 2 if any_lane(count > 1.0) else 1


@formula
def store_header(data, base, axes, numbers, inertias):
    """Write what a block holds once: axes = (n, t1, between), numbers = (friction, restitution, 1/m_a, 1/m_b)."""
    n, t1, between = axes
    friction, restitution, inverse_mass_a, inverse_mass_b = numbers
    store3(data, base + NORMAL_AXIS * W, n)
    store3(data, base + TANGENT_AXIS * W, t1)
    store3(data, base + BETWEEN * W, between)
    store(data, base + FRICTION * W, friction)
    store(data, base + RESTITUTION * W, restitution)
    store(data, base + INVERSE_MASS_A * W, inverse_mass_a)
    store(data, base + INVERSE_MASS_B * W, inverse_mass_b)
    store6(data, base + INERTIA_A * W, inertias[0])
    store6(data, base + INERTIA_B * W, inertias[1])


@kernel
def prepare_contacts(begin, end, bodies, step, parameters) -> int:
    """Fill the constraint blocks begin .. end - 1 from the manifolds; step = (pairs, contacts).

    Returns how many of the blocks may bounce.
    Reads bodies.pose bodies.shape bodies.surface bodies.inverse_inertia pairs.manifolds pairs.impulses pairs.anchors
        contacts.a contacts.b contacts.pair
    Writes contacts.data contacts.drive contacts.centre
    """
    pairs, contacts = step
    data, index = contacts.data, contacts.pair
    bouncing = 0
    cone = parameters.solve.friction == CONE
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        count = gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, POINTS_FOUND)
        zero = 0.0 * count
        n = select3(count > 0.0, manifold_slots(pairs, index, at, NORMAL), (zero, zero, zero + 1.0))
        t1, t2 = tangents(n)
        xa, xb = gather_rows(bodies.pose, contacts.a, at), gather_rows(bodies.pose, contacts.b, at)
        ia, ib = gather_rows(bodies.inverse_inertia, contacts.a, at), gather_rows(bodies.inverse_inertia, contacts.b, at)
        inertia_a, inertia_b = (ia[0], ia[1], ia[2], ia[3], ia[4], ia[5]), (ib[0], ib[1], ib[2], ib[3], ib[4], ib[5])
        between = found_between(pairs, index, at, sub((xb[0], xb[1], xb[2]), (xa[0], xa[1], xa[2])))
        friction, restitution, marked = surface(bodies, contacts, at, parameters)
        store_header(data, base, (n, t1, between), (friction, restitution, ia[6], ib[6]), (inertia_a, inertia_b))
        masses = (ia[6] + ib[6], inertia_a, inertia_b)
        points, last_arms, last_k = most_of(count), ((zero, zero, zero), (zero, zero, zero)), zero + 1.0
        put_all_carried(block, points, step)
        for j in range(points):
            point, exists = base + (FIRST_POINT + j * POINT) * W, count > j
            slot = POINTS + j * POINT_SLOTS
            ra = select3(exists, manifold_slots(pairs, index, at, slot + POSITION), (zero, zero, zero))
            separation = gather_slots(pairs.manifolds, index, at, MANIFOLD_SLOTS, slot + SEPARATION)
            arms = (ra, sub(ra, between))
            m1, m2 = tangent_masses(masses, (n, t1, t2), arms, cone)
            ratio = select(exists, full_like(zero, parameters.impulse_ratio), zero)
            carried = load3(data, point + SUM * W)
            normal_impulse = ratio * load(data, point + IMPULSE * W)
            impulse_1, impulse_2 = ratio * dot(carried, t1), ratio * dot(carried, t2)
            store3(data, point + ARM * W, ra)
            k = inverse_mass_along(masses, n, arms)
            k = select(exists & (k > 0.0), k, 1.0)
            if j % 2 == 1:
                most = MOST_COUPLING * sqrt(last_k * k)
                coupling = inverse_mass_between(masses[0], masses, (n, last_arms), (n, arms))
                store(data, base + (COUPLING + j // 2) * W, select(exists, maximum(minimum(coupling, most), -most), zero))
            if j > 1:
                for i in range(2):
                    other = load3(data, base + (FIRST_POINT + i * POINT + ARM) * W)
                    coupling = inverse_mass_between(masses[0], masses, (n, (other, sub(other, between))), (n, arms))
                    store(data, base + (CROSS_COUPLING + 2 * i + j - 2) * W, select(exists, coupling, zero))
            last_arms, last_k = arms, k
            store(data, point + START * W, select(exists, separation, AWAY))
            store(data, point + NORMAL_K * W, k)
            store(data, point + NORMAL_MASS * W, 1.0 / k)
            store(data, point + TANGENT_MASS * W, select(exists, m1, zero))
            store(data, point + TANGENT_MASS_2 * W, select(exists, m2, zero))
            store3(data, point + IMPULSE * W, (normal_impulse, impulse_1, impulse_2))
            store3(data, point + SUM * W, (-normal_impulse, -impulse_1, -impulse_2))
            store(data, point + TARGET * W, zero)
        data[base + FLAGS * W + COUNT] = points
        data[base + FLAGS * W + MAY_BOUNCE] = data[base + FLAGS * W + DRIVEN] = data[base + FLAGS * W + CENTRED] = 0
        if any_lane(restitution > 0.0):
            data[base + FLAGS * W + MAY_BOUNCE] = 1
            bouncing += 1
        if marked and prepare_drive(bodies, contacts, block, (xa, xb, between)):
            data[base + FLAGS * W + DRIVEN] = 1
    if parameters.solve.friction == AT_CENTRE:
        prepare_centres(begin, end, step, parameters.impulse_ratio)
    return bouncing
