"""The session: what is open.  The scene, the lanes that run it side by side, the selection, pause and speed; no GL, no ImGui.

Any thread may `submit` commands and read `published`.  Everything else belongs to the simulation thread, which
calls `apply_pending` between steps and `publish` after them.
"""
from __future__ import annotations

import collections
import dataclasses
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from app.published.divergence import Courses
from app.published.status import LANE_NAMES as NAMES
from app.published.status import Compiling, Fault, LaneCard, Notice, Publication, SceneCard, Status, Tuning
from app.published.view import JointTable
from app.simulation.commands.command import Command, Stamped
from app.simulation.commands.playback import Observe
from app.simulation.divergence import CourseLog
from app.simulation.scene_source import OpenScene, Source
from app.simulation.variant import Lane
from app.simulation.variant_diff import differences
from physics.definitions.tunable import SettingError

LOGGED = 50_000           # commands remembered
NOTICES = 8               # notices published at a time


class Session:
    """One scene being played with."""

    def __init__(self, source: Source):
        self.source_of_scenes = source
        self.scene: OpenScene | None = None
        self.source = ""                                  # name of the open scene, as given
        self.lanes: list[Lane] = []
        self.chosen = 0                                   # the lane whose knobs are turned
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
        self._log: CourseLog | None = None                # of the lanes, while there are several

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
    def lane(self) -> Lane | None:
        """The chosen lane; None before the first scene."""
        return self.lanes[self.chosen] if self.lanes else None

    @property
    def running(self) -> bool:
        """Whether steps are being taken by themselves."""
        return bool(self.lanes) and self.ready and not self.paused

    @property
    def step_count(self) -> int:
        """Steps taken in this run."""
        return int(self.lanes[0].world.step_count) if self.lanes else 0

    def open(self, name: str) -> None:
        """Open a scene with the settings it asks for, but for those in which several lanes differ from them; one that cannot be
        read leaves the old one as it is."""
        from scenes.schema.problems import SceneError
        self.opening = name
        self.republish()
        try:
            scene = self.source_of_scenes.read(name)
            lanes = [Lane(scene.build(), lane.changes()) for lane in self.lanes] if self.comparing else [Lane(scene.build())]
        except (SceneError, SettingError) as error:
            self.fail(_cannot_open(name), str(error))
            return
        except OSError as error:
            self.fail(_cannot_open(name), f"{error.filename or name}: {error.strerror or error}")
            return
        finally:
            self.opening = ""
        self.scene, self.source = scene, name
        self._start(lanes)
        self.selection = self.selected_joint = self._fault = None

    @property
    def resting(self) -> bool:
        """Whether steps change nothing but the time, in all lanes."""
        return all(lane.world.resting for lane in self.lanes)

    def restart(self) -> None:
        """Time 0 of the open scene, with the knobs of every lane as they stand."""
        if self.scene is not None and self.lanes:
            self._start([Lane(self.scene.build(), lane.changes()) for lane in self.lanes])
            self._forget_the_gone()

    @property
    def comparing(self) -> bool:
        """Whether several lanes run."""
        return len(self.lanes) > 1

    def add_lane(self) -> None:
        """One more lane, with the knobs of the chosen one, which it replaces as such; all begin anew.  Raises SettingError when
        there are too many."""
        if self.scene is None or self.lane is None:
            return
        if len(self.lanes) == len(NAMES):
            raise SettingError("lanes", f"there are {len(NAMES)} lanes already, and there can be no more")
        self.lanes.append(self.lane)
        self.chosen = len(self.lanes) - 1
        self.restart()

    def remove_lane(self, number: int) -> None:
        """Take a lane out; the others go on, and how far they are apart is noted from now on."""
        if self.comparing and 0 <= number < len(self.lanes):
            del self.lanes[number]
            self.chosen = max(self.chosen - (number <= self.chosen), 0)
            self._begin_log()

    def choose_lane(self, number: int) -> None:
        """The lane whose knobs are shown and turned from now on."""
        if 0 <= number < len(self.lanes):
            self.chosen = number

    def tune(self, turn: Callable[[Lane], None]) -> None:
        """Turn knobs of the chosen lane."""
        if self.lane is not None:
            turn(self.lane)

    def warn_unless(self, done: list[bool], text: str) -> None:
        """Tell `text` when the chosen lane is not among those that could do what was asked for; `done` lane by lane."""
        if done and not done[self.chosen]:
            self.notify(text, "warning")

    def _forget_the_gone(self) -> None:
        """What was shot or joined by hand is not there any more, and its uid will be somebody else's."""
        lane = self.lane
        if self.selection is not None and lane.body(self.selection) is None:
            self.selection = None
        if self.selected_joint is not None and lane.joint(self.selected_joint) is None:
            self.selected_joint = None

    def _start(self, lanes: list[Lane]) -> None:
        self.lanes, self.chosen = lanes, min(self.chosen, len(lanes) - 1)
        self._told_of = None
        self._begin_log()
        self.run += 1
        self.owed_steps = 0
        self.ready = False

    def _begin_log(self) -> None:
        self._log = CourseLog([lane.world for lane in self.lanes]) if self.comparing else None

    def advance(self) -> None:
        """One step of every lane.  What cannot be done as the knobs stand pauses the scene and is told; of several lanes only the
        one that cannot stands still, until the next restart."""
        for name, lane in zip(NAMES, self.lanes):
            if lane.trouble:
                continue
            try:
                lane.advance()
            except SettingError as error:
                self._halt(name, lane, error)
        if self._log is not None:
            self._log.step()

    def _halt(self, name: str, lane: Lane, error: SettingError) -> None:
        if self.comparing:
            lane.trouble = str(error)
            self.notify(f"Lane {name} stands still: {error}", "warning")
        if not self.comparing or all(one.trouble for one in self.lanes):
            self.paused, self.owed_steps = True, 0
            way_on = "Change the setting and restart" if self.comparing else "Change the setting, and go on"
            self.fail("The simulation cannot go on with these settings", f"{error}\n\nIt is paused before this step. {way_on}.")

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
        views = tuple(lane.view(self.wants) for lane in self.lanes)
        view = views[self.chosen] if views else None
        if view is not None and view.joints is not None:
            self._tell_what_broke(view.joints.table)
        beside = (views, self._courses()) if self.comparing else ()
        self.published = Publication(view, self.status(real_time_factor), time.perf_counter(), owed, self.running, *beside)
        return self.published

    def _courses(self) -> Courses:
        self._log.read()
        return self._log.courses()

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
        self.published = dataclasses.replace(last, status=self.status(real_time_factor), running=self.running)

    def status(self, real_time_factor: float = 0.0) -> Status:
        """The session, as of now."""
        lane = self.lane
        return Status(
            scene=self.scene.card if self.scene else SceneCard(), run=self.run,
            tuning=lane.tuning if lane else Tuning(), scene_tuning=lane.scene_tuning if lane else Tuning(),
            paused=self.paused, time_scale=self.time_scale, real_time_factor=real_time_factor,
            opening=self.opening,
            compiling=self.compiling, fault=self._fault, notices=tuple(self._notices), selection=self.selection,
            selected_joint=self.selected_joint, joint_rows=lane.world.joint_row_count if lane else 0,
            body=lane.adjustments.body_card(self.selection) if lane and self.selection is not None else None,
            joint=lane.adjustments.joint_card(self.selected_joint) if lane and self.selected_joint is not None else None,
            grabbed=lane.grip.body.uid if lane and lane.grip else None, ready=self.ready,
            lanes=self._cards() if self.comparing else (), chosen=self.chosen)

    def _cards(self) -> tuple[LaneCard, ...]:
        tunings = [lane.tuning for lane in self.lanes]
        return tuple(LaneCard(name, tuning, differences(tuning, tunings[0]), lane.trouble)
                     for name, tuning, lane in zip(NAMES, tunings, self.lanes))


def _cannot_open(name: str) -> str:
    """Title of the card: a file without its folders, or the catalog's name as it was given."""
    return f"{Path(name).name if Path(name).suffix else name} cannot be opened"
