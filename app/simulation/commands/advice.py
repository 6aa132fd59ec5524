"""Commands of the adviser: look at the world as it runs, end the look, try what it says beside."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target
from app.simulation.variant_settings import changes_of


@dataclass(frozen=True)
class Advise(Command):
    """Look for what is wrong with the chosen variant: its last steps are taken again in a copy, which the world need not wait
    for."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.advising.begin()


@dataclass(frozen=True)
class CancelAdvice(Command):
    """End a look of the adviser before it is done."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.advising.cancel()


@dataclass(frozen=True)
class TryAdvice(Command):
    """Add a variant with an adviser's change, given as for `--set`; it begins with the settings of the chosen one.

    Settings that are wrong add none.
    """

    settings: tuple[str, ...]
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        if session.variants:
            changes = changes_of(self.settings, session.variants[session.chosen].tuning)
            session.add_variant()
            session.tune(lambda variant: variant.tune(**changes))
