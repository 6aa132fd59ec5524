"""The session: the open scene, the variants that run it side by side, the selection, pause and speed; no GL, no ImGui.

Any thread may `submit` commands and read `published`.  Everything else belongs to the simulation thread, which
calls `apply_pending` between steps and `publish` after them.
"""
from __future__ import annotations

import collections
import contextlib
import dataclasses
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from app.published.divergence import Divergence
from app.published.status import VARIANT_NAMES as NAMES
from app.published.status import Compiling, Fault, Publication, SceneCard, Status, VariantCard
from app.published.tuning import Tuning
from app.published.view import Parts
from app.simulation.advice.advising import Advising
from app.simulation.commands.command import Command, Stamped
from app.simulation.divergence import DivergenceLog
from app.simulation.editing.editing import Editing
from app.simulation.lesson.running_card import RunningCard
from app.simulation.opening.opening import Asked, Opening
from app.simulation.scene_source import OpenScene, Source
from app.simulation.sharing.session_sharing import Sharing
from app.simulation.step_inspector import StepInspector
from app.simulation.stops import Stops
from app.simulation.telling.alarm import Alarm
from app.simulation.telling.messages import Messages
from app.simulation.travel import Travel, bytes_of
from app.simulation.variant import Variant
from app.simulation.variant_diff import differences
from physics.definitions.tunable import SettingError
from physics.history import ReplayError

LOGGED = 50_000           # commands in the log
PATIENCE = 0.1            # [s] after which a publication is replaced that the window did not take


class Session:
    """One open scene and its variants."""

    def __init__(self, source: Source):
        self.source_of_scenes = source
        self.scene: OpenScene | None = None
        self.source, self.values = "", ()                 # name of the open scene, as requested, and values of it
        self.variants: list[Variant] = []
        self.chosen = 0                                   # number of the chosen variant
        self.paused = False
        self.owed_steps = 0                               # single steps requested and not yet taken
        self.time_scale = 1.0
        self.selection: int | None = None                 # uid of the selected body
        self.selected_joint: int | None = None            # uid of the selected joint; at most one of the two is set
        self.wants = Parts()
        self.run = 0                                      # counts loads and restarts
        self.ready = False                                # the variants' kernels are loaded
        self.compiling: Compiling | None = None
        self.log: collections.deque[Stamped] = collections.deque(maxlen=LOGGED)
        self.published = Publication()
        self._taken = self.published                      # the last one that the window took
        self.wake, self._submitted = threading.Event(), 0         # set when there is work; number of commands so far
        self._queue: collections.deque[Command] = collections.deque()
        self.messages = Messages(lambda: (self.run, self.step_count))
        self._log: DivergenceLog | None = None                # log of the variants, while there are several
        self.opening = Opening(self)
        self.stops = Stops(self)
        self.travel = Travel(self)
        self.alarm = Alarm(self)
        self.inspector = StepInspector(self)
        self.advising = Advising(self)
        self.editing = Editing(self)
        self.sharing = Sharing(self)
        self.card = RunningCard(self)
        self.touches = 0                                      # commands so far that may have changed worlds
        self._megabytes = 0                                   # of the history of each variant
        self._revisions: list[int] = []                       # of the histories, when the log was last looked after

    def submit(self, command: Command) -> int:
        """Queue a command, to be applied between two steps; returns its number.  Any thread."""
        self._queue.append(command)
        self._submitted += 1
        self.wake.set()
        return self._submitted

    def apply_pending(self) -> int:
        """Apply the queued commands in order; a command that fails becomes a fault.  Returns their number."""
        applied = 0
        while self._queue:
            if self.travel.under_way and self._queue[0].recorded:
                break
            command = self._queue.popleft()
            if self._queue and self._queue[0].replaces(command):
                continue
            self.log.append(Stamped(self.run, self.step_count, command))
            applied += 1
            try:
                self.perform(command)
            except SettingError as error:
                self.fail("That cannot be set", str(error))
        self._look_after_log()
        return applied

    def perform(self, command: Command) -> None:
        """Apply a command now; histories keep what a recorded one does.  Raises SettingError."""
        with contextlib.ExitStack() as stack:
            for variant in self.variants if command.recorded else ():
                stack.enter_context(variant.recording(command))
            command.apply(self)
        self.touches += command.recorded
        if command.recorded and self.variants:
            self.messages.done(command)

    def keep_history(self, megabytes: int) -> None:
        """Keep a history of each variant in at most so much memory, 0: none."""
        self._megabytes = megabytes
        for variant in self.variants:
            if variant.asked or not megabytes and variant.beginning.run is None:
                self._keep_history_of(variant)

    def _keep_history_of(self, variant: Variant) -> None:
        """It begins with the first step, since loading the kernels steps a world too."""
        try:
            variant.keep_history(bytes_of(self.sharing.megabytes(variant, self._megabytes)))
        except SettingError as error:
            self.notify(f"No steps are kept: {error}", "warning")
        except ReplayError as error:
            self.sharing.differs(variant.history, error)

    def loaded(self) -> None:
        """The kernels are loaded: steps can be taken, and those of a share file are ahead."""
        self.ready = True
        for variant in self.variants:
            if variant.beginning.run is not None and not variant.asked:
                self._keep_history_of(variant)

    def arrived(self) -> None:
        """All variants are at another step of their histories."""
        for variant in self.variants:
            variant.appear()
        self.sharing.look()
        self._drop_stale_selection()

    def _look_after_log(self) -> None:
        """Drop readings of steps that histories have given up for another future, and mark what was said in them."""
        revisions = [variant.history.revision for variant in self.variants if variant.history is not None]
        if revisions != self._revisions and self.variant is not None:
            self.messages.leave()
            if self._log is not None:
                self._log.cut(float(self.variant.world.time))
        self._revisions = revisions

    @property
    def variant(self) -> Variant | None:
        """The chosen variant; None before the first scene."""
        return self.variants[self.chosen] if self.variants else None

    @property
    def running(self) -> bool:
        """Whether the simulation runs."""
        return bool(self.variants) and self.ready and not self.paused

    @property
    def step_count(self) -> int:
        """Steps taken in this run."""
        return int(self.variants[0].world.step_count) if self.variants else 0

    def open(self, name: str, values: Sequence[str] = (), settings: Sequence[Sequence[str]] = (), again: bool = False) -> bool:
        """Open a scene, with values of it and settings of each variant as for `--set`; `again`: it is the open one, which keeps
        what belongs to it.  Returns whether it is open."""
        return self.opening.open(Asked(name, tuple(values), tuple(map(tuple, settings)), again))

    @property
    def resting(self) -> bool:
        """Whether steps change only the time, in all variants."""
        return all(variant.world.resting for variant in self.variants)

    def restart(self) -> None:
        """Return to time 0 of the open scene, with the present settings of every variant."""
        if self.scene is not None and self.variants:
            self.begin([Variant(self.scene.build(), variant.changes()) for variant in self.variants])
            self._drop_stale_selection()

    def rebuild(self, document: Any, text: str) -> None:
        """Run another document in place of the open scene's, from its beginning, paused; the settings of the user stay."""
        self.scene, self.paused = self.source_of_scenes.with_document(self.scene, document, text), True
        self.restart()

    def saved(self, **card: Any) -> None:
        """The file of the open scene, and its film, are these now."""
        self.source = card.get("file", self.source)
        self.scene = self.scene._replace(card=dataclasses.replace(self.scene.card, **card))

    @property
    def comparing(self) -> bool:
        """Whether several variants run."""
        return len(self.variants) > 1

    def add_variant(self) -> None:
        """Add a variant with the settings of the chosen one and choose it; all variants restart.  Raises SettingError when there
        are too many."""
        if self.scene is None or self.variant is None:
            return
        if len(self.variants) == len(NAMES):
            raise SettingError("variants", f"there are {len(NAMES)} variants already, and there can be no more")
        self.variants.append(self.variant)
        self.chosen = len(self.variants) - 1
        self.restart()

    def remove_variant(self, number: int) -> None:
        """Remove a variant; the others continue, and the record of their divergence restarts."""
        if self.comparing and 0 <= number < len(self.variants):
            self.variants.pop(number).leave()
            self.chosen = max(self.chosen - (number <= self.chosen), 0)
            self._begin_log()

    def choose_variant(self, number: int) -> None:
        """Choose the variant whose settings are shown and changed."""
        if 0 <= number < len(self.variants):
            self.chosen = number

    def observe(self, wants: Parts) -> None:
        """Set the parts of publications."""
        self.wants = wants
        if not wants.inside:
            self.inspector.release()
        if self._logged != (self._log is not None):
            self._begin_log()

    def tune(self, turn: Callable[[Variant], None]) -> None:
        """Change settings of the chosen variant."""
        if self.variant is not None:
            turn(self.variant)

    def warn_unless(self, done: list[bool], text: str) -> None:
        """Show `text` when the action failed in the chosen variant; `done` by variant."""
        if done and not done[self.chosen]:
            self.notify(text, "warning")

    def _drop_stale_selection(self) -> None:
        """Unselect what a restart or a way back removed, because its uid is reused."""
        variant = self.variant
        if self.selection is not None and variant.body(self.selection) is None:
            self.selection = None
        if self.selected_joint is not None and variant.joint(self.selected_joint) is None:
            self.selected_joint = None

    def begin(self, variants: list[Variant]) -> None:
        """Begin a run with these variants."""
        self.travel.forget()
        self.sharing.end()
        self.variants, self.chosen = variants, min(self.chosen, len(variants) - 1)
        self.alarm.begin()
        self._begin_log()
        self.stops.keep()
        self.card.begin()
        self.run += 1
        self.owed_steps, self.ready = 0, False

    @property
    def _logged(self) -> bool:
        """Whether readings are recorded: while variants are compared, or on request for a single one."""
        return self.comparing or self.wants.readings and bool(self.variants)

    def _begin_log(self) -> None:
        self._log = DivergenceLog([variant.world for variant in self.variants]) if self._logged else None

    def advance(self) -> bool:
        """Take a step of every variant; returns whether another may follow.

        A variant whose settings make a step impossible stops until the next restart, with a message; when all have stopped, and
        where a stop expression begins to hold, the scene is paused.
        """
        halted = False
        for name, variant in zip(NAMES, self.variants):
            if variant.failure:
                continue
            if not variant.asked:
                self._keep_history_of(variant)
            try:
                if note := variant.advance():
                    self.notify(f"Variant {name}: {note}" if self.comparing else note[0].upper() + note[1:], "warning",
                                step=self.step_count)
            except SettingError as error:
                halted |= self._halt(name, variant, error)
            except ReplayError as error:
                if not self.sharing.differs(variant.history, error):
                    variant.history.branch()
                    self.notify(f"The recorded steps are given up: {error}", "warning")
        self._look_after_log()
        self.sharing.look()
        if not self.card.board.card:                     # a lesson tells itself what goes wrong
            self.alarm.look()
        self.card.look()
        if self._log is not None:
            self._log.step()
        return not (self.stops.reached() or halted)

    def _halt(self, name: str, variant: Variant, error: SettingError) -> bool:
        """Stop a variant that cannot be stepped; returns whether the scene is paused."""
        if self.comparing:
            variant.failure = str(error)
            self.notify(f"Variant {name} stands still: {error}", "warning", step=self.step_count)
        if not self.comparing or all(one.failure for one in self.variants):
            self.paused, self.owed_steps = True, 0
            way_on = "Change the setting and restart" if self.comparing else "Change the setting, and go on"
            self.fail("The simulation cannot go on with these settings", f"{error}\n\nIt is paused before this step. {way_on}.",
                      step=self.step_count)
            return True
        return False

    def notify(self, text: str, kind: str = "info", control: str = "", step: int | None = None) -> None:
        """Show the user one line, and keep it in the log; kind: "info", "good", "warning"; `control`: an action that helps, whose
        keys are shown; `step`: the step to which it belongs."""
        self.messages.notify(text, kind, control, step)

    def fail(self, title: str, text: str, path: str = "", step: int | None = None, file: str = "") -> int:
        """Show a fault; `path` is a crash report's file, `step` the step to which it belongs, `file` one that could not be
        opened.  Returns its number."""
        return self.messages.fail(title, text, path, step, file)

    @property
    def fault(self) -> Fault | None:
        """The fault that is shown."""
        return self.messages.fault

    def close_fault(self, number: int | None = None) -> None:
        """Show a fault no more; None: whichever is shown."""
        if self.fault is not None and number in (None, self.fault.number):
            self.messages.fault = None

    def publish(self, owed: float = 0.0, real_time_factor: float = 0.0) -> Publication:
        """Make a new publication; `owed` [s] is the time owed to the next step."""
        wants = dataclasses.replace(self.wants, overlap=not self.running)
        views = tuple(variant.view(wants) for variant in self.variants)
        view = views[self.chosen] if views else None
        if view is not None and view.joints is not None:
            self.alarm.report_broken(view.joints.table)
        inside = None
        if view is not None and self.wants.inside and self.ready:
            inside = self.inspector.inside(self.variant, self.selection, self.running)
            view = self.inspector.seen(view, inside)
        beside, divergence = views if self.comparing else (), self._divergence()
        ghost = self.variant.ghost(view) if view is not None else None
        self.published = Publication(view, self.status(real_time_factor), time.perf_counter(), owed, self.running, beside,
                                     divergence, self.travel.line(), ghost, inside, self.advising.advice(),
                                     self.messages.lines, self.sharing.shared, self.card.board)
        return self.published

    def take(self) -> Publication:
        """The newest publication, for a frame of the window."""
        self._taken = self.published
        return self._taken

    @property
    def awaited(self) -> bool:
        """Whether the window took the last publication, or has not for a while: a view that no frame shows is not made."""
        return self._taken is self.published or time.perf_counter() - self.published.moment > PATIENCE

    def _divergence(self) -> Divergence | None:
        if self._log is None:
            return None
        self._log.read()
        return self._log.divergence()

    def republish(self, real_time_factor: float = 0.0) -> None:
        """Publish a new status with the present view: for changes that do not concern the bodies."""
        last = self.published
        self.published = dataclasses.replace(last, status=self.status(real_time_factor), running=self.running,
                                             timeline=self.travel.line(), advice=self.advising.advice(),
                                             log=self.messages.lines, shared=self.sharing.shared, tasks=self.card.board)

    def show_compiling(self, compiling: Compiling | None) -> None:
        """Publish that a kernel is compiled, or that none is; the world may be inside a step, and is not looked at."""
        last = self.published
        self.published = dataclasses.replace(last, status=dataclasses.replace(last.status, compiling=compiling))

    def status(self, real_time_factor: float = 0.0) -> Status:
        """The present status."""
        variant = self.variant
        return Status(
            scene=self.scene.card if self.scene else SceneCard(), run=self.run, applied=self._submitted - len(self._queue),
            tuning=variant.tuning if variant else Tuning(), scene_tuning=variant.scene_tuning if variant else Tuning(),
            paused=self.paused, stop=self.stops.card, time_scale=self.time_scale, real_time_factor=real_time_factor,
            opening=self.opening.under_way, opened=self.opening.count,
            compiling=self.compiling, fault=self.fault, notices=self.messages.notices, selection=self.selection,
            selected_joint=self.selected_joint, joint_rows=variant.world.joint_row_count if variant else 0,
            body=variant.edits.body_card(self.selection) if variant and self.selection is not None else None,
            joint=variant.edits.joint_card(self.selected_joint) if variant and self.selected_joint is not None else None,
            grabbed=variant.drag.body.uid if variant and variant.drag else None, ready=self.ready,
            variants=self._cards() if self.comparing else (), chosen=self.chosen,
            numbers=tuple(one.number for one in self.variants), edits=self.editing.card, group=self.editing.group.card)

    def _cards(self) -> tuple[VariantCard, ...]:
        tunings = [variant.tuning for variant in self.variants]
        return tuple(VariantCard(name, tuning, differences(tuning, tunings[0]), variant.failure)
                     for name, tuning, variant in zip(NAMES, tunings, self.variants))
