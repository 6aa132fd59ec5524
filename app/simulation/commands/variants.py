"""Commands about the variants: several worlds of the open scene, side by side, each with settings of its own.

Everything else that a person does, a drag of the mouse for one, acts on all variants; settings are changed in the chosen one.
"""
from __future__ import annotations

from dataclasses import dataclass

from app.simulation.commands.command import Command


@dataclass(frozen=True)
class AddVariant(Command):
    """One more variant with the settings of the chosen one; it becomes the chosen one, and all begin anew."""

    def apply(self, session) -> None:
        session.add_variant()


@dataclass(frozen=True)
class RemoveVariant(Command):
    """Take variant `number` out, counted from 0; the last one stays."""

    number: int

    def apply(self, session) -> None:
        session.remove_variant(self.number)


@dataclass(frozen=True)
class ChooseVariant(Command):
    """Variant `number`, counted from 0, is the one whose settings are shown and changed."""

    number: int

    def apply(self, session) -> None:
        session.choose_variant(self.number)
