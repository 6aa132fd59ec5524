"""Cached manifolds: they follow the bodies, miss no contact, and are recomputed in time."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import ANCHOR_SLOTS, FIRST, KEPT, W, new_bodies, new_pairs
from physics.collision.broad_phase.aabb import Margins
from physics.collision.broad_phase.pair_search import SearchOptions, new_scratch
from physics.pipeline.find_pairs import find_all
from tests.physics.collision.narrow_phase.test_box_box import product, small_turn
from tests.support.samples import collide, manifold, place

MARGIN = 0.02
PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])


def heap(precision="double", seed=0):
    """Sixty boxes about a plane, some of them touching, with their pairs."""
    rng = np.random.default_rng(seed)
    bodies = new_bodies(61, precision)
    place(bodies, FIRST, "plane", ((0, 0, 1), 0.0))
    for k in range(60):
        cell = np.array([k % 4, k // 4 % 4, k // 16]) * 0.98
        place(bodies, FIRST + 1 + k, "box", (0.5, 0.45, 0.5), cell + (0, 0, 0.5), small_turn(rng, 0.05))
    return rng, bodies, all_pairs(bodies, precision)


def all_pairs(bodies, precision):
    """Their pairs, of which none remembers anything."""
    kept, options = (new_pairs(1, precision), new_scratch(1, 1, precision)), SearchOptions(Margins(0.0, 0.1, 0.0, 0.0))
    return find_all(bodies, 61, kept, options)[0]


def fresh(bodies, precision="double"):
    """The same pairs with manifolds found now."""
    pairs = all_pairs(bodies, precision)
    collide(bodies, pairs, MARGIN, 0.0)
    return pairs


def shake(rng, bodies, distance, angle):
    """Move and turn every box a little."""
    for row in range(FIRST + 1, FIRST + 61):
        bodies.pose[row, :3] += rng.normal(size=3) * distance
        turned = product(small_turn(rng, angle), bodies.pose[row, 3:7].astype(float))
        bodies.pose[row, 3:7] = turned / np.linalg.norm(turned)


def kept(pairs):
    """Mask of the pairs whose manifold was kept."""
    return pairs.anchors.reshape(-1, ANCHOR_SLOTS, W)[:, KEPT].ravel() > 0.5


def entries(pairs):
    return [k for k in range(int(pairs.kind_start[-1]) * W) if pairs.a[k] >= FIRST]


@PRECISIONS
def test_nothing_moves_nothing_changes(precision):
    _, bodies, pairs = heap(precision)
    collide(bodies, pairs, MARGIN, 0.1)
    before = pairs.manifolds.copy()
    collide(bodies, pairs, MARGIN, 0.1)
    touching = [k for k in entries(pairs) if manifold(pairs, k)[1]]
    assert len(touching) > 50 and kept(pairs)[touching].all()
    np.testing.assert_allclose(pairs.manifolds, before, atol=1e-6 if precision == "single" else 1e-14)


@PRECISIONS
def test_reuse_zero_is_the_manifold_of_now(precision):
    rng, bodies, pairs = heap(precision)
    for _ in range(3):
        collide(bodies, pairs, MARGIN, 0.0)
        shake(rng, bodies, 1e-3, 1e-3)
    collide(bodies, pairs, MARGIN, 0.0)
    now = fresh(bodies, precision)
    compared = 0
    for k in entries(pairs):
        (normal, points), (other, others) = manifold(pairs, k), manifold(now, k)
        assert [(p.separation, p.feature) for p in points] == [(p.separation, p.feature) for p in others]
        assert not points or (normal == other).all()
        compared += bool(points)
    assert compared > 50


def test_separations_follow_the_bodies():
    """Corners on a plane to first order in the motion; points between boxes about so, as long as they are near where they
    were (the crossing of two nearly parallel edges is elsewhere at once)."""
    for moved in (1e-3, 1e-4):
        rng, bodies, pairs = heap()
        collide(bodies, pairs, MARGIN, 0.1)
        shake(rng, bodies, moved, moved)
        collide(bodies, pairs, MARGIN, 0.1)
        now, compared = fresh(bodies), [0, 0]
        for k in entries(pairs):
            by_feature = {p.feature: p for p in manifold(now, k)[1]}
            for point in manifold(pairs, k)[1]:
                other = by_feature.get(point.feature)
                if kept(pairs)[k] and other and np.abs(point.position - other.position).max() < 5 * moved:
                    off = abs(point.separation - other.separation)
                    plane = k >= pairs.kind_start[4] * W
                    assert off < (10 * moved**2 if plane else 1.5 * moved)
                    compared[int(plane)] += 1
        assert min(compared) > 20


@pytest.mark.parametrize("step", [2e-4, 2e-3, 8e-3])
def test_nothing_touches_unseen(step):
    """On a random walk every overlap is reported, and about as deep as it is."""
    rng, bodies, pairs = heap(seed=3)
    start, overlaps, found_anew = bodies.pose.copy(), 0, 0
    for _ in range(25):
        shake(rng, bodies, step, step)
        bodies.pose[:, :3] += 0.2 * (start[:, :3] - bodies.pose[:, :3])       # stay within the fat boxes
        collide(bodies, pairs, MARGIN, 0.1)
        now = fresh(bodies)
        found_anew += sum(not kept(pairs)[k] for k in entries(pairs))
        for k in entries(pairs):
            points = manifold(now, k)[1]
            deepest = min((p.separation for p in points), default=1.0)
            if deepest < -2e-3:
                seen = min((p.separation for p in manifold(pairs, k)[1]), default=1.0)
                assert seen < min(deepest + 0.4 * MARGIN, 0.0)
                overlaps += 1
    assert overlaps > 500 and found_anew > 0


def test_far_motion_finds_anew():
    rng, bodies, pairs = heap()
    collide(bodies, pairs, MARGIN, 0.05)
    shake(rng, bodies, 0.0, 0.04)                      # a corner moves 0.04 * 0.84 m, more than 0.05 * 0.45 m
    collide(bodies, pairs, MARGIN, 0.05)
    touching = [k for k in entries(pairs) if manifold(pairs, k)[1]]
    assert len(touching) > 50 and not kept(pairs)[touching].any()


def test_hinges_are_found_anew_sooner():
    """Two boxes that touch by one or two points may drift a twentieth as far as such with more."""
    seen = []
    for moved in (4e-4, 4e-3):
        _, bodies, pairs = heap()
        collide(bodies, pairs, MARGIN, 0.1)
        bodies.pose[FIRST + 1::2, 0] += moved                   # every other box: each pair drifts by as much, or not at all
        collide(bodies, pairs, MARGIN, 0.1)
        points = np.array([len(manifold(pairs, k)[1]) for k in entries(pairs)])
        stays = kept(pairs)[entries(pairs)]
        seen.append((stays[(points == 1) | (points == 2)].mean(), stays[points == 4].mean()))
    assert seen[0] == (1.0, 1.0)
    assert seen[1][0] < 0.7 and seen[1][1] > 0.95
