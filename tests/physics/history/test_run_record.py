"""Run records: what leads from the beginning of a run to its end again, in another world, which expects its steps."""
from __future__ import annotations

import pytest

from physics import History
from physics.history import ReplayError
from physics.history.run_record import UNKNOWN
from tests.support.recorded_worlds import Drop, Push, Take, heap, recorded, run_to

KB = 1000


def commanded(budget: int = 10_000 * KB, steps: int = 90, **settings):
    """A heap with commands, its history, and the state hash after each step."""
    world = heap(**settings)
    history, hashes = History(world, budget=budget), {}
    while world.step_count < steps:
        step = world.step_count
        if step == 20:
            history.record(Drop(4.0))
        if step == 40:
            history.record(Take(3))
        if step % 7 == 3:
            history.record(Push(5, (0.1 * step % 3, 0.2, 0)))
        world.step()
        hashes[world.step_count] = world.state_hash()
    return world, history, hashes


def expecting(run, **settings):
    """Another world, built alike, that expects a run."""
    world = heap(**settings)
    history = History(world)
    history.expect(run)
    return world, history


def test_a_world_built_alike_takes_the_same_steps_with_their_commands():
    _, history, hashes = commanded()
    run = history.run_record()
    assert (run.first, run.last, len(run.hashes)) == (0, 90, 8 * 91)
    assert list(run.inputs) == sorted({*range(3, 90, 7), 20, 40})
    world, other = expecting(run)
    assert other.in_past and (other.last, other.taken, other.ahead) == (90, 0, run)
    told = run_to(world, 90)
    assert {step: told[step] for step in hashes} == hashes
    assert not other.in_past and other.taken == 90
    world.step()
    assert other.last == 91


def test_it_goes_to_any_step_ahead_at_once_and_keeps_keyframes_on_the_way():
    _, history, hashes = commanded()
    world, other = expecting(history.run_record())
    assert not other.at(60, lambda done, of: done < 25) and world.step_count == 25
    assert other.at(60) and world.state_hash() == hashes[60]
    assert other.keyframe_steps == [0, 32] and other.taken == 60
    for step in (33, 59, 90, 2):
        assert other.at(step) and world.state_hash() == hashes[step]
    assert list(other.inputs()) == list(history.inputs())


def test_a_step_that_is_not_as_expected_names_the_body_and_can_be_accepted():
    _, history, _ = commanded()
    run = history.run_record()
    world, other = expecting(run)
    run_to(world, 45)
    world._bodies.arrays.velocity[world._bodies.rows[6], 2] += 1.0               # which no history can see
    said = r"step 46 is not as it was recorded: body 6 'part_4' is .* m from where it was"
    with pytest.raises(ReplayError, match=said) as found:
        world.step()
    assert found.value.ahead and found.value.step == 46 and found.value.what.startswith("body 6 'part_4' is ")
    other.accept()
    pushed = [step for step, command in other.inputs() if step > 46]
    run_to(world, 90)
    assert other.taken == 90 and pushed == [52, 59, 66, 73, 80, 87] and other.ghost is None


def test_without_poses_the_hash_alone_is_told_and_after_a_branch_nothing_is_ahead():
    _, history, _ = commanded()
    world, other = expecting(history.run_record()._replace(poses={}))
    world._bodies.arrays.velocity[world._bodies.rows[6], 2] += 1.0
    with pytest.raises(ReplayError, match="step 1 is not as it was recorded: its hash is another$"):
        world.step()
    other.branch()
    assert other.ahead is None and other.last == 1 and not other.in_past and list(other.inputs()) == []


def test_another_beginning_is_told_at_once():
    _, history, _ = commanded()
    world = heap()
    world.bodies[3].velocity = 0, 0, 1
    other = History(world)
    with pytest.raises(ReplayError, match="step 0 is not as it was recorded: no body is elsewhere, but velocities"):
        other.expect(history.run_record())
    with pytest.raises(ValueError, match="a run that begins after step 0 cannot follow step 0"):
        other.expect(history.run_record())


def test_a_change_leaves_the_run_ahead():
    _, history, _ = commanded()
    world, other = expecting(history.run_record())
    run_to(world, 30)
    other.record(Push(4, (9, 0, 0)))
    assert other.ahead is None and other.last == 30
    world.step()
    assert other.last == 31 and [step for step, _ in other.inputs()] == [3, 10, 17, 20, 24, 30]


def test_hashes_of_every_few_steps_are_compared_where_they_are():
    _, history, _ = commanded()
    run = history.run_record()
    sparse = run._replace(hashes=b"".join(run.hash_of(step) for step in range(0, 91, 10)), every=10)
    assert sparse.hash_of(20) == run.hash_of(20) and sparse.hash_of(21) == UNKNOWN == sparse.hash_of(100)
    world, _ = expecting(sparse)
    run_to(world, 11)
    world._bodies.arrays.velocity[world._bodies.rows[6], 2] += 1.0
    with pytest.raises(ReplayError) as found:
        run_to(world, 90)
    assert found.value.step == 20


def test_commands_and_hashes_of_steps_that_are_not_kept_any_more_belong_to_it():
    _, history, hashes = commanded(500 * KB, 1500, sleep=False)
    assert history.first > 0
    run = history.run_record()
    assert run.first == 0 and run.last == 1500 and len(run.hashes) == 8 * 1501
    assert run.inputs.keys() == {*range(3, 1500, 7), 20, 40} and min(run.poses) > 0
    world, _ = expecting(run, sleep=False)
    assert {step: told for step, told in run_to(world, 1500).items() if step} == hashes


def test_a_smaller_budget_in_the_past_keeps_the_way_there():
    world, history, _ = commanded(900 * KB, 600, sleep=False)
    history.at(40)
    history.budget = 200 * KB
    assert history.first == 40 and not history.in_past
    run_to(world, 50)
    run = history.run_record()
    assert (run.first, run.last) == (0, 50) and run.inputs.keys() == {3, 10, 17, 20, 24, 31, 38}
    other, _ = expecting(run, sleep=False)
    run_to(other, 50)
    assert other.state_hash() == world.state_hash()


def test_it_ends_at_the_first_change_by_hand():
    world, history, _ = recorded(40)
    history.record(Push(4, (1, 0, 0)))
    world.bodies[3].velocity = 1, 0, 0
    run_to(world, 60)
    run = history.run_record()
    assert run.last == 40 and not run.inputs and len(run.hashes) == 8 * 41


def test_a_beginning_that_is_not_known_any_more_is_told():
    world = heap(sleep=False)
    history = History(world, budget=500 * KB)
    run_to(world, 10)
    world.bodies[3].velocity = 1, 0, 0
    run_to(world, 1500)
    with pytest.raises(ValueError, match="it was changed by what is no command, in steps that are not kept any more"):
        history.run_record()
    world = heap(sleep=False)
    history = History(world, budget=500 * KB)
    while world.step_count < 800:
        history.record(Push(4, (0.01, 0, 0)))
        world.step()
    with pytest.raises(ValueError, match="its first commands had to go for want of memory"):
        history.run_record()
    assert history.bytes <= 500 * KB and history.taken == 800


def test_what_is_yet_to_come_is_no_part_of_a_new_record():
    _, history, hashes = commanded()
    world, other = expecting(history.run_record())
    run_to(world, 41)
    again = other.run_record()
    assert again.last == 41 and again.inputs.keys() == {3, 10, 17, 20, 24, 31, 38, 40}
    assert world.state_hash() == hashes[41]
