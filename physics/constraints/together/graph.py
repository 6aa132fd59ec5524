"""The graph of joints that are solved together: its components, which of them are, and their arrays.

Parts of joints that share dynamic bodies, directly or through others, are a component.  With `direct` all are solved together
whose elimination takes at most POSSIBLE products of entries a part: a net of 5,000 joints takes a tenth, a body with 200 joints
more.  With `auto` those where it pays, see `choice`.  What is elsewhere in the world changes none of it.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from physics.constraints.together.choice import AUTO, DIRECT, MOST_PRODUCTS, SWEEP
from physics.constraints.together.elimination import Elimination, eliminate
from physics.constraints.together.layout import Graph

POSSIBLE = 5000.0                                 # products of entries a part by `direct`
KEPT = 8                                          # lists of parts whose components are remembered


class Joined(NamedTuple):
    """The parts of joints, as far as it matters which are solved together."""

    pairs: np.ndarray              # (n, 2) int64 rows of their bodies
    moving: np.ndarray             # (n, 2) bool: these are dynamic
    owner: np.ndarray              # (n,) int64 joint of each part


class Component(NamedTuple):
    """Parts that are solved together."""

    parts: np.ndarray              # (n,) int64 places in the list of parts, rising
    rows: np.ndarray               # (bodies,) int64 rows of their bodies, rising; immovable ones too, whose motion rows see
    bodies: np.ndarray             # (n, 2) int64 places of a's and b's row in `rows`
    elimination: Elimination


def components_of(joined: Joined, how: str) -> list[Component]:
    """The components that are solved together.

    They are remembered, for bodies elsewhere that fall asleep or wake change none of it.
    """
    if how == SWEEP or not len(joined.pairs):
        return []
    return list(_components(joined.pairs.tobytes(), joined.moving.tobytes(), how))


@lru_cache(KEPT)
def _components(listed: bytes, moving: bytes, how: str) -> tuple[Component, ...]:
    """The components of these pairs of a Joined, as bytes."""
    pairs = np.frombuffer(listed, np.int64).reshape(-1, 2)
    bodies = np.where(np.frombuffer(moving, bool).reshape(-1, 2), pairs, -1)
    found = []
    for parts in _groups(bodies):
        rows, numbers = np.unique(pairs[parts], return_inverse=True)
        numbers = numbers.reshape(-1, 2)
        linked = np.where(bodies[parts] >= 0, numbers, -1)
        elimination = eliminate(linked, MOST_PRODUCTS if how == AUTO else POSSIBLE)
        if elimination is not None:
            found.append(Component(parts, rows, numbers, elimination))
    return tuple(found)


def shares_bodies(joined: Joined) -> np.ndarray:
    """(n,) bool: another joint holds one of the bodies of each part, too."""
    rows, owners = joined.pairs[joined.moving], np.broadcast_to(joined.owner[:, None], joined.pairs.shape)[joined.moving]
    size = joined.pairs.max(initial=0) + 1
    first, last = np.full(size, joined.owner.max(initial=0)), np.full(size, -1)
    np.minimum.at(first, rows, owners)
    np.maximum.at(last, rows, owners)
    return (joined.moving & (last > first)[joined.pairs]).any(1)


def left_out(components: Sequence[Component], joined: Joined) -> str:
    """A line about parts that would be solved together by `direct` but take too long; "" where there are none."""
    count = int(joined.moving.any(1).sum()) - sum(len(one.parts) for one in components)
    return f"solver.joint_solve: {count:,} parts of joints are swept, at once they would take too long" if count else ""


def _groups(bodies: np.ndarray) -> list[np.ndarray]:
    """(n,) places of the parts of each component, in order of the first; parts without dynamic bodies are in none."""
    parent: dict[int, int] = {}

    def root(body: int) -> int:
        while parent.setdefault(body, body) != body:
            parent[body] = parent[parent[body]]
            body = parent[body]
        return body

    for a, b in bodies.tolist():
        if a >= 0 and b >= 0:
            first, second = root(a), root(b)
            parent[max(first, second)] = min(first, second)
    groups: dict[int, list[int]] = {}
    for part, (a, b) in enumerate(bodies.tolist()):
        if max(a, b) >= 0:
            groups.setdefault(root(max(a, b)), []).append(part)
    return [np.array(parts, np.int64) for parts in groups.values()]


def graph_of(components: Sequence[Component], lanes: np.ndarray) -> Graph:
    """The Graph of these components; lanes: (parts,) lane of each part in the list."""
    sizes = {name: _starts([len(getattr(one.elimination, name)) for one in components]) for name in ("order", "node", "target")}
    first, first_body = sizes["order"], _starts([len(one.rows) for one in components])
    at = list(enumerate(components))

    def joined(arrays, kind: type = np.int64, width: tuple[int, ...] = ()) -> np.ndarray:
        return np.concatenate([np.zeros((0, *width), kind), *arrays]).astype(kind)

    def starts(name: str, counted: str) -> np.ndarray:
        parts = [getattr(one.elimination, name)[:-1] + sizes[counted][k] for k, one in at]
        return joined([*parts, sizes[counted][-1:]])

    ordered = [one.bodies[one.elimination.order] for _, one in at]
    return Graph(first=first, first_body=first_body, row=joined([one.rows for _, one in at], np.int32),
                 lane=joined([lanes[one.parts[one.elimination.order]] for _, one in at]),
                 body=joined([pair + first_body[k] for k, pair in enumerate(ordered)], width=(2,)),
                 column=starts("column", "node"), node=joined([one.elimination.node + first[k] for k, one in at]),
                 shared=joined([one.elimination.shared for _, one in at]), update=starts("update", "target"),
                 target=joined([one.elimination.target + sizes["node"][k] for k, one in at]))


def _starts(lengths: Sequence[int]) -> np.ndarray:
    """(n + 1,) where each of these begins, and the end."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(np.array(lengths, np.int64))])
