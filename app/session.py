"""The session: what is open.  The scene, the lanes that run it, the selection, pause and speed; no GL, no ImGui.

Any thread may `submit` commands and read `published`.  Everything else belongs to the simulation thread, which
calls `apply_pending` between steps and `publish` after them.
"""
from __future__ import annotations

import collections
import threading
import time
from pathlib import Path

import numpy as np

from app.commands.command import Command, Stamped
from app.commands.playback import Observe
from app.lane import Lane
from app.scene_source import OpenScene, Source
from app.status import Compiling, Fault, Notice, Publication, SceneCard, Status, Tuning
from app.view import JointTable
from physics.tunable import SettingError

LOGGED = 50_000           # commands remembered
NOTICES = 8               # notices published at a time


class Session:
    """One scene being played with."""

    def __init__(self, source: Source):
        self.source_of_scenes = source
        self.scene: OpenScene | None = None
        self.source = ""                                  # name of the open scene, as given
        self.lanes: list[Lane] = []
        self.paused = False
        self.owed_steps = 0                               # single steps asked for and not yet taken
        self.time_scale = 1.0
        self.selection: int | None = None                 # uid of the selected body
        self.selected_joint: int | None = None            # uid of the selected joint; one of the two at most
        self.wants = Observe()
        self.run = 0                                      # counts loads and restarts
        self.ready = False                                # the kernels the lanes need are there
        self.compiling: Compiling | None = None
        self.opening = ""                                 # name of the scene that is being read and built
        self.log: collections.deque[Stamped] = collections.deque(maxlen=LOGGED)
        self.published = Publication()
        self.wake = threading.Event()                     # set when there is something to do
        self._queue: collections.deque[Command] = collections.deque()
        self._fault: Fault | None = None
        self._notices: collections.deque[Notice] = collections.deque(maxlen=NOTICES)
        self._numbers = 0
        self._told_of: JointTable | None = None           # whose broken joints were told

    def submit(self, command: Command) -> None:
        """Queue a command for the next moment between two steps.  Any thread."""
        self._queue.append(command)
        self.wake.set()

    def apply_pending(self) -> int:
        """Apply the queued commands in order; a command that cannot be applied becomes a fault.  How many."""
        applied = 0
        while self._queue:
            command = self._queue.popleft()
            if self._queue and self._queue[0].replaces(command):
                continue
            self.log.append(Stamped(self.run, self.step_count, command))
            applied += 1
            try:
                command.apply(self)
            except SettingError as error:
                self.fail("That cannot be set", str(error))
        return applied

    @property
    def running(self) -> bool:
        """Whether steps are being taken by themselves."""
        return bool(self.lanes) and self.ready and not self.paused

    @property
    def step_count(self) -> int:
        """Steps taken in this run."""
        return int(self.lanes[0].world.step_count) if self.lanes else 0

    def open(self, name: str) -> None:
        """Open a scene with the settings it asks for; one that cannot be read leaves the old one as it is."""
        from scenes.problems import SceneError
        self.opening = name
        self.republish()
        try:
            scene = self.source_of_scenes.read(name)
            run = scene.build()
        except (SceneError, SettingError) as error:
            self.fail(_cannot_open(name), str(error))
            return
        except OSError as error:
            self.fail(_cannot_open(name), f"{error.filename or name}: {error.strerror or error}")
            return
        finally:
            self.opening = ""
        self.scene, self.source = scene, name
        self._start(Lane(run))
        self.selection = self.selected_joint = self._fault = None

    def restart(self) -> None:
        """Time 0 of the open scene, with the knobs as they stand."""
        if self.scene is not None:
            self._start(Lane(self.scene.build(), self.lanes[0].turned if self.lanes else None))
            self._forget_the_gone()

    def _forget_the_gone(self) -> None:
        """What was shot or joined by hand is not there any more, and its uid will be somebody else's."""
        lane = self.lanes[0]
        if self.selection is not None and lane.body(self.selection) is None:
            self.selection = None
        if self.selected_joint is not None and lane.joint(self.selected_joint) is None:
            self.selected_joint = None

    def _start(self, lane: Lane) -> None:
        self.lanes = [lane]
        self._told_of = None
        self.run += 1
        self.owed_steps = 0
        self.ready = False

    def advance(self) -> None:
        """One step of every lane; an event that cannot be done as the knobs stand pauses the scene and is told."""
        for lane in self.lanes:
            try:
                lane.advance()
            except SettingError as error:
                self.paused, self.owed_steps = True, 0
                self.fail("An event of the scene cannot be done", f"{error}\n\nIt is paused before this event.")

    def notify(self, text: str, kind: str = "info") -> None:
        """Tell the person one line; kind: "info", "good", "warning"."""
        self._numbers += 1
        self._notices.append(Notice(self._numbers, text, kind))

    def fail(self, title: str, text: str, path: str = "") -> None:
        """Show that something went wrong; `path` is a crash report's file."""
        self._numbers += 1
        self._fault = Fault(self._numbers, title, text, path)

    def publish(self, owed: float = 0.0, real_time_factor: float = 0.0) -> Publication:
        """Make what the window shows from now on; `owed` [s] is the time owed to the next step."""
        lane = self.lanes[0] if self.lanes else None
        view = lane.view(self.wants) if lane else None
        if view is not None and view.joints is not None:
            self._tell_what_broke(view.joints.table)
        self.published = Publication(view, self.status(real_time_factor), time.perf_counter(), owed, self.running)
        return self.published

    def _tell_what_broke(self, table: JointTable) -> None:
        """A line for each joint that broke since the last view; the table is another one when anything about joints changed."""
        if table is self._told_of:
            return
        known = set() if self._told_of is None else set(self._told_of.uids[self._told_of.broken].tolist())
        for row in np.flatnonzero(table.broken):
            if int(table.uids[row]) not in known:
                name = table.names[row] or f"joint {table.uids[row]}"
                self.notify(f"{name[0].upper()}{name[1:]} broke: its force or torque was too much", "warning")
        self._told_of = table

    def republish(self, real_time_factor: float = 0.0) -> None:
        """Publish a new status with the view as it is: for news about anything but the bodies."""
        last = self.published
        self.published = Publication(last.view, self.status(real_time_factor), last.moment, last.owed, self.running)

    def status(self, real_time_factor: float = 0.0) -> Status:
        """The session, as of now."""
        lane = self.lanes[0] if self.lanes else None
        return Status(
            scene=self.scene.card if self.scene else SceneCard(), run=self.run,
            tuning=lane.tuning if lane else Tuning(), scene_tuning=lane.scene_tuning if lane else Tuning(),
            paused=self.paused, time_scale=self.time_scale, real_time_factor=real_time_factor,
            opening=self.opening,
            compiling=self.compiling, fault=self._fault, notices=tuple(self._notices), selection=self.selection,
            selected_joint=self.selected_joint, joint_rows=lane.world.joint_row_count if lane else 0,
            body=lane.adjustments.body_card(self.selection) if lane and self.selection is not None else None,
            joint=lane.adjustments.joint_card(self.selected_joint) if lane and self.selected_joint is not None else None,
            grabbed=lane.grip.body.uid if lane and lane.grip else None, ready=self.ready)


def _cannot_open(name: str) -> str:
    """Title of the card: a file without its folders, or the catalog's name as it was given."""
    return f"{Path(name).name if Path(name).suffix else name} cannot be opened"
