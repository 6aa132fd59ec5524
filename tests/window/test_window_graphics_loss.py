"""The graphics driver takes the window's context away: one message, exit code 2, and the settings are kept.

No driver here can be reset.  OpenGL's answer to "is there an error?" is replaced from some frame on, or a call of it raises;
then all calls raise, as they may when a context is lost.
"""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.architecture.sources import ROOT
from tests.support.desktop import COLD, SETTINGS, App, Display, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")

PROGRAM = """
import os, sys
os.environ.setdefault("PYOPENGL_PLATFORM", "glx")
from app.window.opening import prepare_platform
prepare_platform()
from OpenGL.error import GLError
from app.render.resources.gl import gl
from app.window import graphics_loss, loop
what, flag = sys.argv[1], sys.argv[2]
del sys.argv[1:3]

def lost(*_arguments):
    raise GLError(err=graphics_loss.CONTEXT_LOST, description="lost")

real, release = gl.glGetError, loop.Renderer.release
loop.Renderer.release = lambda self: lost() if os.path.exists(flag) else release(self)
graphics_loss.EVERY = 5
if what == "asked":
    gl.glGetError = lambda: graphics_loss.CONTEXT_LOST if os.path.exists(flag) else real()
else:
    prepare = loop.Renderer.prepare
    loop.Renderer.prepare = lambda self, *a, **k: lost() if os.path.exists(flag) else prepare(self, *a, **k)
from app.__main__ import main
main()
"""


class Losing(App):
    """A window whose graphics are lost once a file is there."""

    def __init__(self, what, flag, *rest, **settings):
        self.what, self.flag = what, flag
        super().__init__(*rest, **settings)

    def words(self, scene):
        return [sys.executable, "-c", PROGRAM, self.what, str(self.flag), "open", *self.options(), scene]


@pytest.fixture
def display():
    shown = Display()
    yield shown
    shown.close()


@pytest.mark.soak
@pytest.mark.parametrize("what", ["asked", "raised"])
def test_one_message_and_the_settings_are_kept(tmp_path, display, what):
    app = Losing(what, tmp_path / "flag", display, tmp_path, "welcome", quality="software", introduction=False,
                 video_format="mp4")
    try:
        app.wait(lambda s: s["ready"] and (s["step"] or 0) > 5, "the first steps", COLD)
        app.key("F9")
        app.wait(lambda s: s["recording"], "a film")
        app.settle(30)
        app.key("ctrl+t")
        app.wait(lambda s: s["settings"]["theme"] == "light", "the other theme")
        (tmp_path / "flag").touch()                          # within the second after which settings are written
        assert app.process.wait(60) == 2
    finally:
        app.close()
    (line,) = (tmp_path / "errors.txt").read_text().splitlines()
    assert line.startswith("The window has lost its graphics (the graphics driver was reset). Your settings and files are saved;")
    kept = json.loads((tmp_path / "view.json").read_text())
    assert kept["theme"] == "light" and kept["video_seconds"] == SETTINGS["video_seconds"]
    (film,) = (tmp_path / "captures").iterdir()
    import av
    with av.open(str(film)) as found:
        assert sum(1 for _ in found.decode(video=0)) > 0


@pytest.mark.soak
def test_the_display_goes_away(tmp_path, display):
    """The X server ends: so does the program, soon, without a traceback; what was set before is kept."""
    app = App(display, tmp_path, "welcome", quality="software", introduction=False)
    try:
        app.wait(lambda s: s["ready"] and (s["step"] or 0) > 5, "the first steps", COLD)
        app.key("ctrl+t")
        app.wait(lambda s: s["settings"]["theme"] == "light", "the other theme")
        end = time.monotonic() + 30
        while "theme" not in json.loads((tmp_path / "view.json").read_text()) and time.monotonic() < end:
            time.sleep(0.1)
        os.kill(display._server.pid, signal.SIGKILL)
        assert app.process.wait(60) != 0
    finally:
        app.close()
    assert "Traceback" not in (tmp_path / "errors.txt").read_text()
    assert json.loads((tmp_path / "view.json").read_text())["theme"] == "light"


def test_an_error_that_is_none_of_loss_is_passed_over():
    """Errors that drivers leave behind do not end the window."""
    code = ("import os; os.environ['PYOPENGL_PLATFORM'] = 'glx'\n"
            "from app.window.opening import prepare_platform; prepare_platform()\n"
            "from app.window import graphics_loss as g; answers = [0x0500, 0x0502, 0]\n"
            "g.gl.glGetError = lambda: answers.pop(0)\ng.look(0); assert answers == []; g.look(1)\n"
            "g.gl.glGetError = lambda: 0x0505\n"
            "try: g.look(g.EVERY)\nexcept g.GraphicsLost as error: print(error)\n"
            "from OpenGL.error import GLError\ndef lost(): raise GLError(err=g.CONTEXT_LOST)\n"
            "try:\n    with g.told():\n        lost()\nexcept g.GraphicsLost as error: print(error)\n"
            "from app.window.loop import _close_part; _close_part(lost, True)\n"
            "try: _close_part(lost, False)\nexcept g.ERRORS: print('raised')")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=100,
                          env=os.environ | {"DISPLAY": ""})
    full, reset, raised = done.stdout.splitlines()
    assert full.startswith("The window has lost its graphics (its memory is full). Your settings"), done.stderr
    assert reset.startswith("The window has lost its graphics (the graphics driver was reset). Your") and raised == "raised"
