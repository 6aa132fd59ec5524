"""The first guess of a contact that begins at rest: the weight that it carries.

Sweeps find the impulses of a stack from zero in far more than a step: with the share e of an error removed in a step, warm
starting carries the rest on like a spring of the frequency sqrt(e) / dt that only loses e / 2 a step.  A wall of a hundred rows
would fall by 1.7 m into it, and rise again.  Bodies that are put down at rest, one on another, need no sweeps: each passes its
weight and what it carries on to what is below it, from the top down,

    sum p = S,    sum p x = S X          p: impulses of the points below at the level places x, S: weight times h, with what
                                         is carried, X: where it acts

of which the p of least squares is taken, S / n + (x - x0) . C^-1 S (X - x0) with the mean x0 and the scatter C of the places.
Negative ones are left out.  This is exact where bodies stand on level faces; friction is left to the sweeps.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import (
    COUNT,
    MANIFOLD_SLOTS,
    NORMAL,
    POINT_IMPULSES,
    POINT_SLOTS,
    POINTS,
    POSITION,
    SEPARATION,
    Bodies,
    Pairs,
)
from physics.definitions.body_types import DYNAMIC
from physics.simd.value import W

LEVEL = 0.999                                    # least cosine between a normal and gravity's: without friction, 4 % are aside
TINY = 1e-12                                     # of the scatter: points on a line balance nothing across it
INVERSE_MASS, GRAVITY_ACTS = 3, 6                # in Bodies.local


class Supports(NamedTuple):
    """Points of contacts that carry one body on another, both at rest."""

    entry: np.ndarray                            # (n,) of the pair
    point: np.ndarray                            # (n,) number in its manifold
    upper: np.ndarray                            # (n,) body row
    lower: np.ndarray                            # (n,) body row
    place: np.ndarray                            # (n, 2) level coordinates [m]


def _level_axes(up: np.ndarray) -> np.ndarray:
    """(2, 3) axes across `up`."""
    aside = np.eye(3)[np.abs(up).argmin()]
    first = np.cross(up, aside)
    first /= np.sqrt(first @ first)
    return np.stack((first, np.cross(up, first)))


def at_rest(bodies: Bodies) -> np.ndarray:
    """(rows,) bool: bodies that do not move at all, and that no joint holds."""
    return ~bodies.velocity[:, :6].any(axis=1) & (bodies.joined == 0)


def _supports(bodies: Bodies, pairs: Pairs, touching, up: np.ndarray, gap: float) -> Supports:
    """The points nearer than `gap` [m] of touching pairs, (a, b, entry), at rest and without impulses, whose normals are level."""
    a, b, entry = touching
    still = at_rest(bodies)
    chosen = still[a] & still[b] & ~pairs.impulses[entry].any(axis=1)
    a, b, entry = a[chosen], b[chosen], entry[chosen]
    base = entry // W * (MANIFOLD_SLOTS * W) + entry % W

    def slots(first: int, number: int) -> np.ndarray:
        return pairs.manifolds[base[:, None] + (first + np.arange(number)) * W].astype(np.float64)

    rise, count = slots(NORMAL, 3) @ up, slots(COUNT, 1)[:, 0]
    upper, lower = np.where(rise > 0, b, a), np.where(rise > 0, a, b)
    level = (np.abs(rise) > LEVEL) & (bodies.type[upper] == DYNAMIC)
    found = []
    for j in range(4):
        point = slots(POINTS + j * POINT_SLOTS, POINT_SLOTS)
        place = (bodies.pose[a, :3] + point[:, POSITION:POSITION + 3]) @ _level_axes(up).T
        at = np.flatnonzero(level & (count > j) & (point[:, SEPARATION] < gap))
        found.append(Supports(entry[at], np.full(len(at), j), upper[at], lower[at], place[at]))
    return Supports(*(np.concatenate(parts) for parts in zip(*found)))


def _summed(values: np.ndarray, group: np.ndarray, number: int) -> np.ndarray:
    """(number,) sums of values by group."""
    return np.bincount(group, values, number)


def _balanced(place: np.ndarray, group: np.ndarray, load: np.ndarray, middle: np.ndarray) -> np.ndarray:
    """Impulses at the places (n, 2) of groups that balance their loads (groups,) at the places `middle` (groups, 2)."""
    number = len(load)
    n = _summed(np.ones(len(group)), group, number)
    mean = np.stack([_summed(place[:, k], group, number) for k in range(2)], axis=1) / n[:, None]
    x, y = (place - mean[group]).T
    xx, xy, yy = (_summed(product, group, number) for product in (x * x, x * y, y * y))
    scale = xx + yy
    det = xx * yy - xy * xy
    plane = det > TINY * scale * scale
    safe, along = np.where(plane, det, 1.0), np.where(scale > 0, scale, 1.0)
    mx, my = (load[:, None] * (middle - mean)).T
    cx = np.where(plane, (yy * mx - xy * my) / safe, (xx * mx + xy * my) / (along * along))      # C^-1, or of a line
    cy = np.where(plane, (xx * my - xy * mx) / safe, (xy * mx + yy * my) / (along * along))
    push = np.maximum(load[group] / n[group] + cx[group] * x + cy[group] * y, 0.0)
    total = _summed(push, group, number)
    return push * (load / np.where(total > 0, total, 1.0))[group]


def _pushes(supports: Supports, load: np.ndarray, moment: np.ndarray) -> np.ndarray:
    """The impulses of Supports, from the top down; load (rows,) and moment (rows, 2), of load by place, take what is carried."""
    push, rows = np.zeros(len(supports.entry)), len(load)
    waiting = np.ones(len(push), bool)
    while waiting.any():
        carries = _summed(waiting, supports.lower, rows) > 0
        now = np.flatnonzero(waiting & ~carries[supports.upper])
        if not len(now):                         # in a ring each waits for another
            break
        uppers, group = np.unique(supports.upper[now], return_inverse=True)
        middle = moment[uppers] / np.where(load[uppers] > 0, load[uppers], 1.0)[:, None]
        push[now] = _balanced(supports.place[now], group, load[uppers], middle)
        load += _summed(push[now], supports.lower[now], rows)
        for k in range(2):
            moment[:, k] += _summed(push[now] * supports.place[now, k], supports.lower[now], rows)
        waiting[now] = False
    return push


def carry_weights(bodies: Bodies, pairs: Pairs, touching, gravity: np.ndarray, times: tuple[float, float]) -> None:
    """Write the impulses of touching pairs, (a, b, entry), that begin at rest; times: a substep [s] and that of stored impulses."""
    strength = float(np.sqrt(gravity @ gravity))
    up, h = gravity / -strength, times[0]
    supports = _supports(bodies, pairs, touching, up, strength * h * h)
    if not len(supports.entry):
        return
    inverse = bodies.local[:, INVERSE_MASS].astype(np.float64)
    acts = (bodies.type == DYNAMIC) & (bodies.local[:, GRAVITY_ACTS] != 0)
    load = np.where(acts, strength * times[1] / np.where(acts, inverse, 1.0), 0.0)
    moment = load[:, None] * (bodies.pose[:, :3].astype(np.float64) @ _level_axes(up).T)
    push = _pushes(supports, load, moment)
    pairs.impulses[supports.entry, supports.point * POINT_IMPULSES] = push
