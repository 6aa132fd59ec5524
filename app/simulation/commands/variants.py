"""Commands about the lanes: several worlds of the open scene, side by side, each with settings of its own.

Everything else that a person does, a drag of the mouse for one, acts on all lanes; knobs are turned in the chosen one.
"""
from __future__ import annotations

from dataclasses import dataclass

from app.simulation.commands.command import Command


@dataclass(frozen=True)
class AddLane(Command):
    """One more lane with the knobs of the chosen one; it becomes the chosen one, and all begin anew."""

    def apply(self, session) -> None:
        session.add_lane()


@dataclass(frozen=True)
class RemoveLane(Command):
    """Take lane `number` out, counted from 0; the last one stays."""

    number: int

    def apply(self, session) -> None:
        session.remove_lane(self.number)


@dataclass(frozen=True)
class ChooseLane(Command):
    """Lane `number`, counted from 0, is the one whose knobs are shown and turned."""

    number: int

    def apply(self, session) -> None:
        session.choose_lane(self.number)
