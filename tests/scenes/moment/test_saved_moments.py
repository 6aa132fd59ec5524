"""Saved moments: the scene of a running world takes the steps that the world takes, to the last bit.

Where the scene was changed by hand since, the state is left out with a reason; so is one that is damaged.
"""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import scenes
from physics.definitions.settings import PRESETS
from scenes.loader import loads
from scenes.moment.content import Present
from scenes.moment.state import NOT_USED
from scenes.running.runner import Runner
from scenes.saved_moment import SavedMoment, moment_of, save_moment
from scenes.schema.problems import SceneError

AHEAD = 300
# scene -> the step at which it is saved: piles, stacks, joints, motors, gears, events, kinematic and sleeping bodies, sensors
MOMENTS = {"stacking/card_house": 50, "stacking/tower": 500, "collision/bounce_row": 40, "collision/thin_wall": 20,
           "collision/sieve": 60, "joints/door": 150, "joints/joint_zoo": 60, "joints/springs": 70, "joints/ragdoll_stairs": 80,
           "machines/drives": 90, "machines/platforms": 100, "machines/belt": 60, "gyroscopic/gyroscope": 200,
           "disputes/balanced_mobile": 30, "robustness/warm_start": 25, "welcome/welcome": 45,
           "friction/two_heaps": 120, "friction/rolling_slope": 200}
PLAIN = """\
format: 1
title: Broken and taken away
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2]}
  - {shape: {sphere: {radius: 0.25}}, position: [2, 0, 0.25]}
  - {name: gone, shape: {sphere: {radius: 0.25}}, position: [6, 0, 1]}
  - {name: last, shape: {box: {half: [0.2, 0.3, 0.4]}}, position: [8, 0, 1.5], category: red, collides_with: [default]}
categories: [red]
joints:
  - {name: weak, type: fixed, a: world, b: crate, anchor: [0, 0, 2], break_force: 10}
  - {name: held, type: hinge, a: last, b: world, anchor: [8, 0, 2], axis: [0, 1, 0], lower: -60 deg, upper: 60 deg}
events:
  - {at: 0.1, remove: {body: gone}}
  - {at: 1.5, apply_force: {body: crate, force: [1000, 0, 0], for: 0.5}}
  - {at: 2, set: {world.gravity: [0, 0, -3]}}
  - {at: 20, set: {joints.weak.break_torque: 50}}
  - {at: 20, set: {joints.weak.break_torque: 60, world.gravity: [0, 0, -4]}}
  - {at: 25, remove: {joint: weak}}
  - {at: 3, apply_impulse: {body: gone, impulse: [0, 0, 9]}}
"""


def run_to(document, step: int, overrides=()) -> Runner:
    runner = Runner(document, scenes.build(document, overrides=overrides), expect=False)
    for _ in range(step):
        runner.step()
    return runner


def saved(runner: Runner) -> SavedMoment:
    document = runner.document
    return moment_of(runner.world, Present(document.title, document.about, document.run, document.categories,
                                           runner.timeline.dues, {}))


def goes_on_alike(document, step: int, overrides=(), ahead: int = AHEAD) -> None:
    runner = run_to(document, step, overrides)
    found = saved(runner)
    assert found.note == ""
    again = run_to(loads(found.document.text), 0)
    assert again.world.note == "" and again.world.state_hash() == runner.world.state_hash()
    assert again.world.step_count == 0 and again.world.turn % 64 == runner.world.turn % 64
    for step in range(1, ahead + 1):
        runner.step()
        again.step()
        if step % 20 == 0 or step < 5:
            assert again.world.state_hash() == runner.world.state_hash(), f"after {step} steps"


@pytest.mark.parametrize("scene, step", MOMENTS.items(), ids=[name.split("/")[1] for name in MOMENTS])
def test_a_scene_goes_on_as_the_world_does(scene, step):
    goes_on_alike(scenes.load(scene), step)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("precision", ("single", "double"))
def test_every_preset_and_precision(preset, precision):
    overrides = [f"preset={preset}", f"world.precision={precision}"]
    goes_on_alike(scenes.load("stacking/card_house"), 45, overrides, 60)
    goes_on_alike(scenes.load("joints/bridge"), 37, overrides, 60)


def test_a_moment_of_a_moment():
    """Steps that are counted anew do not shift what is done in turns."""
    first = run_to(scenes.load("stacking/card_house"), 37)
    second = run_to(loads(saved(first).document.text), 22)
    third = run_to(loads(saved(second).document.text), 0)
    for _ in range(22):
        first.step()
    for _ in range(100):
        first.step()
        third.step()
    assert third.world.state_hash() == first.world.state_hash()


def test_settings_changed_while_it_ran():
    """Friction of a body, of all pairs, gravity, solver and joints are those of the moment."""
    runner = run_to(scenes.load("joints/door"), 60)
    world = runner.world
    world.bodies[1].friction, world.friction_override, world.gravity = 0.9, 0.25, (0.0, 1.0, -5.0)
    world.solver = world.solver.replace(iterations=7)
    joint = next(joint for joint in world.joints if "motor_speed" in joint.definition.changeable())
    joint.set(motor_speed=3.0, motor_torque=50.0)
    world.step()
    again = run_to(loads(saved(runner).document.text), 0).world
    assert again.bodies[1].friction == pytest.approx(0.9) and again.friction_override == 0.25
    assert again.gravity == (0.0, 1.0, -5.0) and again.solver == world.solver
    made = next(one for one in again.joints if one.name == joint.name)
    assert (made.motor_speed, made.motor_torque) == (3.0, 50.0)
    for _ in range(100):
        world.step()
        again.step()
    assert again.state_hash() == world.state_hash()


def test_what_broke_and_what_is_gone_is_absent():
    """Later events on it are left out, bodies keep their numbers, and all that moves goes on alike."""
    runner = run_to(loads(PLAIN), 60)
    assert next(joint for joint in runner.world.joints if joint.name == "weak").broken
    found = saved(runner).document
    assert [plan.name for plan in found.bodies] == ["floor", "crate", "", "last"] and [j.name for j in found.joints] == ["held"]
    assert [(round(e.at, 6), sorted(e.model_fields_set - {"at"})) for e in found.scene.events] == [
        (0.5, ["apply_force"]), (1.0, ["set"]), (19.0, ["set"])]
    assert found.scene.events[0].apply_force.duration == pytest.approx(0.5)
    assert [event.set.settings for event in found.scene.events[1:]] == [
        {"world.gravity": (0.0, 0.0, -3.0)}, {"world.gravity": (0.0, 0.0, -4.0)}]
    again = run_to(found, 0)
    assert again.world.uids.tolist() == runner.world.uids.tolist() == [1, 2, 3, 5]
    assert [body.category for body in again.world.bodies] == [body.category for body in runner.world.bodies]
    for _ in range(100):
        runner.step()
        again.step()
    for name in ("positions", "rotations", "velocities", "angular_velocities"):
        assert np.array_equal(getattr(again.world, name), getattr(runner.world, name))
    assert again.world.gravity == (0.0, 0.0, -3.0)


def test_a_force_under_way_goes_on():
    runner = run_to(loads(PLAIN), 100)
    event = saved(runner).document.scene.events[0]
    assert event.at == 0 and event.apply_force.duration == pytest.approx(20 / 60)
    goes_on_alike(loads(PLAIN.replace(", break_force: 10", "")), 100, ahead=60)


@pytest.mark.parametrize("old, new", [("friction: ", "friction: 0.1234 #"), ("mass: ", "mass: 9 #"), ("beta: ", "beta: 0.01 #"),
                                      ("dt: ", "dt: 0.01 #"), ("motor_speed: ", "motor_speed: 9 #")])
def test_a_scene_that_was_changed_says_so_and_begins_anew(old, new):
    text = saved(run_to(scenes.load("joints/joint_zoo"), 20)).document.text
    content, state = text.partition("\nstate:")[0], "\nstate:" + text.partition("\nstate:")[2]
    changed = content.replace("gravity: [0.0", "gravity: [0.5", 1) if old not in content else _first_number(content, old)
    world = scenes.build(loads(changed + state))
    assert world.note.startswith(NOT_USED) and "changed since" in world.note
    assert world.contact_count == 0 and world.turn == 0


def _first_number(text: str, key: str) -> str:
    """The text with the first number after a key doubled."""
    at = text.index(key) + len(key)
    end = min(text.index(mark, at) for mark in ",}\n" if mark in text[at:])
    return f"{text[:at]}{float(text[at:end]) * 0.5}{text[end:]}"


def test_title_and_camera_may_change():
    text = saved(run_to(scenes.load("joints/door"), 20)).document.text
    assert scenes.build(loads(text.replace("title: ", "title: The same, ", 1))).note == ""


@pytest.mark.parametrize("damage", [lambda data: data[:-40], lambda data: "0" * len(data), lambda data: "",
                                    lambda data: data[:200] + data[220:], lambda data: data.replace(data[50], "~"),
                                    lambda data: data + data])
def test_a_damaged_state_is_left_out(damage):
    document = saved(run_to(scenes.load("joints/door"), 20)).document
    state = document.scene.state
    text = document.text.partition("\nstate:")[0] + f"\nstate: {{fits: {state.fits}, data: '{damage(state.data)}'}}\n"
    text = text.replace("''", '""')
    world = scenes.build(loads(text))
    assert world.note.startswith(NOT_USED)


def test_the_other_precision():
    document = saved(run_to(scenes.load("joints/door"), 20)).document
    assert scenes.build(document, precision="double").note.startswith(NOT_USED)


def test_wrong_keys_of_a_state():
    text = "format: 1\nbodies: []\nstate: {fits: xyz, data: [1], more: 1}\n"
    with pytest.raises(SceneError) as found:
        loads(text)
    assert {problem.path for problem in found.value.problems} == {"state.fits", "state.data", "state.more"}


def test_the_file(tmp_path):
    runner = run_to(scenes.load("joints/door"), 20)
    present = Present("Door", "", 10.0, (), runner.timeline.dues, {"position": [1, 2, 3], "target": [0, 0, 0]})
    found = save_moment(runner.world, present, tmp_path / "door.yaml")
    read = scenes.load(tmp_path / "door.yaml")
    assert read.camera.position == (1, 2, 3) and read.bodies == found.document.bodies
    assert dataclasses.replace(read, id="", path=None, text="").joints == found.document.joints
    with pytest.raises(SceneError, match="cannot be written"):
        save_moment(runner.world, present, tmp_path / "nowhere" / "door.yaml")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["door.yaml"]


def test_too_many_bodies_are_refused_with_a_reason():
    runner = run_to(loads("format: 1\ngenerate:\n  - pile: {count: 7000}\n"), 0)
    with pytest.raises(SceneError, match="share file"):
        saved(runner)


def test_a_state_that_is_too_long_is_left_out():
    """The scene then has all bodies, and says what is missing."""
    runner = run_to(loads("format: 1\nbodies: [{shape: {plane: {}}}]\ngenerate:\n  - pile: {count: 3000, cells: 20}\n"), 2)
    found = saved(runner)
    assert "does not fit" in found.note and found.document.scene.state is None and len(found.document.bodies) == 3001


def test_the_command_line_says_that_a_state_is_left_out(tmp_path, capsys):
    from app.cli.run import run
    text = saved(run_to(scenes.load("joints/door"), 20)).document.text
    path = tmp_path / "door.yaml"
    path.write_text(text.replace("dt: 0.01", "dt: 0.02", 1))
    run(str(path), steps=1)
    assert NOT_USED in capsys.readouterr().err
    path.write_text(text)
    run(str(path), steps=1)
    assert NOT_USED not in capsys.readouterr().err


def test_a_joint_that_is_changed_later_is_where_it_was_made():
    """Its motor is turned by an event: the poses for which it was made must have all their digits, in single precision too."""
    text = """\
format: 1
world: {precision: single}
bodies:
  - {name: wheel, shape: {cylinder: {radius: 0.5, half_length: 0.1}}, position: [0.1, 0.2, 2],
     rotation: {axis: [1, 0, 0], angle: 90 deg}}
joints:
  - {name: motor, type: hinge, a: world, b: wheel, anchor: [0.1, 0, 2], axis: [0, 1, 0], motor_speed: 4, motor_torque: 100}
events:
  - {at: 1, set: {joints.motor.motor_speed: -4}}
"""
    goes_on_alike(loads(text), 30, ahead=120)
    runner = run_to(loads(text), 30)
    again = run_to(loads(saved(runner).document.text), 0)
    assert [joint.placement for joint in again.world.joints] == [joint.placement for joint in runner.world.joints]
