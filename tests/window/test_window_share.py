"""Share files in the real window: written by a key while the scene goes on, opened in another window, dropped."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.share.reading import read
from tests.support.desktop import COLD, ROOT, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")


@pytest.fixture(scope="module")
def written(display, tmp_path_factory):
    """A file written by the key, after a shot and a drag; its path."""
    app = App(display, tmp_path_factory.mktemp("share"), "stacking/tower", introduction=False)
    try:
        app.wait(lambda s: s["ready"] and s["step"] and s["step"] > 2, "the first steps", COLD)
        app.pause()                                                     # bodies stand still under the pointer
        app.key("b")
        x, y = app.settle()["bodies"][10]["pixel"]
        app.move(x, y)
        app.settle()
        app.xdotool("mousedown", 1)
        app.move(x + 40, y - 10)
        app.wait(lambda s: s["grabbed"] is not None, "a grab")
        step = app.go_on()["step"]
        app.wait(lambda s: s["step"] > step + 30, "half a second")
        app.xdotool("mouseup", 1)
        app.wait(lambda s: s["grabbed"] is None and s["step"] > 60, "an open hand")
        app.key("ctrl+e")
        before = app.state()["step"]
        state = app.wait(lambda s: any(name.endswith(".impulse") for name in s["files"]), "a file")
        after = app.wait(lambda s: s["step"] > state["step"], "further steps")
        assert any(text.startswith("Shared: ") for text in state["toasts"]), state["toasts"]
        assert after["step"] > before
        yield next(name for name in state["files"] if name.endswith(".impulse"))
    finally:
        app.close()


def test_what_was_done_in_the_window_is_in_the_file(written):
    share = read(written)
    commands = [command["command"] for found in share.run.inputs.values() for command in found]
    assert share.whole and share.run.last > 60 and {"shoot", "grab", "release"} <= set(commands)
    assert share.picture.startswith(b"\x89PNG") and len(share.picture) > 5000
    done = subprocess.run([sys.executable, "-m", "app", "run", written], cwd=ROOT, capture_output=True, text=True, timeout=COLD)
    assert done.returncode == 0 and f"steps 0 to {share.run.last} are as recorded" in done.stdout, done.stdout + done.stderr


def test_another_window_takes_the_run_again(display, written, tmp_path):
    last = read(written).run.last
    app = App(display, tmp_path, written, introduction=False)
    try:
        app.wait(lambda s: s["ready"], "the scene", COLD)
        state = app.wait(lambda s: s["step"] is not None and s["step"] >= last, "the last step of the file", 120)
        said = f"All {last} steps are as in the file"
        app.wait(lambda s: said in s["toasts"], said)
        assert state["scene"] == "stacking/tower"
    finally:
        app.close()


DROP = """
from app.window.opening import prepare_platform
prepare_platform()
from app.window.platform import ImguiWindow
window = ImguiWindow("drop", (480, 320), lambda event: None)
window.poll()
window.happened()
window.window.dispatch_event("on_file_drop", 3, 4, ["a.yaml", "b.impulse"])
window.poll()
print(window.happened(), window.dropped(), window.dropped(), window.window._file_drops)
window.close()
"""


def test_files_that_are_dropped_on_the_window_are_taken_once(display):
    done = subprocess.run([sys.executable, "-c", DROP], cwd=ROOT, capture_output=True, text=True, timeout=COLD,
                          env=os.environ | {"DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1"})
    assert done.stdout == "True ['a.yaml', 'b.impulse'] [] True\n", done.stdout + done.stderr
