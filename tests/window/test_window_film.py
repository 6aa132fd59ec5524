"""Camera and film in the real window: views, keyframes, a followed body, playing, and saving into the scene's file."""
from __future__ import annotations

import time

import numpy as np
import pytest

import scenes
from tests.support.desktop import COLD, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
SCENE = """\
# A ball that rolls
format: 1
title: Rolling
world: {dt: 1/60}
bodies:
  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}      # the ground
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 0.5], velocity: [2, 0, 0]}
camera: {position: [0, -10, 4], target: [0, 0, 0.5]}      # from the side
film:
  captions: [{from: 0, until: 600, text: It rolls}]
  slow_motion: [{from: 1, until: 600, factor: 0.25}]
"""


@pytest.fixture(scope="module")
def app(display, tmp_path_factory):
    """The scene, paused."""
    folder = tmp_path_factory.mktemp("film")
    (folder / "rolling.yaml").write_text(SCENE)
    window = App(display, folder, str(folder / "rolling.yaml"), introduction=False)
    window.wait(lambda s: s["ready"] and s["step"], "the first step", COLD)
    window.pause()
    yield window
    window.close()


def eye(state):
    return np.array(state["eye"])


def orbit(app, across, up=0):
    """Turn the camera by a drag beside the bodies [px]."""
    app.move(420, 560)
    app.settle(1)
    app.xdotool("mousedown", 1)
    app.settle(1)
    for part in (0.5, 1.0):
        app.move(420 + part * across, 560 + part * up)
        app.settle(1)
    app.xdotool("mouseup", 1)
    app.settle(1)


def test_the_caption_stands_over_the_scene(app):
    app.wait(lambda s: s["film"]["captions"] == ["It rolls"] and "caption:0" in s["widgets"], "the caption")


def test_keys_keep_a_view_and_come_back_to_it(app):
    before = app.state()
    app.key("ctrl+b")
    app.wait(lambda s: s["film"]["bookmarks"] == ["view_1"], "the bookmark")
    orbit(app, 200, -40)
    app.wait(lambda s: np.linalg.norm(eye(s) - eye(before)) > 1.0, "another view")
    app.key("shift+v")
    app.wait(lambda s: np.linalg.norm(eye(s) - eye(before)) < 0.05, "the view that was kept")


def test_keyframes_are_set_where_the_camera_is_and_played(app):
    app.key("y")
    first = app.wait(lambda s: len(s["film"]["keyframes"]) == 1, "a keyframe")
    app.key("space")
    app.wait(lambda s: s["time"] > first["time"] + 2.0, "two seconds")
    app.pause()
    orbit(app, 300, -40)
    app.wait(lambda s: np.linalg.norm(eye(s) - eye(first)) > 1.0, "another view")
    app.key("y")
    last = app.wait(lambda s: len(s["film"]["keyframes"]) == 2, "the second keyframe")
    app.key("shift+y")
    begun = app.wait(lambda s: s["film"]["playing"] and s["run"] == last["run"], "the film, from here on")
    assert begun["time_scale"] in (1.0, 0.25)
    app.wait(lambda s: s["time_scale"] == 0.25, "slow motion")
    orbit(app, 30)
    after = app.wait(lambda s: not s["film"]["playing"] and s["time_scale"] == 1.0, "the end, as the user moved the camera")
    assert np.linalg.norm(eye(after) - eye(last)) < 6.0


def test_the_camera_follows_the_selected_body(app):
    if not app.state()["paused"]:
        app.key("space")
    state = app.wait(lambda s: s["paused"] and s["bodies"], "pause")
    app.click(*state["bodies"][0]["pixel"])
    app.wait(lambda s: s["selection"] is not None, "the ball is selected")
    app.key("ctrl+f")
    app.wait(lambda s: s["film"]["followed"] is not None and s["film"]["follow"] == "ball", "the ball is followed")
    app.key("space")
    app.wait(lambda s: s["time"] > state["time"] + 0.5
             and np.linalg.norm(np.array(s["target"]) - s["bodies"][0]["position"]) < 0.2, "the target is the ball")
    app.pause()


def test_it_is_saved_with_comments_and_the_scene_goes_on(app):
    before = app.state()
    app.key("shift+u")
    app.wait(lambda s: not s["film"]["changed"], "saved")
    path = app.folder / "rolling.yaml"
    text = path.read_text()
    assert "# A ball that rolls" in text and "# the ground" in text and "# from the side" in text
    camera = scenes.load(path).camera
    assert camera.follow == "ball" and [one.name for one in camera.bookmarks] == ["view_1"] and len(camera.path) == 2
    time.sleep(1.5)                                     # longer than the window needs to notice another program's change
    after = app.state()
    assert after["run"] == before["run"] and after["step"] == before["step"], "the window does not read its own file again"


def test_another_program_s_change_is_still_noticed(app):
    path, before = app.folder / "rolling.yaml", app.state()
    path.write_text(path.read_text().replace("title: Rolling", "title: Rolling on"))
    state = app.wait(lambda s: s["title"] == "Rolling on", "the file is read again")
    assert state["run"] > before["run"] and state["film"]["bookmarks"] == ["view_1"] and state["film"]["follow"] == "ball"
