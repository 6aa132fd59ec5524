"""Joints and events as edits in the real window: drawn and clicked by the mouse, changed in fields, followed by a world that
runs."""
from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

import scenes
from tests.support.desktop import COLD, App, Display, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
SCENE = """\
format: 1
title: Workbench
bodies:
  - {name: floor, shape: {plane: {}}}      # the ground
  - {name: left, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [-1, 0, 0.5], mass: 5}
  - {name: right, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [1, 0, 0.5], mass: 5}
camera: {position: [0, -9, 3], target: [0, 0, 1]}
"""


@pytest.fixture(scope="module")
def display():
    found = Display((1280, 960))
    yield found
    found.close()


@pytest.fixture(scope="module")
def window(display, tmp_path_factory):
    """The window on the scene, paused."""
    folder = tmp_path_factory.mktemp("events")
    (folder / "bench.yaml").write_text(SCENE)
    (folder / "home").mkdir()
    app = App(display, folder / "home", str(folder / "bench.yaml"), quality="software", introduction=False, metrics=False)
    try:
        app.wait(lambda s: s["ready"] and (s["step"] or 0) > 5, "the first steps", COLD)
        app.pause()
        yield app
    finally:
        app.close()


@pytest.fixture
def path(window):
    """The scene's file."""
    return window.folder.parent / "bench.yaml"


@pytest.fixture
def app(window, path):
    """The window with the scene read anew, paused at its beginning, nothing selected."""
    path.write_text(SCENE)
    for _ in range(2):
        window.key("Escape")
    run = window.state()["run"]
    window.key("ctrl+l")
    if window.wait(lambda s: s["run"] > run or s["sheet"] == "unsaved", "the scene or a question")["sheet"] == "unsaved":
        window.click(*window.middle("button:discard changes"))
    window.wait(lambda s: s["run"] > run and s["ready"] and not s["edits"]["undo"], "the scene")
    if not window.settle(1)["paused"]:
        window.pause()
    run = window.state()["run"]
    window.key("r")
    window.wait(lambda s: s["run"] > run and s["ready"] and s["step"] == 0 and s["paused"], "the beginning")
    return window


def pixel(app, name):
    return np.array(next(body["pixel"] for body in app.settle()["bodies"] if body["name"] == name))


def drag(app, start, way, keys=()):
    """Press, move and release."""
    app.move(*start)
    app.settle(1)
    for key in keys:
        app.xdotool("keydown", key)
    app.xdotool("mousedown", 1)
    app.settle(1)
    for part in (0.3, 0.6, 1.0):
        app.move(*(np.array(start) + part * np.array(way)))
        app.settle(1)
    app.xdotool("mouseup", 1)
    for key in keys:
        app.xdotool("keyup", key)


def type_into(app, widget, share, text):
    """Ctrl+click on a number and type another."""
    left, top, right, bottom = app.widget(widget)
    app.xdotool("keydown", "ctrl")
    app.click(left + share * (right - left), (top + bottom) / 2)
    app.xdotool("keyup", "ctrl")
    app.settle(1)
    app.key("ctrl+a")
    app.type(text)
    app.key("Return")
    app.settle(1)


def events(state):
    return state["edits"]["events"]


NUMBER, AT, LASTS, WORD, ABOUT, BODY, UID, VECTOR, POINT, PLACE = range(10)                # of an event's card


def picture(app, display, tmp_path, name):
    app.settle()
    Image.fromarray(display.pixels()).save(tmp_path / f"{name}.png", compress_level=1)


def test_a_force_is_drawn_changed_taken_back_and_saved(app, path, display, tmp_path):
    app.key("alt+f")
    app.wait(lambda s: s["drawing"], "the tool")
    drag(app, pixel(app, "left"), (120, 0), keys=("ctrl",))
    state = app.wait(lambda s: len(events(s)) == 1, "the event")
    (event,) = events(state)
    assert (event[WORD], event[BODY], event[AT], event[LASTS]) == ("apply_force", "left", 0.0, 1.0)
    assert event[VECTOR][0] > 5 and event[VECTOR][1:] == [0, 0] and event[POINT][1] == pytest.approx(-0.5, abs=1e-4)
    assert state["step"] == 0 and not app.settle()["drawing"] and app.settle()["settings"]["events"]
    picture(app, display, tmp_path, "drawn")
    type_into(app, "edit:size N", 0.5, "40")
    app.wait(lambda s: events(s)[0][VECTOR] == [40, 0, 0], "the size")
    app.click(*app.middle("kind:event:impulse"))
    app.wait(lambda s: events(s)[0][WORD] == "apply_impulse", "another kind")
    app.key("ctrl+z")
    app.wait(lambda s: events(s)[0][WORD] == "apply_force", "the kind before")
    type_into(app, "edit:for", 0.5, "0.5")
    type_into(app, "edit:from", 0.5, "0.25")
    app.wait(lambda s: events(s)[0][AT:LASTS + 1] == [0.25, 0.5], "the times")
    app.key("space")
    moving = app.wait(lambda s: s["time"] and 0.3 < s["time"] and not s["paused"], "the force")
    app.wait(lambda s: any(body["name"] == "left" and body["position"][0] > -0.9 for body in s["bodies"]), "a push")
    assert moving["fault"] is None
    app.key("ctrl+s")
    app.wait(lambda s: "apply_force" in path.read_text(), "the file")
    document = scenes.load(str(path))
    (saved,) = document.scene.events
    assert "# the ground" in path.read_text() and (saved.at, saved.apply_force.lasts) == (0.25, 0.5)
    assert saved.apply_force.force == (40, 0, 0) and saved.apply_force.point == pytest.approx(event[POINT], abs=1e-5)


def test_an_event_is_drawn_while_it_runs_and_the_scene_goes_on(app):
    app.key("space")
    app.wait(lambda s: s["step"] > 30, "half a second")
    run = app.state()["run"]
    app.key("alt+f")
    app.wait(lambda s: s["drawing"], "the tool")
    app.click(*app.middle("kind:tool:impulse"))
    drag(app, pixel(app, "right"), (60, 0))
    state = app.wait(lambda s: len(events(s)) == 1, "the event")
    assert state["run"] == run and not state["paused"] and state["step"] > 30 and events(state)[0][AT] > 0.5
    app.wait(lambda s: any(body["name"] == "right" and body["position"][0] > 1.05 for body in s["bodies"]), "its effect")
    assert app.state()["run"] == run
    app.click(*app.middle("delete event:0"))
    app.wait(lambda s: not events(s) and s["step"] == 0 and s["paused"], "the beginning, for the event was in the past")


def join(app, kind, first, second):
    app.key("j")
    app.wait(lambda s: s["sheet"] == "join", "the palette")
    app.settle(1)
    app.type(kind)
    app.settle(1)
    app.key("Return")
    app.wait(lambda s: s["tool"], "the tool")
    for place in (first, second):
        app.move(*place)
        app.settle()
        app.xdotool("click", 1)
        app.settle(1)
    return app.wait(lambda s: not s["tool"] and s["selected_joint"] is not None, "the joint")


def test_a_joint_at_the_beginning_is_of_the_scene(app, display, tmp_path):
    state = join(app, "hinge", pixel(app, "left"), pixel(app, "right"))
    assert state["edits"]["undo"] == "add hinge" and state["edits"]["joint"] and state["step"] == 0
    picture(app, display, tmp_path, "joint")
    type_into(app, "edit:anchor", 0.83, "1.5")
    app.wait(lambda s: s["edits"]["joint"][1][0][2][2] == 1.5, "another place")
    type_into(app, "field:joint.motor_torque", 0.5, "50")
    app.wait(lambda s: s["joints"][0]["motor"][1] == 50, "a motor")
    app.key("space")
    app.wait(lambda s: s["step"] > 20, "steps")
    run = app.state()["run"]
    app.key("shift+e")                                               # the gizmo is out: settings are those of the scene
    left, top, right, bottom = app.widget("field:joint.motor_speed")
    drag(app, (left + 0.5 * (right - left), (top + bottom) / 2), (30, 0))
    state = app.wait(lambda s: s["joints"][0]["motor"][0] > 0, "the motor's speed")
    assert state["run"] == run and state["edits"]["undo"] == "change hinge"
    app.key("ctrl+z")
    state = app.wait(lambda s: s["joints"][0]["motor"][0] == 0, "the speed before")
    assert state["run"] == run and state["step"] > 20
    app.key("shift+Delete")
    app.wait(lambda s: not s["joints"] and s["step"] == 0, "its end")
    app.key("ctrl+z")
    app.wait(lambda s: len(s["joints"]) == 1, "the joint again")


def test_a_joint_of_the_running_world_is_kept_by_a_key(app):
    app.key("space")
    app.wait(lambda s: s["step"] > 20, "steps")
    app.pause()
    state = join(app, "distance", pixel(app, "left"), pixel(app, "right"))
    assert state["edits"]["keepable"] and not state["edits"]["undo"] and state["step"] > 20
    app.key("alt+j")
    state = app.wait(lambda s: s["edits"]["joint"] and s["step"] == 0, "the joint in the scene")
    assert state["edits"]["undo"] == "add distance" and [joint["name"] for joint in state["joints"]] == ["distance"]
