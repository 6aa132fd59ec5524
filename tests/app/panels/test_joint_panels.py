"""The panels of joints: the inspector, the palette, labels and their commands."""
from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui

from app.draw.overlays.joints import of_joints
from app.headless.si_format import number_text
from app.input.joint_tool import AnchorPoint
from app.panels.joints.card import impulse_texts
from app.panels.joints.palette import rows
from app.panels.widgets.field import Field
from app.simulation.commands import RemoveJoint, Select, SelectJoint, SetBody, SetJoint, SetSolver
from app.simulation.inspection import settings_of
from physics.definitions.settings import SolverSettings
from physics.joints import JOINTS, Axis, Hinge, SixDof
from tests.support.fake_world import BALL, OTHER


@pytest.fixture
def hinge(bench):
    """A hinge between the two balls, selected."""
    return add(bench, Hinge(a=body(bench, BALL), b=body(bench, OTHER), anchor=(1, 0, 5), axis=(0, 1, 0), motor_torque=100.0,
                            lower=-1.0, name="door"))


def body(bench, uid):
    return bench.session.variants[0].world.body(uid)


def add(bench, definition):
    joint = bench.session.variants[0].world.add_joint(definition)
    bench.session.selected_joint = joint.uid
    bench.state.size = (1280, 1600)
    bench.frame()
    return joint


def values(bench, name):
    return [c.value for c in bench.commands if isinstance(c, SetJoint) and c.name == name]


def test_every_tunable_of_a_joint_has_its_widget(bench, hinge):
    shown = {name.removeprefix("field:joint.") for name in bench.frame() if name.startswith("field:joint.")}
    assert shown == {name for name, *_ in settings_of(hinge.definition)} and {"lower", "motor_speed", "hertz", "enabled"} <= shown


@pytest.mark.parametrize("kind", sorted(JOINTS))
def test_every_type_of_joint_can_be_inspected(bench, kind):
    from app.simulation.joint_placing import Place, Placing, definition_of
    places = [Place(body(bench, uid), body(bench, uid).position, np.array((0.0, 0.0, 1.0))) for uid in (BALL, OTHER)]
    joint = add(bench, definition_of(kind, Placing(*places, up=np.array((0.0, 0.0, 1.0)))))
    widgets = bench.frame(3)
    assert "window:joint" in widgets and bench.session.published.status.joint.uid == joint.uid


def test_the_switch_keeps_its_place_whatever_the_readings_are(bench, monkeypatch, hinge):
    bench.frame()
    card, publish, places = bench.state.status.joint, bench.session.publish, set()
    for impulses in (0.0,) * 6, (1.23e-7, -0.818, 0.5, 81.8, -1e-3, 0.0), (-123456.0,) * 6:
        bench.changes["joint"] = replace(card, impulses=impulses, force=impulses[:3], torque=impulses[3:])
        places.add(bench.frame(3)["field:joint.enabled"])
    asleep = np.ones(len(bench.state.view.table.uids), bool)
    monkeypatch.setattr(bench.session, "publish", lambda: replace(made := publish(), view=replace(made.view, asleep=asleep)))
    places.add(bench.frame(3)["field:joint.enabled"])
    assert len(places) == 1 and bench.state.view.asleep.all()


def test_impulses_share_the_prefix_of_the_largest():
    assert impulse_texts((0.0818, -2e-7, 0.00123)) == ("m", ["81.8", "0.0", "1.2"])
    assert impulse_texts((-1234.5, 0.0, 10.0)) == ("k", ["-1.23", "0.00", "0.01"])
    assert impulse_texts((0.0, 0.0)) == ("µ", ["0.00", "0.00"])


def test_a_motor_slider_acts_while_it_moves(bench, hinge):
    bench.drag("field:joint.motor_speed", 0.5, 0.8)
    sent = values(bench, "motor_speed")
    assert len(sent) > 2 and sent == sorted(sent) and 10 < sent[-1] < 14
    bench.obey()
    assert hinge.definition.motor_speed == pytest.approx(sent[-1])
    bench.click("field:joint.motor_speed", button=1)
    assert values(bench, "motor_speed") == [0.0]                            # what the scene had


def test_a_limit_can_come_and_go(bench, hinge):
    bench.click("field:joint.upper", 0.5)
    assert values(bench, "upper")[-1] == pytest.approx(math.pi / 2, rel=0.05)
    bench.obey()
    assert hinge.definition.upper == pytest.approx(math.pi / 2, rel=0.05)
    bench.commands.clear()
    bench.click("clear:joint.upper")
    assert values(bench, "upper") == [None]
    bench.obey()
    assert hinge.definition.upper is None and "clear:joint.upper" not in bench.frame()
    bench.click("clear:joint.lower")
    bench.obey()
    bench.click("field:joint.lower", button=1)
    assert values(bench, "lower") == [-1.0]


def test_a_setting_that_does_nothing_is_grey(bench, hinge):
    hinge.set(motor_torque=0.0)
    bench.click("field:joint.motor_speed", 0.9)
    assert bench.commands == []


def test_the_switch_turns_a_joint_off(bench, hinge):
    bench.click("field:joint.enabled", 0.1)
    assert bench.commands == [SetJoint(hinge.uid, "enabled", False)]
    bench.obey()
    assert not hinge.definition.enabled and not bench.session.publish().view.joints.enabled[0]


def test_an_impossible_pair_of_limits_becomes_a_card(bench, hinge):
    bench.session.submit(SetJoint(hinge.uid, "upper", -2.0))
    bench.session.apply_pending()
    assert "lower" in bench.session.publish().status.fault.text and hinge.definition.upper is None


def test_the_axes_of_a_six_dof_are_folded_away(bench):
    joint = add(bench, SixDof(a=body(bench, BALL), b=body(bench, OTHER), anchor=(0, 0, 5), rz=Axis("free", hertz=2.0)))
    assert "field:joint.rz.mode" not in bench.frame()
    bench.click("section:joint.rz")
    bench.click("field:joint.rz.hertz", 0.5)
    bench.obey()
    assert joint.definition.rz.hertz == pytest.approx(15, rel=0.1) and joint.definition.rz.mode == "free"
    assert joint.definition.rx.mode == "fixed"


def test_what_a_fixed_axis_does_not_use_is_grey(bench):
    joint = add(bench, SixDof(a=body(bench, BALL), b=body(bench, OTHER), anchor=(0, 0, 5)))
    reasons = {name: unused for name, _, _, unused in settings_of(joint.definition)}
    assert reasons["x.mode"] is None and "fixed" in reasons["x.hertz"] and "fixed" in reasons["rz.lower"]
    free = {name: unused for name, _, _, unused in settings_of(SixDof(a=joint.a, b=joint.b, anchor=(0, 0, 5), x="free"))}
    assert "limited" in free["x.lower"] and free["x.hertz"] is None
    units = {name: about.unit for name, about, _, _ in settings_of(joint.definition)}
    assert (units["x.lower"], units["rx.lower"], units["y.motor_force"], units["ry.motor_force"]) == ("m", "rad", "N", "N m")


def test_the_card_leads_to_its_bodies_and_they_lead_back(bench, hinge):
    bench.click("link:b")
    assert bench.commands == [Select(OTHER)]
    bench.obey()
    assert "window:joint" not in bench.frame() and "window:selection" in bench.frame()
    bench.click(f"joint:{hinge.uid}")
    assert bench.commands == [SelectJoint(hinge.uid)]
    bench.obey()
    assert "window:joint" in bench.frame() and "window:selection" not in bench.frame()


def test_the_selected_joint_can_be_removed(bench, hinge):
    bench.click("button:selection remove")
    assert bench.commands == [RemoveJoint(hinge.uid)]
    bench.obey()
    assert "window:joint" not in bench.frame() and bench.session.variants[0].world.joints == []


def test_readings_are_kept_for_the_plot(bench, hinge):
    for force in (1.0, 2.0, 5.0):
        bench.session.advance()
        hinge.force = (force, 0.0, 0.0)
        bench.frame(1)
    assert bench.state.joint_readings.of("force")[-3:] == [1.0, 2.0, 5.0]
    assert bench.state.joint_readings.of("measure")[-1] == pytest.approx(math.pi / 4)
    bench.session.selected_joint = None
    bench.frame()
    assert bench.state.joint_readings.of("force") == []


def test_a_bodys_surface_can_be_changed(bench):
    bench.session.selection, bench.state.size = BALL, (1280, 1600)
    bench.click("field:body.friction", 0.75)
    assert isinstance(bench.commands[-1], SetBody) and bench.commands[-1].value == pytest.approx(1.5, abs=0.15)
    bench.obey()
    assert body(bench, BALL).friction == pytest.approx(1.5, abs=0.15) and body(bench, OTHER).friction == 0.5
    bench.click("field:body.friction", button=1)
    bench.obey()
    assert body(bench, BALL).friction == 0.5


def test_the_inspector_stays_inside_the_window_and_scrolls(bench, hinge):
    bench.state.size = (1280, 720)
    left, top, right, bottom = bench.frame(3)["window:joint"]
    assert bottom <= 720 - 8 and bottom - top >= 200 and top >= bench.state.widgets["window:statistics"][3]
    bench.state.change(metrics=False)
    assert bench.frame(3)["window:joint"][1] < top


def test_every_type_is_in_the_palette_with_a_line_about_it(bench):
    assert [row.key for row in rows()] == list(JOINTS) and all(row.about for row in rows())
    bench.state.act("join")
    bench.type("hin")
    bench.press(imgui.Key.enter)
    assert bench.state.tool.kind == "hinge" and bench.state.open_sheet == ""


def test_the_command_palette_makes_joints_too(bench):
    bench.state.act("palette")
    bench.type("make a joint ball")
    bench.press(imgui.Key.enter)
    assert bench.state.tool.kind == "ball_socket" and bench.commands == []


def test_the_tool_card_says_what_is_next_and_gives_up(bench):
    bench.state.tool.begin("hinge")
    assert "window:joint tool" in bench.frame()
    bench.click("axis:z")
    assert bench.state.tool.axis == "z"
    bench.state.tool.choose(AnchorPoint(BALL, (0, 0, 0), (0, 0, 1), True))
    bench.frame()
    bench.click("button:give up joint")
    assert not bench.state.tool.active and "window:joint tool" not in bench.frame()
    bench.state.tool.begin("slider")
    bench.state.act("cancel")
    assert not bench.state.tool.active and bench.commands == []


def test_baumgarte_in_joints_bears_a_warning(bench):
    bench.state.size = (1280, 1600)
    bench.click("section:Joints")
    assert "warning:joint_stabilization" not in bench.frame()
    bench.session.variants[0].tune(solver=SolverSettings(joint_stabilization="baumgarte"))
    assert "warning:joint_stabilization" in bench.frame()
    bench.click("field:joint_hertz", 0.9)
    assert bench.commands == []                                             # not used by it: grey
    bench.session.variants[0].tune(solver=SolverSettings())
    bench.click("field:joint_hertz", 0.9)
    assert isinstance(bench.commands[0], SetSolver) and bench.commands[0].name == "joint_hertz"


def test_statistics_show_the_worst_joint(bench, hinge):
    from app.panels.statistics import largest_errors
    other = add(bench, Hinge(a=body(bench, BALL), anchor=(1, 0, 5), axis=(0, 1, 0)))
    other.gap, other.tilt = 0.25, 0.5
    assert largest_errors(bench.session.publish().view.joints) == pytest.approx((0.25, 0.5))
    other.set(enabled=False)
    assert largest_errors(bench.session.publish().view.joints) == pytest.approx((hinge.gap, hinge.tilt))
    rows = bench.frame()
    assert "row:joint gap" in rows and "row:joint tilt" in rows


def test_the_legend_names_only_what_is_there(bench, hinge):
    assert [text for text, _ in of_joints(bench.session.publish().view.joints)] == ["limits", "motors"]
    hinge.set(lower=None, motor_torque=0.0, hertz=3.0, enabled=False)
    assert [text for text, _ in of_joints(bench.session.publish().view.joints)] == ["springs", "off"]


def test_angles_are_shown_in_degrees():
    about = dict((name, about) for name, about, _, _ in settings_of(Hinge(a=object(), anchor=(0, 0, 0), axis=(1, 0, 0))))["upper"]
    shown = Field("upper", about, math.pi / 2, None)
    assert shown.bounds == pytest.approx((0, 180)) and shown.shown_as == (pytest.approx(180 / math.pi), "°")
    assert number_text(math.pi / 2 * shown.shown_as[0], "°") == "90°" and number_text(math.inf) == "inf"
    assert [number_text(x, "N") for x in (1e12, 123456.0, 50.0, 0.12345)] == ["1e+12 N", "123456 N", "50 N", "0.123 N"]


def test_labels_stand_beside_joints_only_on_demand(bench, hinge):
    assert f"label:{hinge.uid}" not in bench.frame()
    bench.state.change(joint_labels=True)
    left, top, right, bottom = bench.frame()[f"label:{hinge.uid}"]
    assert 0 < left < right < 1400 and 0 < top < bottom < 1600                 # the anchor is in front of the camera
    bench.state.act("joint_labels")
    assert f"label:{hinge.uid}" not in bench.frame()


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_the_knob_of_a_slider_in_decades_is_where_the_pointer_put_it(bench, hinge, share):
    """A torque from 0: the picture of the slider agrees with ImGui's own mapping."""
    from app.panels.widgets.fields import _share
    bench.click("field:joint.motor_torque", share)
    value = values(bench, "motor_torque")[-1]
    assert _share(value, 0.0, 1e4, True) == pytest.approx(share, abs=0.05) and 0.05 < value < 1e4
