"""Placing: inertias, arms, axes, errors and effective masses of the part blocks where the bodies are now.

Done anew in every substep, so that rows turn with the bodies: a pendulum keeps its energy, and errors are exact.
"""
from __future__ import annotations

from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula, kernel
from physics.constraints.block import (
    ARM_A,
    ARM_B,
    BEARS,
    CURVATURE,
    ERROR,
    IMPULSE,
    INERTIA_A,
    INERTIA_B,
    INVERSE_K,
    LINEAR_A,
    LINEAR_B,
    LOCAL_A,
    LOCAL_B,
    MASS_A,
    MASS_B,
    MEASURE,
    PUSHED,
    SIDE,
    SLOTS,
    START,
    TURN_A,
    TURN_B,
    kept,
    kept3,
    kept4,
    masses_of,
    place_of,
    store_rows_of_three,
)
from physics.constraints.curvature import along_acceleration, half_step, point_acceleration
from physics.constraints.limit import bears, nearest_side
from physics.constraints.part import (
    ANCHOR_A,
    ANCHOR_B,
    ANGLE,
    AXIS_PAIR,
    AXIS_POSITION,
    DISTANCE,
    FRAME_A,
    FRAME_B,
    GEAR,
    GROUND_A,
    GROUND_B,
    LIMIT,
    LOWER,
    POINT,
    PULLEY,
    RACK,
    RATIO,
    ROTATION,
    SWING,
    TARGET,
    UPPER,
    USE,
)
from physics.constraints.parts.angle import angle_row
from physics.constraints.parts.axis_position import axis_pair, axis_position
from physics.constraints.parts.axis_rotation import axis_rotation_rows
from physics.constraints.parts.distance import distance_row
from physics.constraints.parts.gear import gear_row
from physics.constraints.parts.point import point_error, point_matrix
from physics.constraints.parts.pulley import pulley_row
from physics.constraints.parts.rack import rack_row
from physics.constraints.parts.rotation import rotation_rows
from physics.constraints.parts.swing import swing_row
from physics.simd.functions import select
from physics.simd.mat33 import symmetric_inverse, symmetric_transform
from physics.simd.memory import gather_rows, load, store
from physics.simd.quat import multiply, rotate
from physics.simd.slots import load3, store3, store6
from physics.simd.value import W
from physics.simd.vec3 import dot, negate, scale

NEARLY_PARALLEL = 1 - 1e-4                       # of K_12^2 over K_11 K_22
PARALLEL = 1 + 1e-4                              # K's diagonal over itself where rows may be parallel, so that it has an inverse


@formula
def places_of(bodies, parts, at):
    """((x_a, q_a), (x_b, q_b)) of a block."""
    return place_of(bodies, parts.a, at), place_of(bodies, parts.b, at)


@formula
def arms_of(places, parts, at):
    """The anchors from the centres of mass, in the world [m]."""
    return rotate(places[0][1], kept3(parts, at, ANCHOR_A)), rotate(places[1][1], kept3(parts, at, ANCHOR_B))


@formula
def frames_of(places, parts, at):
    """The joint frames of a and b in the world."""
    return multiply(places[0][1], kept4(parts, at, FRAME_A)), multiply(places[1][1], kept4(parts, at, FRAME_B))


@formula
def axes_of(frames):
    """Their x axes."""
    x = (0.0 * frames[0][0] + 1.0, 0.0 * frames[0][0], 0.0 * frames[0][0])
    return rotate(frames[0], x), rotate(frames[1], x)


@formula
def place_masses(bodies, parts, at, base):
    """Inverse masses and inertias of the bodies of a block."""
    data = parts.data
    ia, ib = gather_rows(bodies.inverse_inertia, parts.a, at), gather_rows(bodies.inverse_inertia, parts.b, at)
    store(data, base + MASS_A * W, ia[6])
    store6(data, base + INERTIA_A * W, (ia[0], ia[1], ia[2], ia[3], ia[4], ia[5]))
    store(data, base + MASS_B * W, ib[6])
    store6(data, base + INERTIA_B * W, (ib[0], ib[1], ib[2], ib[3], ib[4], ib[5]))


@formula
def positive(k):
    """k, or 1 where there is nothing to move."""
    return select(k > 0.0, k, 1.0)


@formula
def between(masses, row, other):
    """K between two rows (n, u_a, u_b)."""
    return ((masses[0] + masses[2]) * dot(row[0], other[0]) + dot(row[1], symmetric_transform(masses[1], other[1]))
            + dot(row[2], symmetric_transform(masses[3], other[2])))


@formula
def place_point(data, base, places, going):
    """A point's arms, error, curvature and K; going = (motion, h)."""
    arms = (rotate(places[0][1], load3(data, base + LOCAL_A * W)), rotate(places[1][1], load3(data, base + LOCAL_B * W)))
    k = point_matrix(masses_of(data, base), arms)
    store3(data, base + ARM_A * W, arms[0])
    store3(data, base + ARM_B * W, arms[1])
    store3(data, base + ERROR * W, point_error(places, arms))
    store3(data, base + CURVATURE * W, half_step(going[1], point_acceleration(going[0], arms)))
    store6(data, base + INVERSE_K * W, symmetric_inverse((positive(k[0]), k[1], k[2], positive(k[3]), k[4], positive(k[5]))))


@formula
def place_three(data, base, measured, h):
    """Errors, curvature, rows and K of two or three rows; measured = (errors, rows (n, u_a, u_b), accelerations)."""
    error, rows, turning = measured
    masses = masses_of(data, base)
    store3(data, base + ERROR * W, error)
    store3(data, base + CURVATURE * W, half_step(h, turning))
    store_rows_of_three(data, base, rows)
    xx, yy, zz = between(masses, rows[0], rows[0]), between(masses, rows[1], rows[1]), between(masses, rows[2], rows[2])
    xy, xz, yz = between(masses, rows[0], rows[1]), between(masses, rows[0], rows[2]), between(masses, rows[1], rows[2])
    flat = xy * xy > NEARLY_PARALLEL * xx * yy
    regular = select(flat, 0.0 * xx + PARALLEL, 1.0)
    store6(data, base + INVERSE_K * W,
           symmetric_inverse((positive(xx * regular), xy, xz, positive(yy * regular), yz, positive(zz))))


@formula
def place_one(data, base, part, measured):
    """Error, row and effective mass of one row; part = (parts, at), measured = (s, (n_a, u_a, n_b, u_b), curvature)."""
    parts, at = part
    s, row, curvature = measured
    limit = kept(parts, at, USE) == LIMIT
    side, error = nearest_side(s, kept(parts, at, LOWER), kept(parts, at, UPPER))
    flipped = limit & (side * load(data, base + SIDE * W) < 0.0)
    sign = select(limit, side, 1.0)
    masses = masses_of(data, base)
    k = (masses[0] * dot(row[0], row[0]) + dot(row[1], symmetric_transform(masses[1], row[1]))
         + masses[2] * dot(row[2], row[2]) + dot(row[3], symmetric_transform(masses[3], row[3])))
    store(data, base + MEASURE * W, s)
    store(data, base + SIDE * W, select(limit, side, 0.0))
    store(data, base + ERROR * W, select(limit, error, s - kept(parts, at, TARGET)))
    store(data, base + CURVATURE * W, sign * curvature)
    impulse = select(flipped, 0.0, load(data, base + IMPULSE * W))
    store(data, base + IMPULSE * W, impulse)
    store(data, base + BEARS * W, bears(select(limit, side, 0.0), (error, impulse)))
    store(data, base + PUSHED * W, select(flipped, 0.0, load(data, base + PUSHED * W)))
    store(data, base + INVERSE_K * W, select(k > 0.0, 1.0 / positive(k), 0.0))
    store3(data, base + LINEAR_A * W, scale(sign, row[0]))
    store3(data, base + TURN_A * W, scale(sign, row[1]))
    store3(data, base + LINEAR_B * W, scale(sign, row[2]))
    store3(data, base + TURN_B * W, scale(sign, row[3]))


@formula
def opposite(row):
    """A row (n, u_a, u_b) as (n_a, u_a, n_b, u_b)."""
    return negate(row[0]), negate(row[1]), row[0], row[2]


@formula
def turning(u):
    """The row of a relative turn about u."""
    zero = 0.0 * u[0]
    nothing = (zero, zero, zero)
    return nothing, negate(u), nothing, u


@formula
def moved_of(bodies, parts, at):
    """((translation, rotation vector) of a, of b) since the step began [m], [rad]."""
    a, b = gather_rows(bodies.delta, parts.a, at), gather_rows(bodies.delta, parts.b, at)
    return ((a[0], a[1], a[2]), (a[3], a[4], a[5])), ((b[0], b[1], b[2]), (b[3], b[4], b[5]))


@kernel
def place_parts(begin, end, bodies, parts, h):
    """Rows of the part blocks begin .. end - 1 at the bodies' present poses, before a substep of h.

    Reads bodies.pose bodies.velocity bodies.delta bodies.inverse_inertia parts.a parts.b parts.part parts.kind parts.store
        parts.data
    Writes parts.data
    """
    data = parts.data
    for block in range(begin, end):
        at, base, kind = block * W, block * SLOTS * W, parts.kind[block]
        places, part = places_of(bodies, parts, at), (parts, at)
        motion = load_motion(bodies.velocity, parts, at)
        still = 0.0 * motion[0][0]
        place_masses(bodies, parts, at, base)
        if kind == POINT:
            place_point(data, base, places, (motion, h))
            continue
        frames = frames_of(places, parts, at)
        if kind == AXIS_PAIR:
            place_three(data, base, axis_pair(places, arms_of(places, parts, at), frames[0], motion), h)
        elif kind == ROTATION:
            error, rows = rotation_rows(frames)
            place_three(data, base, (error, rows, (still, still, still)), h)
        elif kind < AXIS_POSITION:
            place_three(data, base, axis_rotation_rows(frames, motion), h)
        elif kind == AXIS_POSITION:
            arms, axis = arms_of(places, parts, at), axes_of(frames)[0]
            along, across = axis_position(places, arms, axis)
            curvature = 0.5 * h * along_acceleration(motion, arms, axis, point_error(places, arms))
            place_one(data, base, part, (along, opposite(across), curvature))
        elif kind == ANGLE:
            angle, about = angle_row(frames, load(data, base + MEASURE * W))
            place_one(data, base, part, (angle, turning(about), still))
        elif kind == SWING:
            swing, sideways = swing_row(frames)
            place_one(data, base, part, (swing, turning(sideways), still))
        elif kind == DISTANCE:
            apart, straight, growing = distance_row(places, arms_of(places, parts, at), motion)
            place_one(data, base, part, (apart, opposite(straight), 0.5 * h * growing))
        elif kind == GEAR:
            moved = moved_of(bodies, parts, at)
            turned, geared = gear_row(axes_of(frames), kept(parts, at, RATIO), (moved[0][1], moved[1][1]))
            place_one(data, base, part, (load(data, base + START * W) + turned, geared, still))
        elif kind == RACK:
            gained, toothed = rack_row(axes_of(frames), kept(parts, at, RATIO), moved_of(bodies, parts, at))
            place_one(data, base, part, (load(data, base + START * W) + gained, toothed, still))
        elif kind == PULLEY:
            fixed = ((kept3(parts, at, GROUND_A), kept3(parts, at, GROUND_B)), kept(parts, at, RATIO))
            way, pulled, growing = pulley_row(places, arms_of(places, parts, at), fixed, motion)
            place_one(data, base, part, (way, pulled, 0.5 * h * growing))
