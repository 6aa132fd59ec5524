"""Joints in the real window: selected by their marks, turned by sliders, made by two clicks, removed by a key."""
from __future__ import annotations

import numpy as np
import pytest

from tests.support.desktop import COLD, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
SCENE = """\
format: 1
title: Workbench
bodies:
  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: left, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 0.5], mass: 5}
  - {name: right, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [1.6, 0, 0.5], mass: 5}
  - {name: wheel, shape: {sphere: {radius: 0.6}}, position: [-1.6, 0, 2], mass: 5}
joints:
  - {name: axle, type: hinge, a: world, b: wheel, anchor: [-1.6, 0, 2], axis: [0, 1, 0], motor_torque: 100, motor_speed: 0}
camera: {position: [0, -9, 3], target: [0, 0, 1]}
"""


@pytest.fixture(scope="module")
def window(display, tmp_path_factory):
    folder = tmp_path_factory.mktemp("joints")
    (folder / "bench.yaml").write_text(SCENE)
    window = App(display, folder, str(folder / "bench.yaml"))
    yield window
    window.close()


@pytest.fixture
def app(window):
    """The scene from its start, nothing selected and nothing being made."""
    window.wait(lambda s: s["ready"] and s["step"] and s["step"] > 2, "the first steps", COLD)
    for _ in range(2):
        window.key("Escape")
    run = window.state()["run"]
    window.key("r")
    window.wait(lambda s: s["run"] > run and s["ready"] and s["step"] > 2, "the start")
    window.wait(lambda s: s["selected_joint"] is None and s["selection"] is None and not s["tool"], "nothing selected")
    return window


def pixel(app, name, what="bodies"):
    return next(np.array(thing["pixel"]) for thing in app.state()[what] if thing["name"] == name)


def uid(app, name):
    return next(body["uid"] for body in app.state()["bodies"] if body["name"] == name)


def joint(state, kind="hinge"):
    """The newest joint of a type, None without one."""
    return next((found for found in reversed(state["joints"]) if found["kind"] == kind), None)


def click(app, place):
    """A click that is no long press, however slow the frames are."""
    app.move(*place)
    app.settle(4)
    app.xdotool("click", 1)


def select_axle(app):
    click(app, pixel(app, "axle", "joints"))
    return app.wait(lambda s: s["selected_joint"] is not None, "the selection")


def begin(app, kind):
    """The tool with this kind, from the palette."""
    app.key("j")
    app.wait(lambda s: s["sheet"] == "join", "the palette")
    app.settle()
    app.type(kind)
    app.settle()
    app.key("Return")
    app.wait(lambda s: s["tool"], "the tool")


def test_a_motor_is_turned_by_its_slider(app):
    select_axle(app)
    assert app.state()["selection"] is None and abs(joint(app.state())["measure"]) < 0.01
    left, top, right, bottom = app.widget("field:joint.motor_speed")
    y = (top + bottom) / 2
    app.move(left + 0.5 * (right - left), y)
    app.settle(1)
    app.xdotool("mousedown", 1)
    for share in (0.55, 0.6, 0.65):
        app.move(left + share * (right - left), y)
        app.settle(1)
    state = app.wait(lambda s: joint(s)["motor"][0] > 5, "the motor's speed")
    app.xdotool("mouseup", 1)
    assert state["scene_presses"] == app.state()["scene_presses"]
    speed, begun = joint(state)["motor"][0], app.settle(5)
    later = app.wait(lambda s: s["time"] > begun["time"] + 1.0, "a second")
    turned = joint(later)["measure"] - joint(begun)["measure"]
    assert turned / (later["time"] - begun["time"]) == pytest.approx(speed, rel=0.05)
    app.click(left + 0.5 * (right - left), y, button=3)
    app.wait(lambda s: joint(s)["motor"][0] == 0, "the speed of the scene")


def test_a_hinge_is_made_by_two_clicks_and_removed_by_a_key(app):
    bodies = [uid(app, "left"), uid(app, "right")]
    begin(app, "hinge")
    app.move(*pixel(app, "left"))
    app.settle(3)
    app.xdotool("click", 1)
    app.wait(lambda s: s["tool_first"] == bodies[0], "the first place")
    click(app, pixel(app, "right"))
    state = app.wait(lambda s: len(s["joints"]) == 2, "the hinge")
    made = joint(state)
    assert made["bodies"] == bodies and state["tool"] == ""
    assert app.settle(2)["selected_joint"] == made["uid"] and state["selection"] is None
    assert np.linalg.norm(np.array(made["pixel"]) - pixel(app, "left")) < 12          # where the first click was
    app.key("Delete")
    app.wait(lambda s: len(s["joints"]) == 1 and s["selected_joint"] is None, "the end of the hinge")
    assert app.state()["fault"] is None and len(app.state()["bodies"]) == 3


def test_a_body_is_fixed_to_the_world_until_a_restart(app):
    begin(app, "fixed")
    click(app, pixel(app, "right"))
    app.wait(lambda s: s["tool_first"], "the first place")
    click(app, (330, 130))                                # the sky
    made = joint(app.wait(lambda s: len(s["joints"]) == 2, "the joint"), "fixed")
    assert made["bodies"] == [uid(app, "right"), 0]
    run = app.state()["run"]
    app.key("r")
    state = app.wait(lambda s: s["run"] > run and s["ready"] and s["step"] > 1, "the restart")
    assert [found["name"] for found in state["joints"]] == ["axle"] and state["selected_joint"] is None


def test_escape_gives_up_and_the_body_can_be_dragged_again(app):
    begin(app, "slider")
    click(app, pixel(app, "left"))
    app.wait(lambda s: s["tool_first"], "the first place")
    app.key("Escape")
    app.wait(lambda s: not s["tool"], "the end of the tool")
    click(app, pixel(app, "left"))
    left = uid(app, "left")
    app.wait(lambda s: s["selection"] == left, "the body's selection")
    assert len(app.state()["joints"]) == 1


def test_labels_and_marks_can_be_switched(app):
    select_axle(app)
    app.key("7")
    state = app.wait(lambda s: any(name.startswith("label:") for name in s["widgets"]), "the labels")
    assert state["settings"]["joint_labels"]
    app.key("7")
    app.key("5")
    app.wait(lambda s: not s["settings"]["joints"] and not any(name.startswith("label:") for name in s["widgets"]), "no marks")
    app.key("Escape")
    click(app, pixel(app, "axle", "joints"))
    wheel = uid(app, "wheel")
    app.wait(lambda s: s["selection"] == wheel and s["selected_joint"] is None, "the body, as its joint is not to be seen")
    app.key("5")
    app.wait(lambda s: s["settings"]["joints"], "the marks")


def test_a_joint_can_be_switched_off(app):
    select_axle(app)
    app.click(*app.middle("field:joint.enabled"))
    wheel = uid(app, "wheel")
    fallen = app.wait(lambda s: any(b["uid"] == wheel and b["position"][2] < 1 for b in s["bodies"]), "the fall of the wheel")
    assert not joint(fallen)["enabled"]
    assert fallen["fault"] is None and fallen["joint_gap"] is None is fallen["joint_tilt"]
