"""Displacements: how far rows and free motion move bodies in a substep, within its caps; and what they are, read off poses.

No displacement is longer than the greatest speed and rotation of a substep make it, nor are all of a substep together: where
rows contradict each other, poses, and the errors that follow from them, would leave all bounds though speeds keep to theirs.

A rotation vector read off two poses is the shortest, less than half a turn.  A body that turns farther in a substep has the
free turn and what is left after it:

    turn = h w + log(q (exp(h w) q0)*)                 h w: by which it would have turned by itself
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import Bodies
from physics.compile.decorators import formula, kernel
from physics.dynamics.parameters import Parameters
from physics.dynamics.substeps import State
from physics.lab.rows.vectors import composed, four, inner, inverse, put_three, three
from physics.simd.angle import arctan2
from physics.simd.quat import from_rotation_vector
from physics.simd.vec3 import add, scale, sub

MOST_HALVINGS = 64                               # of a rotation vector
QUARTER = np.pi / 2                              # a free turn up to which the shortest rotation vector is the one that was made


class Farthest(NamedTuple):
    """How far a body may go in a substep, by `SolverSettings.max_speed` and `max_rotation`."""

    way: float                    # [m]
    turn: float                   # [rad]


def farthest(parameters: Parameters) -> Farthest:
    """The bounds of a substep."""
    return Farthest(parameters.motion.max_speed * parameters.motion.h, parameters.motion.max_rotation)


def displace(state64: State, displacement: np.ndarray, most: Farthest) -> None:
    """Move the awake bodies by (n, 6) translations [m] and rotation vectors [rad], each at most as far as `most`."""
    displace_bodies(state64.bodies, displacement, most)


@kernel
def displace_bodies(bodies, displacement, most):
    """`displace`.

    Reads   bodies.awake bodies.pose displacement most
    Writes  bodies.pose bodies.delta
    """
    for body in range(len(displacement)):
        if bodies.awake[body] > 0:
            displace_body(bodies, body, three(displacement, body, 0), three(displacement, body, 3), most)


@formula
def displace_body(bodies, body, move, turn, most):
    """Move one body by a translation and a rotation vector, each at most as far as `most`."""
    move, turn = no_longer(move, most.way), no_longer(turn, most.turn)
    pose, delta = bodies.pose, bodies.delta
    x, y, z, w = composed(turn_by(turn), four(pose, body, 3))
    length = np.sqrt(x * x + y * y + z * z + w * w)
    put_three(pose, body, 0, add(three(pose, body, 0), move))
    pose[body, 3], pose[body, 4], pose[body, 5], pose[body, 6] = x / length, y / length, z / length, w / length
    put_three(delta, body, 0, add(three(delta, body, 0), move))
    put_three(delta, body, 3, add(three(delta, body, 3), turn))


@formula
def no_longer(v, most):
    """v, no longer than `most`."""
    length = np.sqrt(inner(v, v))
    return scale(most / length, v) if length > most else v


@formula
def turn_by(vector):
    """The rotation by a rotation vector; by more than 1.4 rad as the square of that by its half, and so on."""
    halvings, half = 0, vector
    while inner(half, half) > 2.0 and halvings < MOST_HALVINGS:
        halvings, half = halvings + 1, scale(0.5, half)
    q = from_rotation_vector(half)
    for _ in range(halvings):
        q = composed(q, q)
    return q


def displacements_between(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(n, 6) translations [m] and shortest rotation vectors [rad] from `start` to `end`, poses (n, 7)."""
    found = np.empty((len(end), 6))
    find_displacements(start, end, found)
    return found


@kernel
def find_displacements(start, end, found):
    """`displacements_between`.

    Reads   start end
    Writes  found
    """
    for body in range(len(found)):
        put_three(found, body, 0, sub(three(end, body, 0), three(start, body, 0)))
        put_three(found, body, 3, turn_between(four(start, body, 3), four(end, body, 3)))


@formula
def turn_between(start, end):
    """The rotation vector, no longer than pi, from one unit quaternion to another."""
    x, y, z, w = composed(end, inverse(start))
    way = (-x, -y, -z) if w < 0 else (x, y, z)
    sine = np.sqrt(inner(way, way))
    return scale(2.0 * arctan2(sine, abs(w)) / sine if sine > 0 else 2.0, way)


@formula
def turn_made(start, end, free):
    """The rotation vector from one unit quaternion to another of a body that would have turned by `free` [rad] by itself."""
    if inner(free, free) > QUARTER * QUARTER:
        return add(free, turn_between(composed(turn_by(free), start), end))
    return turn_between(start, end)


def settle(bodies: Bodies, start: np.ndarray, before: np.ndarray, h: float, most: Farthest) -> np.ndarray:
    """End the motion of a substep of h; returns the displacements (n, 6) since the poses `start` (n, 8).

    Awake bodies that went too far are brought back to `most`, and `bodies.delta`, which was `before` (n, 8), becomes what they
    moved.  Velocities are those of free motion, or the mean ones of the substep.
    """
    made = np.zeros((len(start), 6))
    settle_bodies(bodies, start, h, most, made)
    bodies.delta[:, :6] = before[:, :6] + made
    return made


@kernel
def settle_bodies(bodies, start, h, most, made):
    """`settle`, but for `bodies.delta`; `made` begins as 0.

    Reads   bodies.awake bodies.pose bodies.velocity start h most
    Writes  bodies.pose made
    """
    for body in range(len(start)):
        if bodies.awake[body] > 0:
            way, free = sub(three(bodies.pose, body, 0), three(start, body, 0)), scale(h, three(bodies.velocity, body, 3))
            move = no_longer(way, most.way)
            if inner(way, way) > inner(move, move):
                put_three(bodies.pose, body, 0, add(three(start, body, 0), move))
            turn = turn_made(four(start, body, 3), four(bodies.pose, body, 3), free)
            put_three(made, body, 0, move)
            put_three(made, body, 3, no_longer(turn, most.turn))
