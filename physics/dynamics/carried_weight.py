"""The first guess of a contact that begins at rest: the weight that it carries.

Sweeps find the impulses of a stack from zero in far more than one step: where they take the share e of an error away in a step,
warm starting carries the rest on as a spring of the frequency sqrt(e) / dt would, which loses e / 2 of its swing a step.  A wall
of a hundred rows falls by 1.7 m into it and rises again.  What is put down at rest needs no sweeps: each body passes its weight
and what it carries on to what is below it, from the top down,

    sum p = S,    sum p x = S X          p: vertical impulses of the points below, at the level places x,
                                         S: weight times a substep, with what is carried, X: where it acts

of which the p of least squares is taken, p = S / n + (x - m) . C^-1 S (X - m), with the mean m and the scatter C of the places;
negative ones count as 0.  A vertical impulse is part normal, part friction, so the contacts that count are those whose normal
is within the cone of friction.  The sweeps of the step start from there.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import (
    CENTRE_IMPULSE,
    COUNT,
    MANIFOLD_SLOTS,
    NORMAL,
    NORMAL_IMPULSE,
    POINT_IMPULSES,
    POINT_SLOTS,
    POINTS,
    POSITION,
    SEPARATION,
    TANGENT_IMPULSE,
    Bodies,
    Pairs,
)
from physics.definitions.body_types import DYNAMIC
from physics.simd.value import W

ROUNDING = 1e-5                                  # of normals: what is level stands without friction
TINY = 1e-12                                     # (thickness / length)^2 of places that count as a line
INVERSE_MASS, GRAVITY_ACTS = 3, 6                # in Bodies.local
FRICTION = 4                                     # in Bodies.shape


class Weight(NamedTuple):
    """What pulls, and for how long."""

    gravity: np.ndarray                          # (3) not zero [m/s2]
    h: float                                     # a substep [s]
    stored_h: float                              # the substep of stored impulses [s]
    friction: float                              # of all pairs; negative: the lesser of their bodies'

    @property
    def strength(self) -> float:
        """Size of gravity [m/s2]."""
        return float(np.sqrt(self.gravity @ self.gravity))

    @property
    def up(self) -> np.ndarray:
        """(3) against gravity."""
        return self.gravity / -self.strength

    def level(self, points: np.ndarray) -> np.ndarray:
        """(n, 2) coordinates of points (n, 3) across gravity [m]."""
        up = self.up
        first = np.cross(up, np.eye(3)[np.abs(up).argmin()])
        first /= np.sqrt(first @ first)
        return points @ np.stack((first, np.cross(up, first)), axis=1)


class Supports(NamedTuple):
    """Points that carry one body on another."""

    entry: np.ndarray                            # (n,) of the pair
    point: np.ndarray                            # (n,) number in its manifold
    upper: np.ndarray                            # (n,) body row
    lower: np.ndarray                            # (n,) body row
    place: np.ndarray                            # (n, 2) level coordinates [m]
    push_b: np.ndarray                           # (n, 3) direction of the impulse on b: up or, where b is below, down
    normal: np.ndarray                           # (n, 3) from a to b


def _still(bodies: Bodies) -> np.ndarray:
    """(rows,) bool: bodies that do not move at all and on which no joint acts."""
    return ~bodies.velocity[:, :6].any(axis=1) & (bodies.joined == 0)


def any_begins(bodies: Bodies, gravity: np.ndarray) -> bool:
    """Whether a dynamic body that is awake does not move at all; looked for along gravity, where what moves at all does."""
    along = int(np.abs(gravity).argmax())
    rows = np.flatnonzero((bodies.velocity[:, along] == 0) & (bodies.type == DYNAMIC) & (bodies.awake != 0))
    return bool((~bodies.velocity[rows, :6].any(axis=1)).any())


def _fresh(bodies: Bodies, pairs: Pairs, touching: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
    """(a, b, entry) of those touching pairs of which both bodies are at rest and that have no impulse; most do at the first point."""
    still = _still(bodies)
    begins = np.flatnonzero(still[touching[0]] & still[touching[1]] & (pairs.impulses[touching[2], NORMAL_IMPULSE] == 0))
    begins = begins[~pairs.impulses[touching[2][begins]].any(axis=1)]
    return tuple(rows[begins] for rows in touching)


def _supports(bodies: Bodies, pairs: Pairs, touching: tuple[np.ndarray, ...], weight: Weight) -> Supports:
    """The points that carry, of the touching pairs that begin at rest: bodies would meet there within the substep."""
    a, b, entry = _fresh(bodies, pairs, touching)
    base = entry // W * (MANIFOLD_SLOTS * W) + entry % W

    def slots(first: int, number: int) -> np.ndarray:
        return pairs.manifolds[base[:, None] + (first + np.arange(number)) * W].astype(np.float64)

    normal, count, up = slots(NORMAL, 3), slots(COUNT, 1)[:, 0], weight.up
    rise = normal @ up
    upper, lower, push_b = np.where(rise > 0, b, a), np.where(rise > 0, a, b), np.where(rise > 0, 1.0, -1.0)[:, None] * up
    aside = np.sqrt(((push_b - np.abs(rise)[:, None] * normal)**2).sum(axis=1))
    friction = weight.friction if weight.friction >= 0 else np.minimum(bodies.shape[a, FRICTION], bodies.shape[b, FRICTION])
    carrying = (aside <= friction * np.abs(rise) + ROUNDING) & (bodies.type[upper] == DYNAMIC)
    found, near = [], weight.strength * weight.h**2
    for j in range(4):
        point = slots(POINTS + j * POINT_SLOTS, POINT_SLOTS)
        at = np.flatnonzero(carrying & (count > j) & (point[:, SEPARATION] < near))
        place = weight.level(bodies.pose[a[at], :3] + point[at, POSITION:POSITION + 3])
        found.append(Supports(entry[at], np.full(len(at), j), upper[at], lower[at], place, push_b[at], normal[at]))
    return Supports(*(np.concatenate(parts) for parts in zip(*found)))


def balanced(place: np.ndarray, group: np.ndarray, load: np.ndarray, middle: np.ndarray) -> np.ndarray:
    """(n,) impulses at places (n, 2) that carry the loads (groups,), which act at `middle` (groups, 2); by group of each place."""
    def summed(values: np.ndarray) -> np.ndarray:
        return np.bincount(group, values, len(load))

    number = summed(np.ones(len(group)))
    mean = np.stack((summed(place[:, 0]), summed(place[:, 1])), axis=1) / number[:, None]
    (x, y), (mx, my) = (place - mean[group]).T, (load[:, None] * (middle - mean)).T
    xx, xy, yy = summed(x * x), summed(x * y), summed(y * y)
    trace, det = xx + yy, xx * yy - xy * xy
    plane = det > TINY * trace * trace
    size = np.where(plane, det, np.where(trace > 0, trace * trace, 1.0))
    cx = np.where(plane, yy * mx - xy * my, xx * mx + xy * my) / size          # C^-1, of places on a line its pseudo inverse
    cy = np.where(plane, xx * my - xy * mx, xy * mx + yy * my) / size
    push = np.maximum((load / number)[group] + cx[group] * x + cy[group] * y, 0.0)
    total = summed(push)
    return push * (load / np.where(total > 0, total, 1.0))[group]


def _pushes(supports: Supports, load: np.ndarray, moment: np.ndarray) -> np.ndarray:
    """(n,) impulses of Supports, from the top down.

    load (rows,) and moment (rows, 2), the load times its place, are those of the bodies themselves; what they carry is added.
    """
    push, rows, waiting = np.zeros(len(supports.entry)), len(load), np.ones(len(supports.entry), bool)
    while waiting.any():
        waited_for = np.bincount(supports.lower[waiting], minlength=rows) > 0
        now = np.flatnonzero(waiting & ~waited_for[supports.upper])
        if not len(now):                         # in a ring each waits for another
            break
        uppers, group = np.unique(supports.upper[now], return_inverse=True)
        middle = moment[uppers] / np.where(load[uppers] > 0, load[uppers], 1.0)[:, None]
        push[now] = balanced(supports.place[now], group, load[uppers], middle)
        lower = supports.lower[now]
        load += np.bincount(lower, push[now], rows)
        for axis in range(2):
            moment[:, axis] += np.bincount(lower, push[now] * supports.place[now, axis], rows)
        waiting[now] = False
    return push


def carry_weights(bodies: Bodies, pairs: Pairs, touching: tuple[np.ndarray, ...], weight: Weight) -> None:
    """Write the impulses of those touching pairs (a, b, entry) that begin at rest."""
    supports = _supports(bodies, pairs, touching, weight)
    if not len(supports.entry):
        return
    mass = np.zeros(len(bodies.type))
    pulled = (bodies.type == DYNAMIC) & (bodies.local[:, GRAVITY_ACTS] != 0)
    mass[pulled] = 1.0 / bodies.local[pulled, INVERSE_MASS].astype(np.float64)
    load = mass * (weight.strength * weight.stored_h)
    moment = load[:, None] * weight.level(bodies.pose[:, :3].astype(np.float64))
    push = _pushes(supports, load, moment)[:, None] * supports.push_b
    along = (push * supports.normal).sum(axis=1)
    tangent = push - along[:, None] * supports.normal
    first = supports.point * POINT_IMPULSES
    pairs.impulses[supports.entry, first + NORMAL_IMPULSE] = along
    for axis in range(3):
        pairs.impulses[supports.entry, first + TANGENT_IMPULSE + axis] = tangent[:, axis]
        np.add.at(pairs.centres, (supports.entry, CENTRE_IMPULSE + axis), tangent[:, axis])
