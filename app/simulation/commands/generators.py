"""Commands on generators of the scene: preview, add, change, remove, and break up into single bodies."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class PreviewGenerator(Command):
    """Show the bodies that a generator with these keys would make, without making them; "" shows none."""

    word: str
    values: dict[str, Any]
    replaceable: ClassVar[bool] = True
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.generating.show(self.word, self.values)


@dataclass(frozen=True)
class AddGenerator(Command):
    """Add a generator with these keys to the scene."""

    word: str
    values: dict[str, Any]
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.generating.add(self.word, self.values)


@dataclass(frozen=True)
class EditGenerator(Command):
    """Change keys of generator `number` of the scene; None removes one.  Edits with the same `merges` in a row are one."""

    number: int
    values: dict[str, Any]
    merges: str = ""
    drags: ClassVar[str] = "number"
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.generating.change(self.number, self.values, self.merges)


@dataclass(frozen=True)
class RemoveGenerator(Command):
    """Remove generator `number`, with the joints, events and expectations that name its bodies."""

    number: int
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.generating.remove(self.number)


@dataclass(frozen=True)
class BreakUp(Command):
    """Turn generator `number` into single bodies and joints; the world stays the same."""

    number: int
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.generating.break_up(self.number)
