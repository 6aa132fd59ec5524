"""A rehearsal: a lesson played through without a window, by its answers; each task must tick, and must not without the action.

Every card is played twice, from its beginning: once in which the learner only answers and watches, in which no task may tick and
no right answer is found, and once with all that the answers say, after which the card must be done.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from app.headless.options import RunOptions
from app.lessons.answers import Doing, Played, value_of
from app.lessons.lesson import FIND, PREDICT, Card, Lesson
from app.lessons.teacher import Teacher
from app.simulation.commands import ApplyImpulse, Grab, MoveGrab, Pause, Release, Restart
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from scenes.running.runner import step_of

NOTHING = Played(card="", run=0)
Advance = Callable[[int], None]


class TaskResult(NamedTuple):
    """One task: whether it ticked with the action, and without it."""

    check: str
    ticked: bool
    idle: bool
    value: float                    # what it measured at the end, with the action


class CardResult(NamedTuple):
    """One card.

    done    whether it was done after the action
    faults  what is wrong with it, in words; empty where nothing is
    """

    title: str
    tasks: tuple[TaskResult, ...]
    done: bool
    faults: tuple[str, ...]


def total_steps(lesson: Lesson, answers: dict[str, Played]) -> int:
    """About how many steps a rehearsal takes, at 60 a second."""
    return sum(2 * step_of(played.run, 1 / 60) for played in answers.values())


def rehearsed(lesson: Lesson, answers: dict[str, Played], advance: Advance = lambda done: None) -> list[CardResult]:
    """The results of all cards, in order; `advance(steps so far)` is called after each step."""
    return list(_Rehearsal(lesson, answers, advance).cards())


class _Rehearsal:
    """One session with one teacher."""

    def __init__(self, lesson: Lesson, answers: dict[str, Played], advance: Advance):
        self.session = Session(SceneReader(RunOptions(), _raise))
        self.answers, self.advance, self.taken = answers, advance, 0
        self.teacher = Teacher(lesson, self.session.submit)
        self.update()

    def cards(self) -> Any:
        """Play card after card."""
        for number, card in enumerate(self.teacher.lesson.cards):
            played = self.answers.get(card.title, NOTHING)
            idle = self.played(number, card, played, act=False)
            ticks = self.played(number, card, played, act=True)
            tasks = tuple(TaskResult(task.check, ticked, before, reading.value) for task, ticked, before, reading
                          in zip(card.tasks, ticks, idle, self.teacher.readings))
            yield CardResult(card.title, tasks, self.teacher.done, tuple(self.faults(card, tasks)))

    def faults(self, card: Card, tasks: tuple[TaskResult, ...]) -> Any:
        """What is wrong with the card that was just played."""
        if self.session.publish().status.fault is not None:
            yield self.session.published.status.fault.text
        for task in tasks:
            if not task.ticked:
                yield f"{task.check} did not tick with the action: {task.value:.6g} at the end"
            if task.idle:
                yield f"{task.check} ticked without the action"
        if not self.teacher.done and all(task.ticked for task in tasks):
            yield "the card is not done: its question has another answer"
        if card.question is not None and card.question.kind == FIND:
            for number, choice in enumerate(card.question.choices, 1):
                self.teacher.answer(number - 1)
                if self.teacher.done and not choice.right:
                    yield f"answer {number} is wrong and counts as right"

    def played(self, number: int, card: Card, played: Played, act: bool) -> list[bool]:
        """Play a card from its beginning; returns which tasks are ticked."""
        self.teacher.go(number)
        self.teacher.anew()
        self.update()
        if card.question is not None and (act or card.question.kind == PREDICT):
            self.teacher.answer(max(played.answer - 1, 0))
        if card.stage.paused:
            self.session.submit(Pause(False))
        self.update()
        steps, dt = 0, float(self.session.variants[0].world.dt)
        waiting = sorted(played.do, key=lambda doing: doing.at) if act else []
        while steps < step_of(played.run, dt):
            while waiting and step_of(waiting[0].at, dt) <= steps:
                self.do(card, waiting.pop(0))
            self.update()
            if self.session.paused:                  # a fault
                break
            self.session.advance()
            self.teacher.take(self.session.publish())
            steps, self.taken = steps + 1, self.taken + 1
            self.advance(self.taken)
        return list(self.teacher.progress.here.ticks)

    def update(self) -> None:
        """Apply what is queued; where nothing is, the last publication still holds."""
        if self.session.apply_pending():
            self.session.ready = True
            self.teacher.take(self.session.publish())

    def do(self, card: Card, doing: Doing) -> None:
        """One action of the learner."""
        submit, word = self.session.submit, doing.word
        if word == "turn":
            (path, text), = doing.turn.items()
            self.teacher.turn(path, value_of(card, path, text))
        elif word == "push":
            submit(ApplyImpulse(self.uid(doing.push.body), doing.push.impulse, doing.push.point))
        elif word == "grab":
            submit(Grab(self.uid(doing.grab.body), doing.grab.anchor, doing.grab.to, hertz=doing.grab.hertz))
        elif word == "drag":
            submit(MoveGrab(doing.drag))
        else:
            submit(Release() if word == "release" else Restart())

    def uid(self, name: str) -> int:
        """The uid of a body; 0, which no body has, when there is none of this name."""
        return next((body.uid for body in self.session.variants[0].world.bodies if body.name == name), 0)


def _raise(error: BaseException) -> None:
    raise error
