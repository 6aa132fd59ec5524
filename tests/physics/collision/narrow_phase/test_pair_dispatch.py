"""The narrow phase as a whole: all kinds at once, any split of the blocks, swapped bodies, and the list of touching pairs."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import FIRST, MANIFOLD_SLOTS, NO_POINT, PAIR_KINDS, W, new_bodies, new_pairs
from physics.collision.narrow_phase.box_box import BoxRule, collide_box_box
from physics.collision.narrow_phase.impulse_match import match_impulses
from physics.collision.narrow_phase.pair_dispatch import ROUTINES, rule_of
from physics.collision.narrow_phase.touching import list_touching
from physics.parallel.job_runner import Teamwork
from tests.physics.collision.broad_phase.test_pair_search import found, mixed_world
from tests.support.samples import blocks_in_use, collide, manifold, pair_list, room_to_list

PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])


def test_every_pair_kind_has_a_routine():
    assert list(ROUTINES) == list(PAIR_KINDS)


@PRECISIONS
def test_all_kinds_and_the_touching_list(precision):
    bodies = mixed_world(precision)
    pairs, _ = found(bodies, 220)
    touching = collide(bodies, pairs, 0.02)
    entries = [block * W + lane for block in blocks_in_use(pairs) for lane in range(W)]
    count, missing = touching.counts[0], touching.missing
    expected = [k for k in entries if pairs.a[k] >= FIRST and manifold(pairs, k)[1]]
    assert touching.index[:count].tolist() == expected
    assert touching.a[:count].tolist() == pairs.a[expected].tolist()
    assert touching.b[:count].tolist() == pairs.b[expected].tolist()
    assert missing[:count].tolist() == [4 - len(manifold(pairs, k)[1]) for k in expected] and len(set(missing[:count])) > 2
    kinds = {int(np.searchsorted(pairs.kind_start, k // W, "right")) - 1 for k in expected}
    assert kinds == set(range(len(PAIR_KINDS)))
    padding = [k for k in entries if pairs.a[k] < FIRST]
    assert padding and all(not manifold(pairs, k)[1] for k in padding)


@pytest.mark.parametrize("members", [1, 2, 3, 8])
@pytest.mark.parametrize("number", [0, 1, 3000, 30_000])
def test_touching_pairs_are_listed_in_order(members, number):
    """The result does not depend on which thread lists which part."""
    rng, pairs = np.random.default_rng(number), new_pairs(2000, "single")
    pairs.order[:number] = rng.permutation(len(pairs.order))[:number]
    pairs.points[:] = rng.integers(-3, 5, len(pairs.points)).clip(0)
    pairs.a[:], pairs.b[:] = rng.integers(FIRST, 10**6, (2, len(pairs.a)))
    pairs.number[0] = number
    listing, team = room_to_list(pairs), Teamwork(members, measured=False)
    with team.gathered(1):
        team.work(lambda each: list_touching(each, pairs, listing), 1e6)
    expected = [k for k in pairs.order[:number] if pairs.points[k] > 0]
    count = int(listing.counts[0])
    assert listing.index[:count].tolist() == expected
    for given, known in ((listing.a, pairs.a), (listing.b, pairs.b), (listing.missing, 4 - pairs.points)):
        assert given[:count].tolist() == known[expected].tolist()


@PRECISIONS
def test_any_split_of_the_blocks_gives_the_same_bits(precision):
    bodies = mixed_world(precision)
    pairs, _ = found(bodies, 220)
    collide(bodies, pairs, 0.02)
    for block in blocks_in_use(pairs):
        match_impulses(block, block + 1, pairs, 0)
    whole = pairs.manifolds.tobytes(), pairs.impulses.tobytes()
    again, _ = found(bodies, 220)
    for kind, shapes in reversed(list(enumerate(PAIR_KINDS))):
        for block in reversed(range(int(again.kind_start[kind]), int(again.kind_end[kind]))):
            ROUTINES[shapes](block, block + 1, bodies, again, rule_of(shapes, 0.02))
            match_impulses(block, block + 1, again, 0)
    assert (again.manifolds.tobytes(), again.impulses.tobytes()) == whole


@PRECISIONS
def test_swapped_boxes_mirror(precision):
    """Which box is a decides ties only: the normal turns round, the deepest point stays as deep."""
    bodies = mixed_world(precision)
    pairs, _ = found(bodies, 220)
    first, end = int(pairs.kind_start[2]) * W, int(pairs.kind_end[2]) * W
    a, b = ([int(r) for r in rows[first:end] if r >= FIRST] for rows in (pairs.a, pairs.b))
    one, two = pair_list(("box", "box"), a, b, precision), pair_list(("box", "box"), b, a, precision)
    for list_ in (one, two):
        collide_box_box(0, len(list_.a) // W, bodies, list_, BoxRule(0.02, 0))
    mirrored = 0
    for entry in range(len(a)):
        (normal, points), (other, others) = manifold(one, entry), manifold(two, entry)
        assert bool(points) == bool(others)
        if points and np.abs(normal + other).max() < 1e-3:
            deepest = min(p.separation for p in points)
            tie = 0.002 * float(min(bodies.shape[a[entry], :3].min(), bodies.shape[b[entry], :3].min()))
            assert deepest == pytest.approx(min(p.separation for p in others), abs=tie + 1e-5)
            mirrored += 1
    assert mirrored > 0.9 * sum(bool(manifold(one, k)[1]) for k in range(len(a))) > 100


def test_far_pairs_are_told_by_every_slot():
    """A block without any touching pair says so even where an older manifold stood."""
    bodies = new_bodies(2, "single")
    pairs = pair_list(("box", "box"), [FIRST], [FIRST + 1])
    bodies.pose[FIRST + 1, 0] = 50
    pairs.manifolds[:] = 7
    collide_box_box(0, 1, bodies, pairs, BoxRule(0.02, 0))
    block = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[0]
    assert (block[3] == 0).all() and (block[7::5] == np.float32(NO_POINT)).all() and (block[8::5] == -1).all()
