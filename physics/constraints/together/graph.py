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

from physics.constraints.together.choice import AUTO, DIRECT, MOST_PRODUCTS, SWEEP, sweeps_are_slow
from physics.constraints.together.elimination import Elimination, eliminate
from physics.constraints.together.layout import Graph

POSSIBLE = 5000.0                                 # products of entries a part by `direct`
KEPT = 8                                          # lists of parts whose components are remembered


class Component(NamedTuple):
    """Parts that are solved together."""

    parts: np.ndarray              # (n,) int64 places in the list of parts, rising
    rows: np.ndarray               # (bodies,) int64 rows of their bodies, rising; immovable ones too, whose motion rows see
    bodies: np.ndarray             # (n, 2) int64 places of a's and b's row in `rows`
    elimination: Elimination


def components_of(pairs: np.ndarray, inverse_mass: np.ndarray, how: str) -> list[Component]:
    """The components that are solved together; pairs: (n, 2) body rows of parts, inverse_mass: (rows,), 0 where not dynamic.

    They are remembered, for bodies elsewhere that fall asleep or wake change none of it.
    """
    if how == SWEEP or not len(pairs):
        return []
    weights = inverse_mass[pairs] > 0 if how == DIRECT else inverse_mass[pairs]
    return list(_components(np.ascontiguousarray(pairs, np.int64).tobytes(), weights.astype(np.float64).tobytes(), how))


@lru_cache(KEPT)
def _components(listed: bytes, weights: bytes, how: str) -> tuple[Component, ...]:
    """The components of pairs of rows and their inverse masses, as bytes."""
    pairs, weight = np.frombuffer(listed, np.int64).reshape(-1, 2), np.frombuffer(weights).reshape(-1, 2)
    inverse_mass = np.zeros(pairs.max() + 1)
    inverse_mass[pairs] = weight
    bodies = np.where(weight > 0, pairs, -1)
    found = []
    for parts in _groups(bodies):
        rows, numbers = np.unique(pairs[parts], return_inverse=True)
        numbers = numbers.reshape(-1, 2)
        if how == AUTO and not sweeps_are_slow(numbers, inverse_mass[rows]):
            continue
        linked = np.where(bodies[parts] >= 0, numbers, -1)
        elimination = eliminate(linked, MOST_PRODUCTS if how == AUTO else POSSIBLE)
        if elimination is not None:
            found.append(Component(parts, rows, numbers, elimination))
    return tuple(found)


def left_out(components: Sequence[Component], pairs: np.ndarray, inverse_mass: np.ndarray) -> str:
    """A line about parts that would be solved together by `direct` but take too long; "" where there are none."""
    count = int((inverse_mass[pairs] > 0).any(1).sum()) - sum(len(one.parts) for one in components)
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
