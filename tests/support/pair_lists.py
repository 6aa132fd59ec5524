"""Lists of pairs for tests: random bodies, all pairs by brute force, and the memory of each pair."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import (
    ANCHOR_SLOTS,
    CENTRE_ROW,
    DUMMY_A,
    DUMMY_B,
    FIRST,
    IMPULSE_ROW,
    MANIFOLD_SLOTS,
    PAIR_KINDS,
    W,
    new_bodies,
    new_pairs,
)
from physics.collision.broad_phase.aabb import Margins
from physics.collision.broad_phase.pair_search import SearchOptions, new_scratch
from physics.collision.shape_kinds import BOX, PLANE
from physics.definitions.body_types import KINEMATIC, STATIC
from physics.parallel.team import by_oneself
from physics.pipeline.find_pairs import find_all, find_new
from tests.support.samples import place, sphere_bodies

PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])


def without_planes(bodies):
    """Boxes in place of planes: what is near a plane depends on tight boxes too, which all change."""
    planes = bodies.kind == PLANE
    bodies.kind[planes], bodies.shape[planes, :3] = BOX, 0.3
    return bodies


def found(bodies, count, excluded=(), pairs=None, scratch=None, margin=0.05):
    """Fat boxes and pairs of the first `count` bodies, with the smallest initial capacity."""
    precision = "single" if bodies.pose.dtype == np.float32 else "double"
    kept = pairs or new_pairs(1, precision), scratch or new_scratch(1, 1, precision)
    return find_all(bodies, count, kept, SearchOptions(Margins(0.01, margin, 0.0, 0.0), np.array(sorted(excluded), np.int64)))


def listed(pairs):
    """(kind, a, b) of every pair in order; checks that they live where their kind does and that all else is padding."""
    number = int(pairs.number[0])
    entries, keys = pairs.order[:number], pairs.keys[:number]
    assert (np.diff(keys) > 0).all() and len(set(entries.tolist())) == number
    assert pairs.kind_start[-1] * W < len(pairs.a), "the last block is free"
    padding = set(range(len(pairs.a) - W, len(pairs.a)))
    for kind, (start, end) in enumerate(zip(pairs.kind_start * W, pairs.kind_end * W)):
        free = pairs.free[start:start + pairs.free_count[kind]].tolist()
        assert end <= pairs.kind_start[kind + 1] * W
        assert set(free) | set(entries[keys >> 48 == kind].tolist()) == set(range(start, end))
        padding |= set(free)
    for k in padding:
        assert (pairs.a[k], pairs.b[k]) == (DUMMY_A + k % W, DUMMY_B + k % W)
    rows = np.sort([pairs.a[entries], pairs.b[entries]], 0)
    assert (keys & (1 << 48) - 1 == rows[0].astype(np.int64) << 24 | rows[1]).all()
    return [(int(key >> 48), int(pairs.a[entry]), int(pairs.b[entry])) for key, entry in zip(keys, entries)]


def pair_kind_of(one, two):
    """Number of the pair kind of bodies of these shape kinds."""
    order = ("sphere", "box", "solid", "plane")
    names = sorted((("sphere", "box", "plane", "solid")[min(kind, 3)] for kind in (one, two)), key=order.index)
    return PAIR_KINDS.index(("solid", "solid") if names[1] == "solid" else tuple(names))


def brute_force(bodies, count, excluded=()):
    """Every pair, by comparing all boxes with all."""
    expected = []
    kind, type_, group, category, mask, sensor = (
        column.tolist() for column in (bodies.kind, bodies.type, bodies.group, bodies.category, bodies.mask, bodies.sensor))
    low, high = bodies.fat_aabb[:, None, :3], bodies.fat_aabb[:, None, 3:6]
    overlap = ((low <= high.swapaxes(0, 1)) & (low.swapaxes(0, 1) <= high)).all(2)
    for i in range(FIRST, FIRST + count):
        for j in range(i + 1, FIRST + count):
            planes = (kind[i] == PLANE) + (kind[j] == PLANE)
            if (type_[i] and type_[j]) or (group[i] and group[i] == group[j]):
                continue
            if sensor[i] or sensor[j] or not (category[i] & mask[j] and category[j] & mask[i]):
                continue
            if (i << 32 | j) in excluded or planes == 2:
                continue
            if planes:
                plane, other = (i, j) if kind[i] == PLANE else (j, i)
                low, high = 2 * bodies.fat_aabb[other] - bodies.aabb[other], None
                low, high = low[:3].astype(float), low[3:6].astype(float)
                normal = bodies.shape[plane, :3]
                near = np.where(normal > 0, low, high) @ normal <= bodies.shape[plane, 3]
            else:
                near = overlap[i, j]
            if near:
                swapped = kind[i] == PLANE or kind[j] != PLANE and kind[i] > kind[j]
                expected.append((pair_kind_of(kind[i], kind[j]), i, j, swapped))
    return [(kind, *((j, i) if swapped else (i, j))) for kind, i, j, swapped in sorted(expected)]


def mixed_world(precision, count=220, seed=0, solids=True):
    """Spheres, boxes, capsules, cylinders, cones and planes of all types and groups in a small room, with a few giants;
    without `solids` spheres, boxes and planes alone."""
    rng = np.random.default_rng(seed)
    bodies = new_bodies(count, precision)
    for row in range(FIRST, FIRST + count):
        q = rng.normal(size=4)
        q /= np.linalg.norm(q)
        kinds = ["sphere", "box", "box", "plane", "capsule", "cylinder", "cone"]
        shares = [0.3, 0.25, 0.22, 0.03, 0.08, 0.06, 0.06] if solids else [0.4, 0.3, 0.27, 0.03, 0.0, 0.0, 0.0]
        kind = rng.choice(kinds, p=shares)
        size = rng.uniform(0.05, 0.3) * (30 if rng.uniform() < 0.03 else 1)
        if kind == "plane":
            place(bodies, row, kind, (q[:3] / np.linalg.norm(q[:3]), rng.uniform(-3, -1)))
        else:
            half = size if kind == "sphere" else size * rng.uniform(0.2, 1, 3)
            if kind in ("capsule", "cylinder", "cone"):
                half[:2] = half[0]
                half[2] += half[0] if kind == "capsule" else 0
            place(bodies, row, kind, half, rng.uniform(-2, 2, 3), q)
            bodies.type[row] = rng.choice([0, STATIC, KINEMATIC], p=[0.7, 0.2, 0.1])
            bodies.group[row] = rng.choice([0, 1, 2], p=[0.6, 0.2, 0.2])
    return bodies


def cloud(count, spacing, seed=0, precision="single", room=0):
    """Balls of radius 0.5 at random in a cube, `spacing` apart on average."""
    rng = np.random.default_rng(seed)
    return sphere_bodies(rng.uniform(0, spacing * count ** (1 / 3), (count, 3)), 0.5, precision, room)


def memory(pairs):
    """The memory of pairs, by block: impulses, their features, manifolds, anchors, friction at the centre."""
    return (pairs.impulses.reshape(-1, W, IMPULSE_ROW).swapaxes(1, 2), pairs.matched.reshape(-1, 4, W),
            pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W), pairs.anchors.reshape(-1, ANCHOR_SLOTS, W),
            pairs.centres.reshape(-1, W, CENTRE_ROW).swapaxes(1, 2))


def name_memory(pairs):
    """Write a number that identifies the pair into every slot of its memory."""
    k = pairs.order[:pairs.number[0]]
    for blocks in memory(pairs):
        blocks[k // W, :, k % W] = (pairs.a[k] * 1000 + pairs.b[k])[:, None] + np.arange(blocks.shape[1]) / 32


def moved(bodies, pairs, scratch, motion, work=by_oneself):
    """Pairs after motion of the first bodies [m], by a search for those alone that left their fat boxes; and their number."""
    count = len(motion)
    bodies.pose[FIRST:FIRST + count, :3] += motion
    pairs, scratch = find_new(bodies, count, (pairs, scratch), SearchOptions(Margins(0.01, 0.05, 0.0, 0.0), work=work))
    return pairs, scratch, int(scratch.left.number[0])
