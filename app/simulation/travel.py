"""Travel: a session's way through its history.  Going to a step takes a replay, which is done piece by piece between
publications, so that the simulation thread always answers; all variants go together.

A step that is not as it was recorded ends the way there with a fault card, and another future begins at it.  An autopsy
goes through the steps of the chosen variant in the same pieces.
"""
from __future__ import annotations

import time
from array import array
from collections.abc import Generator
from typing import Any, Protocol

import numpy as np

from app.published.inside import key_of
from app.published.timeline import CONTACT, INPUT, JOINT, SENSOR, TimeLine
from physics.history import MB, Autopsy, History, ReplayError
from physics.history.burst import searching

PIECE = 0.012              # [s] of a replay between two looks at the queue
EVENT_KINDS = {"ContactBegin": CONTACT, "ContactEnd": CONTACT, "SensorBegin": SENSOR, "SensorEnd": SENSOR, "JointBroke": JOINT,
               "BodyLost": JOINT}


class Traveller(Protocol):
    """The session, as its travel sees it."""

    variants: list[Any]
    chosen: int
    paused: bool
    owed_steps: int
    selection: int | None
    selected_joint: int | None
    inspector: Any
    alarm: Any
    sharing: Any

    @property
    def variant(self) -> Any | None:
        """The chosen variant."""

    def notify(self, text: str, kind: str = "info", *, step: int | None = None) -> None:
        """Show the user one line."""

    def fail(self, title: str, text: str, path: str = "") -> None:
        """Show a fault."""

    def arrived(self) -> None:
        """All variants are at another step."""


class Travel:
    """Where a session goes; only the simulation thread uses it."""

    def __init__(self, session: Traveller):
        self._session = session
        self._target: int | None = None
        self._search: Generator[None, None, Autopsy | None] | None = None
        self._searched: History | None = None     # where the search looks
        self._end = 0.0                           # of this piece [s]
        self._events = EventList()

    @property
    def under_way(self) -> bool:
        """Whether some variant is not yet where it goes."""
        return self._target is not None or self._search is not None

    @property
    def history(self) -> History | None:
        """That of the chosen variant."""
        variant = self._session.variant
        return variant.history if variant is not None else None

    def _begin(self) -> History | None:
        """Pause; the history, or None, with a notice, where no steps are kept."""
        session, history = self._session, self.history
        if history is None or history.note and not history.keyframe_steps:
            session.notify(f"No steps are kept: {history.note if history is not None else 'the history is off'}", "warning")
            return None
        session.paused, session.owed_steps, self._search = True, 0, None
        return history

    def go_to(self, step: int) -> None:
        """Pause, and go to a step, or the nearest one that is kept."""
        if (history := self._begin()) is not None:
            self._target = min(max(step, history.first), history.last)

    def back(self, count: int) -> None:
        """Go so many steps back from where the world is, or from where it goes."""
        history = self.history
        here = self._target if self._target is not None else history.present if history is not None else 0
        self.go_to(here - count)

    def autopsy(self) -> None:
        """Pause, and search for the step where it burst."""
        if (history := self._begin()) is not None:
            self._target, self._searched = None, history
            self._search = searching(history, lambda done, of: time.perf_counter() < self._end, self._session.alarm.torn)

    def last_event(self) -> None:
        """Go to the last event before the present."""
        found = self.line().last_event()
        if found is None and self.history is not None:
            self._session.notify("Nothing happened before this step, as far as steps are kept")
        else:
            self.go_to(found or 0)

    def stay(self) -> None:
        """Go no further."""
        if self.under_way:
            self._target = self._search = self._searched = None
            self._session.arrived()

    def forget(self) -> None:
        """Stay, and let go of all histories so far and of what is known of them: the session begins anew, and they are large."""
        self.stay()
        for variant in self._session.variants:
            variant.leave()
        self._events = EventList()

    def go(self) -> bool:
        """Go on for a PIECE of time; returns whether all variants are there."""
        self._end = end = time.perf_counter() + PIECE
        if self._search is not None and not self._searched_all():
            return False
        if self._target is None:
            return True
        for variant in self._session.variants:
            history = variant.history
            if history is None or not history.keyframe_steps:
                continue
            step = min(max(self._target, history.first), history.last)
            try:
                if not history.at(step, lambda done, of: time.perf_counter() < end):
                    return False
            except ReplayError as error:
                if self._session.sharing.differs(history, error):
                    return False
                history.branch()
                self._session.fail("This step is not as it was", f"{error}.\n\nThe steps after it are given up.")
                break
        self.stay()
        return True

    def _searched_all(self) -> bool:
        """Search on for a piece; returns whether it is done."""
        try:
            while self._searched is self.history and time.perf_counter() < self._end:
                next(self._search)
            if self._searched is self.history:
                return False
            self.stay()
        except StopIteration as end:
            self._conclude(end.value)
        except ReplayError as error:
            self._searched.branch()
            self._session.fail("This step is not as it was", f"{error}.\n\nThe steps after it are given up.")
            self.stay()
        return True

    def _conclude(self, found: Autopsy | None) -> None:
        """Say what was found, pick the row, and let the other variants follow."""
        session, self._search, self._target = self._session, None, self._searched.present
        if found is None:
            session.notify("Nothing burst in the steps that are kept: no leap of energy, no torn joint, no number that is none")
            return
        session.notify(found.said, "warning", step=self._searched.present)
        if found.body is not None:
            session.selection, session.selected_joint = found.body, None
        if found.row is not None:
            session.inspector.pin(key_of(self._searched.world.rows(), found.row))

    def line(self) -> TimeLine:
        """The time line of the chosen variant; without a history an empty one."""
        history = self.history
        if history is None or not history.keyframe_steps:
            return TimeLine(note=history.note if history is not None else "")
        ghost = history.ghost
        return TimeLine(history.first, history.last, history.present, self._target, history.in_past,
                        np.array(history.keyframe_steps, np.int64), *self._events.of(history),
                        ghost=None if ghost is None else (ghost.first, ghost.last), bytes=history.bytes, budget=history.budget,
                        note=history.note)


class EventList:
    """Steps and kinds of the events of a history, read once each."""

    def __init__(self) -> None:
        self._of: Any = None
        self._steps, self._kinds = array("q"), array("B")
        self._read = 0                            # the first step whose events are not read yet

    def of(self, history: History) -> tuple[np.ndarray, np.ndarray]:
        """(steps (n,) int64, kinds (n,) uint8), in order of steps."""
        known = history, history.revision
        if self._of != known:
            self._of, self._read = known, history.first
            self._steps, self._kinds = array("q"), array("B")
        for step, event in history.events_from(self._read):
            kind = EVENT_KINDS[type(event).__name__]
            if not self._steps or (self._steps[-1], self._kinds[-1]) != (step, kind):
                self._steps.append(step)
                self._kinds.append(kind)
        self._read = max(self._read, history.taken + 1)
        mine = sorted({step for step, _ in history.inputs() if step >= history.first})
        steps = np.concatenate((np.array(self._steps, np.int64), np.array(mine, np.int64)))
        kinds = np.concatenate((np.array(self._kinds, np.uint8), np.full(len(mine), INPUT, np.uint8)))
        order = np.argsort(steps, kind="stable")
        return steps[order], kinds[order]


def bytes_of(megabytes: int) -> int:
    """Memory of a history [bytes]."""
    return megabytes * MB
