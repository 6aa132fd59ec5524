"""The list of pairs: complete, nothing in it twice, in the stated order, and as good as new after it grew."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import cKDTree

from physics.bodies.arrays import (
    ANCHOR_SLOTS,
    CENTRE_ROW,
    COUNT,
    DUMMY_A,
    DUMMY_B,
    FIRST,
    IMPULSE_ROW,
    KNOWN,
    MANIFOLD_SLOTS,
    PAIR_KINDS,
    W,
    new_bodies,
    new_pairs,
)
from physics.collision.broad_phase import pair_search
from physics.collision.broad_phase.aabb import Margins
from physics.collision.broad_phase.pair_memory import copy_of, rename_rows
from physics.collision.broad_phase.pair_search import SearchOptions, TooManyPairs, new_scratch
from physics.collision.shape_kinds import BOX, PLANE
from physics.definitions.body_types import KINEMATIC, STATIC
from physics.parallel.job_runner import Teamwork
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
    """Fat boxes and pairs of the first `count` bodies, with as little room to begin with as there can be."""
    precision = "single" if bodies.pose.dtype == np.float32 else "double"
    kept = pairs or new_pairs(1, precision), scratch or new_scratch(1, 1, precision)
    return find_all(bodies, count, kept, SearchOptions(Margins(0.01, margin, 0.0, 0), np.array(sorted(excluded), np.int64)))


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


def brute_force(bodies, count, excluded=()):
    """Every pair, by comparing all boxes with all."""
    expected = []
    for i in range(FIRST, FIRST + count):
        for j in range(i + 1, FIRST + count):
            kinds = sorted((int(bodies.kind[i]), int(bodies.kind[j])))
            if (bodies.type[i] and bodies.type[j]) or (bodies.group[i] and bodies.group[i] == bodies.group[j]):
                continue
            if (i << 32 | j) in excluded or kinds == [PLANE, PLANE]:
                continue
            if kinds[1] == PLANE:
                plane, other = (i, j) if bodies.kind[i] == PLANE else (j, i)
                low, high = 2 * bodies.fat_aabb[other] - bodies.aabb[other], None
                low, high = low[:3].astype(float), low[3:6].astype(float)
                normal = bodies.shape[plane, :3]
                near = np.where(normal > 0, low, high) @ normal <= bodies.shape[plane, 3]
            else:
                one, two = bodies.fat_aabb[i], bodies.fat_aabb[j]
                near = ((one[:3] <= two[3:6]) & (two[:3] <= one[3:6])).all()
            if near:
                names = tuple(("sphere", "box", "plane")[k] for k in kinds)
                swapped = bodies.kind[i] > bodies.kind[j]
                expected.append((PAIR_KINDS.index(names), i, j, swapped))
    return [(kind, *((j, i) if swapped else (i, j))) for kind, i, j, swapped in sorted(expected)]


def mixed_world(precision, count=220, seed=0):
    """Spheres, boxes and planes of all types and groups in a small room, with a few giants."""
    rng = np.random.default_rng(seed)
    bodies = new_bodies(count, precision)
    for row in range(FIRST, FIRST + count):
        q = rng.normal(size=4)
        q /= np.linalg.norm(q)
        kind = rng.choice(["sphere", "box", "box", "plane"], p=[0.4, 0.3, 0.27, 0.03])
        size = rng.uniform(0.05, 0.3) * (30 if rng.uniform() < 0.03 else 1)
        if kind == "plane":
            place(bodies, row, kind, (q[:3] / np.linalg.norm(q[:3]), rng.uniform(-3, -1)))
        else:
            place(bodies, row, kind, size if kind == "sphere" else size * rng.uniform(0.2, 1, 3), rng.uniform(-2, 2, 3), q)
            bodies.type[row] = rng.choice([0, STATIC, KINEMATIC], p=[0.7, 0.2, 0.1])
            bodies.group[row] = rng.choice([0, 1, 2], p=[0.6, 0.2, 0.2])
    return bodies


@PRECISIONS
@pytest.mark.parametrize("count", [0, 1, 2, 15, 16, 17, 220])
def test_all_pairs_in_order(count, precision):
    bodies = mixed_world(precision, max(count, 1), seed=count)
    pairs, _ = found(bodies, count)
    assert listed(pairs) == brute_force(bodies, count)


def test_pairs_of_joints_are_left_out():
    bodies = mixed_world("single")
    everything = listed(found(bodies, 220)[0])
    excluded = {min(a, b) << 32 | max(a, b) for _, a, b in everything[::3]} | {FIRST << 32 | FIRST + 1, 0, (1 << 62) + 5}
    assert listed(found(bodies, 220, excluded)[0]) == brute_force(bodies, 220, excluded)
    assert len(listed(found(bodies, 220, excluded)[0])) < len(everything)


def cloud(count, spacing, seed=0, precision="single", room=0):
    """Balls of radius 0.5 at random in a cube, `spacing` apart on average."""
    rng = np.random.default_rng(seed)
    return sphere_bodies(rng.uniform(0, spacing * count ** (1 / 3), (count, 3)), 0.5, precision, room)


@PRECISIONS
@pytest.mark.parametrize("count", [256, 257, 4096, 4200, 20_000])
def test_trees_of_every_height(count, precision):
    """Against a k-d tree: balls with equal fat boxes overlap exactly where the centres are near in the maximum norm."""
    bodies = cloud(count, 1.3, precision=precision)
    pairs, _ = found(bodies, count, margin=0.1)
    boxes = bodies.fat_aabb[FIRST:FIRST + count].astype(float)
    expected = {(int(i), int(j)) for i, j in cKDTree(boxes[:, :3]).query_pairs(1.2 + 1e-3, p=np.inf)
                if (boxes[i, :3] <= boxes[j, 3:6]).all() and (boxes[j, :3] <= boxes[i, 3:6]).all()}
    assert {(a - FIRST, b - FIRST) for _, a, b in listed(pairs)} == {tuple(sorted(p)) for p in expected}
    assert len(expected) > count


@pytest.mark.parametrize("stranger", [(1e5, 0, 0), (0, 0, -1e8), (3, 3, 3)])
def test_a_stranger_changes_nobody_elses_order(stranger):
    bodies = cloud(500, 1.3, room=1)
    before = listed(found(bodies, 500)[0])
    place(bodies, FIRST + 500, "sphere", 0.5, stranger)
    after = listed(found(bodies, 501)[0])
    assert [p for p in after if FIRST + 500 not in p] == before
    assert (len(after) > len(before)) == (stranger == (3, 3, 3))


def test_a_huge_floor_meets_everyone():
    bodies = cloud(300, 1.3, room=1)
    bodies.kind[FIRST + 300] = BOX
    place(bodies, FIRST + 300, "box", (500, 500, 500), (0, 0, 0))
    assert sum(FIRST + 300 in p for p in listed(found(bodies, 301)[0])) == 300


def test_all_bodies_in_one_place():
    bodies = sphere_bodies(np.zeros((600, 3)), 0.5)
    assert len(listed(found(bodies, 600)[0])) == 600 * 599 // 2


def test_too_many_pairs_say_so(monkeypatch):
    monkeypatch.setattr(pair_search, "MOST_PAIRS", 1000)
    with pytest.raises(TooManyPairs, match="179700 pairs of bodies overlap, at most 1000"):
        found(sphere_bodies(np.zeros((600, 3)), 0.5), 600)


def memory(pairs):
    """What pairs remember, by block: impulses, features they belong to, manifolds, anchors, friction at the centre."""
    return (pairs.impulses.reshape(-1, W, IMPULSE_ROW).swapaxes(1, 2), pairs.matched.reshape(-1, 4, W),
            pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W), pairs.anchors.reshape(-1, ANCHOR_SLOTS, W),
            pairs.centres.reshape(-1, W, CENTRE_ROW).swapaxes(1, 2))


def name_memory(pairs):
    """Write into every slot of the pairs a number that says whose it is."""
    k = pairs.order[:pairs.number[0]]
    for blocks in memory(pairs):
        blocks[k // W, :, k % W] = (pairs.a[k] * 1000 + pairs.b[k])[:, None] + np.arange(blocks.shape[1]) / 32


def check_memory(pairs, known):
    """Pairs in `known` have their own memory, others and padding none; returns how many are new."""
    of = dict(zip(pairs.order[:pairs.number[0]].tolist(), listed(pairs)))
    for k in [k for start, end in zip(pairs.kind_start, pairs.kind_end) for k in range(start * W, end * W)]:
        impulses, matched, manifold, anchors, centre = (blocks[k // W, :, k % W] for blocks in memory(pairs))
        if of.get(k) in known:
            for slots in (impulses, matched, manifold, anchors, centre):
                np.testing.assert_array_equal(
                    slots, (pairs.a[k] * 1000 + pairs.b[k] + np.arange(len(slots)) / 32).astype(slots.dtype))
        else:
            assert not impulses.any() and not centre.any() and (matched == -1).all()
            assert anchors[KNOWN] == 0 and manifold[COUNT] == 0
    return len(set(of.values()) - known)


def moved(bodies, pairs, scratch, motion, work=by_oneself):
    """Pairs after the first bodies moved [m], by looking again at those that left their fat boxes only; and how many did."""
    count = len(motion)
    bodies.pose[FIRST:FIRST + count, :3] += motion
    pairs, scratch = find_new(bodies, count, (pairs, scratch), SearchOptions(Margins(0.01, 0.05, 0.0, 0), work=work))
    return pairs, scratch, int(scratch.left.number[0])


@PRECISIONS
@pytest.mark.parametrize("reach", [0.02, 0.04, 0.2], ids=["few leave", "half leave", "all leave"])
@pytest.mark.parametrize("threads", [1, 3])
def test_pairs_of_those_that_left(precision, reach, threads):
    """Looking at those alone gives the pairs of all fat boxes, step after step, with the memory of those that go on."""
    team = Teamwork(threads, measured=False)
    rng = np.random.default_rng(2)
    bodies = without_planes(mixed_world(precision))
    pairs, scratch = found(bodies, 220)
    total = new = 0
    for _ in range(10):
        known = set(listed(pairs))
        name_memory(pairs)
        pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[:, COUNT] = 0              # nobody touches
        with team.gathered(1):
            pairs, scratch, left = moved(bodies, pairs, scratch, rng.uniform(-reach, reach, (220, 3)),
                                         lambda kernel, _: team.work(kernel))
        assert listed(pairs) == brute_force(bodies, 220)
        total, new = total + left, new + len(set(listed(pairs)) - known)
        for k in pairs.order[:pairs.number[0]]:
            name = pairs.a[k] * 1000 + pairs.b[k]
            expected = name if (kind_of_pair(bodies, pairs, k), int(pairs.a[k]), int(pairs.b[k])) in known else 0
            assert memory(pairs)[0][k // W, 0, k % W] == expected
    assert (new > 100 and total > 2000) if reach > 0.1 else (new and 0 < total < 1000)


def kind_of_pair(bodies, pairs, entry):
    """Number of the pair kind of an entry."""
    kinds = tuple(("sphere", "box", "plane")[bodies.kind[r]] for r in (pairs.a[entry], pairs.b[entry]))
    return PAIR_KINDS.index(kinds)


def test_bodies_near_a_plane_are_found_when_they_come():
    bodies = sphere_bodies([(0, 0, 5), (3, 0, 5)], 0.5, room=1)
    place(bodies, FIRST + 2, "plane", ((0, 0, 1), 0))
    pairs, scratch = found(bodies, 3)
    assert not listed(pairs)
    pairs, scratch, left = moved(bodies, pairs, scratch, np.array([(0, 0, -4.45), (0, 0, 0), (0, 0, 0)]))
    assert left == 1 and listed(pairs) == [(3, FIRST, FIRST + 2)]
    pairs, scratch, _ = moved(bodies, pairs, scratch, np.array([(0, 0, 3), (0, 0, 0.001), (0, 0, 0)]))
    assert not listed(pairs)


def test_pairs_with_points_stay_until_they_have_none():
    """Boxes far apart whose pair still has points: it goes with the points, unless it is not allowed any more."""
    bodies = sphere_bodies([(0, 0, 0), (0.9, 0, 0)], 0.5)
    for points, joined, left in ((0, False, 0), (1, False, 1), (1, True, 0)):
        bodies.pose[FIRST, 0] = 0
        pairs, scratch = found(bodies, 2)
        assert len(listed(pairs)) == 1
        memory(pairs)[2][0, COUNT, 0] = points
        bodies.pose[FIRST, 0] = -5
        excluded = [FIRST << 32 | FIRST + 1] if joined else []
        assert len(listed(found(bodies, 2, excluded, pairs=pairs, scratch=scratch)[0])) == left


def test_gaps_are_closed():
    """A list that lost most of its pairs gives blocks up; those that stay keep what they remember."""
    bodies = without_planes(mixed_world("single"))
    bodies.group[:] = 0
    pairs, scratch = found(bodies, 220)
    name_memory(pairs)
    pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[:, COUNT] = 0
    blocks, known = int((pairs.kind_end - pairs.kind_start[:-1]).sum()), set(listed(pairs))
    bodies.pose[FIRST:FIRST + 220, :3] *= 1.6
    pairs, scratch = found(bodies, 220, pairs=pairs, scratch=scratch)
    assert listed(pairs) == brute_force(bodies, 220)
    assert int((pairs.kind_end - pairs.kind_start[:-1]).sum()) < 0.8 * blocks
    assert sum(pair in known for pair in listed(pairs)) > 100
    for k, pair in zip(pairs.order, listed(pairs)):
        assert memory(pairs)[0][k // W, 0, k % W] == (pair[1] * 1000 + pair[2] if pair in known else 0)


def test_a_copy_of_a_list_goes_on_by_itself():
    bodies = without_planes(mixed_world("single"))
    pairs, scratch = found(bodies, 220)
    name_memory(pairs)
    copied, before = copy_of(pairs), listed(pairs)
    for one, other in zip(memory(pairs), memory(copied)):
        for start, end in zip(pairs.kind_start, pairs.kind_end):
            np.testing.assert_array_equal(one[start:end], other[start:end])
    pairs.manifolds[:] = 0
    moved(bodies, pairs, scratch, np.full((220, 3), [0.3, 0, 0]) * np.arange(220)[:, None])
    assert listed(copied) == before


@PRECISIONS
def test_memory_follows_its_pair(precision):
    """Through a growing list pairs keep theirs and new ones have none."""
    bodies = mixed_world(precision)
    bodies.group[:] = 0
    pairs, scratch = found(bodies, 220)
    rng = np.random.default_rng(1)
    for _ in range(4):
        name_memory(pairs)
        known = set(listed(pairs))
        bodies.pose[FIRST:FIRST + 220, :3] *= rng.uniform(0.7, 1.3, (220, 1))
        pairs, scratch = found(bodies, 220, pairs=pairs, scratch=scratch)
        assert check_memory(pairs, known) > 10


def test_rows_that_close_up_keep_their_pairs():
    bodies = mixed_world("single")
    pairs, _ = found(bodies, 220)
    name_memory(pairs)
    before = {rows: memory(pairs)[0][k // W, 0, k % W] for rows, k in zip(listed(pairs), pairs.order)}
    new_row = np.arange(len(bodies.kind)) - (np.arange(len(bodies.kind)) > FIRST + 7)
    new_row[FIRST + 7] = -1
    rename_rows(pairs, new_row)
    expected = {(kind, int(new_row[a]), int(new_row[b])): impulse for (kind, a, b), impulse in before.items()
                if FIRST + 7 not in (a, b)}
    assert dict(zip(listed(pairs), [memory(pairs)[0][k // W, 0, k % W] for k in pairs.order])) == expected
    assert 0 < len(expected) < len(before)


def test_rows_may_grow():
    bodies = cloud(100, 1.3)
    pairs, scratch = found(bodies, 100)
    larger = cloud(5000, 1.3)
    pairs, scratch = found(larger, 5000, pairs=pairs, scratch=scratch)
    assert listed(pairs) == listed(found(larger, 5000)[0])


def test_bodies_with_nan_do_no_harm():
    bodies = cloud(300, 1.3)
    bodies.pose[FIRST + 7, :3] = np.nan
    pairs, _ = found(bodies, 300)
    assert [p for p in listed(pairs) if FIRST + 7 not in p] == [p for p in brute_force(bodies, 300) if FIRST + 7 not in p]
