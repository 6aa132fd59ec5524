"""Islands: dynamic bodies connected by contacts and joints, which wake and fall asleep together.

An island is a connected component of the graph whose nodes are dynamic bodies and whose edges are enabled joints and pairs with
contact points.  Static and kinematic bodies belong to no island: the floor does not connect the bodies on it.  Components are
found by union-find with path halving; of two roots the one with the lower row becomes the parent, so the root of an island is
its first body, independent of the order of edges (Tarjan 1975; Cormen et al., chapter 21).

An island falls asleep as a whole: one body that moves, never sleeps or has not been still for long enough keeps it awake, and so
does a moving kinematic body that touches it.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import DYNAMIC


class Forest(NamedTuple):
    """The trees of union-find, and islands that stay awake."""

    parent: np.ndarray             # (rows,) int32 parent of each body row; roots are their own
    busy: np.ndarray               # (rows,) uint8 by root, 1: the island stays awake


@formula
def find(parent, row):
    """The root of a row's tree, with path halving."""
    while parent[row] != row:
        parent[row] = parent[parent[row]]
        row = parent[row]
    return row


@kernel
def begin_islands(begin, end, parent):
    """Make each of the rows begin .. end - 1 a root.

    Reads
    Writes parent
    """
    for row in range(begin, end):
        parent[row] = row


@kernel
def unite(constraints, count, bodies, parent):
    """Unite the islands of both dynamic bodies of each of the first `count` constraints.

    Reads constraints.a constraints.b bodies.type
    Writes parent
    """
    for k in range(count):
        a, b = constraints.a[k], constraints.b[k]
        if bodies.type[a] == DYNAMIC and bodies.type[b] == DYNAMIC:
            root, other = find(parent, a), find(parent, b)
            parent[max(root, other)] = min(root, other)


@kernel
def keep_awake(constraints, count, bodies, parent, busy):
    """Mark the roots of islands that a moving kinematic body touches by one of the first `count` constraints.

    Reads constraints.a constraints.b bodies.type bodies.awake
    Writes parent busy
    """
    for k in range(count):
        a, b = constraints.a[k], constraints.b[k]
        if bodies.type[a] == DYNAMIC and bodies.type[b] != DYNAMIC and bodies.awake[b]:
            busy[find(parent, a)] = 1
        if bodies.type[b] == DYNAMIC and bodies.type[a] != DYNAMIC and bodies.awake[a]:
            busy[find(parent, b)] = 1


@kernel
def fall_asleep(begin, end, bodies, forest, sleep_time):
    """Put islands of rows begin .. end - 1 to sleep if all their bodies were still for `sleep_time` [s]; returns the number of
    bodies.

    Reads bodies.type bodies.awake bodies.still bodies.restless forest
    Writes forest bodies.awake bodies.velocity bodies.spin_change bodies.island
    """
    parent, busy = forest.parent, forest.busy
    for row in range(begin, end):
        rests = bodies.still[row] > 0 and bodies.still[row] >= sleep_time
        if bodies.type[row] == DYNAMIC and bodies.awake[row] and (bodies.restless[row] or not rests):
            busy[find(parent, row)] = 1
    count = 0
    for row in range(begin, end):
        if bodies.type[row] == DYNAMIC and bodies.awake[row] and not busy[find(parent, row)]:
            bodies.awake[row], bodies.island[row] = 0, find(parent, row)
            bodies.velocity[row, :] = 0
            bodies.spin_change[row, :] = 0
            count += 1
    return count


@kernel
def touch_sleepers(constraints, count, bodies, woken):
    """Mark the islands of sleeping bodies that share one of the first `count` constraints with a body that is awake.

    Returns whether there are any.
    Reads constraints.a constraints.b bodies.type bodies.awake bodies.island
    Writes woken
    """
    touched = False
    for k in range(count):
        a, b = constraints.a[k], constraints.b[k]
        if bodies.awake[a] != bodies.awake[b]:
            sleeper = b if bodies.awake[a] else a
            if bodies.type[sleeper] == DYNAMIC:
                woken[bodies.island[sleeper]] = 1
                touched = True
    return touched


@kernel
def wake_islands(begin, end, bodies, woken):
    """Wake the bodies of rows begin .. end - 1 in marked islands, and clear the marks; returns the number of bodies.

    Reads bodies.type bodies.awake bodies.island woken
    Writes bodies.awake bodies.still woken
    """
    count = 0
    for row in range(begin, end):
        if bodies.type[row] == DYNAMIC and not bodies.awake[row] and woken[bodies.island[row]]:
            bodies.awake[row], bodies.still[row] = 1, 0
            count += 1
    for row in range(begin, end):
        woken[row] = 0
    return count
