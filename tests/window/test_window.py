"""The real window, driven by a real mouse and keyboard on an X server without a screen."""
from __future__ import annotations

import math
import time

import numpy as np
import pytest

from tests.support.desktop import COLD, SIZE, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
SCENE = "stacking/pyramid_2d"


@pytest.fixture(scope="module")
def window(display, tmp_path_factory):
    window = App(display, tmp_path_factory.mktemp("window"), SCENE)
    yield window
    window.close()


@pytest.fixture
def app(window):
    """The window with a scene that moves, the pointer in the middle, no sheet open."""
    window.wait(lambda s: s["ready"] and s["step"] is not None, "the scene", COLD)
    if window.state()["paused"]:                    # by a test that failed
        window.go_on()
    window.wait(lambda s: s["step"] > 2, "the first steps")
    if window.state()["sheet"]:
        window.key("Escape")
        window.wait(lambda s: not s["sheet"], "the end of the sheet, which takes all keys")
    window.move(600, 640)
    window.settle()
    return window


def free(state, pixel):
    """Whether a pixel is on the scene and not under a panel."""
    x, y = pixel
    panels = [rectangle for name, rectangle in state["widgets"].items() if name.startswith("window:")]
    covered = any(left - 4 <= x <= right + 4 and top - 4 <= y <= bottom + 4 for left, top, right, bottom in panels)
    return 0 < x < SIZE[0] and 0 < y < SIZE[1] and not covered


def body_under_the_pointer(app):
    """Point at bodies until the window says that one is under the pointer; its uid."""
    for body in sorted(app.state()["bodies"], key=lambda b: -b["position"][2]):
        state = app.state()
        if free(state, body["pixel"]):
            app.move(*body["pixel"])
            app.settle(6)
            hovered = app.state()["hovered"]
            if hovered is not None:
                return hovered
    raise AssertionError("no body of the scene can be pointed at")


def place_on_the_ground(app):
    """A pixel near the lower edge of the scene with no panel and no movable body."""
    for y in (600, 575, 550):
        for x in (860, 600, 300):
            if free(app.state(), (x, y)):
                app.move(x, y)
                app.settle(6)
                if app.state()["hovered"] is None:
                    return x, y
    raise AssertionError("bodies and panels cover the ground")


def pixel_of(state, uid):
    return next(np.array(b["pixel"]) for b in state["bodies"] if b["uid"] == uid)


def test_the_scene_moves_by_itself(app):
    step = app.state()["step"]
    app.wait(lambda s: s["step"] > step + 20, "20 steps")
    assert app.state()["title"] and app.state()["fault"] is None


def test_a_body_follows_the_mouse(app):
    app.pause()                                         # the scene waits while a body is chosen
    app.key("Home")
    app.settle(20)
    uid = body_under_the_pointer(app)
    start = pixel_of(app.state(), uid)
    app.key("space")
    app.xdotool("mousedown", 1)
    goal = start + (-90, -110)
    for share in np.linspace(0.1, 1.0, 10):
        app.move(*(start + (goal - start) * share))
        app.settle(1)
    state = app.wait(lambda s: s["grabbed"] == uid and s["spring"] is not None, "the grab")
    assert state["gesture"] == "grab"
    state = app.wait(lambda s: np.linalg.norm(pixel_of(s, uid) - goal) < 45, "the body at the pointer", 30)
    assert np.linalg.norm(pixel_of(state, uid) - start) > 60
    app.xdotool("mouseup", 1)
    app.wait(lambda s: s["grabbed"] is None and s["gesture"] == "", "the release")


def test_single_steps_and_five_by_one_key(app):
    step = app.pause()["step"]
    app.key("period")
    app.wait(lambda s: s["step"] == step + 1, "one step")
    app.key("shift+period")                             # X11 names it by its symbol with Shift
    app.wait(lambda s: s["step"] == step + 6, "five steps")
    app.go_on()


def test_a_click_selects_and_escape_unselects(app):
    app.key("r")
    app.pause()
    app.settle(10)
    uid = body_under_the_pointer(app)
    app.xdotool("click", 1)
    app.wait(lambda s: s["selection"] == uid, "the selection")
    app.key("Escape")
    app.wait(lambda s: s["selection"] is None, "the end of the selection")
    app.go_on()


def test_the_beta_slider_acts_at_once_and_is_grey_when_unused(app):
    left, top, right, bottom = app.widget("field:beta")
    y, before = (top + bottom) / 2, app.state()["solver"]
    assert before["stabilization"] == "soft"
    app.click(left + 0.8 * (right - left), y)
    app.settle(5)
    assert app.state()["solver"] == before              # soft contacts know no beta: the slider is greyed out
    app.click(*app.middle("field:preset"))
    app.click(*app.middle("choice:preset:classic"))
    app.wait(lambda s: s["solver"]["stabilization"] == "baumgarte", "the preset")
    app.move(left + 0.2 * (right - left), y)
    app.settle(1)
    app.xdotool("mousedown", 1)
    for share in (0.3, 0.5, 0.65):
        app.move(left + share * (right - left), y)
        app.settle(1)
    state = app.wait(lambda s: abs(s["solver"]["beta"] - 0.65) < 0.05, "beta at the pointer")
    app.xdotool("mouseup", 1)
    assert state["gesture"] == ""
    app.click(left + 0.5 * (right - left), y, button=3)
    app.wait(lambda s: abs(s["solver"]["beta"] - 0.2) < 1e-6, "beta as the scene has it")
    app.click(*app.middle("button:reset tuning"))
    app.wait(lambda s: s["solver"] == before, "all knobs as the scene has them")


def test_friction_moves_and_goes_back_to_the_scenes_own(app):
    left, top, right, bottom = app.widget("field:friction")
    y = (top + bottom) / 2
    assert app.state()["friction"] is None
    app.click(left + 0.75 * (right - left), y)
    app.wait(lambda s: s["friction"] is not None and abs(s["friction"] - 1.5) < 0.1, "the friction of every pair")
    app.click(left + 0.5 * (right - left), y, button=3)
    app.wait(lambda s: s["friction"] is None, "the scene's own friction")


def test_nothing_on_a_panel_reaches_the_scene(app):
    before = app.settle()
    for name in [n for n in before["widgets"] if n.startswith("window:")]:
        left, top, right, bottom = before["widgets"][name]
        for x, y in ((left + 6, top + 6), ((left + right) / 2, top + 8), (right - 6, bottom - 6)):
            app.move(600, 640)
            app.xdotool("mousemove", round(x), round(y), "mousedown", 1)      # the press comes in the same frame as the arrival
            app.settle(1)
            app.move(600, 400)                                               # and the drag leaves the panel
            app.settle(1)
            app.xdotool("mouseup", 1)
            app.xdotool("mousemove", round(x), round(y), "click", 4, "click", 3)
            app.settle(1)
    after = app.settle()
    assert after["scene_presses"] == before["scene_presses"]
    assert np.allclose(after["eye"], before["eye"]) and np.allclose(after["target"], before["target"])
    assert after["selection"] == before["selection"] and after["grabbed"] is None


def test_a_drag_beside_the_bodies_orbits_and_the_wheel_zooms(app):
    state = app.settle()
    corner = next((x, y) for x in (300, 420, 640, 860) for y in (600, 660, 120) if free(state, (x, y)))
    app.move(*corner)
    app.xdotool("keydown", "alt", "mousedown", 1)
    app.move(corner[0] + 60, corner[1])
    app.settle(2)
    app.xdotool("mouseup", 1, "keyup", "alt")
    turned = app.settle(10)
    distance = math.dist(state["eye"], state["target"])
    assert math.dist(turned["eye"], state["eye"]) > 0.05 * distance
    assert math.dist(turned["eye"], turned["target"]) == pytest.approx(distance, rel=1e-3)
    app.xdotool("click", 4, "click", 4)
    zoomed = app.settle(10)
    assert math.dist(zoomed["eye"], zoomed["target"]) < 0.95 * distance


def test_screenshot(app):
    from PIL import Image
    count = len(app.state()["files"])
    app.key("F12")
    path = app.wait(lambda s: len(s["files"]) > count, "the screenshot")["files"][-1]
    with Image.open(path) as picture:
        assert picture.format == "PNG" and picture.size == SIZE
        assert np.asarray(picture.convert("L")).std() > 5            # something is in it


def test_a_film_of_two_seconds(app):
    import av
    count = len(app.state()["files"])
    app.click(*app.middle("button:record"))
    app.wait(lambda s: s["recording"], "the recording")
    app.wait(lambda s: s["recording"][3] > 2.0, "two seconds")
    app.click(*app.middle("button:finish recording"))
    path = app.wait(lambda s: len(s["files"]) > count and s["recording"] is None, "the film")["files"][-1]
    with av.open(path) as film:
        stream = film.streams.video[0]
        frames = [(float(f.time), f.width, f.height) for f in film.decode(stream)]
    assert path.endswith(".mp4") and len(frames) > 5
    assert frames[0][1:] == SIZE and 1.5 < frames[-1][0] < 30


def test_an_offline_film_has_every_picture(app):
    import av
    count, settings = len(app.state()["files"]), app.state()["settings"]
    app.key("shift+F9")
    state = app.wait(lambda s: len(s["files"]) > count and s["recording"] is None and not s["paused"], "the film")
    with av.open(state["files"][-1]) as film:
        assert sum(1 for _ in film.decode(video=0)) == settings["video_fps"] * settings["video_seconds"]


def test_the_ground_is_selected_with_ctrl_and_deleted_when_asked_twice(app):
    app.key("r")
    app.pause()
    app.settle(10)
    uid = body_under_the_pointer(app)
    app.xdotool("click", 1)
    app.wait(lambda s: s["selection"] == uid, "the selection")
    place = place_on_the_ground(app)
    app.click(*place)
    app.wait(lambda s: s["selection"] is None, "a click on the ground, which selects nothing")
    app.xdotool("keydown", "ctrl")
    app.click(*place)
    app.xdotool("keyup", "ctrl")
    floor = app.wait(lambda s: s["selection"] is not None, "the selection of the ground")["selection"]
    app.key("Delete")
    assert app.settle(6)["selection"] == floor, "the first time it asks"
    app.key("Delete")
    app.wait(lambda s: s["selection"] is None, "the end of the ground")
    app.key("ctrl+z")
    app.wait(lambda s: not s["edits"]["changed"], "the ground again, so that no question follows")
    app.key("r")
    app.go_on()


def test_another_scene_by_a_few_letters(app):
    app.key("ctrl+o")
    app.wait(lambda s: s["sheet"] == "scenes", "the picker")
    app.settle()
    app.type("bounce")
    app.wait(lambda s: "row:collision/bounce_row" in s["widgets"], "the row")
    app.settle()
    app.key("Return")
    state = app.wait(lambda s: s["scene"] == "collision/bounce_row" and s["ready"] and s["step"] > 2, "the scene")
    assert state["sheet"] == "" and state["fault"] is None


def test_a_bad_scene_is_a_card_over_the_old_one(app, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("format: 1\ntitle: Bad\nbodies:\n  - {name: a, shape: {sphere: {radius: -1}}, masss: 2}\n")
    before = app.settle()
    app.key("ctrl+o")
    app.wait(lambda s: s["sheet"] == "scenes", "the picker")
    app.settle()
    app.type(str(path))
    app.settle()
    app.key("Return")
    state = app.wait(lambda s: s["fault"], "the card")
    assert f"{path}:4:" in state["fault_text"] and "mass" in state["fault_text"]
    assert state["scene"] == before["scene"]
    app.wait(lambda s: s["step"] > state["step"] + 10, "the old scene going on")
    app.click(*app.middle("button:close fault"))
    app.wait(lambda s: not s["fault"], "the card closed")


def test_a_saved_file_is_read_again(app, tmp_path):
    path = tmp_path / "mine.yaml"
    text = "format: 1\ntitle: First\nbodies:\n  - {name: a, shape: {sphere: {radius: 1}}, position: [0, 0, 3], mass: 2}\n"
    path.write_text(text)
    app.key("ctrl+o")
    app.wait(lambda s: s["sheet"] == "scenes", "the picker")
    app.settle()
    app.type(str(path))
    app.settle()
    app.key("Return")
    app.wait(lambda s: s["title"] == "First", "the file's scene")
    time.sleep(0.1)
    path.write_text(text.replace("First", "Second"))
    app.wait(lambda s: s["title"] == "Second", "the changed scene")


def test_help_and_palette_open_and_close(app):
    app.key("F1")
    app.wait(lambda s: s["sheet"] == "help", "the help sheet")
    app.key("Escape")
    app.wait(lambda s: s["sheet"] == "", "the sheet closed")
    app.key("ctrl+p")
    app.wait(lambda s: s["sheet"] == "palette", "the palette")
    app.settle()
    app.type("dark or light")
    app.settle()
    app.key("Return")
    app.wait(lambda s: s["settings"]["theme"] == "light" and s["sheet"] == "", "the light theme")
    assert app.state()["run"] == app.settle()["run"]


def test_the_keyboard_is_the_scenes_until_a_key_gives_it_away(app):
    app.click(*app.middle("field:normals"))
    app.wait(lambda s: s["settings"]["normals"], "the switch turned")
    paused = app.state()["paused"]
    app.key("space")
    app.wait(lambda s: s["paused"] != paused, "the pause")
    app.key("space")
    assert app.wait(lambda s: s["paused"] == paused, "going on")["settings"]["normals"]
    app.key("Tab")
    app.wait(lambda s: not s["settings"]["panels"], "the panels hidden")
    app.key("Tab")
    app.wait(lambda s: s["settings"]["panels"], "the panels shown")
    app.key("F6")
    app.wait(lambda s: s["walking"], "the keyboard in the panels")
    app.key("Tab")
    assert app.settle()["settings"]["panels"]
    app.key("Escape")
    app.wait(lambda s: not s["walking"], "the keyboard back with the scene")
    assert app.state()["paused"] == paused
    app.click(*app.middle("field:normals"))
    app.wait(lambda s: not s["settings"]["normals"], "the switch turned back")


def test_quitting_keeps_the_settings(app):
    before = app.state()["settings"]["metrics"]
    app.key("m")
    app.wait(lambda s: s["settings"]["metrics"] != before, "the statistics toggled")
    app.key("m")
    app.key("Tab")
    app.wait(lambda s: not s["settings"]["panels"], "the panels hidden")
    app.key("ctrl+q")
    assert app.process.wait(20) == 0
    assert '"panels": false' in (app.folder / "view.json").read_text()
    assert (app.folder / "errors.txt").read_text() == ""
