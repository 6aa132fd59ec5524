"""Commands on joints: made, turned, removed, selected; recorded like all others, and gone at a restart."""
from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from app.simulation.commands import (
    AddJoint,
    Grab,
    Pin,
    RemoveBody,
    RemoveJoint,
    Restart,
    Select,
    SelectJoint,
    SetBody,
    SetJoint,
    Step,
    decode,
    encode,
)
from app.simulation.joint_placing import PLACES, Place, Placing, definition_of, frame_along
from app.simulation.session import Session
from physics.bodies.rotation import rotate
from physics.joints import JOINTS
from tests.support.fake_world import BALL, OTHER, FakeSource, FakeWorld, apply

TURNED = (0.0, 0.0, math.sin(0.4), math.cos(0.4))


def world(session):
    return session.variants[0].world


def hinge(**changes):
    return AddJoint(**({"kind": "hinge", "a": BALL, "b": OTHER, "point_a": (0.5, 0.0, 0.0), "point_b": (-0.5, 0.0, 0.0),
                        "normal_a": (1.0, 0.0, 0.0), "normal_b": (-1.0, 0.0, 0.0)} | changes))


def test_a_joint_is_made_where_the_body_is_when_the_command_acts(session):
    body = world(session).body(BALL)
    body.position, body.rotation = np.array((3.0, 4.0, 5.0)), np.array(TURNED)
    apply(session, Select(BALL), hinge())
    made = world(session).joints[0].definition
    assert made.anchor == pytest.approx(tuple(body.position + rotate(np.array(TURNED), np.array((0.5, 0, 0)))))
    assert made.axis == pytest.approx(tuple(rotate(np.array(TURNED), np.array((1, 0, 0)))))
    assert (made.a.uid, made.b.uid) == (BALL, OTHER)
    status = session.publish().status
    assert (status.selection, status.selected_joint) == (None, world(session).joints[0].uid)
    assert status.joint.type_name == "hinge" and status.joint.b.name == "ball_1"


def test_either_end_may_be_the_world(session):
    apply(session, hinge(b=None, point_b=(1.0, 2.0, 3.0)), hinge(kind="distance", a=None, point_a=(0.0, 0.0, 9.0)))
    to_world, from_world = (joint.definition for joint in world(session).joints)
    assert to_world.b is None and from_world.a is None and from_world.anchor_a == (0.0, 0.0, 9.0)
    assert session.publish().status.joint.a.name == "world"


def test_a_joint_of_a_body_that_is_gone_is_told_and_not_made(session):
    apply(session, hinge(b=77))
    assert world(session).joints == [] and "gone" in session.publish().status.notices[-1].text


@pytest.mark.parametrize(("command", "text"), [(hinge(kind="hinje"), "hinge"), (hinge(b=BALL), "itself"),
                                               (hinge(a=None, b=None), "world")])
def test_an_impossible_joint_is_told_and_not_made(session, command, text):
    apply(session, command)
    assert world(session).joints == [] and text in session.publish().status.fault.text


def test_a_setting_changes_live_and_its_standard_is_remembered(session):
    apply(session, hinge())
    joint = world(session).joints[0]
    apply(session, SetJoint(1, "motor_torque", 50.0), SetJoint(1, "upper", 1.0), SetJoint(1, "upper", 0.5))
    assert joint.definition.motor_torque == 50.0 and joint.definition.upper == 0.5
    settings = {setting.name: setting for setting in session.publish().status.joint.settings}
    assert (settings["upper"].value, settings["upper"].standard) == (0.5, None)
    assert (settings["hertz"].value, settings["hertz"].standard) == (0.0, 0.0)
    apply(session, SetJoint(joint.uid, "upper", None))
    assert joint.definition.upper is None


def test_an_axis_of_a_six_dof_changes_alone(session):
    apply(session, hinge(kind="six_dof"))
    joint = world(session).joints[0]
    apply(session, SetJoint(joint.uid, "rx.mode", "limit"), SetJoint(joint.uid, "rx.upper", 0.7))
    assert (joint.definition.rx.mode, joint.definition.rx.upper, joint.definition.ry.mode) == ("limit", 0.7, "fixed")


@pytest.mark.parametrize(("name", "nearest"), [("moter_speed", "motor_speed"), ("rx.upper", ""), ("a", "")])
def test_an_unknown_setting_of_a_joint_is_told(session, name, nearest):
    apply(session, hinge())
    apply(session, SetJoint(1, name, 1.0))
    text = session.publish().status.fault.text
    assert name in text and nearest in text


def test_an_impossible_value_is_told_and_leaves_no_standard(session):
    apply(session, hinge(), SetJoint(1, "hertz", -1.0))
    assert "hertz" in session.publish().status.fault.text
    assert {s.name: s.standard for s in session.publish().status.joint.settings}["hertz"] == 0.0


def test_only_the_same_slider_of_the_same_joint_replaces_itself(session):
    assert SetJoint(1, "hertz", 1).replaces(SetJoint(1, "hertz", 2))
    assert not SetJoint(1, "hertz", 1).replaces(SetJoint(2, "hertz", 2))
    assert not SetJoint(1, "hertz", 1).replaces(SetJoint(1, "rest", 2)) and not SetBody(1, "friction", 1).replaces(Step())
    assert SetBody(1, "friction", 1).replaces(SetBody(1, "friction", 2)) and not hinge().replaces(hinge())
    apply(session, hinge())
    before = len(session.log)
    apply(session, SetJoint(1, "hertz", 1.0), SetJoint(1, "hertz", 2.0), SetJoint(1, "hertz", 3.0))
    assert len(session.log) == before + 1 and world(session).joints[0].definition.hertz == 3.0


def test_a_change_that_comes_too_late_is_told(session):
    apply(session, hinge(), RemoveJoint(1), SetJoint(1, "hertz", 1.0), RemoveJoint(1), SetBody(99, "friction", 1.0))
    told = [notice.text for notice in session.publish().status.notices]
    assert told == ["The joint to change is gone", "The body to change is gone"]


def test_removing_the_selected_joint_ends_the_selection(session):
    apply(session, hinge(), hinge(b=None), SelectJoint(1), RemoveJoint(2))
    assert session.publish().status.selected_joint == 1
    apply(session, RemoveJoint(1))
    assert session.publish().status.selected_joint is None and world(session).joints == []


def test_a_joint_that_goes_with_its_body_has_no_card(session):
    apply(session, hinge(), RemoveBody(OTHER))
    assert session.publish().status.joint is None and session.publish().view.joints is None


def test_a_body_knows_its_joints(session):
    apply(session, hinge(), hinge(a=OTHER, b=None, kind="ball_socket"), hinge(kind="mouse"), Select(OTHER))
    found = [(link.uid, link.type_name, link.other.name) for link in session.publish().status.body.joints]
    assert found == [(1, "hinge", "ball_0"), (2, "ball_socket", "world")]


def test_a_bodys_surface_changes_and_nothing_else_of_it_can(session):
    apply(session, Select(BALL), SetBody(BALL, "friction", 0.9))
    setting = session.publish().status.body.settings[0]
    assert world(session).body(BALL).friction == 0.9 and (setting.value, setting.standard) == (0.9, 0.5)
    apply(session, SetBody(BALL, "mass", 3.0))
    assert "mass" in session.publish().status.fault.text and world(session).body(BALL).mass == 2.0


def test_a_joint_that_breaks_is_told_once_each_time(session):
    apply(session, hinge(), hinge(b=None))
    session.publish()
    joint = world(session).joints[0]
    for _ in range(2):
        joint.set(enabled=False)
        joint.broken = True
        session.publish()
    assert [notice.text for notice in session.published.status.notices] == ["Joint 1 broke: its force or torque was too much"]
    apply(session, SelectJoint(1))
    assert {s.name: s.standard for s in session.publish().status.joint.settings}["enabled"]       # as it was before it broke
    apply(session, SetJoint(1, "enabled", True))
    joint.broken = False
    session.publish()
    joint.set(enabled=False)
    joint.broken = True
    assert len(session.publish().status.notices) == 2


def test_restart_gives_back_the_scenes_joints(session):
    """New joints are removed, removed or changed ones are restored, as are bodies."""
    build = session.scene.build

    def with_joint():
        run = build()
        run.world.add_joint(definition_of("hinge", placing(run.world)))
        return run
    session.scene = session.scene._replace(build=with_joint)
    apply(session, Restart(), SetJoint(1, "hertz", 7.0), hinge(kind="slider"), SelectJoint(1), Restart())
    assert [(joint.type_name, joint.definition.hertz) for joint in world(session).joints] == [("hinge", 0.0)]
    assert session.publish().status.selected_joint == 1
    apply(session, hinge(kind="slider"))
    assert session.selected_joint == 2
    apply(session, RemoveJoint(1), Restart())
    assert len(world(session).joints) == 1 and session.publish().status.selected_joint is None


def test_removing_the_joint_of_a_pin_takes_the_pin_out(session):
    apply(session, Grab(uid=BALL, anchor=(0, 0, 0), target=(0, 0, 1)), Pin(), Grab(uid=OTHER, anchor=(0, 0, 0), target=(0, 0, 1)))
    apply(session, RemoveJoint(1))
    assert session.variants[0].pins == [] and session.variants[0].drag is not None
    apply(session, RemoveJoint(2))
    assert session.variants[0].drag is None and session.publish().view.springs == ()


def test_selecting_one_kind_ends_the_selection_of_the_other(session):
    apply(session, hinge(), Select(BALL))
    assert (session.selection, session.selected_joint) == (BALL, None)
    apply(session, SelectJoint(1))
    assert (session.selection, session.selected_joint) == (None, 1)


def test_what_was_done_can_be_done_again_from_its_text(session):
    """A log of commands, written and read, makes the same joints in another session."""
    apply(session, hinge(), SetJoint(1, "upper", 1.0), hinge(kind="fixed", b=None), RemoveJoint(2), hinge(kind="rack"))
    again = Session(FakeSource())
    for stamped in list(session.log):
        again.submit(decode(encode(stamped.command)))
    again.apply_pending()
    first, second = ([(j.uid, j.type_name, dataclasses.replace(j.definition, a=None, b=0)) for j in world(s).joints]
                     for s in (session, again))
    assert first == second and len(first) == 2


def placing(of):
    a, b = of.body(BALL), of.body(OTHER)
    return Placing(Place(a, np.array((0.5, 0.0, 5.0)), np.array((1.0, 0.0, 0.0))),
                   Place(b, np.array((1.5, 0.0, 5.0)), np.array((0.0, 0.0, 1.0))), np.array((0.0, 0.0, 1.0)))


@pytest.mark.parametrize("kind", sorted(JOINTS))
def test_every_type_can_be_made_by_two_places(kind):
    """Every point, axis and frame of a definition has a source."""
    from physics.joints.definition import GEOMETRY
    geometric = [f.name for f in dataclasses.fields(JOINTS[kind]) if GEOMETRY in f.metadata]
    assert set(geometric) <= set(PLACES)
    made = definition_of(kind, placing(FakeWorld()))
    for name, expected in (("anchor", (0.5, 0, 5)), ("axis", (1, 0, 0)), ("anchor_b", (1.5, 0, 5)), ("axis_b", (0, 0, 1)),
                           ("target", (1.5, 0, 5)), ("ground_a", (0.5, 0, 7))):
        if name in geometric:
            assert getattr(made, name) == pytest.approx(expected)


@pytest.mark.parametrize("axis", [(1, 0, 0), (-1, 0, 0), (0, 0, 1), (0.6, 0, -0.8), (-0.6, 0.8, 0)])
def test_a_frame_along_an_axis_has_it_as_its_x(axis):
    assert rotate(np.array(frame_along(np.array(axis, float))), np.array((1.0, 0, 0))) == pytest.approx(axis, abs=1e-9)
