"""Commands on variants: several worlds of the open scene, side by side, each with its own settings.

All other actions, for example mouse drags, act on all variants; settings are changed in the chosen one.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class AddVariant(Command):
    """Add a variant with the settings of the chosen one and choose it; all variants restart."""

    formerly: ClassVar = {"add_lane": dict}
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.add_variant()


@dataclass(frozen=True)
class RemoveVariant(Command):
    """Remove variant `number`, counted from 0; the last one stays."""

    number: int
    formerly: ClassVar = {"remove_lane": dict}
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.remove_variant(self.number)


@dataclass(frozen=True)
class ChooseVariant(Command):
    """Choose variant `number`, counted from 0: its settings are shown and changed."""

    number: int
    formerly: ClassVar = {"choose_lane": dict}
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.choose_variant(self.number)
