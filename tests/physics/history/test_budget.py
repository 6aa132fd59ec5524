"""A history stays within its memory: keyframes thin out, then poses and the oldest steps go, and it says so."""
from __future__ import annotations

import numpy as np
import pytest

from physics import History
from physics.history.thinning import MOST_GAP
from tests.support.recorded_worlds import Push, heap, recorded, run_to
from tests.support.sleeping_worlds import column, grounded, run_until_asleep

KB = 1000


def bytes_of(world) -> int:
    with History(world) as history:
        return history.bytes


def test_it_stays_within_its_budget_at_every_step_and_old_keyframes_thin_out_first():
    world = heap(sleep=False)
    history, most, hashes = History(world, budget=900 * KB), 0, {}
    for _ in range(600):
        world.step()
        hashes[world.step_count] = world.state_hash()
        most = max(most, history.bytes)
    steps = np.array(history.keyframe_steps)
    assert most <= 900 * KB and history.first == 0
    gaps = np.diff(steps)
    assert gaps[0] > gaps[-1] and gaps.max() <= MOST_GAP
    assert history.note == (f"old keyframes were thinned out to fit 0.9 MB: going back replays up to {gaps.max()} steps")
    for step in (0, 1, int(steps[1]), 250, 599):
        history.at(step)
        assert world.state_hash() == hashes.get(step, world.state_hash())


def test_the_oldest_steps_go_when_thinning_does_not_suffice():
    world = heap(sleep=False)
    history, hashes = History(world, budget=500 * KB), {}
    for _ in range(1500):
        world.step()
        hashes[world.step_count] = world.state_hash()
        assert history.bytes <= 500 * KB
    assert 0 < history.first < 1400
    assert history.note.startswith(f"steps {history.first:,} to 1,500 are kept, all that fits 0.5 MB; the ")
    for step in (history.first, history.first + 1, 1499):
        history.at(step)
        assert world.state_hash() == hashes[step]
    with pytest.raises(ValueError, match="is not in this history, which has steps"):
        history.at(history.first - 1)


def test_a_smaller_budget_takes_effect_at_once():
    world, history, _ = recorded(300, sleep=False)
    before = history.bytes
    history.budget = before // 2
    assert history.bytes <= before // 2 and history.note
    history.at(history.first)
    history.budget = before // 4
    assert history.bytes <= before // 4
    run_to(world, world.step_count + 5)
    assert history.last == world.step_count


def test_a_world_that_outgrows_the_budget_is_recorded_no_more_and_the_note_says_so():
    world = heap(count=1)
    history = History(world, budget=bytes_of(world) + 40 * KB)
    for k in range(200):
        world.add_body(shape=world.bodies[1].shape, position=(2.0 * k, 9, 1))
    run_to(world, 3)
    assert history.bytes == 0 and "nothing is kept" in history.note
    with pytest.raises(ValueError, match="nothing is kept: one state of this world needs more than"):
        history.at(1)
    History(world).close()


@pytest.mark.parametrize("budget", [0, -1, True, "256 MB", float("nan"), float("inf")])
def test_a_budget_that_is_none_is_refused(budget):
    with pytest.raises(ValueError, match="is no number of bytes above 0"):
        History(heap(count=1), budget=budget)


def test_a_budget_below_one_state_is_refused_with_what_is_needed():
    with pytest.raises(ValueError, match=r"budget: 1,000 bytes; one state of this world needs \d"):
        History(heap(), budget=1000)


def test_a_world_asleep_costs_next_to_nothing():
    world = grounded()
    for k in range(20):
        column(world, at=3.0 * k)
    history = History(world)
    run_until_asleep(world)
    run_to(world, 300)
    before, keyframes = history.bytes, len(history.keyframe_steps)
    run_to(world, 620)
    assert len(history.keyframe_steps) == keyframes + 10
    assert history.bytes - before < 320 * 400 + 10 * 13_000


def test_a_ghost_goes_before_any_step_does():
    world, history, _ = recorded(200, sleep=False)
    history.at(100)
    history.record(Push(3, (1, 0, 0)))
    world.step()
    assert history.ghost is not None
    history.budget = history.bytes - 1
    assert history.ghost is None or history.first == 0
    assert history.first == 0
