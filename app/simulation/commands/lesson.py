"""Commands of a lesson: begin a card with its scene, turn one of its knobs, leave the lesson."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class OpenCard(Command):
    """Open the scene of a card from its beginning, and watch the checks of its tasks.

    card      a number for this beginning, by which publications are known as its own
    source    the scene's file, "" to go on with what runs
    values    of the scene, as for `--set`, in all variants
    variants  settings of each variant, as for `--set`; () for one without any
    knobs     (path, value) of live settings to begin with
    checks    of its tasks
    paused    whether it waits before its next step
    """

    card: int
    source: str
    values: tuple[str, ...] = ()
    variants: tuple[tuple[str, ...], ...] = ()
    knobs: tuple[tuple[str, Any], ...] = ()
    checks: tuple[str, ...] = ()
    paused: bool = False
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    @property
    def ends_scene(self) -> bool:
        """Whether it opens a scene."""
        return bool(self.source)

    def apply(self, session: Target) -> None:
        again = session.source == self.source and bool(session.card.board.card)
        if self.source:
            session.card.forget()
        if self.source and not session.open(self.source, self.values, self.variants or ((),), again):
            return
        if self.source or self.paused:
            session.paused, session.owed_steps = self.paused, 0
        session.card.watch(self.card, self.checks)
        for path, value in self.knobs:
            session.card.turn(path, value)


@dataclass(frozen=True)
class TurnKnob(Command):
    """Set a live setting to `value` in all variants, by a path like `solver.beta` or `joints.door.motor_speed`."""

    path: str
    value: Any

    def apply(self, session: Target) -> None:
        session.card.turn(self.path, self.value)

    def replaces(self, earlier: Command) -> bool:
        """A knob on the move: only its last place counts."""
        return isinstance(earlier, TurnKnob) and earlier.path == self.path


@dataclass(frozen=True)
class CloseCard(Command):
    """Watch the tasks of the card no more; the scene goes on."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.card.forget()
