"""The real window on the world of a script: it is seen, it is asked for things, and each ends with or without the other."""
from __future__ import annotations

import json
import sys
import time

import numpy as np
import pytest
from PIL import Image

from tests.support.desktop import COLD, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
SCRIPT = """
import sys, time
from physics import Box, Plane, World
world = World(sleep=False)
world.add_body(shape=Plane(), type="static")
for k in range(5):
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 + k), name=f"crate {k}")
goal = open(sys.argv[1], "w", buffering=1)
while world.step_count < int(sys.argv[2]):
    world.step()
    goal.write(f"{world.step_count}\\n")
    time.sleep(0.01)
print("whole", world.step_count, world.solver.iterations, flush=True)
"""


class ScriptApp(App):
    """The window of a script that runs for some steps."""

    def __init__(self, display, folder, steps: int, **settings):
        self.steps, self.log = steps, folder / "steps.txt"
        path = folder / "crates.py"
        path.write_text(SCRIPT)
        super().__init__(display, folder, str(path), introduction=False, **settings)

    def words(self, scene):
        return [sys.executable, "-m", "app", "watch", *self.options(), scene, str(self.log), str(self.steps)]

    def steps_taken(self) -> int:
        """By the script so far."""
        return len(self.log.read_text().splitlines())

    def said(self) -> str:
        """What the script and the window have printed."""
        return (self.folder / "errors.txt").read_text()


@pytest.fixture
def app(display, tmp_path):
    """The window after some steps of a script that goes on for long."""
    window = ScriptApp(display, tmp_path, 1_000_000)
    window.wait(lambda s: s["step"] and s["step"] > 20 and s["bodies"], "the first steps", COLD)
    yield window
    window.close()


def test_the_script_is_seen_paused_changed_and_survives_its_window(app):
    state = app.state()
    assert state["title"] == "crates.py" and len(state["bodies"]) == 5
    body = max(state["bodies"], key=lambda b: b["position"][2])
    app.move(*body["pixel"])
    app.wait(lambda s: s["hovered"] is not None, "a body under the pointer")
    app.xdotool("click", 1)
    app.wait(lambda s: s["selection"] is not None, "the selection")
    step = app.pause()["step"]
    taken = app.steps_taken()
    time.sleep(0.5)
    assert app.steps_taken() <= taken + 1                            # the script waits in its next step
    app.key("period")
    app.wait(lambda s: s["step"] == step + 1, "one step")
    app.key("x")
    app.wait(lambda s: any(name.startswith("constraint row:") for name in s["widgets"]), "the rows of the step")
    app.key("r")
    app.key("comma")
    app.settle()
    assert app.state()["step"] == step + 1 and app.state()["run"] == state["run"]         # it does not restart or go back
    app.key("F12")
    path = app.wait(lambda s: s["files"], "the picture")["files"][0]
    picture = np.asarray(Image.open(path).convert("RGB"), float)
    assert picture.std() > 10
    app.key("space")
    app.wait(lambda s: not s["paused"] and s["step"] > step + 5, "steps again")
    app.key("ctrl+q")
    end = time.monotonic() + 30
    while not app.journal.read_text().endswith("\n") and time.monotonic() < end:
        time.sleep(0.05)
    before = app.steps_taken()
    while app.steps_taken() < before + 100 and time.monotonic() < end:
        time.sleep(0.05)
    assert app.steps_taken() >= before + 100 and app.process.poll() is None              # without the window


def test_the_window_closes_with_the_script(display, tmp_path):
    app = ScriptApp(display, tmp_path, 300)
    try:
        app.wait(lambda s: s["step"] and s["step"] > 5, "the first steps", COLD)
        assert app.process.wait(COLD) == 0, app.said()
        assert app.said().strip() == "whole 300 1"
        last = json.loads(app.journal.read_text().splitlines()[-1])
        assert last["step"] <= 300 and last["fault"] is None
        lines = len(app.journal.read_text().splitlines())
        time.sleep(0.5)
        assert len(app.journal.read_text().splitlines()) == lines           # nothing draws any more
    finally:
        app.close()
