"""Bodies and pairs for tests: rows filled directly, without a world."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import (
    COUNT,
    FEATURE,
    FIRST,
    MANIFOLD_SLOTS,
    NORMAL,
    PAIR_KINDS,
    POINT_SLOTS,
    POINTS,
    POSITION,
    SEPARATION,
    Bodies,
    Pairs,
    new_bodies,
    new_pairs,
)
from physics.collision.narrow_phase.pair_dispatch import ManifoldRule, Workspace, collide_shared, found_in
from physics.collision.narrow_phase.touching import TouchingList, new_counts
from physics.collision.shape_kinds import BOX, CAPSULE, CONE, CYLINDER, PLANE, SPHERE
from physics.collision.solids.hulls import NO_HULLS, Hulls
from physics.collision.solids.memory import new_memory
from physics.definitions.body_types import DYNAMIC, STATIC
from physics.dynamics.coloring import new_list
from physics.parallel.team import alone

KINDS = {"sphere": SPHERE, "box": BOX, "plane": PLANE, "capsule": CAPSULE, "cylinder": CYLINDER, "cone": CONE}


class Point(NamedTuple):
    """A contact point as read back from a manifold block."""

    position: np.ndarray          # relative to a's centre [m]
    separation: float             # [m]
    feature: int


def place(bodies: Bodies, row: int, kind: str, size, position=(0, 0, 0), rotation=(0, 0, 0, 1)) -> None:
    """Put one body into a row; size: radius, three half lengths, or a plane's (normal, offset)."""
    bodies.kind[row], bodies.uid[row] = KINDS[kind], row
    bodies.type[row] = STATIC if kind == "plane" else DYNAMIC
    bodies.shape[row, :3] = size[0] if kind == "plane" else size
    bodies.shape[row, 3] = size[1] if kind == "plane" else 0
    bodies.pose[row, :3], bodies.pose[row, 3:7] = position, rotation


def sphere_bodies(positions, radius, precision="single", room=0) -> Bodies:
    """One sphere for each position, from row FIRST on, with room for more bodies."""
    bodies = new_bodies(len(positions) + room, precision)
    rows = slice(FIRST, FIRST + len(positions))
    bodies.kind[rows], bodies.type[rows] = SPHERE, DYNAMIC
    bodies.uid[rows] = np.arange(FIRST, FIRST + len(positions))
    bodies.pose[rows, :3] = positions
    bodies.shape[rows, :3] = np.broadcast_to(radius, (len(positions),))[:, None]
    return bodies


def pair_list(kind: tuple[str, str], rows_a, rows_b, precision="single") -> Pairs:
    """A list of pairs of one kind."""
    number = PAIR_KINDS.index(kind)
    blocks = -(-len(rows_a) // 16)
    pairs = new_pairs(blocks + 1, precision)
    pairs.a[:len(rows_a)], pairs.b[:len(rows_b)] = rows_a, rows_b
    pairs.kind_start[number + 1:], pairs.kind_end[number:] = blocks, blocks
    pairs.number[0], pairs.order[:len(rows_a)] = len(rows_a), np.arange(len(rows_a))
    return pairs


def blocks_in_use(pairs: Pairs) -> list[int]:
    """Numbers of the blocks of pairs that are in use."""
    return [k for start, end in zip(pairs.kind_start, pairs.kind_end) for k in range(start, end)]


def two_bodies(first, second, precision="single") -> tuple[Bodies, Pairs]:
    """A world of two bodies and their pair; each is (kind, size, position, rotation), the last two optional."""
    bodies = new_bodies(2, precision)
    place(bodies, FIRST, *first)
    place(bodies, FIRST + 1, *second)
    return bodies, pair_list((first[0], second[0]), [FIRST], [FIRST + 1], precision)


def rotation(q) -> np.ndarray:
    """The 3x3 matrix of a unit quaternion (x, y, z, w)."""
    x, y, z, w = (float(c) for c in q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def manifold(pairs: Pairs, entry: int) -> tuple[np.ndarray, list[Point]]:
    """Normal and existing points of a pair, checked for what holds for every manifold."""
    block = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, 16)[entry // 16, :, entry % 16].astype(float)
    points = []
    for k in range(4):
        at = POINTS + k * POINT_SLOTS
        exists = block[at + FEATURE] >= 0
        assert exists == (block[at + SEPARATION] < 1e29), "separation is NO_POINT exactly where the feature is -1"
        assert exists or len(points) == block[COUNT], "points that exist come first"
        if exists:
            points.append(Point(block[at + POSITION:at + POSITION + 3], block[at + SEPARATION], int(block[at + FEATURE])))
    assert len(points) == block[COUNT]
    assert len({p.feature for p in points}) == len(points), "features of a manifold differ"
    assert np.isfinite(block).all()
    if points:
        assert abs(np.linalg.norm(block[NORMAL:NORMAL + 3]) - 1) < 1e-5
    return block[NORMAL:NORMAL + 3], points


def collide(bodies: Bodies, pairs: Pairs, margin: float, reuse: float = 0.0, hulls: Hulls = NO_HULLS) -> TouchingList:
    """The narrow phase alone; returns the list of those that touch."""
    listing = room_to_list(pairs)
    rule = ManifoldRule(float(margin), float(reuse), 1e-3, 0)
    collide_shared(alone(), bodies, pairs, Workspace(found_in(pairs), listing, hulls, new_memory(1)), rule)
    return listing


def room_to_list(pairs: Pairs) -> TouchingList:
    """Room for the pairs that touch."""
    return TouchingList(*new_list(len(pairs.order)), np.full(len(pairs.order), -1, np.int32), new_counts())
