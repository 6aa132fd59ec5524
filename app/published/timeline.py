"""The time line, as published: which steps are kept, where the present is among them, and what happened when."""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

KINDS = ("contact", "sensor", "joint", "input")      # of events: contacts and sensors, joints that broke, what the user did
CONTACT, SENSOR, JOINT, INPUT = range(len(KINDS))


@dataclass(frozen=True, eq=False)
class TimeLine:
    """The history of the chosen variant.

    first, last     steps to which one can go; equal when none is kept
    present         the step after which the world is
    going_to        the step to which it is on its way, None when it is there
    in_past         whether the next step is one that was recorded
    keyframes       (k,) int64 steps from which others are replayed
    event_steps     (n,) int64 rising, of all events; the same step may come several times, each kind once
    event_kinds     (n,) uint8 places in KINDS
    ghost           first and last step of the future that was left last, or None
    bytes, budget   memory in use, and at most
    note            what memory did not suffice for, "" as a rule
    """

    first: int = 0
    last: int = 0
    present: int = 0
    going_to: int | None = None
    in_past: bool = False
    keyframes: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    event_steps: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    event_kinds: np.ndarray = field(default_factory=lambda: np.zeros(0, np.uint8))
    ghost: tuple[int, int] | None = None
    bytes: int = 0
    budget: int = 0
    note: str = ""

    def refusal(self, step: int) -> str:
        """Why nothing can go to a step, "" where it can."""
        if self.last <= self.first:
            return f"No steps are kept{f': {self.note}' if self.note else ''}"
        if step < self.first:
            return f"Step {step:,} has left the history, which begins with step {self.first:,}"
        return f"Step {step:,} was not taken" if step > self.last else ""

    def event_near(self, step: int, reach: float) -> int | None:
        """The step of the event nearest to a step, at most `reach` steps away; None without one."""
        place = int(np.searchsorted(self.event_steps, step))
        near = self.event_steps[max(place - 1, 0):place + 1]
        best = min(near.tolist(), key=lambda one: abs(one - step), default=None)
        return best if best is not None and abs(best - step) <= reach else None

    def last_event(self) -> int | None:
        """The step of the last event before the present, or None.

        Contacts that come and go in many steps one after another, as in a heap, count as one event, which begins with the first.
        """
        steps, kinds = self.event_steps, self.event_kinds
        contacts = steps[kinds == CONTACT]
        begins = contacts[np.diff(contacts, prepend=-2) > 1]
        found = np.concatenate((begins, steps[kinds != CONTACT]))
        found = found[(found < self.present) & (found >= self.first)]
        return int(found.max()) if len(found) else None
