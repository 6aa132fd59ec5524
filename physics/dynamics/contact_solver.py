"""Contact rows by sequential impulses: warm start, solve, push; accumulated and clamped.

Normal rows     see `contact_normal`
Friction rows   J v = t . (v_b + w_b x r_b - v_a - w_a x r_a + how the surfaces run past each other)  along t1 and t2;
                |impulse| <= friction * normal impulse (cone: of the vector, pyramid: of each)

or friction at the centre of the manifold, see `contact_friction_centre`.
Source: Catto, "Iterative Dynamics", GDC 2005.
"""
from __future__ import annotations

from physics.dynamics.contact_blocks import (
    ARM,
    AT_CENTRE,
    AWAY,
    BETWEEN,
    CENTRED,
    CONE,
    COUNT,
    DRIVEN,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    IMPULSE,
    NORMAL_AXIS,
    NORMAL_MASS,
    POINT,
    PUSHED,
    SLOTS,
    START,
    SUM,
    SUM_1,
    SUM_2,
    TANGENT_1,
    TANGENT_2,
    TANGENT_AXIS,
    TANGENT_MASS,
    TANGENT_MASS_2,
    TARGET,
)
from physics.dynamics.contact_friction_centre import clamp_both, clamp_round, solve_at_centres, warm_start_centre
from physics.dynamics.contact_motion import apply_impulse, apply_wrench, load_masses, load_motion, relative, store_motion
from physics.dynamics.contact_normal import push_bias, solve_normals
from physics.dynamics.contact_surface import run_past
from physics.jit import formula, kernel
from physics.lanes.functions import maximum, select
from physics.lanes.memory import load, store
from physics.lanes.slots import load3, store3
from physics.lanes.value import W
from physics.lanes.vec3 import add, add_scaled, cross, dot, scale, sub, zero3


@formula
def clamp_friction(f1, f2, limit, model):
    """Both friction impulses inside the cone or the pyramid of this limit."""
    if model == CONE:
        return clamp_round(f1, f2, limit)
    return clamp_both(f1, limit), clamp_both(f2, limit)


@kernel
def warm_start_contacts(begin, end, bodies, contacts, factor):
    """Add the last impulses to the sums over the substeps and apply `factor` of them; forget pseudo impulses.

    Reads bodies.velocity contacts.a contacts.b contacts.data contacts.centre
    Writes bodies.velocity contacts.data contacts.centre
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion, spare = load_motion(bodies.velocity, contacts, at)
        masses = load_masses(data, base)
        n, t1 = load3(data, base + NORMAL_AXIS * W), load3(data, base + TANGENT_AXIS * W)
        t2, between = cross(n, t1), load3(data, base + BETWEEN * W)
        force = moment = zero3(n[0])
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            ra = load3(data, point + ARM * W)
            last = load3(data, point + IMPULSE * W)
            store3(data, point + SUM * W, add(load3(data, point + SUM * W), last))
            store(data, point + PUSHED * W, 0.0 * last[0])
            impulse = (factor * last[0], factor * last[1], factor * last[2])
            store3(data, point + IMPULSE * W, impulse)
            world = add_scaled(add_scaled(scale(impulse[0], n), impulse[1], t1), impulse[2], t2)
            force, moment = add(force, world), add(moment, cross(ra, world))
        motion = apply_wrench(motion, masses, between, force, moment)
        if data[base + FLAGS * W + CENTRED] > 0.0:
            motion = warm_start_centre(contacts, block, motion, (masses, n, t1, between, factor))
        store_motion(bodies.velocity, contacts, at, motion, spare)


@kernel
def solve_at_points(begin, end, bodies, contacts, rule):
    """One sweep over the blocks begin .. end - 1: normal rows, then the friction rows of every point; see `solve_contacts`.

    Reads bodies.velocity bodies.delta contacts.a contacts.b contacts.data contacts.drive
    Writes bodies.velocity contacts.data
    """
    law, backward, adding = rule
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion, spare = load_motion(bodies.velocity, contacts, at)
        moved, _ = load_motion(bodies.delta, contacts, at)
        masses = load_masses(data, base)
        n, between = load3(data, base + NORMAL_AXIS * W), load3(data, base + BETWEEN * W)
        motion = solve_normals(data, base, (n, between), (motion, moved, masses), rule)
        friction = load(data, base + FRICTION * W)
        points, driven = int(data[base + FLAGS * W + COUNT]), data[base + FLAGS * W + DRIVEN] > 0.0
        t1 = load3(data, base + TANGENT_AXIS * W)
        t2 = cross(n, t1)
        for k in range(points):
            j = points - 1 - k if backward else k
            point = base + (FIRST_POINT + j * POINT) * W
            ra = load3(data, point + ARM * W)
            arms = (ra, sub(ra, between))
            slip = relative(motion, arms)
            if driven:
                slip = add(slip, run_past(contacts.drive, block, ra, (motion, moved, law)))
            normal_impulse, last_1, last_2 = load3(data, point + IMPULSE * W)
            if adding:
                store(data, point + SUM_1 * W, load(data, point + SUM_1 * W) + last_1)
                store(data, point + SUM_2 * W, load(data, point + SUM_2 * W) + last_2)
            mass_1 = mass_2 = load(data, point + TANGENT_MASS * W)
            if law.friction != CONE:
                mass_2 = load(data, point + TANGENT_MASS_2 * W)
            wanted_1, wanted_2 = last_1 - mass_1 * dot(slip, t1), last_2 - mass_2 * dot(slip, t2)
            f1, f2 = clamp_friction(wanted_1, wanted_2, friction * normal_impulse, law.friction)
            store(data, point + TANGENT_1 * W, f1)
            store(data, point + TANGENT_2 * W, f2)
            motion = apply_impulse(motion, masses, add_scaled(scale(f1 - last_1, t1), f2 - last_2, t2), arms)
        store_motion(bodies.velocity, contacts, at, motion, spare)


@kernel
def solve_contacts(begin, end, bodies, contacts, rule):
    """One sweep over the constraint blocks begin .. end - 1: normal rows, then friction rows, of each block.

    rule = (law, backward, adding): a backward sweep takes the points of a block last to first.  Sweeps to and fro cancel each
    other's errors: a stack that is always swept one way is tilted that way.  When `adding`, the impulses as they are found,
    those of the substep before, go into the sums.

    Reads bodies.velocity bodies.delta contacts.a contacts.b contacts.data contacts.drive contacts.centre
    Writes bodies.velocity contacts.data contacts.centre
    """
    if rule[0].friction == AT_CENTRE:
        solve_at_centres(begin, end, bodies, contacts, rule)
    else:
        solve_at_points(begin, end, bodies, contacts, rule)


@kernel
def push_contacts(begin, end, bodies, contacts, law):
    """One sweep of the normal rows on pseudo velocities (split impulse): overlap goes without adding momentum.

    Reads bodies.push bodies.delta contacts.a contacts.b contacts.data
    Writes bodies.push contacts.data
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion, spare = load_motion(bodies.push, contacts, at)
        moved, _ = load_motion(bodies.delta, contacts, at)
        masses = load_masses(data, base)
        n, between = load3(data, base + NORMAL_AXIS * W), load3(data, base + BETWEEN * W)
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            ra = load3(data, point + ARM * W)
            arms = (ra, sub(ra, between))
            separation = load(data, point + START * W) + dot(n, relative(moved, arms))
            bias = push_bias(separation, law)
            last = load(data, point + PUSHED * W)
            wanted = last - load(data, point + NORMAL_MASS * W) * (dot(n, relative(motion, arms)) + bias)
            idle = (load(data, point + TARGET * W) > 0.0) | (separation > 0.5 * AWAY)     # bounces, or is no point at all
            impulse = select(idle, last, maximum(wanted, 0.0))
            store(data, point + PUSHED * W, impulse)
            motion = apply_impulse(motion, masses, scale(impulse - last, n), arms)
        store_motion(bodies.push, contacts, at, motion, spare)
