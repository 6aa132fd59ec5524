"""The monkey itself: sends events to the real window, and watches that it answers, stays small and says nothing of faults."""
from __future__ import annotations

import contextlib
import math
import time
from pathlib import Path
from typing import Any

from tests.support.desktop import COLD, ROOT, App, Display
from tests.support.monkey.events import SCENE, SIZE

ANSWER = 60.0                     # [s] for a turn of the window's loop, on a busy machine
AGAIN = 5.0                       # [s] after which it is asked to quit once more: a sheet may have taken the key
MEMORY = 2500                     # [MB] that a window may have


class MonkeyApp(App):
    """A window whose home, current folder and files are the monkey's own."""

    def cwd(self) -> Path:
        return self.folder

    def surroundings(self) -> dict[str, str]:
        names = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")
        return {name: str(self.folder) for name in names} | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "default"}


class Monkey:
    """Sends events to one window after another and watches them."""

    def __init__(self, folder: Path, scene: str):
        """`scene`: "" for a file of its own."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self._file = folder.resolve(), None if scene else folder.resolve() / "monkey.yaml"
        self._scene = scene or str(self._file)
        self.display = Display(SIZE)
        self.memory: list[int] = []               # [MB] after each burst
        self.windows = self.sent = 0
        self.app = self._open()

    def _open(self) -> App:
        if self._file is not None:
            self._file.write_text(SCENE)                  # a broken one opens no window
        self.windows += 1
        app = MonkeyApp(self.display, self.folder, self._scene, quality="software", video_seconds=1.0)
        app.wait(lambda s: s["ready"] or s["fault"], "the first frame", COLD)
        return app

    @property
    def own_file(self) -> bool:
        """Whether the scene's file is the monkey's own."""
        return self._file is not None

    def send(self, event: dict[str, Any]) -> None:
        """One event, as a person would; one after the window has quit goes to the next window."""
        if self.app.process.poll() is not None:
            self._ended()
        self.sent += 1
        with contextlib.suppress(OSError):
            getattr(self, f"_send_{event['kind']}")(event)

    def look(self) -> None:
        """The window answers, has no fault of its own, and has not too much memory."""
        clock = self.app.state().get("clock", 0.0)
        end = time.monotonic() + ANSWER
        while self.app.process.poll() is None and self.app.state().get("clock", 0.0) <= clock:
            assert time.monotonic() < end, f"no answer for {ANSWER:g} s after {self.sent} events"
            time.sleep(0.05)
        if self.app.process.poll() is not None:
            self._ended()
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{self.app.process.pid}/status").read_text().split("VmRSS:")[1:]
            self.memory += [int(word.split()[0]) // 1024 for word in words]
            assert not self.memory or self.memory[-1] < MEMORY, f"{self.memory[-1]} MB after {self.sent} events"
        state = self.app.state()
        assert "of its own" not in (state.get("fault") or ""), f"{state['fault']}: {state['fault_text']}"
        self._sound()

    def end(self) -> None:
        """Quit, and give the edits up if it asks."""
        end, asked = time.monotonic() + 2 * ANSWER, -math.inf
        self._xdotool("search", "--name", "Impulse", "windowmap", "windowsize", *SIZE)
        while self.app.process.poll() is None and time.monotonic() < end:
            state = self.app.state()
            if state["sheet"] == "unsaved" and "button:discard changes" in state["widgets"]:
                left, top, right, bottom = state["widgets"]["button:discard changes"]
                self._xdotool("mousemove", round((left + right) / 2), round((top + bottom) / 2), "sleep", 0.3, "click", 1)
            elif time.monotonic() - asked > AGAIN:
                asked = time.monotonic()
                self._xdotool("key", "Escape", "sleep", 0.2, "key", "Escape", "sleep", 0.2, "key", "ctrl+q")
            time.sleep(0.5)
        code = self.app.process.poll()
        self._sound()
        assert code == 0, f"it ended with {code}"
        left_over = [path for path in self.folder.rglob(".*") if path.suffix in (".mp4", ".png", ".yaml", ".json")]
        assert left_over == [], left_over

    def close(self) -> None:
        """Leave nothing behind."""
        self.app.close()
        self.display.close()

    def _ended(self) -> None:
        """It has quit, as it was asked to: begin anew in the same home."""
        assert self.app.process.returncode == 0, f"it ended with {self.app.process.returncode}: {self._errors()}"
        self._sound()
        self.app.close()
        self.app = self._open()

    def _errors(self) -> str:
        return (self.folder / "errors.txt").read_text()

    def _sound(self) -> None:
        said = [line for line in self._errors().splitlines() if not line.startswith("impulse: unsaved edits are kept")]
        assert said == [], "\n".join(said)

    def _xdotool(self, *words: object) -> None:
        with contextlib.suppress(Exception):              # the window may have quit meanwhile
            self.app.xdotool(*words)

    def _send_key(self, event: dict[str, Any]) -> None:
        self._xdotool("key", event["chord"])

    def _send_click(self, event: dict[str, Any]) -> None:
        held = (("keydown", event["held"]), ("keyup", event["held"])) if event["held"] else ((), ())
        self._xdotool("mousemove", *event["at"], "sleep", 0.03, *held[0], "click", event["button"], *held[1])

    _send_widget = _send_scroll = _send_click

    def _send_drag(self, event: dict[str, Any]) -> None:
        way = [word for place in event["to"] for word in ("mousemove", *place, "sleep", 0.05)]
        middle = ("key", event["key"]) if event["key"] else ()
        self._xdotool("mousemove", *event["from"], "mousedown", event["button"], *way, *middle, "mouseup", event["button"])

    def _send_type(self, event: dict[str, Any]) -> None:
        self._xdotool("type", "--delay", 3, "--", event["text"])
        self._xdotool("key", event["then"])

    def _send_resize(self, event: dict[str, Any]) -> None:
        self._xdotool("search", "--name", "Impulse", "windowsize", *event["size"])

    def _send_hide(self, event: dict[str, Any]) -> None:
        for words in (("windowunmap",), ("windowmap",)):
            self._xdotool("search", "--name", "Impulse", *words)
            time.sleep(event["seconds"])

    def _send_file(self, event: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write_text(event["text"])

    def _send_rest(self, event: dict[str, Any]) -> None:
        time.sleep(event["seconds"])
