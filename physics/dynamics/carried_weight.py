"""The first guess of a contact that begins at rest: the weight that it carries.

Sweeps find the impulses of a stack from zero in far more than one step: where they take the share e of an error away in a step,
warm starting carries the rest on as a spring of the frequency sqrt(e) / dt would, which loses e / 2 of its swing a step.  A wall
of a hundred rows falls by 1.7 m into it and rises again.  What is put down at rest needs no sweeps: each body passes its weight
and what it carries on to what is below it, from the top down,

    sum p = S,    sum p x = S X          p: vertical impulses of the points below, at the level places x,
                                         S: weight times a substep, with what is carried, X: where it acts

of which the p of least squares is taken, p = S / n + (x - m) . C^-1 S (X - m), with the mean m and the scatter C of the places;
negative ones count as 0.  A vertical impulse is part normal, part friction, so the contacts that count are those whose normal
is within the cone of friction.  What stands on nothing immovable falls and carries nothing.  The sweeps of the step start from
there.
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
from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import DYNAMIC
from physics.simd.value import W

ROUNDING = 1e-5                                  # of normals: what is level stands without friction
TINY = 1e-12                                     # (thickness / length)^2 of places that count as a line
LEAST = 1e-300                                   # keeps 0 / 0 out
INVERSE_MASS, GRAVITY_ACTS = 3, 6                # in Bodies.local
FRICTION = 4                                     # in Bodies.shape
MOTION = 6                                       # numbers of a velocity in Bodies.velocity


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


def no_supports() -> Supports:
    """None at all."""
    none = np.empty(0, np.int64)
    return Supports(none, none, none, none, np.empty((0, 2)), np.empty((0, 3)), np.empty((0, 3)))


def _still(bodies: Bodies) -> np.ndarray:
    """(rows,) bool: bodies that do not move at all and on which no joint acts."""
    return ~bodies.velocity[:, :6].any(axis=1) & (bodies.joined == 0)


def main_axis(gravity: np.ndarray) -> int:
    """The axis along which gravity is strongest: what moves at all moves along it, nearly always."""
    return int(np.abs(gravity).argmax())


@kernel
def any_begins(bodies, axis) -> int:
    """1 if a dynamic body that is awake does not move at all, else 0; looked for along `axis` first.

    Reads   bodies.velocity bodies.type bodies.awake
    Writes
    """
    for row in range(len(bodies.type)):
        if bodies.velocity[row, axis] == 0.0 and bodies.type[row] == DYNAMIC and bodies.awake[row] != 0:
            moving = 0
            for k in range(MOTION):
                moving |= bodies.velocity[row, k] != 0.0
            if moving == 0:
                return 1
    return 0


def _fresh(bodies: Bodies, pairs: Pairs, touching: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
    """(a, b, entry) of those touching pairs of which both bodies are at rest and that have no impulse."""
    still = _still(bodies)
    begins = np.flatnonzero(still[touching[0]] & still[touching[1]] & (pairs.impulses[touching[2], NORMAL_IMPULSE] == 0))
    begins = begins[~pairs.impulses[touching[2][begins]].any(axis=1)]
    return tuple(rows[begins] for rows in touching)


def _standing(bodies: Bodies, pairs: Pairs, touching: tuple[np.ndarray, ...], carrying: tuple[np.ndarray, ...]) -> np.ndarray:
    """(rows,) bool: bodies that are immovable, that contacts press on already, or that stand on such bodies.

    carrying = (upper row, lower row) of the contacts that begin at rest
    """
    upper, lower = carrying
    stands = bodies.type != DYNAMIC
    for rows in touching[:2]:
        stands[rows[pairs.impulses[touching[2], NORMAL_IMPULSE] > 0]] = True
    while True:
        found = upper[stands[lower] & ~stands[upper]]
        if not len(found):
            return stands
        stands[found] = True


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
    carrying = np.flatnonzero((aside <= friction * np.abs(rise) + ROUNDING) & (bodies.type[upper] == DYNAMIC))
    carrying = carrying[_standing(bodies, pairs, touching, (upper[carrying], lower[carrying]))[lower[carrying]]]
    a, base, count = a[carrying], base[carrying], count[carrying]
    found, near = [], weight.strength * weight.h**2
    for j in range(4):
        point = slots(POINTS + j * POINT_SLOTS, POINT_SLOTS)
        at = np.flatnonzero((count > j) & (point[:, SEPARATION] < near))
        place, pair = weight.level(bodies.pose[a[at], :3] + point[at, POSITION:POSITION + 3]), carrying[at]
        found.append(Supports(entry[pair], np.full(len(at), j), upper[pair], lower[pair], place, push_b[pair], normal[pair]))
    return Supports(*(np.concatenate(parts) for parts in zip(*found)))


class Passing(NamedTuple):
    """Loads on their way down; the supports of row r are `order[start[r] .. start[r + 1] - 1]`."""

    start: np.ndarray                            # (rows + 1,) int64
    order: np.ndarray                            # (n,) int64 supports by upper row
    lower: np.ndarray                            # (n,) int64 body row
    place: np.ndarray                            # (n, 2) level coordinates [m]
    push: np.ndarray                             # (n,) impulses, which are found [N s]
    load: np.ndarray                             # (rows,) of each body, with what it carries [N s]
    moment: np.ndarray                           # (rows, 2) load times place [N s m]
    waiting: np.ndarray                          # (rows,) int64 supports on a body that have not come to their load yet
    queue: np.ndarray                            # (rows,) int64 working memory: bodies whose load is known


@formula
def balance(passing, row):
    """Find the impulses of the points below a row: those of least squares that carry its load where it acts."""
    order, place, push = passing.order, passing.place, passing.push
    first, last, load = passing.start[row], passing.start[row + 1], passing.load[row]
    number, mx, my = 1.0 * (last - first), 0.0, 0.0
    for k in range(first, last):
        mx, my = mx + place[order[k], 0], my + place[order[k], 1]
    mx, my, xx, xy, yy = mx / number, my / number, 0.0, 0.0, 0.0
    for k in range(first, last):
        x, y = place[order[k], 0] - mx, place[order[k], 1] - my
        xx, xy, yy = xx + x * x, xy + x * y, yy + y * y
    aside_x, aside_y = passing.moment[row, 0] - load * mx, passing.moment[row, 1] - load * my
    trace, det = xx + yy, xx * yy - xy * xy
    if det > TINY * trace * trace:
        cx, cy = (yy * aside_x - xy * aside_y) / det, (xx * aside_y - xy * aside_x) / det
    else:                                        # on a line: the pseudo inverse
        size = max(trace * trace, LEAST)
        cx, cy = (xx * aside_x + xy * aside_y) / size, (xy * aside_x + yy * aside_y) / size
    total = 0.0
    for k in range(first, last):
        at = order[k]
        push[at] = max(load / number + cx * (place[at, 0] - mx) + cy * (place[at, 1] - my), 0.0)
        total += push[at]
    for k in range(first, last):
        push[order[k]] *= load / max(total, LEAST)


@kernel
def pass_down(passing):
    """Find the impulses of all supports, from the top down; those in a ring, where each waits for another, stay as they are.

    Reads passing.start passing.order passing.lower passing.place
    Writes passing.push passing.load passing.moment passing.waiting passing.queue
    """
    start, order, lower, queue = passing.start, passing.order, passing.lower, passing.queue
    place, push, load, moment, waiting = passing.place, passing.push, passing.load, passing.moment, passing.waiting
    known = 0
    for row in range(len(load)):
        if start[row] < start[row + 1] and waiting[row] == 0:
            queue[known] = row
            known += 1
    turn = 0
    while turn < known:
        row = queue[turn]
        turn += 1
        balance(passing, row)
        for k in range(start[row], start[row + 1]):
            at, below = order[k], lower[order[k]]
            load[below] += push[at]
            moment[below, 0] += push[at] * place[at, 0]
            moment[below, 1] += push[at] * place[at, 1]
            waiting[below] -= 1
            if waiting[below] == 0 and start[below] < start[below + 1]:
                queue[known] = below
                known += 1


def pushes(supports: Supports, load: np.ndarray, moment: np.ndarray) -> np.ndarray:
    """(n,) impulses of Supports; load (rows,) and moment (rows, 2), load times place, are those of the bodies themselves."""
    rows, upper, lower = len(load), supports.upper.astype(np.int64), supports.lower.astype(np.int64)
    start = np.concatenate(([0], np.cumsum(np.bincount(upper, minlength=rows))))
    push = np.zeros(len(upper))
    pass_down(Passing(start, np.argsort(upper, kind="stable"), lower, np.ascontiguousarray(supports.place), push, load.copy(),
                      moment.copy(), np.bincount(lower, minlength=rows), np.empty(rows, np.int64)))
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
    push = pushes(supports, load, moment)[:, None] * supports.push_b
    along = (push * supports.normal).sum(axis=1)
    tangent = push - along[:, None] * supports.normal
    first = supports.point * POINT_IMPULSES
    pairs.impulses[supports.entry, first + NORMAL_IMPULSE] = along
    for axis in range(3):
        pairs.impulses[supports.entry, first + TANGENT_IMPULSE + axis] = tangent[:, axis]
        at_centre = np.bincount(supports.entry, tangent[:, axis], len(pairs.centres))
        pairs.centres[supports.entry, CENTRE_IMPULSE + axis] = at_centre[supports.entry]
