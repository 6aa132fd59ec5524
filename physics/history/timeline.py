"""The history of a world: go back, look, go on as before, or go on otherwise.

    with History(world) as history:
        for _ in range(600): world.step()
        history.at(200)                    # the state after step 200
        world.step()                       # step 201 as it was, bit for bit
        world.gravity = (0, 0, -3)         # another future begins ...
        world.step()                       # ... and the old one is history.ghost

A step is replayed from the last keyframe before it, and its hash compared.  What changed the world between steps is replayed
too: commands that were recorded are applied again, and any other change (`BodyStore.edits` counts them all) makes a keyframe.
uids are given again as they were, so a handle of something that came later than the present step is not valid until it comes.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from physics.history import keyframe as frames
from physics.history.contents import MB, checked_budget
from physics.history.digest import digest
from physics.history.ghost import Ghost
from physics.history.keyframe import Keyframe, Marks
from physics.history.log import Log
from physics.history.record import record_of
from physics.history.replay import Replay
from physics.history.run_record import BY_HAND, Early, RunRecord
from physics.history.thinning import INTERVAL

BUDGET = 256 * MB



class Own:
    """The state of what commands act on, beside the world's: none, where that is the world itself."""

    def kept(self) -> Any:
        """Immutable, or a copy."""

    def put_back(self, kept: Any) -> None:
        """Return to it."""


class History(Replay):
    """All steps of a world from now on; one at a time records a world.

    budget  memory [bytes]; old keyframes are thinned out, and the oldest steps go, where it does not suffice
    target  what recorded commands act on, by default the world; its `kept()` and `put_back(kept)` are asked for the state that it
            has beside the world
    ghost   the future that was left last, or None
    """

    def __init__(self, world: Any, budget: int = BUDGET, target: Any = None):
        if world._recorder is not None:
            raise ValueError("this world has a history already; close() that one first")
        self.world, self.target = world, world if target is None else target
        self._own: Any = Own() if target is None else target
        self._log = Log(checked_budget(budget))
        self._busy = self._begun = False          # replaying; a step has begun
        self._seeking = False                     # taking a recorded step again, for its rows
        self._start()
        least = self._log.bytes
        if least > budget:
            raise ValueError(f"budget: {budget:,} bytes; one state of this world needs {least:,}")
        world._recorder = self

    def __enter__(self) -> History:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __deepcopy__(self, memo: dict) -> None:
        """A copy of the world has no history."""

    def __reduce__(self) -> tuple:
        return type(None), ()                     # nor has a pickled one

    def close(self) -> None:
        """Stop recording; the world stays as it is."""
        if self.world._recorder is self:
            self.world._recorder = None

    @property
    def replaying(self) -> bool:
        """Whether the steps that the world takes are on the way to another one."""
        return self._busy

    def record(self, command: Any) -> None:
        """Apply a command, an object with `apply(target)`, and keep it in place of a keyframe.

        It must do the same whenever it is applied to the same state.  In the past it begins another future, unless it equals the
        command that was recorded there.
        """
        with self.recording(command):
            command.apply(self.target)

    @contextmanager
    def recording(self, command: Any) -> Iterator[None]:
        """What is done within is what `command.apply(target)` does, and is kept as that command; nothing is, where it changes
        nothing or raises."""
        log, edits, kept = self._log, self.world._bodies.edits, self._own.kept()
        changed = self._changed
        yield
        if self.world.step_count != self._at:
            raise ValueError(f"{command!r} took a step; a recorded command changes the world between steps")
        if self.world._recorder is not self or edits == self.world._bodies.edits and kept == self._own.kept():
            return
        recorded = log.inputs.get(self._at, [])[self._followed:]
        if self.in_past and not (recorded and recorded[0] == command):
            self.branch()
        if len(log.inputs.get(self._at, ())) == self._followed:
            log.add_input(self._at, command)
        self._followed += 1
        if not changed:
            self._edits = self.world._bodies.edits

    def branch(self) -> Ghost | None:
        """Leave the recorded steps after the present one: they become the ghost, and other steps are recorded from here."""
        return self._log.cut(self._at, self._followed) if self.in_past else None

    def follow(self) -> None:
        """Make the changes and apply the commands that are recorded after the present step; or branch, where the world was
        changed by hand otherwise.  A step does this first."""
        if self.in_past and self._changed and not self._changed_as_recorded():
            self.branch()
        if self.in_past:
            self._apply_inputs()

    def before_step(self) -> None:
        """The world calls this when a step begins."""
        if self._busy:
            return
        self.follow()
        self._following = self._at < self.taken
        if not self._following:
            if self._changed or self._begun:      # begun: a step that failed on its way
                self._take(required=True)
            elif self._at >= self._log.keyframes[-1].step + INTERVAL:
                self._take(required=False)
        self._resting = self.world.resting
        self._begun = True

    def after_step(self) -> None:
        """The world calls this when a step is complete."""
        if self._busy or not self._log.keyframes:
            return
        if self._following:
            self._compare()
            return
        log, before = self._log, self._log.records[-1]
        hashed = before.hashed if self._resting and not self._followed and not self._changed_here else digest(self.world)
        log.add_record(record_of(self.world, hashed, before))
        self._arrive(0)
        self._keep_within()
        self._compare_ahead()

    def expect(self, run: RunRecord) -> None:
        """From now on the steps of `run`, taken elsewhere by a world built alike, are those to come.

        `at` goes to them, and a step takes them: their commands are applied, and each is compared with its hash.  One that is
        not as it was there raises ReplayError once it is taken; after that `accept` goes on with the commands, `branch` without
        them.  Raises ValueError unless both are at the same step and nothing else is to come; ReplayError where the state is
        another already.
        """
        log = self._log
        if self.in_past or log.inputs or not log.keyframes or not self._at == log.last == run.first:
            raise ValueError(f"a run that begins after step {run.first:,} cannot follow step {self._at:,}")
        log.ahead = run
        log.inputs |= {step: list(commands) for step, commands in run.inputs.items()}
        self._compare_ahead()

    def accept(self) -> None:
        """Go on with the run ahead although a step differed, and compare no further one."""
        if self._log.ahead is not None:
            self._log.ahead = self._log.ahead._replace(hashes=b"")

    def _changed_as_recorded(self) -> bool:
        """Whether a change by hand in the past is the one that was recorded there."""
        recorded = self._log.change_at(self._at)
        return recorded is not None and frames.same(self.world, recorded)

    def _take(self, required: bool) -> None:
        """A keyframe of the present state."""
        log = self._log
        marks = Marks(self._followed, required, self._own.kept())
        log.add_keyframe(frames.take(self.world, marks, log.keyframes[-1]))
        self._arrive(self._followed)
        self._changed_here = required
        self._keep_within()

    def _start(self, early: Early | None = None) -> None:
        """Begin at the present state; `early` leads there from an earlier beginning."""
        hashed = digest(self.world)
        begins = frames.take(self.world, Marks(target=self._own.kept(), show=True), None)
        self._log.begin(begins, record_of(self.world, hashed), early)
        self._following = self._resting = False
        self._arrive(0)

    def restored(self) -> None:
        """The world calls this when it was put back to a snapshot: a change by hand where that step is known, else all is new."""
        step = self.world.step_count
        if self.first <= step <= self.last and self._log.record(step).hashed == digest(self.world):
            self._arrive(0)
            self._edits = None                    # what a digest leaves out may be otherwise
        else:
            self._start()

    def _keep_within(self) -> None:
        """Give up what is missed least until all fits the budget; recording ends where a single state does not."""
        if not self._log.keep_within():
            self.close()
        elif self._at < self._log.first_record:
            early = self._log.early.cut(self._at, self._followed)
            if self._changed or self._changed_here:
                early.forget(BY_HAND)
            self._start(early)
