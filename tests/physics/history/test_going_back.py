"""A world with a history goes to the state after any of its steps, in all bits, and on from there as it went before."""
from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from physics import BallSocket, History, World
from tests.support.mixed_scene import Recipe, build
from tests.support.recorded_worlds import heap, recorded, run_to


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("stabilization", ["soft", "split_impulse"])
def test_every_kind_of_constraint_comes_back_in_all_bits(precision, stabilization):
    world, _ = build(Recipe(precision=precision, stabilization=stabilization))
    with History(world) as history:
        hashes = run_to(world, 150)
        for step in (149, 0, 31, 32, 33, 64, 1, 150, 97):
            history.at(step)
            assert (world.step_count, world.state_hash()) == (step, hashes[step])


def test_back_goes_back_and_stops_at_the_first_step():
    world, history, hashes = recorded(70)
    history.back()
    assert (world.step_count, world.state_hash()) == (69, hashes[69])
    history.back(9)
    assert (world.step_count, world.state_hash()) == (60, hashes[60])
    history.back(1000)
    assert (world.step_count, world.state_hash()) == (0, hashes[0])


def test_going_on_takes_the_recorded_steps_again_and_then_new_ones():
    world, history, hashes = recorded(80)
    more = run_to(copy.deepcopy(world), 120)
    history.at(20)
    assert history.in_past and history.last == 80
    assert run_to(world, 80) == {step: hashes[step] for step in range(20, 81)}
    assert not history.in_past and history.ghost is None
    assert run_to(world, 120) == more
    assert history.last == 120


def test_a_recorded_world_takes_the_same_steps_as_one_without_history():
    assert run_to(heap(), 90) == recorded(90)[2]


def test_contacts_and_energy_come_back_too():
    world, history, _ = recorded(90)
    history.at(64)
    before = world.contact_arrays(), world.energy(), world.max_penetration()
    history.at(10)
    history.at(64)
    after = world.contact_arrays(), world.energy(), world.max_penetration()
    assert before[1:] == after[1:] and before[2] > 0
    for one, two in zip(before[0], after[0]):
        np.testing.assert_array_equal(one, two)


def test_a_history_that_begins_at_a_later_step_shows_what_the_world_showed_then():
    world = heap()
    run_to(world, 60)
    count, deepest = world.contact_count, world.max_penetration()
    history = History(world)
    run_to(world, 80)
    history.at(60)
    assert history.first == 60 and world.contact_count == count > 0 and world.max_penetration() == deepest


def test_bodies_and_joints_that_came_and_went_have_the_same_uids_again():
    world = heap()
    history = History(world)
    run_to(world, 20)
    a = world.add_body(shape=heap().bodies[1].shape, position=(0, 3, 2))
    joint = world.add_joint(BallSocket(a=a, b=world.bodies[2], anchor=(0, 2, 2)))
    run_to(world, 40)
    world.remove(world.bodies[1])
    world.remove(joint)
    hashes = run_to(world, 90)
    last = [body.uid for body in world.bodies]
    history.at(10)
    assert a.uid not in [body.uid for body in world.bodies] and not world.joints
    with pytest.raises(ReferenceError):
        a.position.sum()
    again = run_to(world, 90)
    assert [body.uid for body in world.bodies] == last
    assert all(again[step] == hashes[step] for step in range(41, 91))
    b = world.add_body(shape=heap().bodies[1].shape, position=(0, 3, 2))
    assert b.uid == a.uid + 1


def test_steps_that_are_not_kept_are_refused_with_those_that_are():
    _, history, _ = recorded(30)
    with pytest.raises(ValueError, match="step 31 is not in this history, which has steps 0 to 30"):
        history.at(31)
    with pytest.raises(ValueError, match="step 3 is not in this history, which has step 0 alone"):
        History(heap()).at(3)


def test_a_long_replay_says_how_far_it_is_and_ends_where_it_is_told():
    world, history, hashes = recorded(60)
    history.at(0)
    seen = []
    assert not history.at(30, lambda done, of: seen.append((done, of)) or done < 12)
    assert seen == [(k, 30) for k in range(1, 13)]
    assert (world.step_count, world.state_hash()) == (12, hashes[12])
    assert history.at(30)


def test_closed_it_records_no_more_and_another_may_begin():
    world, history, _ = recorded(10)
    with pytest.raises(ValueError, match="has a history already"):
        History(world)
    history.close()
    run_to(world, 20)
    assert history.last == 10
    with History(world) as other:
        run_to(world, 25)
    assert (other.first, other.last) == (20, 25)


def test_copies_of_a_world_have_no_history():
    world, history, hashes = recorded(10)
    for other in (copy.deepcopy(world), pickle.loads(pickle.dumps(world))):
        assert other.state_hash() == hashes[10]
        History(other).close()
    assert history.last == 10


def test_events_of_all_steps_are_kept_with_their_steps():
    world = heap()
    history, seen = History(world), []
    for _ in range(60):
        world.step()
        seen += [(world.step_count, event) for event in world.events]
    assert list(history) == seen and len(seen) > 10


def test_times_poses_and_hashes_are_known_without_going_there():
    world, history, _ = recorded(50)
    history.at(23)
    uids, poses = world.uids, np.hstack((world.positions, world.rotations))
    told = history.hash(23)
    history.at(50)
    np.testing.assert_array_equal(history.poses(23)[0], uids)
    np.testing.assert_array_equal(history.poses(23)[1], poses)
    assert history.time(23) == pytest.approx(23 / 60) and history.hash(23) == told != history.hash(24)


@pytest.mark.parametrize("step", ["first", None, 1.5, True])
def test_what_is_no_step_is_said_to_be_none(step):
    world = World()
    with History(world) as history:
        world.step()
        for question in (history.at, history.time, history.hash, history.poses):
            with pytest.raises(ValueError, match="step: .* is no whole number"):
                question(step)
        with pytest.raises(ValueError, match="n: .* is no whole number"):
            history.back(step)
        with pytest.raises(ValueError, match="n: -1 steps cannot be gone back"):
            history.back(-1)
