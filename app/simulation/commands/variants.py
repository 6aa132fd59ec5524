"""Commands about variants: several worlds of the open scene, side by side, each with settings of its own.

Everything else that a person does, a drag of the mouse for one, acts on all variants; settings are changed in the chosen one.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class AddVariant(Command):
    """One more variant with the settings of the chosen one; it becomes the chosen one, and all begin anew."""

    formerly: ClassVar = {"add_lane": dict}

    def apply(self, session: Target) -> None:
        session.add_variant()


@dataclass(frozen=True)
class RemoveVariant(Command):
    """Take variant `number` out, counted from 0; the last one stays."""

    number: int
    formerly: ClassVar = {"remove_lane": dict}

    def apply(self, session: Target) -> None:
        session.remove_variant(self.number)


@dataclass(frozen=True)
class ChooseVariant(Command):
    """Variant `number`, counted from 0, is the one whose settings are shown and changed."""

    number: int
    formerly: ClassVar = {"choose_lane": dict}

    def apply(self, session: Target) -> None:
        session.choose_variant(self.number)
