"""SIGTERM and SIGHUP end the program as Ctrl+C does.

Seen: SIGTERM to `render` left `.film-xxxxxxxx.mp4`, to a folder of pictures a hidden folder, and no word.  Expected: exit code
130, "cancelled", and nothing left behind.
"""
from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there are no such signals on this system")
WRITING = """
import sys, tempfile, time
from app.headless.ending import end_as_interrupted, leave
from app.headless.errors import guarded
from app.capture.formats.png_frames import PngFrames
from impulse.files.writing import replacing

def write():
    frames = PngFrames("pictures", 25)
    try:
        with tempfile.TemporaryDirectory(), replacing("film.mp4"):
            print("ready", flush=True)
            time.sleep(60)
    finally:
        frames.discard()

end_as_interrupted()
try:
    guarded(write)()
except SystemExit as end:
    leave(end.code)
"""


def _end(tmp_path, number: int, ignoring: int | None = None) -> tuple[int, str]:
    """Exit code and standard error of a writer that a signal ends."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    before = signal.signal(ignoring, signal.SIG_IGN) if ignoring else None
    try:
        writer = subprocess.Popen([sys.executable, "-c", WRITING], cwd=tmp_path, env=env, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
    finally:
        if ignoring:
            signal.signal(ignoring, before)
    assert writer.stdout.readline() == "ready\n"
    assert len(os.listdir(tmp_path)) == 3
    writer.send_signal(number)
    _, err = writer.communicate(timeout=60)
    return writer.returncode, err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_nothing_is_left_behind(tmp_path, number):
    assert _end(tmp_path, number) == (130, "cancelled\n")
    assert os.listdir(tmp_path) == []


def test_in_the_background_of_a_shell(tmp_path):
    """A shell has SIGINT ignored by what it starts in the background; SIGTERM ends it all the same."""
    assert _end(tmp_path, signal.SIGTERM, ignoring=signal.SIGINT) == (130, "cancelled\n")
    assert os.listdir(tmp_path) == []
