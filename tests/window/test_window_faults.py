"""The window where things fail: a home and a folder that cannot be written, a scene that is removed, a window of a few pixels, a
display without the OpenGL that it needs.  Each is said in one sentence, and the window goes on."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT
from tests.support.desktop import App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")

SCENE = "format: 1\ntitle: One box\nbodies:\n  - {name: box, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2]}\n"
NOWHERE = "/proc/none"                # not even the super user can make it


class Homeless(App):
    """A window whose home, settings and pictures have no place."""

    def options(self):
        return ["--size", f"{self.size[0]}x{self.size[1]}", "--journal", str(self.journal), "--captures", f"{NOWHERE}/captures"]


def toasts(app, words):
    """Wait for a message with these words."""
    return app.wait(lambda s: any(words in text for text in s["toasts"]), f"a message with {words!r}")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
def test_nothing_can_be_written(tmp_path, display, monkeypatch):
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, NOWHERE)
    path = tmp_path / "one.yaml"
    path.write_text(SCENE)
    app = Homeless(display, tmp_path, str(path))
    try:
        app.wait(lambda s: s["ready"] and (s["step"] or 0) > 5, "the first steps")
        app.key("ctrl+t")
        app.wait(lambda s: s["settings"]["theme"] == "light", "the other theme")
        toasts(app, "could not be")                                                 # saved: the view settings
        app.key("F12")
        toasts(app, "could not be written")
        path.unlink()
        app.key("ctrl+l")
        app.wait(lambda s: s["fault"] and "one.yaml" in s["fault"], "the fault of a file that is gone")
        assert "there is no such file" in app.state()["fault_text"]
        app.key("Escape")
        step = app.state()["step"]
        app.wait(lambda s: s["step"] > step + 5, "going on")
    finally:
        app.close()
    assert "Traceback" not in (tmp_path / "errors.txt").read_text()


def test_a_window_of_a_few_pixels(tmp_path, display):
    app = App(display, tmp_path, "welcome", quality="software", introduction=False)
    try:
        app.wait(lambda s: s["ready"] and (s["step"] or 0) > 5, "the first steps")
        window = subprocess.run(["xdotool", "search", "--name", "Impulse"], env=app.environment, capture_output=True, text=True,
                                timeout=20).stdout.split()[0]
        for size in ((40, 30), (1, 1), (700, 20), (1280, 720)):
            app.xdotool("windowsize", window, *size)
            app.settle()
        app.wait(lambda s: s["size"] == [1280, 720], "the size from before")
        step = app.state()["step"]
        app.wait(lambda s: s["step"] > step + 5, "going on")
    finally:
        app.close()
    assert (tmp_path / "errors.txt").read_text() == ""


def test_a_display_without_its_opengl(display, tmp_path):
    environment = os.environ | {"DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1", "MESA_GL_VERSION_OVERRIDE": "2.1"}
    done = subprocess.run([sys.executable, "-m", "app", "open", "welcome"], cwd=ROOT, env=environment, capture_output=True,
                          text=True, timeout=120)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "OpenGL 3.3" in done.stderr and len(done.stderr.strip().splitlines()) <= 3


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("words", [("render", "pyramid_2d", "--seconds", "0.1", "-o", "{}/a.html"),
                                   ("share", "pyramid_2d", "--steps", "3", "-o", "{}/a.impulse"),
                                   ("render", "pyramid_2d", "-o", "{}/a.png")])
def test_a_full_disk_leaves_nothing(words, tmp_path):
    """A limit on the size of files stands for the end of the disk."""
    command = " ".join([sys.executable, "-m", "app", *(word.format(tmp_path) for word in words)])
    done = subprocess.run(["bash", "-c", f"ulimit -f 1; {command}"], cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
    assert "too large" in done.stderr and list(tmp_path.iterdir()) == []
