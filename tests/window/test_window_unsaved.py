"""Unsaved edits in the real window: what ends the scene asks; a signal and a display that goes keep edits and film."""
from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tests.support.desktop import App, Display, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
SCENE = "format: 1\ntitle: Mine\nbodies:\n  - {name: floor, shape: {plane: {}}}      # the ground\n"
CROSS = """\
import sys
from ctypes import byref
from pyglet.libs.x11 import xlib
display = xlib.XOpenDisplay(None)
event, window = xlib.XEvent(), int(sys.argv[1])
event.xclient.type, event.xclient.window, event.xclient.format = xlib.ClientMessage, window, 32
event.xclient.message_type = xlib.XInternAtom(display, b"WM_PROTOCOLS", 0)
event.xclient.data.l[0] = xlib.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
xlib.XSendEvent(display, window, 0, 0, byref(event))
xlib.XSync(display, 0)
"""


def opened(display: Display, path, home) -> App:
    """The window on a file, past its first steps."""
    home.mkdir(exist_ok=True)
    app = App(display, home, str(path), quality="software", introduction=False, video_fps=20)
    app.wait(lambda s: s["ready"] and (s["step"] or 0) > 2, "the first steps")
    return app


def edit(app: App) -> None:
    app.key("shift+b")
    app.wait(lambda s: s["edits"]["changed"], "the edit")


def asked(app: App) -> None:
    app.wait(lambda s: s["sheet"] == "unsaved", "the question")
    app.settle(2)


def errors(app: App) -> str:
    return (app.folder / "errors.txt").read_text()


def drafts(app: App) -> list:
    return sorted((app.folder / "drafts").glob("*"))


def cross(app: App) -> None:
    """What a window manager sends when the cross is pressed."""
    window = subprocess.run(["xdotool", "search", "--name", "Impulse"], env=app.environment, capture_output=True, text=True,
                            timeout=20).stdout.split()[0]
    subprocess.run([sys.executable, "-c", CROSS, window], env=app.environment, check=True, timeout=60)


def test_keys_and_cross_ask_and_do_what_was_asked_for_after_the_answer(display, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(SCENE)
    app = opened(display, path, tmp_path / "home")
    try:
        app.xdotool("key", "shift+b", "bracketright")           # in one moment
        for press in (lambda: None, lambda: app.key("bracketleft"), lambda: app.key("ctrl+l"), lambda: app.key("ctrl+q"),
                      lambda: cross(app)):
            press()
            asked(app)
            app.key("Escape")
            state = app.wait(lambda s: s["sheet"] == "", "the end of the question")
            assert state["title"] == "Mine" and state["edits"]["changed"]
        app.key("ctrl+o")
        app.wait(lambda s: s["sheet"] == "scenes", "the picker")
        app.type("stacking/tower")
        app.settle(4)
        app.key("Return")
        asked(app)
        app.click(*app.middle("button:discard changes"))
        app.wait(lambda s: s["scene"] == "stacking/tower" and s["ready"], "the other scene")
        assert path.read_text() == SCENE
        edit(app)
        app.key("ctrl+q")
        asked(app)
        app.key("Return")                                       # save: a scene of the program needs a file
        app.wait(lambda s: s["sheet"] == "save", "the sheet for its name")
        app.settle(2)
        app.key("ctrl+a")
        app.type(str(tmp_path / "tower.yaml"))
        app.settle(2)
        app.key("Return")
        assert app.process.wait(60) == 0 and "box" in (tmp_path / "tower.yaml").read_text() and not drafts(app)
        assert errors(app) == ""
    finally:
        app.close()


def test_sigterm_keeps_film_settings_and_edits_and_the_next_start_restores_them(display, tmp_path):
    path, home = tmp_path / "mine.yaml", tmp_path / "home"
    path.write_text(SCENE)
    app = opened(display, path, home)
    try:
        edit(app)
        app.key("ctrl+t")
        app.key("F9")
        app.wait(lambda s: s["recording"] and s["recording"][3] > 0.3 and s["settings"]["theme"] == "light", "the film")
        app.process.send_signal(signal.SIGTERM)
        assert app.process.wait(60) == 128 + signal.SIGTERM and "the next start offers them" in errors(app)
    finally:
        app.close()
    (film,) = (home / "captures").iterdir()
    assert film.suffix == ".mp4" and film.stat().st_size > 1000 and "light" in (home / "view.json").read_text()
    (draft,) = drafts(app)
    assert path.read_text() == SCENE
    app = opened(display, path, home)
    try:
        app.click(*app.middle("button:restore draft"))
        state = app.wait(lambda s: s["edits"]["changed"], "the edits")
        assert [body["name"] for body in state["bodies"]] == ["box"] and state["paused"] and drafts(app) == [draft]
        app.key("ctrl+s")
        app.wait(lambda s: not s["edits"]["changed"] and not drafts(app), "the file")
        assert "box" in path.read_text() and "# the ground" in path.read_text()
        edit(app)
        app.process.send_signal(signal.SIGHUP)
        assert app.process.wait(60) == 128 + signal.SIGHUP and len(drafts(app)) == 1
    finally:
        app.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="an X server")
def test_a_display_that_goes_keeps_film_and_edits(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(SCENE)
    display = Display()
    app = opened(display, path, tmp_path / "home")
    try:
        edit(app)
        app.key("F9")
        app.wait(lambda s: s["recording"] and s["recording"][3] > 0.3, "the film")
        display._server.kill()
        assert app.process.wait(60) == 2 and "display has gone" in errors(app) and "Traceback" not in errors(app)
    finally:
        app.close()
        display.close()
    (film,) = (app.folder / "captures").iterdir()
    assert film.suffix == ".mp4" and film.stat().st_size > 1000
    assert len(drafts(app)) == 1 and "box" in drafts(app)[0].read_text()
