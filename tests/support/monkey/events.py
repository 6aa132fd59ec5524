"""The events of a monkey, from a seed and what the window shows: plain data, so that a log replays without either."""
from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from app.panels.stack import window_settings
from app.ui.controls import controls_of

SIZE = (1000, 640)
BURST = (3, 12)                   # events between two looks
KEYS = {"Space": "space", "Escape": "Escape", ".": "period", ",": "comma", "-": "minus", "=": "equal", "?": "question",
        "[": "bracketleft", "]": "bracketright", "PageDown": "Next", "PageUp": "Prior", "Backspace": "BackSpace"}
TEXTS = ("nan", "1e300", "-1", "0", "3", "tower", "box", "abcdefghij" * 4, "%s%n", "../x", "gravity", "[[", "d'oh", "0.5")
RARE = ("Ctrl+Q", "Ctrl+L", "Ctrl+E", "Shift+F9", "F9", "F12", "Alt+S", "Ctrl+Shift+S", "]", "[", "Shift+X")     # one in so many
SELDOM = 0.15
SCENE = """\
format: 1
title: Monkey
about: What a monkey plays with.
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 1]}
  - {name: ball, shape: {sphere: {radius: 0.3}}, position: [1.2, 0, 2]}
joints:
  - {type: distance, a: crate, b: ball, anchor_a: [0, 0, 1], anchor_b: [1.2, 0, 2]}
"""
BROKEN = ("", "format: 1\nbodies: 7\n", SCENE.replace("0.3", "-1"), SCENE[:90], "\0\xff")


class Events:
    """Makes events from a seed and the state of the window."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self._chords = sorted(controls_of(window_settings()).by_chord)

    def burst(self, state: dict[str, Any], own_file: bool) -> Iterator[dict[str, Any]]:
        """A few events; `own_file`: the monkey may write the scene's file."""
        for _ in range(self._random.randint(*BURST)):
            kind = self._random.choices(("key", "click", "widget", "drag", "scroll", "type", "resize", "hide", "file", "rest"),
                                        (40, 8, 18, 14, 4, 6, 2, 1, 3 * own_file, 4))[0]
            yield {"kind": kind} | getattr(self, f"_{kind}")(state)

    def _key(self, _state: dict[str, Any]) -> dict[str, Any]:
        chord = self._random.choice(self._chords)
        if chord in RARE and self._random.random() > SELDOM:
            chord = "Escape"
        *modifiers, last = chord.split("+")
        return {"chord": "+".join([*map(str.lower, modifiers), KEYS.get(last, last.lower() if len(last) == 1 else last)])}

    def _place(self, state: dict[str, Any]) -> list[int]:
        """A body's place on the screen, or any."""
        bodies = [one["pixel"] for one in state.get("bodies", ()) if one["in_front"]]
        x, y = self._random.choice(bodies) if bodies and self._random.random() < 0.6 else (self._random.random() * SIZE[0],
                                                                                           self._random.random() * SIZE[1])
        return [round(min(max(x, 0), SIZE[0] - 1)), round(min(max(y, 0), SIZE[1] - 1))]

    def _click(self, state: dict[str, Any]) -> dict[str, Any]:
        return {"at": self._place(state), "button": self._random.choice((1, 1, 1, 2, 3)),
                "held": self._random.choice(("", "", "ctrl", "shift"))}

    def _widget(self, state: dict[str, Any]) -> dict[str, Any]:
        found = state.get("widgets") or {"": (0, 0, *SIZE)}
        left, top, right, bottom = found[self._random.choice(sorted(found))]
        at = [round(min(max((left + right) / 2, 0), SIZE[0] - 1)), round(min(max((top + bottom) / 2, 0), SIZE[1] - 1))]
        return {"at": at, "button": 1, "held": ""}

    def _drag(self, state: dict[str, Any]) -> dict[str, Any]:
        return {"from": self._place(state), "to": [self._place({}) for _ in range(self._random.randint(1, 5))],
                "button": self._random.choice((1, 1, 3, 2)), "key": self._random.choice(("", "", "", "space", "r", "Delete",
                                                                                         "bracketright", "comma"))}

    def _scroll(self, state: dict[str, Any]) -> dict[str, Any]:
        return {"at": self._place(state), "button": self._random.choice((4, 5)), "held": ""}

    def _type(self, _state: dict[str, Any]) -> dict[str, Any]:
        return {"text": self._random.choice(TEXTS), "then": self._random.choice(("Return", "Escape", "Tab"))}

    def _resize(self, _state: dict[str, Any]) -> dict[str, Any]:
        return {"size": list(self._random.choice(((200, 150), (480, 320), (1, 1), SIZE, SIZE, (700, 900))))}

    def _hide(self, _state: dict[str, Any]) -> dict[str, Any]:
        return {"seconds": round(self._random.uniform(0.1, 1.0), 2)}

    def _file(self, _state: dict[str, Any]) -> dict[str, Any]:
        return {"text": self._random.choice((SCENE, SCENE.replace("1.2", f"{self._random.uniform(1, 3):.2f}"), *BROKEN))}

    def _rest(self, _state: dict[str, Any]) -> dict[str, Any]:
        return {"seconds": round(self._random.uniform(0.05, 1.5), 2)}
