"""What a history holds: its steps, their hashes, times, poses and events, and what it had to give up."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from physics.definitions.numbers import NotANumber, finite, shown
from physics.history.ghost import Ghost
from physics.history.log import Log
from physics.history.record import StepRecord
from physics.history.run_record import RunRecord, run_record_of
from physics.history.thinning import longest_gap

MB = 1_000_000


class Contents:
    """Questions to a history; `History` provides `_log`, and `_at`, `_followed` and `_changed_here`, which say where it is."""

    _log: Log
    _at: int                                      # the step after which the world is
    _followed: int                                # how many of the commands recorded there are applied
    _changed_here: bool                           # whether the change by hand recorded there is made

    @property
    def first(self) -> int:
        """The first step to which `at` goes."""
        return self._log.first

    @property
    def last(self) -> int:
        """The last one, taken here or ahead."""
        return self._log.end

    @property
    def taken(self) -> int:
        """The last step that was taken here."""
        return self._log.last

    @property
    def ahead(self) -> RunRecord | None:
        """The run of elsewhere whose steps are to come, see `History.expect`."""
        return self._log.ahead

    def run_record(self) -> RunRecord:
        """All that leads from the beginning to the last step again; commands and hashes of steps that are not kept any more
        belong to it.  It ends at the first change by hand.  Raises ValueError where the beginning is not known any more."""
        return run_record_of(self._log)

    @property
    def present(self) -> int:
        """The step after which the world is."""
        return self._at

    @property
    def in_past(self) -> bool:
        """Whether something is recorded that the world has not done yet."""
        log, at = self._log, self._at
        return (at < log.end or len(log.inputs.get(at, ())) > self._followed
                or not self._changed_here and log.change_at(at) is not None)

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return self._log.bytes

    @property
    def budget(self) -> int:
        """Most memory [bytes]; writable."""
        return self._log.budget

    @budget.setter
    def budget(self, value: int) -> None:
        self._log.budget = checked_budget(value)
        self._keep_within()

    def _keep_within(self) -> None:
        raise NotImplementedError

    @property
    def ghost(self) -> Ghost | None:
        """The future that was left last."""
        return self._log.ghost

    @property
    def keyframe_steps(self) -> list[int]:
        """Where keyframes are."""
        return [keyframe.step for keyframe in self._log.keyframes]

    @property
    def note(self) -> str:
        """What memory did not suffice for, "" as a rule."""
        log = self._log
        size = f"{log.budget / MB:,.4g} MB"
        if not log.keyframes:
            return f"nothing is kept: one state of this world needs more than {size}"
        if log.dropped:
            gone = f"the {log.dropped:,} steps before are gone" if log.dropped > 1 else "the step before is gone"
            return f"steps {self.first:,} to {self.last:,} are kept, all that fits {size}; {gone}"
        if log.thinned:
            most = longest_gap(log.keyframes, log.last)
            return f"old keyframes were thinned out to fit {size}: going back replays up to {most} steps"
        return ""

    def hash(self, step: int) -> str:
        """Hash of the state after a step, 16 hex digits."""
        self._check(step)
        return self._record(step).hashed.hex()

    def time(self, step: int) -> float:
        """Time after a step [s]; not a number for one that was not taken here."""
        self._check(step)
        return self._record(step).time

    def poses(self, step: int) -> tuple[Any, Any] | None:
        """((n,) uids, (n, 7) positions [m] and quaternions x y z w) after a step, without going there; None where not kept."""
        self._check(step)
        record = self._record(step)
        return None if record.poses is None else (record.uids, record.poses)

    def _record(self, step: int) -> StepRecord:
        return self._log.ahead.record_of(step) if step > self._log.last else self._log.record(step)

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """(step, event) of all steps, as in `World.events`."""
        return self.events_from(self._log.first_record)

    def events_from(self, step: int) -> Iterator[tuple[int, Any]]:
        """(step, event) from a step on."""
        log = self._log
        for at in range(max(step, log.first_record), log.last + 1):
            for event in log.record(at).events:
                yield at, event

    @property
    def revision(self) -> int:
        """Rises whenever recorded steps are given up: for want of memory, or for another future."""
        return self._log.revision

    def inputs(self) -> Iterator[tuple[int, Any]]:
        """(step after which it was applied, command), and None as the command of a change by hand."""
        log = self._log
        changed = {keyframe.step for keyframe in log.keyframes if keyframe.required}
        for step in sorted(log.inputs.keys() | changed):
            yield from ((step, command) for command in log.inputs.get(step, ()))
            if step in changed:
                yield step, None

    def _check(self, step: int) -> None:
        checked_whole("step", step)
        if not self._log.keyframes:
            raise ValueError(f"step {step:,} is not in this history: {self.note}")
        if not self.first <= step <= self.last:
            kept = f"steps {self.first:,} to {self.last:,}" if self.last > self.first else f"step {self.first:,} alone"
            raise ValueError(f"step {step:,} is not in this history, which has {kept}")


def checked_whole(name: str, value: Any) -> None:
    """Raises ValueError unless it is a whole number."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name}: {shown(value)} is no whole number")


def checked_budget(budget: Any) -> int:
    """A budget in bytes.  Raises ValueError."""
    try:
        size = finite(budget)
    except NotANumber:
        size = 0.0
    if size <= 0:
        raise ValueError(f"budget: {shown(budget)} is no number of bytes above 0")
    return int(size)
