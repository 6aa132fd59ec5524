"""Log: keyframes, records and recorded commands of a history in order of steps, within a budget of memory."""
from __future__ import annotations

from bisect import bisect_left
from typing import Any

from physics.history.ghost import Ghost
from physics.history.keyframe import Keyframe
from physics.history.memory import COMMAND, Memory
from physics.history.record import StepRecord
from physics.history.run_record import BY_HAND, Early, RunRecord
from physics.history.thinning import MOST_GAP, least_missed

SHARE = 16                                       # steps that lose their poses at a time


class Log:
    """What is kept.

    keyframes  in order of steps; the first is where the history begins
    records    of steps `first_record`, `first_record` + 1, ...; the first is of the step of that keyframe
    inputs     step -> commands applied after it, in order
    ghost      the future that was left last
    early      commands and hashes of the steps before `first_record`
    ahead      the run whose steps are to be taken here, or None; its commands are among the inputs
    """

    def __init__(self, budget: int):
        self.budget = budget
        self.memory = Memory()
        self.keyframes: list[Keyframe] = []
        self.records: list[StepRecord] = []
        self.first_record = 0
        self.inputs: dict[int, list[Any]] = {}
        self.ghost: Ghost | None = None
        self.early = Early(0)
        self.ahead: RunRecord | None = None
        self.revision = 0                                  # rises whenever steps go
        self.thinned = self.dropped = self.unposed = 0     # keyframes, steps and poses that went for want of memory

    def begin(self, keyframe: Keyframe, record: StepRecord, early: Early | None = None) -> None:
        """Forget all, and begin at this keyframe and the record of its state; `early` leads there from an earlier beginning."""
        self.memory = Memory()
        self.revision += 1
        self.keyframes, self.records, self.inputs, self.ghost = [keyframe], [record], {}, None
        self.first_record, self.ahead = keyframe.step, None
        self.early = Early(keyframe.step) if early is None else early
        self.memory.hold(keyframe)
        self.memory.hold(record)
        self.thinned = self.dropped = self.unposed = 0

    @property
    def begins(self) -> Keyframe:
        """The first keyframe."""
        return self.keyframes[0]

    @property
    def first(self) -> int:
        """Number of the first step to which a world can go: one whose contacts can be shown."""
        return self.first_record if self.keyframes and self.begins.shown is not None else self.first_record + 1

    @property
    def bytes(self) -> int:
        """Memory in use [bytes]."""
        return self.memory.bytes + COMMAND * sum(map(len, self.inputs.values())) + self.early.bytes

    @property
    def last(self) -> int:
        """Number of the last step that was taken."""
        return self.first_record + len(self.records) - 1

    @property
    def end(self) -> int:
        """Number of the last step to which a world can go: that one, or the last of the run ahead."""
        return self.last if self.ahead is None else max(self.last, self.ahead.last)

    def record(self, step: int) -> StepRecord:
        """The record of a step."""
        return self.records[step - self.first_record]

    def keyframe_before(self, step: int) -> Keyframe | None:
        """The last keyframe from which a step can be replayed."""
        place = bisect_left(self.keyframes, step, key=lambda keyframe: keyframe.step)
        return self.keyframes[place - 1] if place else None

    def change_at(self, step: int) -> Keyframe | None:
        """The keyframe of a change by hand after a step, if there was one."""
        place = bisect_left(self.keyframes, step + 1, key=lambda keyframe: keyframe.step) - 1
        found = self.keyframes[place] if place >= 0 else None
        return found if found is not None and found.step == step and found.required else None

    def add_keyframe(self, keyframe: Keyframe) -> None:
        """A new last keyframe; it replaces an earlier change by hand in the same step."""
        if self.change_at(keyframe.step) is not None:
            self.memory.free(self.keyframes.pop())
        self.keyframes.append(keyframe)
        self.memory.hold(keyframe)

    def add_record(self, record: StepRecord) -> None:
        """A new last step."""
        self.records.append(record)
        self.memory.hold(record)

    def add_input(self, step: int, command: Any) -> None:
        """A command that was applied after a step."""
        self.inputs.setdefault(step, []).append(command)

    def cut(self, step: int, followed: int) -> Ghost | None:
        """Make `step`, with its first `followed` commands, the last of the history; the steps after it become the ghost."""
        for record in self.ghost.records if self.ghost else ():
            self.memory.free(record)
        self.revision += 1
        self.ahead = None
        place = step + 1 - self.first_record
        self.ghost = Ghost(step + 1, tuple(self.records[place:])) if self.records[place:] else None
        del self.records[place:]
        while len(self.keyframes) > 1 and self._beyond(self.keyframes[-1], step, followed):
            self.memory.free(self.keyframes.pop())
        self.inputs = {at: commands for at, commands in self.inputs.items() if at <= step}
        if step in self.inputs:
            del self.inputs[step][followed:]
        return self.ghost

    @staticmethod
    def _beyond(keyframe: Keyframe, step: int, followed: int) -> bool:
        return keyframe.step > step or keyframe.step == step and (keyframe.required or keyframe.inputs > followed)

    def keep_within(self) -> bool:
        """Give up what is missed least until all fits the budget; False: nothing is kept, for a single state does not fit."""
        while self.bytes > self.budget:
            if not (self._thin() or self._drop_ghost() or self._drop_poses(MOST_GAP) or self._drop_oldest()
                    or self._drop_poses(1)):
                self._drop_all()
                return False
        return True

    def _thin(self) -> bool:
        """Drop a keyframe, so that the steps after it are replayed from an earlier one."""
        place = least_missed(self.keyframes, self.last)
        if place is not None:
            self.memory.free(self.keyframes.pop(place))
            self.thinned += 1
        return place is not None

    def _drop_ghost(self) -> bool:
        for record in self.ghost.records if self.ghost else ():
            self.memory.free(record)
        had, self.ghost = self.ghost is not None, None
        return had

    def _drop_poses(self, keep: int) -> bool:
        """Drop the poses of the oldest steps that have them, where more than `keep` steps do."""
        begin = self.unposed
        number = min(len(self.records) - begin - keep, SHARE)
        for place in range(begin, begin + number):
            self.memory.free(self.records[place])
            self.records[place] = self.records[place]._replace(poses=None)
            self.memory.hold(self.records[place])
            self.unposed += 1
        return number > 0

    def _drop_oldest(self) -> bool:
        """Drop all that lies before the second keyframe."""
        if len(self.keyframes) < 2:
            return False
        self.revision += 1
        self.memory.free(self.keyframes.pop(0))
        number = self.begins.step - self.first_record
        for record in self.records[:number]:
            self.memory.free(record)
        gone = {at: commands for at, commands in self.inputs.items() if at < self.begins.step}
        self.early.add(self.first_record, self.records[:number], gone)
        self.early.keep_within(self.budget)
        if self.begins.required:
            self.early.forget(BY_HAND)
        del self.records[:number]
        self.unposed = max(0, self.unposed - number)
        self.first_record, self.dropped = self.begins.step, self.dropped + number
        self.inputs = {at: commands for at, commands in self.inputs.items() if at >= self.first_record}
        return True

    def _drop_all(self) -> None:
        last = self.last
        self.revision += 1
        self.memory, self.first_record, self.ahead = Memory(), last + 1, None
        self.keyframes, self.records, self.inputs, self.early = [], [], {}, Early(last + 1)
