"""What changes a world between its steps is replayed: changes by hand and recorded commands.  Others make another future."""
from __future__ import annotations

import copy

import numpy as np
import pytest

import physics.step
from physics import Body, Hinge, History, SolverSettings, World
from physics.definitions.known_names import settable
from physics.history import ReplayError
from tests.support.recorded_worlds import Drop, Push, Take, heap, recorded, run_to

CHANGES = {
    "position": lambda world: setattr(world.bodies[3], "position", (2, 2, 2)),
    "rotation": lambda world: setattr(world.bodies[3], "rotation", (0, 0, 0.6, 0.8)),
    "velocity": lambda world: setattr(world.bodies[3], "velocity", (1, 0, 2)),
    "spin": lambda world: setattr(world.bodies[3], "angular_velocity", (1, 0, 2)),
    "friction": lambda world: setattr(world.bodies[0], "friction", 0.01),
    "restitution": lambda world: setattr(world.bodies[0], "restitution", 0.9),
    "combine_friction": lambda world: setattr(world.bodies[0], "combine_friction", "maximum"),
    "rolling": lambda world: setattr(world.bodies[0], "rolling_resistance", 0.05),
    "spinning": lambda world: setattr(world.bodies[5], "spinning_share", 0.2),
    "surface": lambda world: setattr(world.bodies[0], "surface_velocity", (1, 0, 0)),
    "mask": lambda world: setattr(world.bodies[5], "mask", 0),
    "force": lambda world: world.bodies[4].apply_force((0, 50, 0)),
    "torque": lambda world: world.bodies[4].apply_torque((0, 5, 0)),
    "impulse": lambda world: world.bodies[4].apply_impulse((0, 3, 0)),
    "gravity": lambda world: setattr(world, "gravity", (0, 1, -5)),
    "dt": lambda world: setattr(world, "dt", 1 / 90),
    "solver": lambda world: setattr(world, "solver", SolverSettings.preset("classic")),
    "friction_model": lambda world: setattr(world, "solver", world.solver.replace(friction_model="manifold_centre")),
    "override": lambda world: setattr(world, "friction_override", 0.0),
    "length_scale": lambda world: setattr(world, "length_scale", 0.1),
    "remove": lambda world: world.remove(world.bodies[6]),
    "sleep": lambda world: world.bodies[6].sleep(),
    "no_sleep": lambda world: setattr(world, "sleep", False),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_by_hand_is_replayed(change):
    world = heap()
    history = History(world)
    hashes = run_to(world, 50)
    change(world)
    hashes |= {step: told for step, told in run_to(world, 80).items() if step > 50}
    for step in (80, 50, 49, 51, 20):
        history.at(step)
        assert world.state_hash() == hashes[step], step
    assert {step: told for step, told in run_to(world, 80).items() if step > 50} == {step: hashes[step] for step in range(51, 81)}
    assert history.ghost is None


def test_a_script_that_changes_a_body_before_each_step_is_replayed():
    world = heap()
    history, hashes = History(world), {}
    for k in range(60):
        world.bodies[4].apply_force((0, 10 * np.sin(k), 0))
        world.step()
        hashes[world.step_count] = world.state_hash()
    for step in (13, 59, 1, 40):
        history.at(step)
        assert world.state_hash() == hashes[step]


def test_the_same_change_again_stays_in_the_recorded_future_and_another_begins_a_new_one():
    world = heap()
    history = History(world)
    run_to(world, 30)
    world.bodies[3].velocity = 1, 0, 0
    hashes = run_to(world, 60)
    history.at(30)
    world.bodies[3].velocity = 1, 0, 0
    world.step()
    assert history.ghost is None and world.state_hash() == hashes[31]
    history.at(30)
    world.bodies[3].friction = 0.01                  # which shows in no pose
    world.step()
    assert (history.ghost.first, history.ghost.last) == (31, 60) and history.last == 31


def test_a_changed_knob_makes_a_ghost_of_the_old_future_and_the_new_one_is_that_of_a_fresh_world():
    world, history, _ = recorded(60)
    old = {step: history.poses(step)[1] for step in range(21, 61)}
    history.at(20)
    other = copy.deepcopy(world)
    for one in (world, other):
        one.gravity = 0, 0, -1.6
    assert run_to(world, 60) == run_to(other, 60)
    ghost = history.ghost
    assert (ghost.first, ghost.last, history.last) == (21, 60, 60)
    for step, poses in old.items():
        np.testing.assert_array_equal(ghost.poses(step)[1], poses)
    assert ghost.poses(20) is None and ghost.poses(61) is None
    uid = world.bodies[4].uid
    np.testing.assert_array_equal(ghost.path(uid)[-1], old[60][4, :3])
    assert np.abs(world.positions[4] - old[60][4, :3]).max() > 0.01


def test_branch_leaves_the_recorded_changes_behind():
    world = heap()
    history = History(world)
    run_to(world, 20)
    plain = run_to(copy.deepcopy(world), 40)
    world.bodies[3].velocity = 3, 0, 0
    run_to(world, 40)
    history.at(20)
    ghost = history.branch()
    assert (ghost.first, ghost.last) == (21, 40) and history.branch() is None
    assert run_to(world, 40) == plain


def test_recorded_commands_take_no_keyframes_and_are_replayed():
    world = heap()
    history, hashes = History(world), {}
    for k in range(90):
        if k == 40:
            history.record(Drop(3.0))
        if k == 60:
            history.record(Take(world.bodies[-1].uid))
        if 20 <= k < 80:
            history.record(Push(5, (0.01 * k, 0, 0)))
        world.step()
        hashes[world.step_count] = world.state_hash()
    assert history.keyframe_steps == [0, 32, 64]
    assert len([command for _, command in history.inputs()]) == 62
    for step in (89, 32, 20, 61, 40, 41, 90):
        history.at(step)
        assert world.state_hash() == hashes[step], step


def test_the_same_command_again_stays_in_the_recorded_future_and_another_begins_a_new_one():
    world = heap()
    history = History(world)
    run_to(world, 10)
    history.record(Push(4, (1, 0, 0)))
    hashes = run_to(world, 30)
    history.at(10)
    history.record(Push(4, (1, 0, 0)))
    world.step()
    assert history.ghost is None and history.last == 30 and world.state_hash() == hashes[11]
    history.at(10)
    history.record(Push(4, (2, 0, 0)))
    world.step()
    assert history.last == 11 and [command for _, command in history.inputs()] == [Push(4, (2, 0, 0))]


def test_a_change_by_hand_that_no_step_followed_is_not_lost_by_going_away():
    world, history, _ = recorded(40)
    world.bodies[4].velocity = 0, 0, 5
    expected = run_to(copy.deepcopy(world), 60)
    history.at(12)
    run_to(world, 40)
    assert history.in_past
    again = run_to(world, 60)
    assert [again[step] for step in range(41, 61)] == [expected[step] for step in range(41, 61)]


def test_a_command_that_does_not_do_the_same_again_is_named_by_its_first_step_and_body():
    class Restless:
        calls = 0

        def apply(self, world):
            self.calls += 1
            world.bodies[3].velocity = self.calls, 0, 0

    world = heap()
    history = History(world)
    run_to(world, 10)
    history.record(Restless())
    run_to(world, 20)
    with pytest.raises(ReplayError, match=r"first in step 11: body 4 'part_2' is 0\.015 m from where it was") as caught:
        history.at(15)
    assert caught.value.step == 11 == world.step_count


def test_a_change_past_the_methods_of_the_world_is_named():
    world, history, _ = recorded(40)
    history.at(10)
    world._bodies.arrays.velocity[world.bodies[5]._row, 1] += 1
    with pytest.raises(ReplayError, match=r"first in step 11: body 6 'part_4' is .* m from where it was"):
        world.step()


def test_a_step_that_fails_on_its_way_is_no_step_and_what_it_left_is_replayed(monkeypatch):
    world, history, _ = recorded(20)

    def fail(*_):
        raise ValueError("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(physics.step, "advance_stage", fail)
        with pytest.raises(ValueError, match="no answer"):
            world.step()
    assert (history.present, history.last) == (20, 20)
    hashes = run_to(world, 40)
    history.at(5)
    assert [run_to(world, 40)[step] for step in (21, 40)] == [hashes[21], hashes[40]]


@pytest.mark.parametrize("name", sorted(set(settable(Body)) - {"uid"}))
def test_every_property_of_a_body_that_can_be_set_counts_as_a_change(name):
    world = heap(sleep=False)
    body = world.bodies[2]
    value = {"rotation": (0, 0, 0.6, 0.8)}.get(name, getattr(body, name))
    before = world._bodies.edits
    setattr(body, name, value)
    assert world._bodies.edits > before


@pytest.mark.parametrize("name", sorted(set(settable(World)) - {"threads", "note", "step_count", "time"}))
def test_every_setting_of_a_world_counts_as_a_change(name):
    world = heap(sleep=False)
    before = world._bodies.edits
    setattr(world, name, getattr(world, name))
    assert world._bodies.edits > before


def test_every_method_that_changes_a_world_counts_as_a_change():
    world = heap(sleep=False)
    a, b = world.bodies[1:3]
    joint = world.add_joint(Hinge(a=a, b=b, anchor=(0, 0, 1), axis=(0, 1, 0)))
    changes = (lambda: a.apply_force((1, 0, 0)), lambda: a.apply_torque((1, 0, 0)), lambda: a.apply_impulse((1, 0, 0)), a.wake,
               lambda: joint.set(motor_speed=2.0, motor_torque=1.0), lambda: setattr(joint, "enabled", False),
               lambda: world.remove(joint), lambda: world.add_body(shape=b.shape, position=(0, 9, 1)),
               lambda: world.add_joint(Hinge(a=a, b=b, anchor=(0, 0, 1), axis=(0, 1, 0))), lambda: world.remove(b),
               lambda: world.step(stop=(8, 1, 1)), lambda: world.restore(world.snapshot()))
    for change in changes:
        before = world._bodies.edits
        change()
        assert world._bodies.edits > before
    world.sleep = True
    before = world._bodies.edits
    a.sleep()
    assert world._bodies.edits > before


def test_a_world_put_back_to_a_snapshot_goes_on_in_another_future():
    world, history, hashes = recorded(20)
    saved = world.snapshot()
    hashes |= run_to(world, 40)
    world.restore(saved)
    assert history.present == 20 and history.last == 40
    world.step()
    assert world.state_hash() == hashes[21] and history.last == 21 and history.ghost.last == 40
    history.at(7)
    assert world.state_hash() == hashes[7]


def test_a_world_put_back_to_a_state_that_was_never_recorded_has_a_new_history():
    world, history, _ = recorded(20)
    world.bodies[2].velocity = 0, 0, 9
    saved = world.snapshot()
    run_to(world, 30)
    world.restore(saved)
    hashes = run_to(world, 30)
    assert history.first == 20
    history.at(20)
    assert world.state_hash() == hashes[20]


def test_a_step_to_look_inside_counts_as_a_change():
    world, history, _ = recorded(20)
    saved = world.snapshot()
    world.step(stop=(8, 1, 2))
    world.restore(saved)
    hashes = run_to(world, 40)
    history.at(5)
    assert {k: v for k, v in run_to(world, 40).items() if k >= 21} == {k: v for k, v in hashes.items() if k >= 21}
