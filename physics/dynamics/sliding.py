"""Sliding: bodies that nothing holds, because friction is at its bound wherever they are borne.

    sum |f| >= ALMOST friction sum N,    |slip| > CREEP sleep_speed dt        N, f: impulses of the points; slip in the step

A body that creeps over a slope a little too steep for its friction may be slower than `sleep_speed` for longer than
`sleep_time`, and yet it is not at rest: it gets faster.  Within its bound friction stops a body; at its bound it only slows it
down, so there a far smaller slip is motion.  In a pile at rest some contacts are at their bound as well, but others hold: bodies
held together by contacts that do not slide, and by joints, are a cluster, and a cluster held by something immovable rests.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula, kernel
from physics.contacts.frame import load_frame, load_place, relative_velocity, slip_at
from physics.contacts.layout import COUNT, FIRST_POINT, FLAGS, FRICTION, IMPULSE, POINT, SLOTS
from physics.definitions.body_types import DYNAMIC
from physics.dynamics.islands import find
from physics.simd.functions import fma, full_like, lane_bits, maximum, sqrt, trailing_zeros
from physics.simd.memory import load
from physics.simd.slots import load3
from physics.simd.value import W

ALMOST = 0.99                                    # of the bound: what sweeps leave undone
CREEP = 0.01                                     # of `sleep_speed`


class Search(NamedTuple):
    """What counts as sliding, and where it is looked for."""

    least: float                   # slip in a step [m]
    almost: float                  # share of friction's bound
    rows: int                      # one past the last row of a body
    blocks: int                    # of contacts
    joints: int                    # constraints of joints


class Clusters(NamedTuple):
    """Working memory: bodies that are held together."""

    parent: np.ndarray             # (rows,) int32 trees of union-find, see `islands.Forest`
    held: np.ndarray               # (rows,) uint8 by root, 1: something immovable holds the cluster; all 0 between uses


@formula
def pressed_and_sliding(bodies, contacts, block, search):
    """Bits of the lanes of a block with a normal impulse, and of those that slide."""
    data, base = contacts.data, block * SLOTS * W
    _, moved = relative_velocity(load_frame(data, base), load_motion(bodies.delta, contacts, block * W))
    pressed = rubbed = farthest = 0.0 * moved[0]
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        normal, f1, f2 = load3(data, point + IMPULSE * W)
        s1, s2 = slip_at(moved, load_place(data, point))
        pressed, rubbed = pressed + normal, rubbed + sqrt(fma(f1, f1, f2 * f2))
        farthest = maximum(farthest, fma(s1, s1, s2 * s2))
    bound = search.almost * load(data, base + FRICTION * W) * pressed
    far = farthest > full_like(farthest, search.least * search.least)
    return lane_bits(pressed > 0.0), lane_bits((pressed > 0.0) & (rubbed >= bound) & far)


@formula
def any_slides(bodies, contacts, search):
    """Whether a contact slides."""
    for block in range(search.blocks):
        _, slides = pressed_and_sliding(bodies, contacts, block, search)
        if slides != 0:
            return True
    return False


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
def find_clusters(bodies, contacts, joints, search, clusters):
    """Fill the working memory: trees of bodies that are held together, and marks on the roots of held ones."""
    parent, held = clusters.parent, clusters.held
    for row in range(FIRST, search.rows):
        parent[row] = row
    for block in range(search.blocks):
        pressed, slides = pressed_and_sliding(bodies, contacts, block, search)
        bits = pressed & ~slides
        while bits:
            lane = block * W + trailing_zeros(bits)
            bits &= bits - 1
            hold(contacts.a[lane], contacts.b[lane], bodies, clusters)
    for k in range(search.joints):
        hold(joints.a[k], joints.b[k], bodies, clusters)
    for row in range(FIRST, search.rows):
        if held[row]:
            held[find(parent, row)] = 1


@kernel
def restart_rest(bodies, contacts, joints, search, clusters):
    """Restart the time at rest of dynamic bodies that slide on a contact and that nothing holds; `search` is a Search.

    Reads bodies.delta bodies.type contacts.a contacts.b contacts.data joints.a joints.b search
    Writes bodies.still clusters
    """
    if not any_slides(bodies, contacts, search):
        return
    find_clusters(bodies, contacts, joints, search, clusters)
    for block in range(search.blocks):
        _, bits = pressed_and_sliding(bodies, contacts, block, search)
        while bits:
            lane = block * W + trailing_zeros(bits)
            bits &= bits - 1
            for row in (contacts.a[lane], contacts.b[lane]):
                if bodies.type[row] == DYNAMIC and not clusters.held[find(clusters.parent, row)]:
                    bodies.still[row] = 0
    for row in range(FIRST, search.rows):
        clusters.held[row] = 0
