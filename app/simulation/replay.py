"""Replay: what a session did to a variant, as commands that its history applies again."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.simulation.commands.command import Command
from app.simulation.lesson import live_settings


@dataclass(frozen=True)
class OnVariant:
    """A command of the session, as it acts on one variant."""

    command: Command

    def apply(self, variant: Any) -> None:
        """Apply it to this variant alone."""
        self.command.apply(Alone(variant))


@dataclass(frozen=True)
class SceneEvents:
    """The events of a scene that are due before a step, the same whenever the step comes."""

    def apply(self, variant: Any) -> None:
        """Apply those of the variant's run."""
        variant.run.apply_events()


class Alone:
    """A session with one variant and no user: what else a command changes in a session is not done again."""

    def __init__(self, variant: Any):
        self.variants, self.chosen = [variant], 0
        self.selection = self.selected_joint = None
        self.card = CardAlone(variant)

    def tune(self, change: Any) -> None:
        """Change settings of the variant."""
        change(self.variants[0])

    def warn_unless(self, done: list[bool], text: str) -> None:
        """Show nothing: a warning was shown when the step was first taken."""


class CardAlone:
    """A lesson's card with nothing but its knobs."""

    def __init__(self, variant: Any):
        self._variant = variant

    def turn(self, path: str, value: Any) -> None:
        """Turn a live setting of the variant."""
        live_settings.turn(self._variant, path, value)
