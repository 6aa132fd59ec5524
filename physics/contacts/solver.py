"""Contact rows by sequential impulses: warm start, solve, push; accumulated and clamped.

Normal rows     see `contact_normal`
Friction rows   J v = t . (v_b + w_b x r_b - v_a - w_a x r_a + how the surfaces run past each other)  along t1 and t2;
                |impulse| <= friction * normal impulse (cone: of the vector, pyramid: of each), see `contact_friction`

or friction at the centre of the manifold, see `contact_friction_centre`.  All of a block happens in its patch's frame, see
`contact_patch`: bodies are read once and get one wrench.
Source: Catto, "Iterative Dynamics", GDC 2005.
"""
from __future__ import annotations

from physics.bodies.pair_motion import apply_impulse, load_motion, store_motion
from physics.compile.decorators import kernel
from physics.contacts.frame import (
    apply_wrench,
    arms_of,
    in_world,
    load_masses,
    load_patch,
    load_place,
    opening_at,
    patch_motion,
    push_of,
    rub_by,
)
from physics.contacts.friction import rub_at_points, rubbed
from physics.contacts.friction_centre import rub_at_centre, warm_start_centre
from physics.contacts.layout import (
    ALONE,
    AT_CENTRE,
    AWAY,
    CENTRED,
    COUNT,
    FIRST_POINT,
    FLAGS,
    IMPULSE,
    NORMAL_MASS,
    POINT,
    PUSHED,
    SEPARATION,
    SLOTS,
    SUM,
    TARGET,
)
from physics.contacts.normal import follow, push_bias, solve_normals
from physics.contacts.single_point import follow_alone, motion_alone, solve_alone
from physics.simd.functions import maximum, select
from physics.simd.memory import load, store
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import add, scale, zero3


@kernel
def warm_start_contacts(begin, end, bodies, contacts, factor):
    """Add the last impulses to the sums over the substeps and apply `factor` of them; forget pseudo impulses.

    Reads bodies.velocity contacts.a contacts.b contacts.data contacts.centre
    Writes bodies.velocity contacts.data contacts.centre
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion = load_motion(bodies.velocity, contacts, at)
        patch = load_patch(data, base)
        push = rub = zero3(patch.n[0])
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            place, last = load_place(data, point), load3(data, point + IMPULSE * W)
            store3(data, point + SUM * W, add(load3(data, point + SUM * W), last))
            store(data, point + PUSHED * W, 0.0 * last[0])
            impulse = (factor * last[0], factor * last[1], factor * last[2])
            store3(data, point + IMPULSE * W, impulse)
            push, rub = push_of(push, impulse[0], place), add(rub, rub_by(impulse[1], impulse[2], place))
        if data[base + FLAGS * W + CENTRED] > 0.0:
            rub = warm_start_centre(contacts, block, factor)
        store_motion(bodies.velocity, contacts, at, apply_wrench(patch, load_masses(data, base), motion, (push, rub)))


@kernel
def solve_contacts(begin, end, bodies, contacts, rule):
    """One sweep over the constraint blocks begin .. end - 1: normal rows, then friction rows, of each block.

    rule = (law, backward, adding, moved): a backward sweep takes the points of a block last to first.  Sweeps to and fro cancel
    each other's errors: a stack that is always swept one way is tilted that way.  When `adding`, the impulses as they are
    found, those of the substep before, go into the sums.  When `moved`, the bodies have moved since separations were last
    written.

    Reads bodies.velocity bodies.delta contacts.a contacts.b contacts.data contacts.drive contacts.centre
    Writes bodies.velocity contacts.data contacts.centre
    """
    law, backward, adding, moved = rule
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        patch = load_patch(data, base)
        alone = data[base + FLAGS * W + ALONE] > 0.0
        if moved:
            way = load_motion(bodies.delta, contacts, at)
            if alone:
                follow_alone(data, base, patch, way)
            else:
                follow(data, base, patch_motion(patch, way)[0])
        motion = load_motion(bodies.velocity, contacts, at)
        if alone:
            impulse = solve_alone(data, base, motion_alone(patch, motion), (law, adding))
            motion = apply_impulse(motion, load_masses(data, base), in_world(patch, impulse), (patch.arm_a, patch.arm_b))
        else:
            opening, slipping = patch_motion(patch, motion)
            push = solve_normals(data, base, opening, (law, backward, adding))
            slipping = rubbed(data, base, slipping, push)
            if law.friction == AT_CENTRE:
                rub = rub_at_centre(block, contacts, slipping, (bodies, patch, motion, push), (law, adding))
            else:
                rub = rub_at_points(block, contacts, slipping, (bodies, patch, motion, push), (law, backward, adding))
            motion = apply_wrench(patch, load_masses(data, base), motion, (push, rub))
        store_motion(bodies.velocity, contacts, at, motion)


@kernel
def push_contacts(begin, end, bodies, contacts, law):
    """One sweep of the normal rows on pseudo velocities (split impulse): overlap goes without adding momentum.

    Separations are those that the sweep of the velocities has written.
    Reads bodies.push contacts.a contacts.b contacts.data
    Writes bodies.push contacts.data
    """
    data = contacts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion = load_motion(bodies.push, contacts, at)
        masses, patch = load_masses(data, base), load_patch(data, base)
        for j in range(int(data[base + FLAGS * W + COUNT])):
            point = base + (FIRST_POINT + j * POINT) * W
            separation, last = load(data, point + SEPARATION * W), load(data, point + PUSHED * W)
            speed = opening_at(patch_motion(patch, motion)[0], load_place(data, point))
            wanted = last - load(data, point + NORMAL_MASS * W) * (speed + push_bias(separation, law))
            idle = (load(data, point + TARGET * W) > 0.0) | (separation > 0.5 * AWAY)     # bounces, or is no point at all
            impulse = select(idle, last, maximum(wanted, 0.0))
            store(data, point + PUSHED * W, impulse)
            motion = apply_impulse(motion, masses, scale(impulse - last, patch.n), arms_of(patch, data, point))
        store_motion(bodies.push, contacts, at, motion)
