"""Solving: the impulses that all joints of a component need at once, on velocities, pseudo velocities or poses.

    (J M^-1 J^T + softness K) change = -(J V + bias + softness K impulse),     V' = V + M^-1 J^T change

What is found is the change from the impulses that the rows have, so warm starting, and contacts that were solved since, are in V;
without bounds the result does not depend on where it began.  Velocities are added up in float64 and rounded once.
"""
from __future__ import annotations

from physics.bodies.caps import slowed
from physics.bodies.pose_shift import LARGEST_TURN
from physics.compile.decorators import formula, kernel, routine
from physics.constraints import block
from physics.constraints.together.bearing import move_alone
from physics.constraints.together.bounds import (
    MOST_TURNS,
    NO_CHANGE,
    OTHERS,
    ask,
    begin_again,
    change_bounds,
    go_to_bounds,
    move,
    read_aim,
)
from physics.constraints.together.factor import factor, is_factored, substitute
from physics.constraints.together.layout import SIDE
from physics.constraints.together.stiffen import PASSES, remember, stiffen
from physics.simd.functions import absolute
from physics.simd.quat import from_rotation_vector, multiply, normalize
from physics.simd.value import W

WHOLE = 1.0                                      # a shift of poses is the motion of one unit of time
NO_SLOT = -1                                     # impulses start from zero and are not kept
MOST = 1e9                                       # of an answer, in m/s and rad/s: beyond it joints have burst


@routine
def solve_bounded(c, parts, together, bounded):
    """Impulses within their bounds, of which there are `bounded`."""
    changed, first, last = OTHERS, together.first[c], together.first[c + 1]
    for turn in range(MOST_TURNS):
        if changed == OTHERS and turn > 0:
            begin_again(c, together)
        if bounded > 0:
            go_to_bounds(first, last, together)
        for k in range(first, last):
            ask(k, together)
        if changed == OTHERS and not is_factored(c, together):
            factor(c, together)
        substitute(first, last, together)
        for k in range(first, last):
            move(k, together)
        changed = change_bounds(first, last, parts, together, turn) if bounded > 0 else NO_CHANGE
        if changed == NO_CHANGE:
            break
    if changed != NO_CHANGE:
        go_to_bounds(first, last, together)


@routine
def solve_component(c, parts, together, slot_of_impulse, h):
    """Impulses of a component and the motion of its bodies, from where `speed` is, with the geometric stiffness of h."""
    first, last = together.first[c], together.first[c + 1]
    bounded = 0
    for k in range(first, last):
        bounded += read_aim(k, parts, together, slot_of_impulse)
    remember(c, together)
    for turn in range(PASSES):
        solve_bounded(c, parts, together, bounded)
        if turn + 1 == PASSES or stiffen(c, parts, together, h) == 0:
            break


@formula
def read_speeds(c, rows, together):
    """Motions of the bodies of a component."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for n in range(SIDE):
            together.speed[body, n] = rows[together.row[body], n]


@formula
def write_speeds(c, rows, together):
    """Write them back."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for n in range(SIDE):
            rows[together.row[body], n] = together.speed[body, n]


@formula
def write_impulses(c, data, together, slot_of_impulse):
    """Write the impulses of a component to the blocks of its parts."""
    for k in range(together.first[c], together.first[c + 1]):
        number, lane = together.lane[k] // W, together.lane[k] % W
        for r in range(3):
            data[(number * block.SLOTS + slot_of_impulse + r) * W + lane] = together.impulse[k, r]


@formula
def has_answer(c, together):
    """Whether the motion that was found for a component, and that which each impulse alone would give, are of a sane size.

    Rows that burst already and contradict each other may have no answer; then the component is left as it was.
    """
    sane = True
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for n in range(SIDE):
            sane &= absolute(together.speed[body, n]) < MOST
    for k in range(together.first[c], together.first[c + 1]):
        for n in range(3):
            sane &= absolute(together.impulse[k, n]) * together.diagonal[k, 4 * n] < MOST
    return sane


@kernel
def solve_components(begin, end, bodies, joints, h):
    """Velocities and impulses of the components begin .. end - 1, whose aims are set.

    joints = (parts, together); h: the substep.

    Reads bodies.velocity parts.kind parts.data together
    Writes bodies.velocity parts.data together
    """
    parts, together = joints
    for c in range(begin, end):
        read_speeds(c, bodies.velocity, together)
        solve_component(c, parts, together, block.IMPULSE, h)
        if has_answer(c, together):
            write_speeds(c, bodies.velocity, together)
            write_impulses(c, parts.data, together, block.IMPULSE)


@kernel
def push_components(begin, end, bodies, joints, when):
    """Pseudo velocities of the components begin .. end - 1, whose aims are set.

    joints = (parts, together); when = (again, h); `again`: only those that contacts touch; h: the substep.

    Reads bodies.push parts.kind parts.data together
    Writes bodies.push parts.data together
    """
    (parts, together), (again, h) = joints, when
    for c in range(begin, end):
        if again == 1 and together.touched[c] == 0:
            continue
        if together.bears[c] == 1:
            move_alone(c, parts, together)
        read_speeds(c, bodies.push, together)
        solve_component(c, parts, together, block.PUSHED, h)
        if has_answer(c, together):
            write_speeds(c, bodies.push, together)
            write_impulses(c, parts.data, together, block.PUSHED)


@formula
def moves(speed):
    """Whether a motion is not zero."""
    found = False
    for n in range(SIDE):
        found = found or speed[n] != 0.0
    return found


@formula
def shift_body(bodies, row, speed, farthest):
    """Move a body by a motion, and note it in `delta`."""
    way = slowed((speed[0], speed[1], speed[2]), farthest)
    turn = slowed((speed[3], speed[4], speed[5]), LARGEST_TURN)
    pose, delta = bodies.pose[row], bodies.delta[row]
    q = normalize(multiply(from_rotation_vector(turn), (0.0 * turn[0] + pose[3], 0.0 * turn[0] + pose[4],
                                                        0.0 * turn[0] + pose[5], 0.0 * turn[0] + pose[6])))
    for n in range(3):
        pose[n] += way[n]
        delta[n] += way[n]
        delta[3 + n] += turn[n]
    for n in range(4):
        pose[3 + n] = q[n]


@kernel
def shift_components(begin, end, bodies, joints, farthest):
    """Move the bodies of the components begin .. end - 1, whose aims are set, and no body farther than `farthest` [m].

    joints = (parts, together)
    Reads bodies.pose bodies.delta parts.kind parts.data together
    Writes bodies.pose bodies.delta parts.data together
    """
    parts, together = joints
    for c in range(begin, end):
        for body in range(together.first_body[c], together.first_body[c + 1]):
            for n in range(SIDE):
                together.speed[body, n] = 0.0
        solve_component(c, parts, together, NO_SLOT, WHOLE)
        if not has_answer(c, together):
            continue
        for body in range(together.first_body[c], together.first_body[c + 1]):
            if moves(together.speed[body]):
                shift_body(bodies, together.row[body], together.speed[body], farthest)
