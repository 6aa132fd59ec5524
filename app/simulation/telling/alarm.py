"""Alarm: tells the user what goes wrong in a run, and offers an autopsy once.

After each step the total energy is compared with that before.  Where it rose by a leap the step is looked at closely, since a
drive, a spring or a blow may have given it; then not again for a while, longer each time, so that a motor does not cost a look in
every step.
"""
from __future__ import annotations

import collections
import math
from typing import Any, Protocol

import numpy as np

from app.published.view import JointTable
from physics.history.symptoms import LEAPT, RECENT, gaps, least_leap, symptom_of, torn

PAUSE = 31                 # most steps without a look after some that found nothing
EACH = 16                  # steps between two looks at the gaps of joints
MANY = 2000                # bodies of which energies are read after every step; of twice as many after every second one
OFFER = "an autopsy finds the step where it began, and the row that gave the most"
ACTION = "autopsy"         # the control that does it


class Watched(Protocol):
    """The session, as its alarm sees it."""

    run: int

    @property
    def variant(self) -> Any | None:
        """The chosen variant."""

    def notify(self, text: str, kind: str = "info", control: str = "", step: int | None = None) -> None:
        """Show the user one line."""


class Alarm:
    """What was told of one session's run; only the simulation thread uses it."""

    def __init__(self, session: Watched):
        self._session = session
        self._run, self._world = -1, None
        self._offered = False
        self._kinetic = 0.0                                # energy after the step before [J]
        self._energies: collections.deque[float] = collections.deque(maxlen=RECENT)        # total ones after the steps before
        self._first: Any = None, None                      # a world, and its energy before the first step
        self._gaps: dict[int, float] = {}                  # of joints, as the run began
        self._rest = self._pause = 0                       # steps without a look: still to come, of the last pause
        self.torn: int | None = None                       # step in which a joint was seen torn
        self._reported: JointTable | None = None           # the last table checked for broken joints

    def begin(self) -> None:
        """Another run, before its first step."""
        self._world = self._reported = None
        world = self._session.variant.world
        self._first = world, world.energy()

    def look(self) -> None:
        """After a step: offer an autopsy where a number is none, energy leapt or a joint is torn."""
        variant = self._session.variant
        history = variant.history if variant is not None else None
        if history is None or not history.keyframe_steps or history.in_past:
            self._energies.clear()
            return
        world = variant.world
        if self._world is not world or self._run != self._session.run:
            self._world, self._run, self._offered, self._gaps = world, self._session.run, False, gaps(world)
            self._rest, self._pause, self.torn = 0, 0, None
            self._energies.clear()
            if self._first[0] is world and world.step_count == 1:
                self._energies.append(self._first[1].total)
                self._kinetic = self._first[1].kinetic
        if not self._offered and world.step_count % (1 + len(world.uids) // (MANY + 1)) == 0:
            self._judge(world)

    def _judge(self, world: Any) -> None:
        """Whether the last step is bad."""
        now, last = world.energy(), self._energies[-1] if self._energies else math.inf
        leapt = now.total - last > least_leap(world, self._kinetic)
        if self._rest > 0:
            self._rest -= 1
        elif leapt or not math.isfinite(now.total):
            found = symptom_of(world, self._energies)
            if found is not None:
                what = "Energy leapt" if found.kind == LEAPT else "A number is none"
                self._offer(f"{what} in step {world.step_count:,}: {OFFER}")
            self._rest = self._pause = min(2 * self._pause + 1, PAUSE)
        else:
            self._pause = 0
        if self._offered:
            return
        if world.step_count % EACH == 0 and world.joint_row_count and torn(world, self._gaps):
            self.torn = world.step_count
            self._offer(f"A joint is torn in step {world.step_count:,}: {OFFER}")
        self._energies.append(now.total)
        self._kinetic = now.kinetic

    def _offer(self, text: str) -> None:
        self._offered = True
        self._session.notify(text, "warning", ACTION, step=self._world.step_count)

    def report_broken(self, table: JointTable) -> None:
        """Show a line for each joint that broke since the last view; the table is a new object after any change of joints."""
        if table is self._reported:
            return
        known = set() if self._reported is None else set(self._reported.uids[self._reported.broken].tolist())
        for row in np.flatnonzero(table.broken):
            if int(table.uids[row]) not in known:
                name = table.names[row] or f"joint {table.uids[row]}"
                offered, self._offered = self._offered or self._world is None, True
                self._session.notify(f"{name[0].upper()}{name[1:]} broke: its force or torque was too much", "warning",
                                     "" if offered else ACTION, step=self._session.variant.world.step_count)
        self._reported = table
