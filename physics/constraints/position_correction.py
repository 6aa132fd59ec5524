"""Correction of joints without velocities: split impulse on pseudo velocities, and non-linear Gauss-Seidel on poses.

Both solve   J x + share error = 0   for a motion x that starts from rest.  It is distributed by inverse mass, so the common
centre of mass does not move; springs and motors are left out.  Pseudo velocities count with what held moves do to held turns, see
`reaction`; passes over positions see it in the errors of the next one.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from physics.bodies.caps import slowed, slowed_where_long
from physics.bodies.pair_motion import apply_impulse, load_motion, relative, store_motion
from physics.bodies.pose_shift import LARGEST_TURN, shift
from physics.compile.decorators import formula, kernel
from physics.constraints import block
from physics.constraints.block import load_row, load_rows_of_three, masses_of
from physics.constraints.limit import limiting
from physics.constraints.part import ONE_ROW
from physics.constraints.parts.point import POINT
from physics.constraints.row_motion import move_by_one, move_by_three, speed_of_one, speed_of_three
from physics.constraints.solver import arms_in, error_to_correct, held_error
from physics.simd.functions import maximum, select
from physics.simd.mat33 import symmetric_transform
from physics.simd.memory import load
from physics.simd.slots import load3, load6, store3
from physics.simd.value import W
from physics.simd.vec3 import add, scale, select3, sub


class Correction(NamedTuple):
    """The correction of a block's rows so far, and its target."""

    motion: tuple                  # (v_a, w_a, v_b, w_b) pseudo velocities [m/s], [rad/s], or displacements [m], [rad]
    impulses: tuple                # (3) of the rows, which caused the motion
    wanted: tuple                  # (3) errors times the share to correct
    one_sided: Any                 # mask of rows with impulse >= 0


@formula
def corrected(data, base, kind, correction):
    """(impulses, motion) after a block's rows were solved once."""
    motion, last, wanted, one_sided = correction
    masses, inverse = masses_of(data, base), load6(data, base + block.INVERSE_K * W)
    own = load(data, base + block.OWN * W) > 0.5
    zero = 0.0 * last[0]
    impulse = last
    if kind == POINT:
        arms = arms_in(data, base)
        impulse = sub(last, symmetric_transform(inverse, add(relative(motion, arms), wanted)))
        impulse = select3(own, (zero, zero, zero), impulse)
        motion = apply_impulse(motion, masses, sub(impulse, last), arms)
    elif kind < ONE_ROW:
        rows = load_rows_of_three(data, base)
        impulse = sub(last, symmetric_transform(inverse, add(speed_of_three(motion, rows), wanted)))
        motion = move_by_three(motion, masses, rows, sub(impulse, last))
    else:
        row = load_row(data, base)
        free = last[0] - inverse[0] * (speed_of_one(motion, row) + wanted[0])
        one = select(own, zero, select(one_sided, maximum(free, 0.0), free))
        motion = move_by_one(motion, masses, row, one - last[0])
        impulse = (one, zero, zero)
    return impulse, motion


@kernel
def solve_part_pseudo_velocities(begin, end, bodies, parts, params):
    """One sweep of the part blocks begin .. end - 1 on pseudo velocities.

    Reads bodies.push parts.a parts.b parts.kind parts.data
    Writes bodies.push parts.data
    """
    data = parts.data
    for number in range(begin, end):
        at, base = number * W, number * block.SLOTS * W
        motion = load_motion(bodies.push, parts, at)
        one_sided = limiting(load(data, base + block.SIDE * W)) & ~(load(data, base + block.ACTIVE * W) > 0.0)
        error = error_to_correct(data, base, parts.kind[number], one_sided)
        wanted = scale(0.0 * error[0] + params.bias_rate, error)
        correction = Correction(motion, load3(data, base + block.PUSHED * W), wanted, one_sided)
        impulse, motion = corrected(data, base, parts.kind[number], correction)
        store3(data, base + block.PUSHED * W, impulse)
        store_motion(bodies.push, parts, at, motion)


@kernel
def correct_part_positions(begin, end, bodies, parts, pass_of):
    """Move the bodies of the part blocks begin .. end - 1.

    pass_of = (share, farthest): of the errors that the pass removes, and how far it moves a body for a block at most [m].

    Reads bodies.pose bodies.delta parts.a parts.b parts.kind parts.data
    Writes bodies.pose bodies.delta
    """
    data, (share, farthest) = parts.data, pass_of
    for number in range(begin, end):
        at, base = number * W, number * block.SLOTS * W
        one_sided = limiting(load(data, base + block.SIDE * W))
        error = held_error(data, base, one_sided)
        zero = 0.0 * error[0]
        nothing = (zero, zero, zero)
        rest = (nothing, nothing, nothing, nothing)
        correction = Correction(rest, nothing, scale(zero + share, error), one_sided)
        _, motion = corrected(data, base, parts.kind[number], correction)
        most = zero + LARGEST_TURN
        way_a, way_b = slowed_where_long(motion[0], farthest), slowed_where_long(motion[2], farthest)
        turn_a, turn_b = slowed(motion[1], most), slowed(motion[3], most)
        shift(bodies.pose, parts.a, at, way_a, turn_a)
        shift(bodies.pose, parts.b, at, way_b, turn_b)
        before = load_motion(bodies.delta, parts, at)
        after = (add(before[0], way_a), add(before[1], turn_a), add(before[2], way_b), add(before[3], turn_b))
        store_motion(bodies.delta, parts, at, after)
