"""Solving the velocities of joints and of the contacts that bear them, as one system; see `constraints.together.bearing`."""
from __future__ import annotations

from physics.compile.decorators import formula, kernel, routine
from physics.constraints import block
from physics.constraints.together.bearing import apply_loads, meet_all_points
from physics.constraints.together.bounds import read_aim
from physics.constraints.together.descent import MOST_TURNS, begin_turn, descend, take_loads
from physics.constraints.together.solve import has_answer, read_speeds, solve_bounded, write_impulses, write_speeds
from physics.constraints.together.stiffen import remember, stiffen
from physics.dynamics.bearing.points import read_loads, read_points, write_loads
from physics.simd.value import W


@formula
def keep_give(k, parts, together):
    """Let a joint that is no spring of its own, in relaxing, give way as far as it has under its load, and no farther."""
    base = together.lane[k] // W * block.SLOTS * W + together.lane[k] % W
    if parts.data[base + block.OWN * W] == 0.0:
        own, soft, impulse, bias = together.diagonal[k], together.softness[k], together.impulse[k], together.bias[k]
        for r in range(3):
            bias[r] -= soft * (own[3 * r] * impulse[0] + own[3 * r + 1] * impulse[1] + own[3 * r + 2] * impulse[2])


@routine
def solve_borne(c, bodies, contacts, joints, how):
    """As `solve_component`, of velocities, with the contacts that bear the component; joints = (parts, together), how = (h,
    ContactRowParameters)."""
    (parts, together), (h, params), bounded, whole = joints, how, 0, True
    for k in range(together.first[c], together.first[c + 1]):
        bounded += read_aim(k, parts, together, block.IMPULSE)
    if params.relaxing == 1:
        for k in range(together.first[c], together.first[c + 1]):
            keep_give(k, parts, together)
    if together.met[c] == 0:
        read_loads(c, contacts, together)
        read_points(c, bodies, contacts, (together, params))     # of this substep's rows, along which impulses are applied
        apply_loads(c, parts, together)
    read_points(c, bodies, contacts, (together, params))
    for _ in range(MOST_TURNS):
        begin_turn(c, together)
        meet_all_points(c, parts, together)
        remember(c, together)
        solve_bounded(c, parts, together, bounded)
        falls, whole = descend(c, together, whole), False
        if falls == 0:
            if stiffen(c, parts, together, h) == 0:
                break
            take_loads(c, together)
            whole = True


@formula
def bears(c, together):
    """Whether contacts bear a body of a component."""
    found = False
    if together.touched[c] > 0 and len(together.light) > 0:
        for body in range(together.first_body[c], together.first_body[c + 1]):
            found = found or together.borne[body] > 0
    return found


@kernel
def solve_borne_components(begin, end, state, params, h):
    """Velocities and impulses of the components begin .. end - 1, whose aims are set, with the contacts that bear them.

    params are ContactRowParameters; h: the substep.

    Reads state.bodies state.contacts state.together
    Writes state.bodies.velocity state.contacts.data state.parts.data state.together
    """
    bodies, parts, together, contacts = state.bodies, state.parts, state.together, state.contacts
    for c in range(begin, end):
        read_speeds(c, bodies.velocity, together)
        solve_borne(c, bodies, contacts, (parts, together), (h, params))
        if has_answer(c, together):
            write_speeds(c, bodies.velocity, together)
            write_impulses(c, parts.data, together, block.IMPULSE)
            write_loads(c, contacts.data, together)
