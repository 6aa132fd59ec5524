"""Placing: input and output of the `place` formula of a kind of part, and geometry that several kinds share.

    two or three rows   (n, u_a, u_b):            J V = n . (v_b - v_a) + u_b . w_b - u_a . w_a
    one row             (n_a, u_a, n_b, u_b):     J V = n_a . v_a + u_a . w_a + n_b . v_b + u_b . w_b
"""
from __future__ import annotations

from typing import Any, NamedTuple

from physics.bodies.arrays import Bodies
from physics.compile.decorators import formula
from physics.constraints import part
from physics.constraints.block import Parts, kept3, kept4, place_of
from physics.simd.memory import gather_rows
from physics.simd.quat import multiply, rotate
from physics.simd.vec3 import negate


class Placing(NamedTuple):
    """A block of sixteen parts of one kind at the present poses of its bodies."""

    bodies: Bodies
    parts: Parts
    at: int                        # first lane of the block in Parts.a, .b and .part
    base: int                      # first number of the block in Parts.data
    places: tuple                  # ((x_a, q_a), (x_b, q_b)) [m], [-]
    frames: tuple                  # the joint frames of a and b in the world, quaternions
    motion: tuple                  # (v_a, w_a, v_b, w_b) [m/s], [rad/s]


class ThreeRows(NamedTuple):
    """Two or three rows; the third of two is zero."""

    errors: Any                    # (3) [m] or [rad]
    rows: Any                      # (n, u_a, u_b) of each
    accelerations: Any             # (3) second derivatives of the errors at constant v and w [m/s2] or [rad/s2]


class OneRow(NamedTuple):
    """One row."""

    measure: Any                   # [m] or [rad]
    row: Any                       # (n_a, u_a, n_b, u_b)
    acceleration: Any              # second derivative of the measure at constant v and w [m/s2] or [rad/s2]


@formula
def places_of(bodies, parts, at):
    """((x_a, q_a), (x_b, q_b)) of a block."""
    return place_of(bodies, parts.a, at), place_of(bodies, parts.b, at)


@formula
def frames_of(places, parts, at):
    """The joint frames of a and b in the world."""
    return multiply(places[0][1], kept4(parts, at, part.FRAME_A)), multiply(places[1][1], kept4(parts, at, part.FRAME_B))


@formula
def arms_of(placing):
    """The anchors from the centres of mass, in the world [m]."""
    (_, qa), (_, qb) = placing.places
    parts, at = placing.parts, placing.at
    return rotate(qa, kept3(parts, at, part.ANCHOR_A)), rotate(qb, kept3(parts, at, part.ANCHOR_B))


@formula
def axes_of(frames):
    """The x axes of two frames."""
    x = (0.0 * frames[0][0] + 1.0, 0.0 * frames[0][0], 0.0 * frames[0][0])
    return rotate(frames[0], x), rotate(frames[1], x)


@formula
def moved_of(placing):
    """((translation, rotation vector) of a, of b) since the beginning of the step [m], [rad]."""
    bodies, parts, at = placing.bodies, placing.parts, placing.at
    a, b = gather_rows(bodies.delta, parts.a, at), gather_rows(bodies.delta, parts.b, at)
    more_a, more_b = gather_rows(bodies.excess_turn, parts.a, at), gather_rows(bodies.excess_turn, parts.b, at)
    return (((a[0], a[1], a[2]), (a[3] + more_a[0], a[4] + more_a[1], a[5] + more_a[2])),
            ((b[0], b[1], b[2]), (b[3] + more_b[0], b[4] + more_b[1], b[5] + more_b[2])))


@formula
def still(placing):
    """The acceleration of a measure whose curvature is neglected: 0."""
    return 0.0 * placing.motion[0][0]


@formula
def two_sided(row):
    """A row (n, u_a, u_b) as (n_a, u_a, n_b, u_b)."""
    return negate(row[0]), negate(row[1]), row[0], row[2]


@formula
def relative_turn(u):
    """The row (n_a, u_a, n_b, u_b) of a relative rotation about u."""
    zero = 0.0 * u[0]
    nothing = (zero, zero, zero)
    return nothing, negate(u), nothing, u
