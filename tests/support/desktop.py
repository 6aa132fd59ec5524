"""A desktop for tests: an X server without a screen, the real window in a process of its own, a mouse and a keyboard.

The window writes its state to its journal (`impulse --journal FILE`); xdotool moves the real pointer.
"""
from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 720)
NEEDED = ("Xvfb", "xdotool")
SETTINGS = {"video_seconds": 4.0}
COLD = 300.0                    # [s] that compiling all kernels may take on a busy machine
POLL = 0.01                     # [s] between two looks at the journal
PATIENCE = 60.0                 # [s] for anything to happen; a cold kernel cache on a busy machine takes long


def missing() -> list[str]:
    """Programs that these tests need and that are not installed."""
    return [name for name in NEEDED if shutil.which(name) is None]


class Display:
    """An X server on a free display."""

    def __init__(self, size: tuple[int, int] = SIZE):
        """`size` is that of the screen and of the windows on it [px]."""
        read, write = os.pipe()
        self.size, self._memory = size, tempfile.TemporaryDirectory()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp",
             "-fbdir", self._memory.name], pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb did not start"
        self.name = f":{number}"

    def close(self) -> None:
        """Stop the server."""
        self._server.terminate()
        try:
            self._server.wait(10)
        except subprocess.TimeoutExpired:                # on a busy machine
            self._server.kill()
            self._server.wait()
        self._memory.cleanup()

    def pixels(self) -> np.ndarray:
        """(height, width, 3) uint8: what the screen shows, pointer included; the server keeps it in a file, as XWD does."""
        data = (Path(self._memory.name) / "Xvfb_screen0").read_bytes()
        head = struct.unpack(">25I", data[:100])
        start, (width, height, line) = head[0] + 12 * head[19], (head[4], head[5], head[12])
        rows = np.frombuffer(data, np.uint8, height * line, start).reshape(height, line)
        return rows[:, :4 * width].reshape(height, width, 4)[..., 2::-1].copy()


class App:
    """The running window."""

    def __init__(self, display: Display, folder: Path, scene: str, words: tuple[str, ...] = (), **settings: Any):
        """Opens `scene` with view settings and more words of the command line; journal, settings, pictures and films go to
        `folder`."""
        self.folder, self.journal, self.size, self.display = folder, folder / "journal.jsonl", display.size, display
        (folder / "view.json").write_text(json.dumps(SETTINGS | settings))
        self.journal.unlink(missing_ok=True)                   # of a window that was open in this folder before
        self._read, self._rest, self._state = 0, b"", {}       # bytes of the journal, those of its last line, its newest state
        self.environment = os.environ | {"DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1"} | self.surroundings()
        self._errors = (folder / "errors.txt").open("w")
        self.process = subprocess.Popen(
            [*self.words(scene), *words], cwd=self.cwd(), env=self.environment, stdout=self._errors, stderr=self._errors)

    def cwd(self) -> Path:
        """The folder that it is started in."""
        return ROOT

    def surroundings(self) -> dict[str, str]:
        """More variables of its environment."""
        return {}

    def words(self, scene: str) -> list[str]:
        """The command line that opens it."""
        return [sys.executable, "-m", "app", "open", *self.options(), scene]

    def options(self) -> list[str]:
        """Options of its window."""
        return ["--size", f"{self.size[0]}x{self.size[1]}", "--journal", str(self.journal),
                "--captures", str(self.folder / "captures"),
                "--view-settings", str(self.folder / "view.json")]

    def state(self) -> dict[str, Any]:
        """The newest whole line of the journal, {} before the first."""
        if self.journal.exists():
            with self.journal.open("rb") as file:
                file.seek(self._read)
                new = file.read()
            self._read += len(new)
            *whole, self._rest = (self._rest + new).split(b"\n")
            if whole:
                self._state = json.loads(whole[-1])
        return self._state

    def wait(self, condition: Callable[[dict[str, Any]], Any], what: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """The first state for which `condition` holds; fails with `what` when there is none in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            state = self.state()
            if state and condition(state):
                return state
            assert self.process.poll() is None, f"the window closed: {(self.folder / 'errors.txt').read_text()}"
            time.sleep(POLL)
        raise AssertionError(f"{what} did not happen; the last state was {self._summary()}")

    def settle(self, frames: int = 3) -> dict[str, Any]:
        """The state some frames from now, when the panels have taken all input: everything that was done is in it."""
        frame = self.state()["frame"]
        return self.wait(lambda s: s["frame"] > frame + frames and not s["unread"], f"{frames} frames")

    def xdotool(self, *words: object) -> None:
        """Real input events."""
        subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True, timeout=20)

    def move(self, x: float, y: float) -> None:
        """The pointer to a place in the window."""
        self.xdotool("mousemove", round(x), round(y))

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Press and let go at once, so that it is no long press, however slow the frames are."""
        self.move(x, y)
        self.settle(1)
        self.xdotool("click", button)

    def key(self, chord: str) -> None:
        """A key with its modifiers, as `ctrl+o`."""
        self.xdotool("key", chord)

    def pause(self) -> dict[str, Any]:
        """The state once a scene that moves has stopped: a test that looks before may see what was, and press Space twice."""
        return self._press_space(paused=True)

    def go_on(self) -> dict[str, Any]:
        """The state once a paused scene moves again."""
        return self._press_space(paused=False)

    def _press_space(self, paused: bool) -> dict[str, Any]:
        what = "the pause" if paused else "going on"
        self.wait(lambda s: s["paused"] is not paused, f"the state before {what}")
        self.key("space")
        return self.wait(lambda s: s["paused"] is paused, what)

    def type(self, text: str) -> None:
        """Text, letter by letter."""
        self.xdotool("type", "--delay", 30, "--", text)

    def widget(self, name: str) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a widget, once it rests: a list that opens takes two frames to find its place."""
        seen = self.wait(lambda s: name in s["widgets"], f"the widget {name!r}")["widgets"][name]
        while seen != (seen := self.settle(2)["widgets"].get(name)):
            pass
        assert seen is not None, f"the widget {name!r} went away"
        return tuple(seen)

    def middle(self, name: str) -> tuple[float, float]:
        """The middle of a widget."""
        left, top, right, bottom = self.widget(name)
        return (left + right) / 2, (top + bottom) / 2

    def close(self) -> None:
        """End it, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)
        self._errors.close()

    def _summary(self) -> dict[str, Any]:
        return {k: v for k, v in self.state().items() if k not in ("widgets", "bodies", "solver", "settings")}


@contextmanager
def editor(folder: Path, name: str, text: str, size: tuple[int, int] = SIZE) -> Iterator[App]:
    """The window on a scene of this text in a file, past its first steps, with a home of its own."""
    path, home = folder / name, folder / "home"
    path.write_text(text)
    home.mkdir()
    display = Display(size)
    app = App(display, home, str(path), quality="software", introduction=False)
    try:
        app.wait(lambda s: s["ready"] and (s["step"] or 0) > 5, "the first steps")
        yield app
    finally:
        app.close()
        display.close()
