"""Edits of joints and events: free names, keys of axes, what refers to a name, another kind of action."""
from __future__ import annotations

import pytest

import scenes
from scenes.draft import Draft
from scenes.editing import bodies, events, joints
from scenes.loader import loads
from scenes.schema.problems import SceneError

TEXT = """\
format: 1
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2]}     # heavy
  - {shape: {sphere: {radius: 0.25}}, position: [2, 0, 1]}
joints:
  - {name: door, type: hinge, a: world, b: crate, anchor: [0, 0, 2], axis: [0, 1, 0]}
  - {name: hip, type: six_dof, a: world, b: crate, anchor: [0, 0, 2], rx: free}      # loose
events:
  - {at: 1, set: {joints.door.motor_speed: 2, solver.beta: 0.3}}     # starts
  - {at: 2, remove: {joint: door}}
  - {at: 3, apply_force: {body: crate, force: [0, 0, 5], for: 1}}
expect:
  - {what: joint_measure(door) < 9, before: 2}
  - {what: height(crate) > -9}
"""


def draft() -> Draft:
    return Draft(loads(TEXT, file="parts.yaml", id="parts"))


def test_a_joint_gets_a_free_name_and_names_bodies():
    made = draft()
    made.do(joints.add_joint(made.content, {"name": "hinge", "type": "hinge", "a": "crate", "b": "sphere", "anchor": [1, 0, 1],
                                            "axis": [0, 1, 0]}, {"hinge"}, {2: "sphere"}))
    assert made.document.joints[-1].name == "hinge_2" and made.document.bodies[2].name == "sphere"
    assert made.undoable == "add hinge_2" and made.undo() == draft().document and made.text == TEXT


def test_removing_a_joint_takes_what_names_it():
    made = draft()
    made.do(joints.remove_joint(made.content, 0))
    assert [plan.name for plan in made.document.joints] == ["hip"]
    assert [event.at for event in made.document.scene.events] == [3] and len(made.document.expect) == 1
    assert "# starts" not in made.text and "# loose" in made.text and "# heavy" in made.text
    made.undo()
    assert made.text == TEXT


def test_a_new_name_of_a_joint_goes_to_events_and_expectations():
    made = draft()
    made.do(joints.remove_joint(made.content, 1))
    assert "door" in str(made.content["expect"])
    made.do(joints.rename_joint(made.content, 0, "gate"))
    assert "gate" in str(made.content["expect"]) and "door" not in str(made.content["expect"])
    first, second = made.content["events"][:2]
    assert first["set"] == {"joints.gate.motor_speed": "2", "solver.beta": "0.3"} and second["remove"] == {"joint": "gate"}


def test_settings_of_an_axis():
    """They are written as a scene has them; None is the default, and removes a key of the joint that is there."""
    made = draft()
    made.do(joints.set_joint(made.content, 1, {"rx.motor_speed": 2.0}))
    assert made.content["joints"][1]["rx"] == {"mode": "free", "motor_speed": 2.0}
    made.do(joints.set_joint(made.content, 1, {"ry.mode": "limit"}))
    assert made.content["joints"][1]["ry"] == {"limit": [0.0, 0.0]}
    made.do(joints.set_joint(made.content, 1, {"ry.lower": -1.0, "ry.upper": 1.0, "ry.hertz": 3.0, "break_force": 5.0}))
    assert made.content["joints"][1]["ry"] == {"limit": [-1.0, 1.0], "hertz": 3.0}
    made.do(joints.set_joint(made.content, 1, {"ry.lower": None, "ry.hertz": None, "break_force": None, "break_torque": None}))
    assert made.content["joints"][1]["ry"] == {"limit": [0.0, 1.0]} and "break_force" not in made.content["joints"][1]
    made.do(joints.set_joint(made.content, 1, {"ry.mode": "fixed", "rx.motor_speed": None}))
    assert (made.content["joints"][1]["rx"], made.content["joints"][1]["ry"]) == ("free", "fixed")
    for values, words in (({"rx.speed": 1.0}, "no setting 'speed'"), ({"door.lower": 1.0}, "no axis 'door'")):
        with pytest.raises(ValueError, match=words):
            joints.set_joint(made.content, 1, values)
    assert "# loose" in made.text and loads(made.text).joints == made.document.joints


def test_an_event_of_another_kind():
    made = draft()
    made.do(events.set_event(made.content, 2, {"apply_torque": {"body": "crate", "torque": [0, 0, 1], "for": 2}}))
    assert made.content["events"][2] == {"at": "3", "apply_torque": {"body": "crate", "torque": [0, 0, 1], "for": 2}}
    assert made.undoable == "change force on crate"
    made.do(events.set_event(made.content, 2, {"at": 4.5, "apply_torque.for": 1}))
    assert made.document.scene.events[2].at == 4.5 and made.document.scene.events[2].apply_torque.lasts == 1
    made.do(events.remove_event(made.content, 2))
    assert made.undoable == "remove torque on crate" and len(made.document.scene.events) == 2
    while made.undoable:
        made.undo()
    assert made.text == TEXT


def test_an_event_names_its_body():
    made = draft()
    made.do(events.add_event(made.content, 0.5, {"apply_impulse": {"body": "egg", "impulse": [1, 0, 0]}}, {2: "egg"}))
    assert made.undoable == "add impulse on egg" and made.document.bodies[2].name == "egg"
    assert scenes.build(made.document).step_count == 0


@pytest.mark.parametrize("edit, words", [
    (lambda c: events.set_event(c, 2, {"apply_force.for": -1}), "out of range"),
    (lambda c: events.set_event(c, 9, {"at": 1}), "no event 10"),
    (lambda c: events.set_event(c, 2, {"apply_force.point": [0, 0, 0], "apply_force.at": [0, 0, 0]}), "goes without at"),
    (lambda c: joints.set_joint(c, 0, {"lower": 2.0, "upper": 1.0}), "above"),
    (lambda c: joints.rename_joint(c, 0, "hip"), "taken")])
def test_what_leads_to_no_scene_changes_nothing(edit, words):
    made = draft()
    with pytest.raises((SceneError, LookupError), match=words):
        made.do(edit(made.content))
    assert made.text == TEXT and not made.undoable
