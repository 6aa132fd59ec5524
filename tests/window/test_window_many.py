"""Several bodies in the real window, with real mouse and keyboard: two are selected by a box, moved, copied and pasted."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import scenes
from tests.support.desktop import ROOT, App, editor, missing

SCENE = """\
format: 1
title: Several
bodies:
  - {name: floor, shape: {plane: {}}}      # the ground
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [-1, 0, 0.5], mass: 3}
  - {name: chest, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [1, 0, 0.5], mass: 5}
  - {name: ball, shape: {sphere: {radius: 0.4}}, position: [0, -3, 0.4]}
camera: {position: [0, -9, 6], target: [0, 0, 0.5]}
"""

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")


@pytest.fixture
def app(tmp_path):
    """The window on a scene with two boxes and a ball, paused."""
    with editor(tmp_path, "several.yaml", SCENE) as app:
        app.pause()
        yield app


def pixel(app: App, name: str) -> tuple[float, float]:
    return next(one["pixel"] for one in app.state()["bodies"] if one["name"] == name)


def uid(app: App, name: str) -> int:
    return next(one["uid"] for one in app.state()["bodies"] if one["name"] == name)


def places(app: App) -> dict[str, list[float]]:
    return {one["name"]: one["position"] for one in app.state()["bodies"]}


def drag(app: App, begin: tuple[float, float], end: tuple[float, float], steps: int = 4) -> None:
    """With the left button, in some steps, as a hand does."""
    app.move(*begin)
    app.settle(2)
    app.xdotool("mousedown", 1)
    app.settle(2)
    for k in range(1, steps + 1):
        app.move(*(a + (b - a) * k / steps for a, b in zip(begin, end)))
        app.settle(1)
    app.settle(2)
    app.xdotool("mouseup", 1)


def select_boxes(app: App) -> None:
    """Both boxes, by a box around their centres."""
    (left, top), (right, bottom) = pixel(app, "crate"), pixel(app, "chest")
    app.key("alt+x")
    app.settle(3)
    drag(app, (left - 60, top - 50), (right + 60, bottom + 50))
    app.wait(lambda s: s["group"] == [uid(app, "crate"), uid(app, "chest")], "both boxes selected")


def test_two_boxes_are_selected_moved_taken_back_copied_and_pasted(app, tmp_path):
    select_boxes(app)
    assert app.settle(3)["box"] is None and "group title" in app.state()["widgets"]
    app.key("shift+e")
    x, y = ((a + b) / 2 for a, b in zip(pixel(app, "crate"), pixel(app, "chest")))
    app.settle(4)
    app.move(x, y - 45)                                    # the blue arrow amid them, upwards
    app.wait(lambda s: s["on_gizmo"], "the arrow under the pointer")
    drag(app, (x, y - 45), (x, y - 105), steps=6)
    app.wait(lambda s: all(one["position"][2] > 0.7 for one in s["bodies"] if one["name"] in ("crate", "chest")), "a new place")
    app.settle(2)
    moved = places(app)
    assert moved["crate"][2] == moved["chest"][2] > 0.7 and moved["ball"] == pytest.approx([0, -3, 0.4])
    assert [moved[name][:2] for name in ("crate", "chest")] == [[-1, 0], [1, 0]] and app.state()["step"] == 0
    app.key("ctrl+z")                                      # of the whole drag
    app.wait(lambda s: places(app)["crate"][2] == places(app)["chest"][2] == 0.5, "their first places")
    assert app.state()["group"] == [uid(app, "crate"), uid(app, "chest")]
    app.key("ctrl+c")
    app.wait(lambda s: any("Copied 2 bodies" in text for text in s["toasts"]), "the copy")
    assert [plan.name for plan in scenes.loads(clipboard_of_others(app)).bodies] == ["crate", "chest"]
    app.move(400, 560)                                     # on the ground before them, beside the ball
    app.settle(3)
    app.key("ctrl+v")
    app.wait(lambda s: any(one["name"] == "chest_2" for one in s["bodies"]), "what was pasted")
    pasted = places(app)
    assert pasted["chest_2"][0] - pasted["crate_2"][0] == pytest.approx(2) and pasted["crate_2"][2] == pytest.approx(0.5)
    assert pasted["crate_2"][1] < -1 and app.state()["group"] == [uid(app, "crate_2"), uid(app, "chest_2")]
    app.key("ctrl+s")
    path = tmp_path / "several.yaml"
    app.wait(lambda s: "chest_2" in path.read_text(), "the file")
    saved = scenes.load(str(path))
    assert "# the ground" in path.read_text() and [plan.mass for plan in saved.bodies[4:]] == [3, 5]


def test_clicks_and_keys_choose_bodies(app):
    """Ctrl+A takes all but planes, Ctrl+Shift+click takes one out, Escape ends a box, and then drops the selection."""
    app.key("ctrl+a")
    three = [uid(app, name) for name in ("crate", "chest", "ball")]
    app.wait(lambda s: s["group"] == three, "all bodies")
    app.move(*pixel(app, "ball"))
    app.settle(2)
    app.xdotool("keydown", "ctrl", "keydown", "shift", "click", 1, "keyup", "shift", "keyup", "ctrl")
    app.wait(lambda s: s["group"] == three[:2], "without the ball")
    app.key("alt+x")
    app.settle(3)
    app.key("Escape")
    app.settle(3)
    assert app.state()["group"] == three[:2]
    app.key("alt+g")
    app.wait(lambda s: any("so already" in text for text in s["toasts"]), "what lies on the ground")
    app.key("Escape")
    app.wait(lambda s: s["group"] == [] and s["selection"] is None, "no selection")


def test_files_are_dropped(app, tmp_path):
    """As a file manager does: a scene opens, of a picture one sentence says what can be dropped, and the window goes on."""
    picture, scene = tmp_path / "a photo.png", tmp_path / "other scene.yaml"
    picture.write_bytes(b"PNG")
    scene.write_text(SCENE.replace("Several", "Dropped"))
    drop(app, picture)
    app.wait(lambda s: any("a photo.png is not opened: drop a scene" in text for text in s["toasts"]), "what can be dropped")
    assert app.state()["title"] == "Several"
    drop(app, "--few", scene)                              # pyglet has a fault there, which ends no window
    app.settle(10)
    drop(app, picture, scene)
    app.wait(lambda s: s["title"] == "Dropped", "the dropped scene")


def clipboard_of_others(app: App) -> str:
    """What another program gets from the clipboard."""
    code = "import pyglet; print(pyglet.window.Window(visible=False).get_clipboard_text(), end='')"
    found = subprocess.run([sys.executable, "-c", code], env=app.environment, capture_output=True, text=True, timeout=60)
    return found.stdout


def drop(app: App, *paths: Path | str) -> None:
    """Drop files on the window, by a program of its own."""
    words = [sys.executable, "-m", "tests.support.drag_files", *map(str, paths)]
    subprocess.run(words, cwd=ROOT, env=app.environment, check=True, timeout=60)
