"""The running card: the checks of a lesson's card in all variants of a session, and the knobs that were turned on it.

A restart takes the settings of joints and bodies back, as it makes new ones; the card turns them again, for what its knobs show
is what holds.
"""
from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from app.published.status import VARIANT_NAMES
from app.published.tasks import TaskBoard, TaskReading
from app.simulation.lesson import live_settings
from app.simulation.lesson.checks import Check, CheckJudge, check_of
from physics.definitions.tunable import SettingError
from physics.expressions.error import ExpressionError
from physics.measure.quantities import names_in
from physics.measure.sampler import Sampler
from scenes.running.judge import MIRRORED, SIGNS, Judgement


class Played(Protocol):
    """The session, as its card sees it."""

    variants: Sequence[Any]


class Watched(NamedTuple):
    """One variant: its sampler, and a judge for each check that looks at it, by number."""

    sampler: Sampler
    judges: dict[int, CheckJudge]


class RunningCard:
    """The card that a session plays; none at first."""

    def __init__(self, session: Played):
        self._session = session
        self._checks: tuple[Check, ...] = ()
        self._watched: list[Watched] = []
        self._knobs: dict[str, Any] = {}
        self.board = TaskBoard()

    def watch(self, card: int, checks: Sequence[str]) -> None:
        """Watch these checks on the present worlds for the card of this number; knobs that were turned stay turned.  Raises
        SettingError for a wrong one."""
        try:
            found = tuple(check_of(text) for text in checks)
        except ExpressionError as error:
            raise SettingError("task", error.line) from None
        self._checks, self.board = found, TaskBoard(card, (TaskReading(),) * len(found))
        self.begin()

    def forget(self) -> None:
        """There is no card any more."""
        self._checks, self._watched, self._knobs, self.board = (), [], {}, TaskBoard()

    def begin(self) -> None:
        """The session has new worlds: turn the knobs of joints and bodies again, and judge from here on."""
        if not self.board.card:
            return
        for path, value in self._knobs.items():
            if path.startswith((live_settings.JOINTS, live_settings.BODIES)):
                self._turn(path, value)
        self._watched = [self._watch(name, variant) for name, variant in zip(VARIANT_NAMES, self._session.variants)]
        self.board = TaskBoard(self.board.card, (TaskReading(),) * len(self._checks))

    def turn(self, path: str, value: Any) -> None:
        """Turn a live setting in all variants.  Raises SettingError."""
        self._turn(path, value)
        self._knobs[path] = value

    def look(self) -> None:
        """After a step: tick what holds."""
        if not self._checks:
            return
        readings = list(self.board.tasks)
        for watched in self._watched:
            if watched.judges:
                watched.sampler.look()
            for number, judge in watched.judges.items():
                judged, before = judge.judge(watched.sampler), readings[number]
                if not before.ticked:
                    readings[number] = reading_of(judged)
        self.board = TaskBoard(self.board.card, tuple(readings))

    def _turn(self, path: str, value: Any) -> None:
        for variant in self._session.variants:
            live_settings.turn(variant, path, value)

    def _watch(self, name: str, variant: Any) -> Watched:
        sampler, names = Sampler(variant.world), names_in(variant.world)
        judges = {number: CheckJudge(check.expression, *names) for number, check in enumerate(self._checks)
                  if check.variant in ("", name)}
        for judge in judges.values():
            judge.begin(sampler)
        return Watched(sampler, judges)


def reading_of(judged: Judgement) -> TaskReading:
    """A judgement for display."""
    left, op, right = judged.compared
    sign, shown = SIGNS[type(op)], left
    if isinstance(left, ast.Constant):
        sign, shown = MIRRORED[sign], right
    value, limit = (number if math.isfinite(number) else math.nan for number in (judged.value, judged.limit))
    return TaskReading(judged.passed, value, limit, ast.unparse(shown), sign)
