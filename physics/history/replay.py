"""Replay: going to a step from the keyframe before it, step by step as recorded, each compared by its hash.

Where a step is not as recorded, it is taken once more from that keyframe for its rows, so that the error names the first that
differs.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from physics.history import keyframe as frames
from physics.history.contents import Contents, checked_whole
from physics.history.difference import ReplayError, difference, difference_ahead
from physics.history.digest import digest
from physics.history.keyframe import Keyframe
from physics.history.row_difference import RowDifference, first_different, solved
from physics.history.run_record import UNKNOWN
from physics.storage import snapshot

Progress = Callable[[int, int], bool | None]     # (steps replayed, of how many); False ends it there


class Replay(Contents):
    """Going to a step; `History` provides `world`, `target` and what is declared here."""

    _own: Any                                     # state of the target, beside the world's
    _edits: int | None                            # `BodyStore.edits` of the recorded state, None: not known
    _busy: bool                                   # replaying
    _begun: bool                                  # a step has begun
    _seeking: bool                                # taking a recorded step again, for its rows

    def _take(self, required: bool) -> None:
        raise NotImplementedError

    def back(self, n: int = 1, progress: Progress | None = None) -> bool:
        """Go `n` steps back; the first kept step where there are fewer.  Raises ValueError unless `n` is a number of steps."""
        checked_whole("n", n)
        if n < 0:
            raise ValueError(f"n: {n} steps cannot be gone back")
        return self.at(max(self.first, self.present - n), progress)

    def at(self, step: int, progress: Progress | None = None) -> bool:
        """Go to the state after a step.  The steps after it stay: the world takes them again unless it is changed.

        `progress(done, of)` is called during a replay; where it returns False, the world stays at the step reached.  Returns
        whether `step` was reached.  Raises ReplayError where a step is not as it was recorded.
        """
        self._check(step)
        if self._changed and not self.in_past:
            self._take(required=True)             # not lost: going on to the present brings it back
        if not self._near(step):
            self._put_back(self._log.keyframe_before(step) or self._log.begins)
        begin = self._at
        while self._at < step:
            self._again()
            if progress is not None and progress(self._at - begin, step - begin) is False:
                break
        return self._at == step

    def _near(self, step: int) -> bool:
        """Whether a step is reached best by going on from here."""
        if self._changed or self._begun or self._at > step:
            return False
        if self._at == step:
            return not self._followed and not self._changed_here
        return self._log.keyframe_before(step).step <= self._at

    def _put_back(self, saved: Keyframe) -> None:
        frames.put_back(self.world, saved)
        if saved.shown is not None:
            frames.show(self.world, saved.shown)
        self._own.put_back(saved.target)
        self._arrive(saved.inputs)
        self._changed_here = saved.required

    def _arrive(self, followed: int) -> None:
        """The world is at a recorded state, with so many commands of its step applied."""
        self._at, self._followed = self.world.step_count, followed
        self._edits = self.world._bodies.edits
        self._begun = self._changed_here = False

    def _again(self) -> None:
        """Take the next recorded step again; one of the run ahead for the first time, with all that belongs to that."""
        self._apply_inputs()
        if self._at >= self._log.last:
            self.world._step_again()
            return
        self._busy = True
        try:
            self.world._step_again()
        finally:
            self._busy = False
        self._compare()

    def _apply_inputs(self) -> None:
        """What changed the world after the present step when that was recorded."""
        changed = self._log.change_at(self._at)
        if changed is not None and not self._changed_here:
            self._put_back(changed)
        for command in self._log.inputs.get(self._at, [])[self._followed:]:
            command.apply(self.target)
            self._followed += 1
        self._edits = self.world._bodies.edits

    def _compare(self) -> None:
        world, record = self.world, self._log.record(self.world.step_count)
        self._arrive(0)
        if digest(world) != record.hashed:
            raise difference(world, record, None if self._seeking else self._first_row())

    def _compare_ahead(self) -> None:
        """Compare the present step with that of the run ahead, if it has a hash of it."""
        run, step = self._log.ahead, self._at
        if run is None or step > run.last:
            return
        wanted = run.record_of(step)
        if wanted.hashed not in (UNKNOWN, self._log.record(step).hashed):
            raise difference_ahead(self.world, wanted)

    def _first_row(self) -> RowDifference | None:
        """The first row that differs in the step just taken, whose recorded rows are found by a replay from its keyframe; None
        where that does not come out as recorded either, or where no row differs.  The world is then where it was."""
        world, step, replayed = self.world, self._at, solved(self.world)
        begin = self._log.keyframe_before(step)
        if replayed is None or begin is None:
            return None
        here, edits, kept = snapshot.take(world), world._bodies.edits, self._own.kept()
        self._seeking = True
        try:
            self._put_back(begin)
            while self._at < step:
                self._again()
            recorded = solved(world)
        except ReplayError:
            return None
        finally:
            self._seeking = False
            snapshot.put_back(world, here)
            self._own.put_back(kept)
            world._bodies.edits = edits
            self._arrive(0)
        return first_different(recorded, replayed) if recorded is not None else None

    @property
    def _changed(self) -> bool:
        """Whether the world was changed by hand since its last step."""
        return self.world._bodies.edits != self._edits
