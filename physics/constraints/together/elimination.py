"""The order in which the parts of a component are eliminated, and where L then has entries: its symbolic factorisation.

Two parts that share a dynamic body are neighbours.  Eliminating a part makes neighbours of all its neighbours; that of the
least degree is next, of several one whose neighbours are neighbours already, then the first.  A tree fills nothing, its leaves go
first; only a body with many joints makes all of them neighbours.  A loop fills one entry a part, a net of n joints some n log n.
It depends on nothing but which parts share bodies, so it is kept for as long as the joints stay, and for all components that are
made alike.  Source: Tinney and Walker, "Direct solutions of sparse network equations by optimally ordered triangular
factorization", 1967.
"""
from __future__ import annotations

import heapq
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from physics.constraints.together.layout import A_A, A_B, B_A, B_B

KEPT = 256                                       # graphs whose elimination is remembered
SIDES = ((0, 0, A_A), (0, 1, A_B), (1, 0, B_A), (1, 1, B_B))


class Elimination(NamedTuple):
    """The elimination of a component of n parts."""

    order: np.ndarray              # (n,) int64 part of each node
    column: np.ndarray             # (n + 1,) int64 first entry of each node's column
    node: np.ndarray               # (entries,) int64 node of each entry, rising within a column
    shared: np.ndarray             # (entries,) int64 see `layout.Together`
    update: np.ndarray             # (n + 1,) int64 first target of each column
    target: np.ndarray             # (updates,) int64


def eliminate(bodies: np.ndarray, most: float) -> Elimination | None:
    """The Elimination of parts with these bodies, (n, 2) int64, -1 for one that is not dynamic.

    None where it takes more than `most` products of entries a part: in nets, and at bodies with many joints.
    """
    return _eliminate(np.ascontiguousarray(bodies, np.int64).tobytes(), most)


@lru_cache(KEPT)
def _eliminate(text: bytes, most: float) -> Elimination | None:
    bodies = np.frombuffer(text, np.int64).reshape(-1, 2)
    neighbours = _neighbours(bodies, most)
    columns = None if neighbours is None else _columns(neighbours, most * len(bodies))
    return None if columns is None else _numbered(bodies, columns)


def _neighbours(bodies: np.ndarray, most: float) -> list[set[int]] | None:
    """The parts with which each part shares a body; None where a body has so many parts that they are too many."""
    by_body: dict[int, list[int]] = {}
    for part, pair in enumerate(bodies.tolist()):
        for body in set(pair) - {-1}:
            by_body.setdefault(body, []).append(part)
    if sum(len(parts) ** 3 for parts in by_body.values()) > 6 * most * len(bodies) + 6 * 8 ** 3:
        return None
    found: list[set[int]] = [set() for _ in range(len(bodies))]
    for parts in by_body.values():
        for part in parts:
            found[part].update(parts)
    for part, others in enumerate(found):
        others.discard(part)
    return found


def _columns(neighbours: list[set[int]], most: float) -> list[tuple[int, set[int]]] | None:
    """(part, parts in its column) of each node; None where that takes more than `most` products."""
    waiting = [(len(others), False, part) for part, others in enumerate(neighbours)]
    heapq.heapify(waiting)
    columns, gone, products = [], [False] * len(neighbours), 0
    while waiting:
        degree, fills, part = heapq.heappop(waiting)
        if gone[part] or degree != len(neighbours[part]):
            continue
        if not fills and any(len(neighbours[part] & neighbours[other]) + 1 < degree for other in neighbours[part]):
            heapq.heappush(waiting, (degree, True, part))
            continue
        gone[part], column = True, neighbours[part]
        columns.append((part, column))
        products += degree * (degree + 1) // 2
        if products > most:
            return None
        for other in column:
            joined = neighbours[other]
            joined |= column
            joined -= {part, other}
            heapq.heappush(waiting, (len(joined), False, other))
    return columns


def _numbered(bodies: np.ndarray, columns: list[tuple[int, set[int]]]) -> Elimination:
    """The columns as arrays."""
    place = {part: node for node, (part, _) in enumerate(columns)}
    entries, starts, at, shared = [], [0], [], []
    for part, column in columns:
        rows = sorted(place[other] for other in column)
        at.append({row: len(entries) + k for k, row in enumerate(rows)})
        entries += rows
        starts.append(len(entries))
        shared += [_shared(bodies, columns[row][0], part) for row in rows]
    targets, updates = [], [0]
    for node in range(len(columns)):
        rows = entries[starts[node]:starts[node + 1]]
        targets += [at[rows[j]][rows[i]] for i in range(len(rows)) for j in range(i)]
        updates.append(len(targets))
    made = ([part for part, _ in columns], starts, entries, shared, updates, targets)
    return Elimination(*(np.array(numbers, np.int64) for numbers in made))


def _shared(bodies: np.ndarray, row: int, column: int) -> int:
    """Which of their bodies two parts share, as bits."""
    return sum(bit for i, j, bit in SIDES if bodies[row, i] >= 0 and bodies[row, i] == bodies[column, j])
