"""Reaction: a row as it is felt, with what the held rows of its joint answer.

A rod that hangs from a hinge turns about the hinge: the impulse p of a spring, motor or limit is followed by impulses of the
rows that hold the hinge.  Their sum is an impulse p of another row,

    J~ = J - G J_h,     G = K_sh K_hh^-1,     K = J M^-1 J^T

    s                   h
    a driven row        all rows that the joint holds
    held turns          the moves that the joint holds

which is what the kernels store in place of J.  From J_h M^-1 J~^T = 0 follows:

  - p does not disturb held rows, nor do their impulses change J~ V: one sweep, in any order, solves the rows of a joint
  - 1 / (J~ M^-1 J~^T) = 1 / (K_ss - G K_hs), the Schur complement, is the inertia that the joint leaves: of the rod about its
    hinge.  A spring of that effective mass has the frequency that it is said to have
  - J V = J~ V + G J_h V, and held rows end at J_h V = -curvature (see curvature), or with Baumgarte's bias at J_h V = -rate C_h:
    the row's bias includes -G times that.  Held turns, whose errors are removed at the same time and rate as those of moves,
    include it under every stabilization but in passes over positions, where the next pass sees it

A hinge beside the centre of a light body shows why its own turns need it: the body's inertia about its centre is a small part of
that about the hinge, so that a force at the point and a torque do nearly the same.  Solved in turn they take hundreds of sweeps
to agree, and a spinning body bursts meanwhile; with J~ one sweep is enough.

G J_h is a force f at b's anchor along held axes and a torque c about held axes, with their opposites on a.  It is found by the
method of Gram and Schmidt with the inner product of M^-1: held rows are made orthogonal one after the other, turns first, and
what the driven row shares with each of them is taken away.  As the laboratory solves the same rows, it does so by the same
formulas; tests compare with K as a matrix.

Source: Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 7: inertia of a body as its joint's motion feels it.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from physics.bodies.pair_motion import load_motion, relative
from physics.compile.decorators import formula, kernel
from physics.constraints import block
from physics.constraints.block import load_row, load_rows_of_three, masses_of, store_rows_of_three
from physics.constraints.curvature import axes_acceleration, point_acceleration, shared_spin
from physics.constraints.placing import Placing, arms_of, frames_of, places_of
from physics.constraints.parts.point import point_error
from physics.constraints.parts.rotation import relative_rotation
from physics.constraints.row_motion import between, matrix_of_three
from physics.constraints.steady_curvature import steady_curvature, touching
from physics.simd.functions import full_like, select
from physics.simd.mat33 import symmetric_inverse, symmetric_transform
from physics.simd.memory import load, store
from physics.simd.quat import rotate
from physics.simd.slots import load3, store3, store6
from physics.simd.value import W
from physics.simd.vec3 import add_scaled, cross, dot, negate, scale, select3, sub, zero3

ONE_AXIS, TWO_AXES = 1.5, 2.5                    # held turns about fewer axes than this


class Grip(NamedTuple):
    """What a joint holds of its bodies, in the world."""

    moves: tuple                   # (3) axes along which nothing moves, zero for others
    turns: tuple                   # (3) axes about which nothing turns, likewise
    free: tuple                    # of a, of b: the axis of the only free turn, zero where there is another number of them
    arms: tuple                    # of a force on a, and on b at its anchor [m]
    carried: Any                   # 1 where a carries the axes past b's anchor, 0 where its own anchor is there
    touches: Any                   # above 0 where a body touches something


@formula
def axes_of_frame(frame):
    """The axes of a frame in the world."""
    zero = 0.0 * frame[0]
    one = zero + 1.0
    return rotate(frame, (one, zero, zero)), rotate(frame, (zero, one, zero)), rotate(frame, (zero, zero, one))


@formula
def grip_of(held, frames, arms, apart, touches):
    """The Grip of a joint; held = (moves (3), turns (3)), 1 for each axis of the frames that is held, else 0.

    Moves are held along axes of a; turns about axes of b, but a single one about the sum of both, the gradient of an angle.
    `apart` is the place of b's anchor against a's [m]; `touches`: see Grip.
    """
    (moves, turns), (ax, ay, az), (bx, by, bz) = held, axes_of_frame(frames[0]), axes_of_frame(frames[1])
    count = turns[0] + turns[1] + turns[2]
    zero = 0.0 * count
    both = select(count < ONE_AXIS, zero + 1.0, zero)
    only = select((count > ONE_AXIS) & (count < TWO_AXES), zero + 1.0, zero)
    carried = 1.0 - moves[0] * moves[1] * moves[2]
    x, y, z = only * (1.0 - turns[0]), only * (1.0 - turns[1]), only * (1.0 - turns[2])
    free = (add_scaled(add_scaled(scale(x, ax), y, ay), z, az), add_scaled(add_scaled(scale(x, bx), y, by), z, bz))
    return Grip((scale(moves[0], ax), scale(moves[1], ay), scale(moves[2], az)),
                (scale(turns[0], add_scaled(bx, both, ax)), scale(turns[1], add_scaled(by, both, ay)),
                 scale(turns[2], add_scaled(bz, both, az))), free,
                (add_scaled(arms[0], carried, apart), arms[1]), carried, touches)


@formula
def inverse_or_zero(k):
    """1 / k, or 0 where k is not positive: of axes that are not held."""
    held = k > 0.0
    return select(held, 1.0 / select(held, k, 1.0), 0.0)


@formula
def without_turn(row, turn, masses):
    """A row (n, u_a, u_b), orthogonal to the held turn about an axis."""
    turned_a, turned_b = symmetric_transform(masses[1], turn), symmetric_transform(masses[3], turn)
    share = -inverse_or_zero(dot(turn, turned_a) + dot(turn, turned_b)) * (dot(turned_a, row[1]) + dot(turned_b, row[2]))
    return row[0], add_scaled(row[1], share, turn), add_scaled(row[2], share, turn)


@formula
def without_row(row, other, masses):
    """A row (n, u_a, u_b), orthogonal to another one."""
    share = -inverse_or_zero(between(masses, other, other)) * between(masses, row, other)
    return (add_scaled(row[0], share, other[0]), add_scaled(row[1], share, other[1]), add_scaled(row[2], share, other[2]))


@formula
def orthogonal_turns(turns, masses):
    """Axes of held turns, made orthogonal."""
    x, y, z = turns
    nothing = scale(0.0 * x[0], x)
    _, _, y = without_turn((nothing, y, y), x, masses)
    _, _, z = without_turn(without_turn((nothing, z, z), x, masses), y, masses)
    return x, y, z


@formula
def without_turns(row, turns, masses):
    """A row (n, u_a, u_b), orthogonal to held turns about orthogonal axes."""
    return without_turn(without_turn(without_turn(row, turns[0], masses), turns[1], masses), turns[2], masses)


@formula
def move_rows(grip):
    """Rows (n, u_a, u_b) of held moves."""
    (x, y, z), (arm_a, arm_b) = grip.moves, grip.arms
    return ((x, cross(arm_a, x), cross(arm_b, x)), (y, cross(arm_a, y), cross(arm_b, y)), (z, cross(arm_a, z), cross(arm_b, z)))


@formula
def orthogonal_rows(rows, masses):
    """Three rows, made orthogonal."""
    first, second, third = rows
    second = without_row(second, first, masses)
    return first, second, without_row(without_row(third, first, masses), second, masses)


@formula
def without_rows(row, others, masses):
    """A row (n, u_a, u_b), orthogonal to three orthogonal ones."""
    return without_row(without_row(without_row(row, others[0], masses), others[1], masses), others[2], masses)


@formula
def felt(row, grip, masses):
    """J~ of a row (n, u_a, u_b), from the Grip of its joint."""
    turns, (x, y, z) = orthogonal_turns(grip.turns, masses), move_rows(grip)
    moves = orthogonal_rows((without_turns(x, turns, masses), without_turns(y, turns, masses), without_turns(z, turns, masses)),
                            masses)
    return without_rows(without_turns(row, turns, masses), moves, masses)


@formula
def felt_by_moves(rows, grip, masses):
    """J~ of three rows (n, u_a, u_b) of turns, from the moves of the Grip."""
    moves = orthogonal_rows(move_rows(grip), masses)
    return without_rows(rows[0], moves, masses), without_rows(rows[1], moves, masses), without_rows(rows[2], moves, masses)


@formula
def answered(row, other, arm):
    """(force, torque about the anchor) on b that a unit impulse of a row has more than one of another row."""
    force = sub(row[0], other[0])
    return force, sub(sub(row[2], other[2]), cross(arm, force))


@formula
def moved_curvature(grip, motion, masses, h):
    """(3) the curvature of held moves in a substep, in the world [m/s]."""
    sliding = add_scaled(point_acceleration(motion, grip.arms), full_like(grip.carried, 2.0),
                         cross(relative(motion, grip.arms), motion[1]))
    return select3(grip.carried > 0.5, scale(0.5 * h, sliding), steady_curvature(motion, grip.arms, masses, grip.touches, h))


@formula
def held_curvature(grip, motion, masses, reaction, h):
    """G times the curvature of held rows in a substep [m/s] or [rad/s]; reaction = (f, c)."""
    force, torque = reaction
    axis_a, axis_b = grip.free
    tangent = cross(torque, axis_b)              # t across a's axis with axis_b x t = torque, see `parts.axis_rotation`
    tangent = add_scaled(tangent, -dot(tangent, axis_a) * inverse_or_zero(dot(axis_a, axis_b)), axis_b)
    turning = axes_acceleration(motion, shared_spin(motion, masses), tangent, axis_b)
    return dot(force, moved_curvature(grip, motion, masses, h)) + 0.5 * h * turning


@formula
def held_error(grip, frames, apart, reaction):
    """G times the errors of held rows [m] or [rad], of small ones.  Where one turn is free, the held ones see how far the axes
    are askew; else the rotation vector of b against a."""
    (force, torque), (axis_a, axis_b) = reaction, grip.free
    x, y, z, _ = relative_rotation(frames)
    turned = rotate(frames[0], (x + x, y + y, z + z))
    tilt = select3(dot(axis_a, axis_a) > 0.0, cross(axis_a, axis_b), turned)
    return dot(force, apart) + dot(torque, tilt)


@formula
def grip_in_block(number, bodies, parts, held):
    """(Placing, Grip, masses, place of b's anchor against a's [m]) of part block `number`; held as for `grip_of`."""
    at, base = number * W, number * block.SLOTS * W
    places, motion = places_of(bodies, parts, at), load_motion(bodies.velocity, parts, at)
    placing = Placing(bodies, parts, at, base, places, frames_of(places, parts, at), motion)
    arms = arms_of(placing)
    apart = point_error(places, arms)
    return placing, grip_of(held, placing.frames, arms, apart, touching(bodies, parts, at)), masses_of(parts.data, base), apart


@kernel
def feel_reactions(number, bodies, parts, h):
    """Rows of part block `number`, of one row each and as placed, as they are felt: row, curvature, effective mass, torque.

    Reads bodies.pose bodies.velocity bodies.excess_turn parts.a parts.b parts.part parts.store parts.data
    Writes parts.data
    """
    data, base = parts.data, number * block.SLOTS * W
    held = load3(data, base + block.HELD_MOVES * W), load3(data, base + block.HELD_TURNS * W)
    (placing, grip, masses, apart), (_, turn_a, linear, turn_b) = grip_in_block(number, bodies, parts, held), load_row(data, base)
    row = linear, negate(turn_a), turn_b
    made = felt(row, grip, masses)
    reaction = answered(row, made, grip.arms[1])
    store(data, base + block.STRAIN * W, held_error(grip, placing.frames, apart, reaction))
    store(data, base + block.CURVATURE * W,
          load(data, base + block.CURVATURE * W) - held_curvature(grip, placing.motion, masses, reaction, h))
    store(data, base + block.INVERSE_K * W, inverse_or_zero(between(masses, made, made)))
    store3(data, base + block.LINEAR_A * W, negate(made[0]))
    store3(data, base + block.TURN_A * W, negate(made[1]))
    store3(data, base + block.LINEAR_B * W, made[0])
    store3(data, base + block.TURN_B * W, made[2])
    store3(data, base + block.TWIST * W, sub(load3(data, base + block.TWIST * W), reaction[1]))


@kernel
def feel_moves(number, bodies, parts, h):
    """Rows of held turns of part block `number`, as placed, as they are felt: rows, curvature, K.

    Reads bodies.pose bodies.velocity bodies.excess_turn parts.a parts.b parts.part parts.store parts.data
    Writes parts.data
    """
    data, base = parts.data, number * block.SLOTS * W
    moves, rows = load3(data, base + block.HELD_MOVES * W), load_rows_of_three(data, base)
    placing, grip, masses, apart = grip_in_block(number, bodies, parts, (moves, zero3(moves[0])))
    made = felt_by_moves(rows, grip, masses)
    forces = sub(rows[0][0], made[0][0]), sub(rows[1][0], made[1][0]), sub(rows[2][0], made[2][0])
    growth, curvature = moved_curvature(grip, placing.motion, masses, h), load3(data, base + block.CURVATURE * W)
    store3(data, base + block.STRAIN * W, (dot(forces[0], apart), dot(forces[1], apart), dot(forces[2], apart)))
    store3(data, base + block.CURVATURE * W,
           sub(curvature, (dot(forces[0], growth), dot(forces[1], growth), dot(forces[2], growth))))
    store3(data, base + block.FELT_ARM * W, grip.arms[1])
    store_rows_of_three(data, base, made)
    store6(data, base + block.INVERSE_K * W, symmetric_inverse(matrix_of_three(masses, made)))
