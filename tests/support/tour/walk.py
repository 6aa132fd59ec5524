"""A walk through a window: what a hand does, and a picture of what the screen shows then."""
from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from tests.support.desktop import COLD, App, Display

MESSAGES = "window:toast"         # drawn over others, as the open sheet is
AWAY = 0.5, 0.12                  # shares of the window's size where the pointer is out of the way
WRITING = 0.06                    # [s] a letter: two frames, one for its key down and one for its key up
ROW = "constraint row:"


class Chapter(NamedTuple):
    """A part of a tour: a scene, more words of the command line, view settings, the step up to which it runs first, the walk."""

    name: str
    scene: str
    words: tuple[str, ...]
    settings: dict[str, Any]
    steps: int
    walk: Callable[[Walk], None]


CHAPTERS: dict[str, Chapter] = {}


def chapter(scene: str, *words: str, steps: int = 90, **settings: Any) -> Callable:
    """Makes a function on a `Walk` a chapter of the tour; its name is the chapter's."""
    def registered(walk: Callable[[Walk], None]) -> Callable[[Walk], None]:
        CHAPTERS[walk.__name__] = Chapter(walk.__name__, scene, words, settings, steps, walk)
        return walk
    return registered


class Walk:
    """A window on a display, and the pictures of it in a folder."""

    def __init__(self, app: App, display: Display, folder: Path, name: str):
        self.app, self.faults = app, []
        self._display, self._folder, self._name, self._count = display, folder, name, 0

    def picture(self, name: str, keep: bool = False) -> None:
        """A picture of the screen as it is after some frames, without messages from before unless they are to be kept."""
        state = self.app.settle(4)
        if not keep:
            state = self.app.wait(lambda s: not any(w.startswith("window:toast") for w in s["widgets"]), "the end of messages")
        self._count += 1
        Image.fromarray(self._display.pixels()).save(self._folder / f"{self._name}_{self._count:02}_{name}.png")
        self.faults += [f"{self._name}, {name}: {fault}" for fault in faults_of(state)]

    def key(self, chord: str, *arrived: Callable[[dict], Any]) -> None:
        """A key, and what it leads to."""
        self.app.key(chord)
        for condition in arrived:
            self.app.wait(condition, f"what {chord} does")
        self.app.settle(2)

    def point(self, name: str, share: float = 0.5, down: float = 0.5) -> None:
        """The pointer on a widget."""
        left, top, right, bottom = self.app.widget(name)
        self.app.move(left + share * (right - left), top + down * (bottom - top))
        self.app.settle(3)

    def press(self, name: str, share: float = 0.5, button: int = 1) -> None:
        """A click on a widget."""
        left, top, right, bottom = self.app.widget(name)
        self.app.click(left + share * (right - left), (top + bottom) / 2, button)
        self.app.settle(3)

    def drag(self, name: str, begin: float, end: float) -> None:
        """A drag along a widget, without the release."""
        left, top, right, bottom = self.app.widget(name)
        for share in (begin, 0.5 * (begin + end), end):
            self.app.move(left + share * (right - left), (top + bottom) / 2)
            self.app.settle(2)
            if share == begin:
                self.app.xdotool("mousedown", 1)
                self.app.settle(1)

    def release(self) -> None:
        """The end of a drag."""
        self.app.xdotool("mouseup", 1)
        self.app.settle(2)

    def away(self) -> None:
        """The pointer to where it points at nothing."""
        self.app.move(AWAY[0] * self._display.size[0], AWAY[1] * self._display.size[1])
        self.app.settle(2)

    def write(self, name: str, text: str, enter: bool = True) -> None:
        """Text into a field, in the place of what was there."""
        self.press(name, 0.3)
        self.app.key("ctrl+a")
        self.app.type(text)
        self.sleep(WRITING * len(text))
        if enter:
            self.app.key("Return")
        self.app.settle(3)

    def choose(self, name: str, choice: str) -> None:
        """An entry of a list."""
        self.press(f"field:{name}")
        self.press(f"choice:{name}:{choice}")

    def pause(self) -> dict[str, Any]:
        """Stop where it is, with every message gone."""
        if not self.app.state()["paused"]:
            self.key("space", lambda s: s["paused"])
        return self.app.settle(3)

    def run(self, steps: int) -> None:
        """Go on for some steps, and pause."""
        begun = self.app.state()["step"]
        self.key("space", lambda s: not s["paused"])
        self.app.wait(lambda s: s["step"] >= begun + steps, f"{steps} steps", COLD)
        self.pause()

    def press_row(self, place: int) -> None:
        """A click on a row in sight, at its left end."""
        self.point_row(place)
        self.app.xdotool("click", 1)
        self.app.settle(3)

    def point_row(self, place: int) -> None:
        """The pointer on a row in sight."""
        self.app.settle(6)
        left, top, _, bottom = self.app.widget(self.rows()[place])
        self.app.move(left + 14, (top + bottom) / 2)
        self.app.settle(3)

    def rows(self) -> list[str]:
        """Names of the rows of the table in sight, from the top."""
        widgets = self.app.state()["widgets"]
        return sorted((name for name in widgets if name.startswith(ROW)), key=lambda name: widgets[name][1])

    def body(self, name: str) -> tuple[float, float]:
        """Where a body is on the screen, or the movable one at a place in the order of height, 0 the lowest, -1 the highest."""
        bodies = self.app.state()["bodies"]
        return next(tuple(b["pixel"]) for b in bodies if b["name"] == name)

    def pick(self, place: int) -> None:
        """Select the movable body at a place in the order of height, 0 the lowest, -1 the highest, of those in sight."""
        state, before = self.app.settle(6), None
        while before is None or state["bodies"] != before["bodies"]:         # until the camera rests
            state, before = self.app.settle(6), state
        seen = [b for b in state["bodies"] if b["in_front"] and free(state, b["pixel"])]
        body = sorted(seen, key=lambda b: b["position"][2])[place]
        self.app.move(*body["pixel"])
        self.app.wait(lambda s: s["hovered"] is not None, "a body under the pointer")
        self.app.settle(2)
        for _ in range(3):                       # on a busy machine a click may last so long that it is a drag
            self.app.xdotool("click", 1)
            if self.app.settle(8)["selection"] is not None:
                return
        raise AssertionError("the selection did not happen")

    def sleep(self, seconds: float) -> None:
        """Wait, where nothing tells when to go on."""
        time.sleep(seconds)


def free(state: dict[str, Any], place) -> bool:
    """Whether no panel is at a place."""
    x, y = place
    inside = 0 < x < state["size"][0] and 0 < y < state["size"][1]
    return inside and not any(left <= x <= right and top <= y <= bottom for name, (left, top, right, bottom)
                              in state["widgets"].items() if name.startswith("window:"))


def faults_of(state: dict[str, Any]) -> list[str]:
    """Panels that overlap each other, or that are not whole in the window."""
    width, height = state["size"]
    panels = {name: place for name, place in state["widgets"].items()
              if name.startswith("window:") and not name.startswith(MESSAGES) and name != f"window:{state['sheet']}"}
    names, found = sorted(panels), []
    for number, name in enumerate(names):
        left, top, right, bottom = panels[name]
        if left < -0.5 or top < -0.5 or right > width + 0.5 or bottom > height + 0.5:
            found.append(f"{name} is not whole in the window: {panels[name]}")
        for other in names[number + 1:]:
            one, two = panels[name], panels[other]
            if min(one[2], two[2]) - max(one[0], two[0]) > 1 and min(one[3], two[3]) - max(one[1], two[1]) > 1:
                found.append(f"{name} and {other} overlap: {one}, {two}")
    return found
