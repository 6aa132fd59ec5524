"""Support: the part of free motion that supported bodies leave out, for methods that move bodies one after the other.

Few sweeps do not correct a poor starting point.  A body that rests or hangs neither falls nor trembles, so

    left out = h sum w (g h + u),      w: share of its weight that stored multipliers carry, contacts first, at most 1 in all

u is the velocity of the body relative to its supports: the mean of its neighbours, weighted by the weight that each carries.  On
contacts u is the speed along gravity and the angular velocity, because the body may slide; on joints it is the whole velocity.
At most SHAKING g h of u is left out, about the error of few sweeps: a faster body is not at rest but swings, rolls or is hit.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.lab.methods.avbd.body_descent import make_changes
from physics.lab.rows.row import OF_PARTS
from physics.lab.rows.vectors import four, inner, put_three, three
from physics.simd.vec3 import add, negate, scale, sub

SHAKING = 3.0                                    # largest speed of a supported body, over the speed of free fall in a substep


class Velocities(NamedTuple):
    """Of n bodies around the forces of a substep."""

    before: np.ndarray            # (n, 8) [m/s], [rad/s]
    after: np.ndarray             # (n, 8)


@kernel
def support_bodies(descent, velocities):
    """Move the bodies back by the motion that supports prevent, for the multipliers at the beginning.

    Reads   descent velocities
    Writes  descent.bodies.pose descent.bodies.delta descent.change
    """
    bonds, bodies, h = descent.bonds, descent.bodies, descent.h
    for at in range(len(bonds.body)):
        body = bonds.body[at]
        old = three(velocities.before, body, 0), three(velocities.before, body, 3)
        gained = sub(three(velocities.after, body, 0), old[0])
        weight = np.sqrt(inner(gained, gained)) / h
        down = shared(gained, h * weight)
        left, move, turn = 1.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for joined in range(2):
            lift, v, w = supports_of(descent, body, down, velocities.before, joined == 1)
            share = min(min(max(over(lift, weight), 0.0), 1.0), left)
            left = left - share
            v, w = sub(old[0], v), sub(old[1], w)
            if joined == 0:
                v = scale(inner(v, down), down)
            pace = np.sqrt(inner(v, v)) + radius(bodies, body) * np.sqrt(inner(w, w))
            most = h * share * min(over(SHAKING * h * weight, pace), 1.0)
            move = add(move, add(scale(most, v), scale(h * share, gained)))
            turn = add(turn, scale(most, w))
        put_three(descent.change, body, 0, negate(move))
        put_three(descent.change, body, 3, negate(turn))
    make_changes(descent)


@formula
def supports_of(descent, body, down, before, joined):
    """(force [N] against `down`, mean velocity and angular velocity of what gives it) of a body's contacts, or of its joints.

    `before` (n, 8) are the velocities before forces; `joined`: of its joints.
    """
    rows, multiplier, bonds = descent.rows, descent.pull.multiplier, descent.bonds
    force, total, v, w = 0.0, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for at in range(bonds.first[body], bonds.first[body + 1]):
        i, column = bonds.row[at], bonds.column[at]
        if (rows.kind[i] >= OF_PARTS) == joined:
            other = rows.a[i] + rows.b[i] - body
            force -= multiplier[i] * inner(three(rows.response, i, column), down)
            lift = max(-multiplier[i] * inner(three(rows.jacobian, i, column), down), 0.0)
            total += lift
            v, w = add(v, scale(lift, three(before, other, 0))), add(w, scale(lift, three(before, other, 3)))
    return force, shared(v, total), shared(w, total)


@formula
def radius(bodies, body):
    """Radius of gyration sqrt(I / m) [m]; 0 for a body that cannot rotate."""
    x, y, z, inverse_mass = four(bodies.local, body, 0)
    return np.sqrt(over(inverse_mass, (x + y + z) / 3))


@formula
def over(what, by):
    """what / by, and 0 where `by` is not positive."""
    return what / by if by > 0 else 0.0


@formula
def shared(v, by):
    """v / by, and 0 where `by` is not positive."""
    return over(v[0], by), over(v[1], by), over(v[2], by)
