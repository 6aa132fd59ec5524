"""Fields of joints and events in their panels: each change is an edit of the scene, by the mouse."""
from __future__ import annotations

import pytest

from app.panels.editing.event_fields import as_kind
from app.published.editing import EditCard, EventCard, JointPlace, SceneJoint
from app.simulation.commands import (
    DeleteEvent,
    DeleteJoint,
    EditEvent,
    EditJoint,
    KeepJoint,
    RenameJoint,
    SelectEvent,
    SetJoint,
    SettleEdits,
)
from physics.joints import Hinge

from tests.support.fake_world import BALL, OTHER

PLACES = (JointPlace("anchor", "point", (1.0, 0.0, 5.0)), JointPlace("axis", "axis", (0.0, 1.0, 0.0)))
FORCE = EventCard(0, 1.0, 2.0, "apply_force", "force on ball_0", "ball_0", BALL, (0.0, 0.0, 5.0), (0.5, 0.0, 0.0))
TURN = EventCard(1, 3.0, 0.0, "set", "set joints.door.motor_speed = 2")


def joined(bench, **edits):
    world = bench.session.variants[0].world
    made = world.add_joint(Hinge(a=world.body(BALL), b=world.body(OTHER), anchor=(1, 0, 5), axis=(0, 1, 0), motor_torque=5.0,
                                 name="door"))
    bench.session.selected_joint = made.uid
    bench.changes["edits"] = EditCard(**edits)
    bench.state.size = (1280, 2000)
    bench.frame(4)
    return made


def of(bench, kind):
    return [command for command in bench.commands if isinstance(command, kind)]


def test_settings_of_a_joint_of_the_scene_are_edits(bench):
    made = joined(bench, beginning=True, joint=SceneJoint(0, PLACES))
    bench.drag("field:joint.motor_speed", 0.5, 0.7)
    edits = of(bench, EditJoint)
    assert edits and not of(bench, SetJoint) and edits[-1].uid == made.uid and set(edits[-1].values) == {"motor_speed"}
    assert edits[-1].values["motor_speed"] > 0 and edits[-1].merges and isinstance(bench.commands[-1], SettleEdits)


def test_while_it_runs_they_are_of_the_world_unless_the_gizmo_is_out(bench):
    joined(bench, joint=SceneJoint(0, PLACES))
    bench.drag("field:joint.motor_speed", 0.5, 0.7)
    assert of(bench, SetJoint) and not of(bench, EditJoint) and "edit:joint name" not in bench.state.widgets
    bench.state.gizmo = "move"
    bench.drag("field:joint.motor_speed", 0.5, 0.7)
    assert of(bench, EditJoint)


def test_name_places_and_delete(bench):
    made = joined(bench, beginning=True, joint=SceneJoint(0, PLACES))
    bench.click("edit:delete joint")
    assert bench.commands.pop() == DeleteJoint(made.uid)
    bench.drag("edit:anchor", 0.1, 0.25)
    edit = of(bench, EditJoint)[-1]
    assert edit.values["anchor"][0] > 1.0 and edit.values["anchor"][1:] == [0.0, 5.0]
    bench.click("edit:joint name")
    bench.type("2")
    from imgui_bundle import imgui
    bench.press(imgui.Key.enter)
    (renamed,) = of(bench, RenameJoint)
    assert renamed.uid == made.uid and "2" in renamed.name and renamed.name != "door"


def test_a_joint_that_was_made_while_it_ran_can_be_kept(bench):
    made = joined(bench, keepable=True)
    bench.click("button:keep joint")
    assert of(bench, KeepJoint) == [KeepJoint(made.uid)]


def shown(bench, *events, selected=None):
    bench.state.change(events=True)
    bench.changes["edits"] = EditCard(events=events, event=selected)
    bench.frame(4)


def test_events_are_listed_selected_and_deleted(bench):
    shown(bench, FORCE, TURN)
    bench.click("event:1", 0.1)
    bench.click("delete event:0")
    assert bench.commands == [SelectEvent(1), DeleteEvent(0)]


def test_fields_of_an_event(bench):
    shown(bench, FORCE, TURN, selected=0)
    bench.drag("edit:size N", 0.2, 0.6)
    vector = of(bench, EditEvent)[-1].values["apply_force.force"]
    assert vector[:2] == [0, 0] and vector[2] > 5.0
    bench.drag("edit:direction", 0.1, 0.28)
    vector = of(bench, EditEvent)[-1].values["apply_force.force"]
    assert vector[0] > 0 and sum(x * x for x in vector) == pytest.approx(25, rel=1e-4)
    bench.drag("edit:from", 0.2, 0.6)
    assert of(bench, EditEvent)[-1].values["at"] > 1.0
    bench.drag("edit:for", 0.2, 0.6)
    assert of(bench, EditEvent)[-1].values["apply_force.for"] > 2.0
    bench.drag("edit:point", 0.1, 0.28)
    assert of(bench, EditEvent)[-1].values["apply_force.point"][0] > 0.5
    bench.click("kind:event:torque")
    assert of(bench, EditEvent)[-1] == EditEvent(0, {"apply_torque": {"body": "ball_0", "torque": [0.0, 0.0, 5.0], "for": 2.0}})


def test_of_other_events_the_time_alone(bench):
    shown(bench, FORCE, TURN, selected=1)
    widgets = bench.frame()
    assert "edit:from" in widgets and not {"edit:for", "edit:direction", "kind:event:force"} & set(widgets)


def test_another_kind_keeps_what_it_can():
    made = as_kind(FORCE, "impulse")["apply_impulse"]
    assert made == {"body": "ball_0", "impulse": [0.0, 0.0, 5.0], "point": [0.5, 0.0, 0.0]}
    push = FORCE._replace(word="apply_impulse", lasts=0.0, point=None, place=(1.0, 2.0, 3.0))
    made = as_kind(push, "force")["apply_force"]
    assert made == {"body": "ball_0", "force": [0.0, 0.0, 5.0], "at": [1.0, 2.0, 3.0], "for": 1.0}


def test_the_kind_is_chosen_while_it_is_drawn(bench):
    bench.state.act("draw_event")
    bench.frame(3)
    bench.click("kind:tool:torque")
    assert bench.state.events.kind == "torque" and bench.state.events.active
    bench.click("button:give up event")
    assert not bench.state.events.active
