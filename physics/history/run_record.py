"""Run record: all that leads from the beginning of a run to its last step once more, in any process.

It holds the commands with their steps and a hash of the state after each step, or after every few; the state itself is not in it,
because whoever takes the run again builds the world from what it was built from.  `Early` is the part of it of steps that a
history does not keep any more: eight bytes a step, and a command as much as elsewhere.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from physics.history.digest import WORD
from physics.history.memory import COMMAND
from physics.history.record import StepRecord

UNKNOWN = bytes(WORD)                            # in place of a hash that is not known
NO_BODIES = np.zeros(0, np.int64)
SHARE = 4                                        # early commands take at most this part of the budget
TOO_MANY = "its first commands had to go for want of memory"
BY_HAND = "it was changed by what is no command, in steps that are not kept any more"

Poses = tuple[np.ndarray, np.ndarray]            # (n,) int64 uids, (n, 7) real positions [m] and quaternions x y z w


class RunRecord(NamedTuple):
    """A run.

    first    the step after which it begins
    last     its last step
    inputs   step -> commands applied after it, in order
    hashes   of the states after steps first, first + every, first + 2 every, ..., 8 bytes each, UNKNOWN where not known
    poses    step -> poses after it, of some steps
    every    steps between two hashes
    """

    first: int
    last: int
    inputs: Mapping[int, tuple[Any, ...]]
    hashes: bytes
    poses: Mapping[int, Poses]
    every: int = 1

    def hash_of(self, step: int) -> bytes:
        """Hash of the state after a step, UNKNOWN where it is not known."""
        place, between = divmod(step - self.first, self.every)
        found = self.hashes[place * WORD:(place + 1) * WORD] if place >= 0 and not between else b""
        return found or UNKNOWN

    def record_of(self, step: int) -> StepRecord:
        """What is known of a step; without poses it has no uids either."""
        uids, poses = self.poses.get(step, (NO_BODIES, None))
        return StepRecord(self.hash_of(step), np.nan, uids, poses)


class Early:
    """What is known of the steps from the beginning to the first one that is kept.

    first    step after which the history began
    inputs   step -> commands applied after it, in order
    hashes   of the states after steps `first`, `first` + 1, ..., 8 bytes each
    reason   why the beginning is not known any more, "" while it is
    """

    def __init__(self, first: int):
        self.first = first
        self.inputs: dict[int, tuple[Any, ...]] = {}
        self.hashes = bytearray()
        self.reason = ""

    @property
    def end(self) -> int:
        """The first step whose hash is not here."""
        return self.first + len(self.hashes) // WORD

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return COMMAND * sum(map(len, self.inputs.values())) + len(self.hashes)

    def add(self, first: int, records: Sequence[StepRecord], inputs: Mapping[int, Sequence[Any]]) -> None:
        """Take over the oldest steps, from `first` on, and their commands."""
        if self.reason:
            return
        self.hashes += b"".join([record.hashed for record in records[self.end - first:]])
        for step, commands in inputs.items():
            self.inputs[step] = (*self.inputs.get(step, ()), *commands)

    def cut(self, step: int, followed: int) -> Early:
        """Leave all that comes after a step with its first `followed` commands."""
        del self.hashes[max(step + 1 - self.first, 0) * WORD:]
        last = self.inputs.get(step, ())[:followed]
        self.inputs = {at: commands for at, commands in self.inputs.items() if at < step} | ({step: last} if last else {})
        return self

    def keep_within(self, budget: int) -> None:
        """Forget the beginning where it takes too much of a budget [bytes]."""
        if self.bytes > budget // SHARE:
            self.forget(TOO_MANY)

    def forget(self, reason: str) -> None:
        """The beginning is not known from now on."""
        self.inputs, self.hashes, self.reason = {}, bytearray(), self.reason or reason


def run_record_of(log: Any) -> RunRecord:
    """The run of a `Log`, from where it began to the last step that was taken, or to the first change by hand, which no command
    makes again.  Raises ValueError where the beginning is not known any more."""
    if not log.keyframes:
        raise ValueError("no steps are kept: one state of this world needs more memory than the history has")
    early = log.early
    if early.reason:
        raise ValueError(early.reason)
    changed = next((keyframe.step for keyframe in log.keyframes if keyframe.required), None)
    last = log.last if changed is None else changed
    inputs = {step: (*early.inputs.get(step, ()), *log.inputs.get(step, ()))
              for step in sorted(early.inputs.keys() | log.inputs.keys()) if step <= last}
    if changed is not None:
        inputs.pop(last, None)                             # some of them may have come after the change
    records = log.records[:last + 1 - log.first_record]
    hashes = bytes(early.hashes) + b"".join([record.hashed for record in records[early.end - log.first_record:]])
    poses = {log.first_record + place: (record.uids, record.poses) for place, record in enumerate(records)
             if record.poses is not None}
    return RunRecord(early.first, last, inputs, hashes, poses)
