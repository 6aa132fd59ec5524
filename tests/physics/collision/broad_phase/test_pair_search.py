"""The list of pairs: complete, without duplicates, in the stated order, and correct after growth."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import cKDTree

from physics.bodies.arrays import COUNT, FIRST, MANIFOLD_SLOTS, PAIR_KINDS, W
from physics.collision.broad_phase import pair_search
from physics.collision.broad_phase.pair_search import TooManyPairs
from physics.collision.shape_kinds import BOX
from physics.definitions.categories import ALL_CATEGORIES
from physics.parallel.job_runner import Teamwork
from tests.support.pair_lists import (
    PRECISIONS,
    brute_force,
    cloud,
    found,
    listed,
    memory,
    mixed_world,
    pair_kind_of,
    moved,
    name_memory,
    without_planes,
)
from tests.support.samples import place, sphere_bodies


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


def filtered(bodies, count, seed=1):
    """Give bodies random categories and masks, and make some of them sensors."""
    rng, rows = np.random.default_rng(seed), slice(FIRST, FIRST + count)
    bodies.category[rows] = 1 << rng.choice([0, 1, 31], count)
    bodies.mask[rows] = rng.choice([ALL_CATEGORIES, 1, 2, 3, 1 << 31, 0], count, p=[0.6, 0.1, 0.05, 0.1, 0.1, 0.05])
    bodies.sensor[rows] = rng.uniform(size=count) < 0.05


def test_filters_and_sensors_are_left_out():
    bodies = mixed_world("single")
    everything = listed(found(bodies, 220)[0])
    filtered(bodies, 220)
    left = listed(found(bodies, 220)[0])
    assert left == brute_force(bodies, 220)
    assert 100 < len(left) < len(everything) - 100


def test_a_changed_filter_removes_pairs_that_touch_and_brings_new_ones():
    """A pair with points stays in the list without being found; not so when it is no longer allowed."""
    bodies = mixed_world("single")
    filtered(bodies, 220)
    pairs, scratch = found(bodies, 220)
    pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[:, COUNT] = 1.0
    filtered(bodies, 220, seed=2)
    again = listed(found(bodies, 220, pairs=pairs, scratch=scratch)[0])
    assert again == brute_force(bodies, 220)


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
def test_a_stranger_changes_no_other_order(stranger):
    bodies = cloud(500, 1.3, room=1)
    before = listed(found(bodies, 500)[0])
    place(bodies, FIRST + 500, "sphere", 0.5, stranger)
    after = listed(found(bodies, 501)[0])
    assert [p for p in after if FIRST + 500 not in p] == before
    assert (len(after) > len(before)) == (stranger == (3, 3, 3))


def test_a_huge_floor_meets_all_bodies():
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


@PRECISIONS
@pytest.mark.parametrize("reach", [0.02, 0.04, 0.2], ids=["few leave", "half leave", "all leave"])
@pytest.mark.parametrize("threads", [1, 3])
def test_pairs_of_those_that_left(precision, reach, threads):
    """Searching for these alone gives the pairs of all fat boxes, step after step, with the memory of continuing pairs."""
    team = Teamwork(threads, measured=False)
    rng = np.random.default_rng(2)
    bodies = without_planes(mixed_world(precision))
    pairs, scratch = found(bodies, 220)
    total = new = 0
    for _ in range(10):
        known = set(listed(pairs))
        name_memory(pairs)
        pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[:, COUNT] = 0              # no pair touches
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
    return pair_kind_of(bodies.kind[pairs.a[entry]], bodies.kind[pairs.b[entry]])


def test_bodies_near_a_plane_are_found_when_they_come():
    bodies = sphere_bodies([(0, 0, 5), (3, 0, 5)], 0.5, room=1)
    place(bodies, FIRST + 2, "plane", ((0, 0, 1), 0))
    pairs, scratch = found(bodies, 3)
    assert not listed(pairs)
    pairs, scratch, left = moved(bodies, pairs, scratch, np.array([(0, 0, -4.45), (0, 0, 0), (0, 0, 0)]))
    assert left == 1 and listed(pairs) == [(PAIR_KINDS.index(("sphere", "plane")), FIRST, FIRST + 2)]
    pairs, scratch, _ = moved(bodies, pairs, scratch, np.array([(0, 0, 3), (0, 0, 0.001), (0, 0, 0)]))
    assert not listed(pairs)


def test_pairs_with_points_stay_until_they_have_none():
    """Boxes far apart whose pair still has points: it is removed with the points, or when it is no longer allowed."""
    bodies = sphere_bodies([(0, 0, 0), (0.9, 0, 0)], 0.5)
    for points, joined, left in ((0, False, 0), (1, False, 1), (1, True, 0)):
        bodies.pose[FIRST, 0] = 0
        pairs, scratch = found(bodies, 2)
        assert len(listed(pairs)) == 1
        memory(pairs)[2][0, COUNT, 0] = points
        bodies.pose[FIRST, 0] = -5
        excluded = [FIRST << 32 | FIRST + 1] if joined else []
        assert len(listed(found(bodies, 2, excluded, pairs=pairs, scratch=scratch)[0])) == left


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
