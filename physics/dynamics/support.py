"""Support: bodies that contacts hold in their place, and others, which go on where they are slow.

    a contact holds        sum |f| < ALMOST friction sum N   or   |slip| <= 2 w dt / sleep_time     N, f: impulses of its points
    a body is held         by contacts that hold, directly or through others, to something immovable; but where all points on it
                           lie on a line, not against turning

Within its bound friction holds a body, at its bound it only slows it down: a body that creeps over a slope a little too steep
for its friction gets faster.  A contact near its bound *yields*, earlier than it is seen to slide (`dynamics.at_bound`), because
a step's sweeps leave some of the load undone.  Nor does a contact hold without friction, or where a surface moves, which may
carry the body along.  Points on a line leave a body free to turn about it: a ball rolls, a box tips over its edge.

What is held can only settle.  What is not - it rolls, hangs on joints, slides, is carried - may be slow and get faster: with a
constant acceleration the way, of what rolls or tips that of its turn, grows with the square of the time,

    w (horizon / sleep_time)^2 <= sleep_way size            w: way in `sleep_time`, which ends at the speed 2 w / sleep_time

What neither touches anything nor hangs on a joint, and what a motor moves, see `persistent_motion`.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST, MARK, SURFACE_COMBINE
from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula, kernel
from physics.contacts.frame import arms_of, load_frame, load_place, relative_velocity, slip_at
from physics.contacts.layout import (
    COUNT,
    FIRST_POINT,
    FLAGS,
    FRICTION,
    IMPULSE,
    INVERSE_MASS_A,
    INVERSE_MASS_B,
    NO_POINT,
    POINT,
    SLOTS,
)
from physics.definitions.body_types import DYNAMIC
from physics.dynamics.islands import find
from physics.dynamics.sleeping import half_size, largest, may_sleep, turn_way_of, way_of
from physics.simd.functions import fma, full_like, lane, lane_bits, maximum, minimum, select, sqrt, trailing_zeros
from physics.simd.memory import gather_rows, load
from physics.simd.slots import load3
from physics.simd.value import W

ALMOST = 0.99                                    # of the bound, from where a contact yields: what sweeps leave undone
LINE = 1e-6                                      # (a thousandth of a half size)^2: points that spread less lie on a line
SPREAD_ROW = 10


class Search(NamedTuple):
    """What counts as holding and as still, and where it is looked for."""

    slip: float                    # of the smaller body's half size, in a step
    almost: float                  # share of friction's bound
    share: float                   # of its half size that a body goes that is not held, and is still
    sleep_time: float              # bodies that were still for less are not looked at [s]
    dt: float                      # step [s]
    rows: int                      # one past the last row of a body
    blocks: int                    # of contacts
    parts: int                     # blocks of parts
    rounding: float = 0.0          # distance of 1 from the next number of the world's precision


class Clusters(NamedTuple):
    """Working memory: bodies that are held together."""

    parent: np.ndarray             # (rows,) int32 trees of union-find, see `islands.Forest`
    held: np.ndarray               # (rows,) uint8 by root, 1: something immovable holds the cluster; all 0 between uses
    spread: np.ndarray             # (rows, SPREAD_ROW) float64 of the points p, from a body's centre, of contacts that hold it:
                                   #                 number n, sums of p [m] and of p p^T xx xy xz yy yz zz [m2]


@formula
def in_question(bodies, search, row):
    """Whether it depends on its support if a body may sleep: it is still, but goes farther than what is not held may."""
    return may_sleep(bodies, search.sleep_time, row) and way_of(bodies, row) > search.share * half_size(bodies, row)


@formula
def smaller_size(bodies, contacts, block):
    """The largest half size of the smaller of both bodies of each lane of a block, of those that can be moved."""
    data, base, sizes = contacts.data, block * SLOTS * W, full_like(load(contacts.data, block * SLOTS * W), NO_POINT)
    for rows, mass in ((contacts.a, INVERSE_MASS_A), (contacts.b, INVERSE_MASS_B)):
        size = largest(gather_rows(bodies.shape, rows, block * W))
        sizes = select(load(data, base + mass * W) > 0.0, minimum(size, sizes), sizes)
    return sizes


@formula
def pressed_and_yielding(bodies, contacts, block, search):
    """Bits of the lanes of a block with a normal impulse, and of those that yield: that do not hold."""
    data, base = contacts.data, block * SLOTS * W
    _, moved = relative_velocity(load_frame(data, base), load_motion(bodies.delta, contacts, block * W))
    pressed = rubbed = farthest = 0.0 * moved[0]
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        normal, f1, f2 = load3(data, point + IMPULSE * W)
        s1, s2 = slip_at(moved, load_place(data, point))
        pressed, rubbed = pressed + normal, rubbed + sqrt(fma(f1, f1, f2 * f2))
        farthest = maximum(farthest, fma(s1, s1, s2 * s2))
    bound = load(data, base + FRICTION * W) * pressed
    least = search.slip * smaller_size(bodies, contacts, block)
    far = farthest > least * least
    yields = ((rubbed >= search.almost * bound) & far) | (bound <= 0.0)
    return lane_bits(pressed > 0.0), lane_bits((pressed > 0.0) & yields)


@formula
def carries(bodies, row):
    """Whether the surface of a body moves against it."""
    moves = False
    if bodies.shape[row, MARK] != 0:
        for k in range(SURFACE_COMBINE):
            moves |= bodies.surface[row, k] != 0
    return moves


@formula
def add_point(spread, row, x, y, z):
    """Add a point of a contact that holds a body."""
    sums, x, y, z = spread[row], np.float64(x), np.float64(y), np.float64(z)
    sums[0] += 1
    sums[1], sums[2], sums[3] = sums[1] + x, sums[2] + y, sums[3] + z
    sums[4], sums[5], sums[6] = sums[4] + x * x, sums[5] + x * y, sums[6] + x * z
    sums[7], sums[8], sums[9] = sums[7] + y * y, sums[8] + y * z, sums[9] + z * z


@formula
def on_a_line(sums, size):
    """Whether points lie on a line: of their scatter C = sum p p^T - sum p sum p^T / n, the sum of the products of two
    eigenvalues, (tr C^2 - tr C C) / 2, is below LINE size^4."""
    n, x, y, z = max(sums[0], 1.0), sums[1], sums[2], sums[3]
    xx, xy, xz = sums[4] - x * x / n, sums[5] - x * y / n, sums[6] - x * z / n
    yy, yz, zz = sums[7] - y * y / n, sums[8] - y * z / n, sums[9] - z * z / n
    return xx * yy - xy * xy + xx * zz - xz * xz + yy * zz - yz * yz <= LINE * size * size * size * size


@formula
def hold(a, b, bodies, clusters):
    """Unite the clusters of two dynamic bodies, or mark the one that something immovable holds."""
    if bodies.type[a] == DYNAMIC and bodies.type[b] == DYNAMIC:
        root, other = find(clusters.parent, a), find(clusters.parent, b)
        clusters.parent[max(root, other)] = min(root, other)
    elif bodies.type[a] == DYNAMIC:
        clusters.held[a] = 1
    else:
        clusters.held[b] = 1


@formula
def add_points(contacts, block, at, spread):
    """Add the points of lane `at` of a block to both of its bodies."""
    data, base = contacts.data, block * SLOTS * W
    frame, a, b = load_frame(data, base), contacts.a[block * W + at], contacts.b[block * W + at]
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        if data[point + IMPULSE * W + at] > 0:
            arm_a, arm_b = arms_of(frame, data, point)
            add_point(spread, a, lane(arm_a[0], at), lane(arm_a[1], at), lane(arm_a[2], at))
            add_point(spread, b, lane(arm_b[0], at), lane(arm_b[1], at), lane(arm_b[2], at))


@formula
def find_clusters(bodies, contacts, search, clusters):
    """Fill the working memory: trees of bodies that are held together, marks on the roots of held ones, and points."""
    parent, held, spread = clusters.parent, clusters.held, clusters.spread
    for row in range(FIRST, search.rows):
        parent[row] = row
        spread[row] = 0
    for block in range(search.blocks):
        pressed, yields = pressed_and_yielding(bodies, contacts, block, search)
        holding = pressed & ~yields
        while holding:
            at = trailing_zeros(holding)
            holding &= holding - 1
            a, b = contacts.a[block * W + at], contacts.b[block * W + at]
            if not carries(bodies, a) and not carries(bodies, b):
                hold(a, b, bodies, clusters)
                if in_question(bodies, search, a) or in_question(bodies, search, b):
                    add_points(contacts, block, at, spread)
    for row in range(FIRST, search.rows):
        if held[row]:
            held[find(parent, row)] = 1


@kernel
def restart_unheld(bodies, contacts, search, clusters):
    """Restart the time at rest of dynamic bodies that are not held and go too far to be still; `search` is a Search.

    Reads bodies.delta bodies.type bodies.awake bodies.shape bodies.surface bodies.still bodies.rest_way
        contacts.a contacts.b contacts.data search
    Writes bodies.still clusters
    """
    asked = False
    for row in range(FIRST, search.rows):
        asked |= in_question(bodies, search, row)
    if not asked:
        return
    find_clusters(bodies, contacts, search, clusters)
    for row in range(FIRST, search.rows):
        if in_question(bodies, search, row):
            size, held = half_size(bodies, row), clusters.held[find(clusters.parent, row)] != 0
            if not held or (turn_way_of(bodies, row) > search.share * size and on_a_line(clusters.spread[row], size)):
                bodies.still[row] = 0
    for row in range(FIRST, search.rows):
        clusters.held[row] = 0
