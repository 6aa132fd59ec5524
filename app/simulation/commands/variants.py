"""Commands on variants: several worlds of the open scene, side by side, each with its own settings.

All other actions, for example mouse drags, act on all variants; settings are changed in the chosen one.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target
from app.simulation.variant_settings import changes_of


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


@dataclass(frozen=True)
class TryAdvice(Command):
    """Add a variant with an adviser's change, given as for `--set`; it begins with the settings of the chosen one.

    Settings that are wrong add none.
    """

    settings: tuple[str, ...]
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        if session.variants:
            changes = changes_of(self.settings, session.variants[session.chosen].tuning)
            session.add_variant()
            session.tune(lambda variant: variant.tune(**changes))
