"""A height field in the real window: selected, deleted and taken back, jointed, pasted and saved; bodies dragged on it."""
from __future__ import annotations

import pytest

import scenes
from tests.support.desktop import App, editor, missing

SCENE = """\
format: 1
title: Hills
camera: {position: [7, -9, 6], target: [0, 0, 0.5]}
bodies:
  - {name: hills, shape: {height_field: {formula: "0.3 * sin(x) * cos(y)", extent: [20, 16], spacing: 0.5}}}      # the ground
  - {name: ball, shape: {sphere: {radius: 0.4}}, position: [0, 0, 0.6]}
"""
HILLS, BALL = 1, 2
ASIDE = 150, 110                       # [px] from the ball to a place of the hills

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")


@pytest.fixture
def app(tmp_path):
    """The window on the scene at its beginning."""
    with editor(tmp_path, "mine.yaml", SCENE) as app:
        app.pause()
        app.key("r")
        app.wait(lambda s: s["step"] == 0 and s["ready"], "the beginning")
        app.settle(5)
        yield app


def ball(app: App) -> tuple[float, float]:
    """The pixel of the ball."""
    return tuple(next(body["pixel"] for body in app.state()["bodies"] if body["name"] == "ball"))


def aside(app: App) -> tuple[float, float]:
    x, y = ball(app)
    return x + ASIDE[0], y + ASIDE[1]


def select_hills(app: App) -> None:
    """With Ctrl, as ground is selected."""
    app.move(*aside(app))
    app.settle(3)
    app.xdotool("keydown", "ctrl", "click", 1, "keyup", "ctrl")
    app.wait(lambda s: s["selection"] == HILLS, "the hills selected")


def test_it_is_selected_edited_deleted_pasted_and_saved(app, tmp_path):
    app.click(*aside(app))
    assert app.settle(3)["selection"] is None, "ground is selected with Ctrl alone"
    select_hills(app)
    app.key("shift+e")
    widgets = app.wait(lambda s: "edit:grid" in s["widgets"], "its fields")["widgets"]
    assert "edit:type" in widgets and "edit:shape" not in widgets
    app.key("ctrl+c")
    app.settle(3)
    app.key("shift+Delete")
    app.wait(lambda s: s["edits"]["undo"] == "remove hills", "it is gone")
    app.key("ctrl+z")
    app.wait(lambda s: s["edits"]["redo"] == "remove hills", "it is back")
    app.settle(5)
    app.key("ctrl+v")
    app.wait(lambda s: s["edits"]["undo"].startswith("paste"), "a second one")
    app.key("ctrl+s")
    path = tmp_path / "mine.yaml"
    app.wait(lambda s: "hills_2" in path.read_text(), "the file")
    assert app.state()["fault"] is None
    saved, text = scenes.load(str(path)), path.read_text()
    assert [plan.name for plan in saved.bodies] == ["hills", "ball", "hills_2"] and "# the ground" in text
    assert saved.bodies[2].shape == saved.bodies[0].shape and text.count("0.3 * sin(x) * cos(y)") == 2 and "heights" not in text


def test_a_joint_onto_it_and_a_body_dragged_over_it(app):
    app.key("j")
    app.settle(5)
    app.type("ball")
    app.settle(3)
    app.key("Return")
    app.wait(lambda s: s["tool"] == "ball_socket", "the tool")
    app.click(*ball(app))
    app.wait(lambda s: s["tool_first"] == BALL, "the first place")
    app.click(*aside(app))
    (joint,) = app.wait(lambda s: s["joints"], "the joint")["joints"]
    assert joint["bodies"] == [BALL, HILLS] and app.state()["fault"] is None
    app.key("Delete")
    app.wait(lambda s: not s["joints"], "the end of the joint")
    app.go_on()
    app.settle(10)
    before = next(body["position"] for body in app.state()["bodies"] if body["name"] == "ball")
    x, y = ball(app)
    app.move(x, y)
    app.settle(3)
    app.xdotool("mousedown", 1)
    for k in range(1, 10):
        app.move(x + 10 * k, y + 6 * k)
        app.settle(1)
    app.wait(lambda s: s["grabbed"] == BALL, "the ball in the hand")
    app.settle(10)
    app.xdotool("mouseup", 1)
    state = app.wait(lambda s: s["grabbed"] is None, "the ball let go")
    after = next(body["position"] for body in state["bodies"] if body["name"] == "ball")
    assert after[0] > before[0] + 0.3 and after[2] > -0.3 and state["fault"] is None


def test_a_body_is_made_where_the_pointer_is_and_stands_on_it(app):
    app.key("alt+m")
    app.settle(5)
    assert not any("height" in name for name in app.state()["widgets"] if name.startswith("make:"))
    app.click(*app.middle("make:box"))
    app.settle(3)
    app.click(*aside(app))
    state = app.wait(lambda s: any(body["name"] == "box" for body in s["bodies"]), "the box")
    box = next(body["position"] for body in state["bodies"] if body["name"] == "box")
    assert 0.2 < box[2] < 0.9 and state["fault"] is None, "not above the highest hill of all"
