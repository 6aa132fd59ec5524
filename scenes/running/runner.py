"""The runner: steps a world through its document's events and judges its expectations.

Events depend on the world's step count alone, so a world restored to an earlier step repeats them.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from physics.measure.quantities import names_in
from physics.measure.sampler import Sampler
from physics.stopping.stopped import STEP, Stopped
from scenes.running.actions import Action, EventSection, Names, action_of
from scenes.running.expectations import parse
from scenes.running.judge import Judge, Judgement
from scenes.schema.messages import place
from scenes.schema.nodes import compose
from scenes.schema.problems import Problem, SceneError

if TYPE_CHECKING:
    from physics.stopping.condition import StopCondition
    from physics.world import World
    from scenes.reading.document import Document
    from scenes.reading.scene_model import ExpectSection

MOST_STEPS = 10_000_000     # of a run
EARLY = 1e-9        # steps by which a time may exceed a step's start through rounding


def step_of(time: float, dt: float) -> int:
    """The number of the step before which an event at `time` [s] happens: ceil(time / dt - 1e-9)."""
    return math.ceil(time / dt - EARLY) if dt > 0 else 0


def steps_of(document: "Document", dt: float, seconds: float | None = None) -> int:
    """The number of steps of a run of so many seconds, by default the document's `run`.  Raises SceneError for too many."""
    run = document.run if seconds is None else seconds
    steps = step_of(run, dt)
    if steps > MOST_STEPS:
        reason = f"{run:g} s in steps of {dt:g} s are {steps:,} steps; at most {MOST_STEPS:,} are taken"
        if seconds is not None:
            raise SceneError([Problem("--seconds", 0, 0, "", reason)])
        file = str(document.path or document.id)
        raise SceneError([place(compose(document.text, file)[0], file, ("run",), reason)])
    return steps


class Due(NamedTuple):
    """An action and the steps [first, last] before which it is applied."""

    first: int
    last: int
    action: Action


def due_of(event: EventSection, dt: float) -> Due:
    """When an event is applied to a world of this step time [s]."""
    action, first = action_of(event), step_of(event.at, dt)
    last = max(step_of(event.at + action.lasts, dt) - 1, first) if action.lasts else first
    return Due(first, last, action)


class Timeline:
    """The events of a document for a world of a given step time.

    dues  what is applied and when, in the order of the document; a world that lives may be given others
    """

    def __init__(self, document: "Document", dt: float):
        self.dues: tuple[Due, ...] = tuple(due_of(event, dt) for event in document.scene.events)

    def apply(self, world: "World") -> None:
        """Apply the events that are due before the world's next step."""
        for action in [due.action for due in self.dues if due.first <= world.step_count <= due.last]:
            # looked up each time: one action may remove a body that the next one names
            names = Names(bodies={body.name: body for body in world.bodies if body.name},
                          joints={joint.name: joint for joint in world.joints if joint.name})
            action.apply(world, names)


class Result(NamedTuple):
    """The result of an expectation.

    name    its name, else its text
    passed  whether it held
    value   the judged value with the smallest margin, if any [unit of the metric]
    time    its time [s]
    limit   what it was compared with, in the same unit
    why     for a failure: what was compared, or what there was nothing to compare of; "" when it held
    """

    name: str
    passed: bool
    value: float
    time: float
    limit: float = math.nan
    why: str = ""


class Watch:
    """One expectation while a world runs."""

    def __init__(self, section: "ExpectSection", judge: Judge, dt: float, run: float):
        self.section, self.judge = section, judge
        self.end = step_of(section.at if section.at is not None else section.before if section.before is not None else run, dt)
        self.begin = self.end if section.at is not None else step_of(section.after or 0.0, dt)
        self.worst: Judgement | None = None
        self.when, self.failed, self.ended = 0.0, False, False

    def observe(self, sampler: Sampler, step: int, time: float) -> None:
        """Evaluate the world after `step` steps."""
        if not self.begin <= step <= self.end:
            return
        judgement = self.judge.judge(sampler)
        self.ended = step == self.end
        if self.judge.expression.windowed:
            self.worst, self.when, self.failed = judgement, time, not judgement.passed
            return
        self.failed |= not judgement.passed
        if self.worst is None or judgement.rank < self.worst.rank:
            self.worst, self.when = judgement, time

    @property
    def result(self) -> Result | None:
        """The result so far; None before its time, and for a windowed expression until its window ends."""
        if self.worst is None or (self.judge.expression.windowed and not self.ended):
            return None
        why = self.worst.said(self.judge.expression.tree) if self.failed else ""
        return Result(self.section.name or self.section.what, not self.failed, self.worst.value, self.when, self.worst.limit, why)


class Runner:
    """Steps `world`, built from `document`, with its events; judges its expectations unless `expect` is False.

    timeline  its events
    watches   its expectations
    results   (a method) of the expectations whose time has come
    stop_when  the condition at which `each_step` ends, or None
    look      at which moments it is checked, see `World.step`
    stopped   what stopped the last step, or None
    """

    def __init__(self, document: "Document", world: "World", expect: bool = True):
        self.document, self.world = document, world
        self.timeline = Timeline(document, world.dt)
        self.stop_when: StopCondition | None = None
        self.look = STEP
        self.stopped: Stopped | None = None
        self.watches: list[Watch] = []
        if expect and document.expect:
            names = names_in(world)
            self.sampler = Sampler(world)
            self.watches = [Watch(section, Judge(parse(section.what), *names), world.dt, document.run)
                            for section in document.expect]
            for watch in self.watches:
                watch.judge.begin(self.sampler)
            self._observe()

    @property
    def steps(self) -> int:
        """Number of steps in the document's `run`.  Raises SceneError for more than MOST_STEPS."""
        return steps_of(self.document, self.world.dt)

    def step(self) -> None:
        """Apply the due events, step the world, and evaluate the expectations.

        A world that stands inside a step has had the events of that step.
        """
        if self.world.stopped is None:
            self.timeline.apply(self.world)
        self.stopped = self.world.step(stop_when=self.stop_when, look=self.look)
        if self.world.stopped is None and any(watch.begin <= self.world.step_count <= watch.end for watch in self.watches):
            self._observe()

    def each_step(self, steps: int | None = None) -> Iterator[int]:
        """Take `steps` steps, by default those of the document's `run`; yields the number taken after each whole one, and ends
        where `stop_when` holds."""
        for taken in range(1, (self.steps if steps is None else steps) + 1):
            self.step()
            if not (self.stopped and self.stopped.inside):
                yield taken
            if self.stopped:
                return

    def _observe(self) -> None:
        self.sampler.look()
        for watch in self.watches:
            watch.observe(self.sampler, self.world.step_count, self.world.time)

    def results(self) -> list[Result]:
        """The results of the expectations whose time has come."""
        return [watch.result for watch in self.watches if watch.result is not None]
