"""The first start in the real window, with real mouse and keyboard: the welcome sheet, the picker with pictures, the last scenes,
the log, the size of texts; and what is kept for the next start."""
from __future__ import annotations

import json
import statistics
import time

import numpy as np
import pytest

from app.headless.thumbnails import own_file
from tests.support.desktop import COLD, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
OPENING = 0.3                  # [s] within which the picker stands with its pictures
FRAMES = 8                     # more, of a machine that draws slowly


class FirstStart(App):
    """Opens no scene by name, as a double click on the program does."""

    def words(self, scene: str) -> list[str]:
        """The command line without a scene."""
        return super().words(scene)[:-1]


@pytest.fixture(scope="module")
def start(display, tmp_path_factory):
    """Starts the program anew in the folder of a name."""
    running, folders = [], {}

    def begin(name, kind=FirstStart, scene="", **settings):
        for app in running:
            app.close()
        if name not in folders:
            folders[name] = tmp_path_factory.mktemp(name)
        app = kind(display, folders[name], scene, quality="software", introduction=False, **settings)
        running.append(app)
        app.wait(lambda s: s["ready"] and (s["step"] or 0) > 5, "the first steps", COLD)
        return app
    yield begin
    for app in running:
        app.close()


@pytest.fixture(scope="module")
def named(start):
    """A window that was opened with the name of a scene, with a welcome at every start."""
    return start("named", App, "pyramid_2d", welcome=True)


def quit_(app):
    """End it as a user does, so that everything is kept."""
    app.key("ctrl+q")
    app.process.wait(30)


def least_spread(display, boxes):
    """How much the brightness of the screen varies within the widget in which it varies least."""
    pixels, boxes = display.pixels(), [[round(side) for side in box] for box in boxes]
    return min(float(pixels[top + 4:bottom - 4, left + 4:right - 4].mean(axis=2).std()) for left, top, right, bottom in boxes)


def test_the_first_start_welcomes_and_the_next_does_not(start, display):
    app = start("first")
    app.wait(lambda s: s["sheet"] == "welcome", "the welcome sheet")
    offered = [name for name in app.state()["widgets"] if name.startswith("welcome:")]
    scenes = [name for name in offered if name.count("/") == 1 and "lesson" not in name]
    assert len(scenes) == 6 and sum("lesson:" in name for name in offered) == 2
    app.wait(lambda s: least_spread(display, [s["widgets"][name] for name in scenes]) > 15, "a picture of each scene")
    app.click(*app.middle("welcome:collision/bounce_row"))
    app.wait(lambda s: s["scene"] == "collision/bounce_row" and not s["sheet"] and s["step"] > 5, "the chosen scene")
    quit_(app)
    kept = json.loads((app.folder / "last_scenes.json").read_text())
    assert kept == {"scenes": ["collision/bounce_row", "welcome/welcome"], "welcomed": True}
    again = start("first")
    assert again.settle()["sheet"] == "" and again.state()["scene"] == "welcome/welcome"
    again.key("ctrl+h")
    assert "welcome:last:collision/bounce_row" in again.wait(lambda s: s["sheet"] == "welcome", "the sheet by its key")["widgets"]
    again.click(*again.middle("welcome:at start"))
    again.wait(lambda s: s["settings"]["welcome"], "the switch")
    quit_(again)
    assert json.loads((again.folder / "view.json").read_text())["welcome"] is True


def test_at_every_start_an_empty_scene_is_made_and_saved_with_a_picture(start, tmp_path):
    app = start("first", welcome=True)
    app.wait(lambda s: s["sheet"] == "welcome", "the welcome sheet")
    app.click(*app.middle("welcome:new"))
    app.wait(lambda s: s["title"] == "New scene" and not s["sheet"], "the empty scene")
    app.key("shift+b")
    app.wait(lambda s: any(one["name"] == "box" for one in s["bodies"]), "a box in it")
    app.key("ctrl+s")
    app.wait(lambda s: s["sheet"] == "save", "the sheet for its file")
    app.settle(2)
    app.key("ctrl+a")
    app.type(str(tmp_path / "mine.yaml"))
    picture = own_file(str(tmp_path / "mine.yaml"))
    picture.unlink(missing_ok=True)                         # of a run before in a folder of the same name
    app.key("Return")
    app.wait(lambda s: (tmp_path / "mine.yaml").exists() and any("Saved" in text for text in s["toasts"]), "the file")
    app.wait(lambda _: picture.exists(), "its picture")
    app.key("ctrl+o")
    app.wait(lambda s: s["sheet"] == "scenes", "the picker")
    app.key("Escape")
    app.wait(lambda s: not s["sheet"], "the end of the picker, which takes all keys")
    app.key("bracketright")
    app.wait(lambda s: s["scene"] and s["title"] != "New scene", "another scene")
    app.key("ctrl+o")
    app.widget(f"row:{tmp_path / 'mine.yaml'}")
    app.key("Return")
    app.wait(lambda s: s["title"] == "New scene" and any(one["name"] == "box" for one in s["bodies"]), "the last scene by Enter")


def test_a_named_scene_is_not_covered(named):
    assert named.settle()["sheet"] == ""


def test_the_picker_stands_at_once_with_its_pictures(named, display):
    """Within 0.3 s, and where others use the processor within a few frames more."""
    app = named
    app.settle(30)
    usual = statistics.median(time for line in lines_of(app) for time in line["frame_times"]) / 1e3
    app.key("ctrl+o")
    begun = time.monotonic()
    state = app.wait(lambda s: s["sheet"] == "scenes" and any(name.startswith("row:") for name in s["widgets"]), "the picker")
    rows = [state["widgets"][name] for name in state["widgets"] if name.startswith("row:")][:5]
    app.wait(lambda _: least_spread(display, [picture(row) for row in rows]) > 8, "a picture in each row in sight")
    took = time.monotonic() - begun
    app.key("Escape")
    app.wait(lambda s: not s["sheet"], "the end of the picker, which takes all keys")
    assert took < OPENING + FRAMES * usual, f"{took:.2f} s, and a frame takes {usual:.3f} s"


def lines_of(app):
    """The whole lines of the journal."""
    return [json.loads(line) for line in app.journal.read_text().splitlines() if line.endswith("}")]


def picture(row):
    """The place of the picture in a row of a list."""
    left, top, _, bottom = row
    return left + 6, top + 6, left + 6 + (bottom - top - 12) * 16 / 9, bottom - 6


def test_the_log_by_its_key(named):
    app = named
    app.key("alt+l")
    app.wait(lambda s: s["settings"]["log"] and "window:log" in s["widgets"], "the log")
    app.key("space")
    app.wait(lambda s: any(name.startswith("log line:") for name in s["widgets"]), "a line of it")
    app.click(*app.middle("search:log"))
    app.type("nothing has this")
    app.wait(lambda s: not any(name.startswith("log line:") for name in s["widgets"]), "no line that fits")


def test_texts_grow_by_keys_and_the_size_is_kept(start):
    app = start("texts", App, "pyramid_2d")
    app.click(*app.middle("section:Inside the solver"))
    app.wait(lambda s: s["settings"]["unfold_inside_the_solver"], "an unfolded section")
    usual = app.widget("window:toolbar")
    app.key("ctrl+plus")
    app.key("ctrl+plus")
    app.wait(lambda s: s["settings"]["scale"] == 1.3, "larger texts")
    larger = app.widget("window:toolbar")
    assert larger[3] - larger[1] == pytest.approx(1.3 * (usual[3] - usual[1]), rel=0.03)
    quit_(app)
    kept = json.loads((app.folder / "view.json").read_text())
    assert kept["scale"] == 1.3 and kept["unfold_inside_the_solver"] is True
    again = start("texts", App, "pyramid_2d", scale=kept["scale"], unfold_inside_the_solver=True)
    assert np.allclose(again.widget("window:toolbar"), larger, atol=1.0)
    assert "field:contact_states" in again.settle()["widgets"]
    again.key("ctrl+minus")
    again.wait(lambda s: s["settings"]["scale"] == 1.15, "smaller ones")
    again.key("ctrl+0")
    again.wait(lambda s: s["settings"]["scale"] == 1.0, "the usual ones")
