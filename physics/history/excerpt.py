"""Excerpt: the last steps of a history, for a world of its own to take again.

An excerpt holds immutable copies and references, so another thread may use it while the recorded world goes on.  `Again` takes
its steps in a second world that was built alike; definitions of joints name bodies, so they are copied with that world's bodies.
"""
from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, NamedTuple

from physics.history import keyframe as frames
from physics.history.difference import difference
from physics.history.digest import digest
from physics.history.keyframe import Keyframe, Marks
from physics.history.record import StepRecord
from physics.history.timeline import History, Own

MEMBERS = "joints.members"                        # the field of a keyframe that names bodies


class Excerpt(NamedTuple):
    """Recorded steps.

    origin    the world that took them
    begins    the state from which they are replayed
    changes   step -> state after a change by hand
    inputs    step -> commands applied after it, in order; of the last step those that were applied
    last      the step after which the world is
    record    of that step, to compare with; None where it is not replayed
    """

    origin: Any
    begins: Keyframe
    changes: Mapping[int, Keyframe]
    inputs: Mapping[int, tuple[Any, ...]]
    last: int
    record: StepRecord | None


def excerpt_of(history: History, since: int) -> Excerpt:
    """The steps from `since`, or from the first one that is kept, to the present one."""
    log, present = history._log, history.present
    if history._changed and not history.in_past:
        history._take(required=True)
    since = min(max(since, history.first), present)
    begins = (log.keyframe_before(since) if since > log.begins.step else None) or log.begins
    changes = {one.step: one for one in log.keyframes if one.required and begins.step <= one.step <= present}
    if not history._changed_here:
        changes.pop(present, None)
    inputs = {step: tuple(commands) for step, commands in log.inputs.items() if begins.step <= step < present}
    inputs[present] = tuple(log.inputs.get(present, ())[:history._followed])
    return Excerpt(history.world, begins, changes, inputs, present, log.record(present) if present > begins.step else None)


def present_of(world: Any, target: Any) -> Excerpt:
    """The present state of a world without a history; `target` is what commands act on."""
    here = frames.take(world, Marks(target=target.kept(), show=True), None)
    return Excerpt(world, here, {}, {}, here.step, None)


class Again:
    """Takes the steps of an excerpt again.

    `world` was built as the recorded one was at its start; `target` is what commands act on, as in `History`.
    """

    def __init__(self, excerpt: Excerpt, world: Any, target: Any = None):
        self.excerpt, self.world, self.target = excerpt, world, world if target is None else target
        self._own: Any = Own() if target is None else target
        self._put_back(excerpt.begins)

    @property
    def there(self) -> bool:
        """Whether the world is after the last step."""
        return self.world.step_count >= self.excerpt.last

    def follow(self) -> None:
        """Make the changes, and apply the commands, that were recorded after the present step."""
        step = self.world.step_count
        changed = self.excerpt.changes.get(step)
        if changed is not None and not self._changed_here:
            self._put_back(changed)
        for command in self.excerpt.inputs.get(step, ())[self._followed:]:
            command.apply(self.target)
            self._followed += 1

    def step(self) -> None:
        """Take the next recorded step.  Raises ReplayError where the last one is not as it was."""
        self.follow()
        self.world._step_again()
        self._followed, self._changed_here = 0, False
        record = self.excerpt.record
        if self.there and record is not None and digest(self.world) != record.hashed:
            raise difference(self.world, record, None)

    def _put_back(self, saved: Keyframe) -> None:
        members = copy.deepcopy(saved.fields[MEMBERS], {id(self.excerpt.origin): self.world})
        frames.put_back(self.world, saved._replace(fields=saved.fields | {MEMBERS: members}))
        self._own.put_back(saved.target)
        self._followed, self._changed_here = saved.inputs, saved.required
