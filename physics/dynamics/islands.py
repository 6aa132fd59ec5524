"""Islands: dynamic bodies that hang together by contacts and joints, and who of them wakes or falls asleep.

An island is a connected component of the graph whose nodes are dynamic bodies and whose edges are joints that act and
pairs with contact points.  Static and kinematic bodies belong to no island: the floor does not join all that stands on it.
Components are found by union-find with path halving, where of two roots the one with the lower row becomes the parent, so
that the root of an island is its first body and depends on nothing else (Tarjan 1975; Cormen et al., chapter 21).

An island falls asleep whole or not at all: one body that moves, never sleeps or has not been still for long enough keeps all
awake, and so does a kinematic body that moves and touches one of them.
"""
from __future__ import annotations

from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import DYNAMIC


@formula
def find(parent, row):
    """The root of a row's tree; every other row on the way gets its grandparent for a parent."""
    while parent[row] != row:
        parent[row] = parent[parent[row]]
        row = parent[row]
    return row


@kernel
def begin_islands(begin, end, parent):
    """Every row begin .. end - 1 for itself.

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
    """Put the islands of rows begin .. end - 1 to sleep whose bodies were all still for `sleep_time` [s]; returns how many did.

    forest = (parent, busy); busy, by root, is 1 where an island must stay awake for other reasons.
    Reads bodies.type bodies.awake bodies.still bodies.restless forest
    Writes forest bodies.awake bodies.velocity bodies.island
    """
    parent, busy = forest
    for row in range(begin, end):
        rests = bodies.still[row] > 0 and bodies.still[row] >= sleep_time
        if bodies.type[row] == DYNAMIC and bodies.awake[row] and (bodies.restless[row] or not rests):
            busy[find(parent, row)] = 1
    count = 0
    for row in range(begin, end):
        if bodies.type[row] == DYNAMIC and bodies.awake[row] and not busy[find(parent, row)]:
            bodies.awake[row], bodies.island[row] = 0, find(parent, row)
            bodies.velocity[row, :] = 0
            count += 1
    return count


@kernel
def touch_sleepers(constraints, count, bodies, woken):
    """Mark the islands of sleeping bodies that share one of the first `count` constraints with a body that is awake.

    Returns whether there is one.
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
    """Wake the bodies of rows begin .. end - 1 whose islands are marked, and clear the marks; returns how many woke.

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
