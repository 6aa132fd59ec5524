"""Who owns an input event: the panels or the scene.

Events are queued and decided once a frame, each by what lies under *its own* place: ImGui's "wants the mouse" is about
the newest place only, and it takes one button event a frame, so a quick move-and-press would fall through a panel.
A press decides about the whole drag: whoever got it gets the motion and the release, wherever the pointer goes.
"""
from __future__ import annotations

import collections
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

LEFT, MIDDLE, RIGHT = "left", "middle", "right"


@dataclass(frozen=True)
class Modifiers:
    """Which modifier keys are held."""

    ctrl: bool = False
    shift: bool = False
    alt: bool = False


@dataclass(frozen=True)
class Event:
    """One thing that happened in the window.  Positions are window units from the top left corner.

    kind is "press", "release", "motion", "scroll", "key" (pressed), "key_up", "text" or "blur" (the window lost the focus).
    """

    kind: str
    x: float = 0.0
    y: float = 0.0
    button: str = ""
    amount: float = 0.0            # notches of a "scroll", positive away from the person
    key: str = ""                  # name of a key as `input.bindings` writes it, without modifiers
    modifiers: Modifiers = Modifiers()


class Capture(NamedTuple):
    """What the panels want this frame, read after `new_frame`."""

    covers: Callable[[float, float], bool]      # whether a panel lies at a place of the window
    keyboard: bool                 # a panel has the focus: Tab and arrows walk through it
    walking: bool                  # somebody does walk through it by keys: Space and Enter press what is marked
    text: bool                     # somebody is typing


class Receiver(Protocol):
    """Who gets the scene's events."""

    def receive(self, event: Event) -> None:
        """Act on one event."""


class InputRouter:
    """Queues events; `flush` gives the scene those that are its own."""

    WALK, PRESS = ("Tab", "Left", "Right", "Up", "Down"), ("Space", "Enter")       # keys of ImGui's navigation

    def __init__(self, receiver: Receiver):
        self._receiver = receiver
        self._queue: collections.deque[Event] = collections.deque()
        self._owned: set[str] = set()          # buttons whose press went to the scene
        self._foreign: set[str] = set()        # buttons whose press went to a panel
        self.delivered = 0                     # presses given to the scene so far

    def put(self, event: Event) -> None:
        """Remember an event until the next `flush`."""
        self._queue.append(event)

    @property
    def waiting(self) -> bool:
        """Whether anything has happened since the last `flush`."""
        return bool(self._queue)

    @property
    def dragging(self) -> bool:
        """Whether the scene holds a button that is down."""
        return bool(self._owned)

    def flush(self, capture: Capture) -> None:
        """Give the queued events to whom they belong; the panels have seen all of them already."""
        while self._queue:
            event = self._queue.popleft()
            if self._for_scene(event, capture):
                self._receiver.receive(event)

    def _for_scene(self, event: Event, capture: Capture) -> bool:
        if event.kind == "press":
            return self._press(event, capture)
        if event.kind == "release":
            self._foreign.discard(event.button)
            owned = event.button in self._owned
            self._owned.discard(event.button)
            return owned
        if event.kind in ("motion", "scroll"):
            return bool(self._owned) or not (self._foreign or capture.covers(event.x, event.y))
        if event.kind == "key":
            if capture.text:
                return event.modifiers.ctrl or event.key == "Escape" or event.key.startswith("F") and len(event.key) > 1
            return not (capture.keyboard and event.key in self.WALK or capture.walking and event.key in self.PRESS)
        return event.kind in ("key_up", "blur")

    def _press(self, event: Event, capture: Capture) -> bool:
        """A second button belongs to whoever holds the first one; a first one to whoever is under the pointer."""
        if self._owned or self._foreign:
            mine = bool(self._owned)
        else:
            mine = not capture.covers(event.x, event.y)
        (self._owned if mine else self._foreign).add(event.button)
        self.delivered += mine
        return mine
