"""Commands of the step inspector: pick rows, show a moment of the last step."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.published.inside import RowKey
from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class KeyedRow:
    """A row by its key, see `app.published.inside.RowKey`."""

    kind: str
    owner: int
    feature: int
    component: int
    child_a: int = -1
    child_b: int = -1

    @property
    def key(self) -> RowKey:
        """The key."""
        return RowKey(self.kind, self.owner, self.feature, self.component, self.child_a, self.child_b)


@dataclass(frozen=True)
class PinRow(Command, KeyedRow):
    """Pick a row: its equation is shown, and it is followed from step to step."""

    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.inspector.pin(self.key)


@dataclass(frozen=True)
class UnpinRow(Command, KeyedRow):
    """Let a picked row go."""

    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.inspector.unpin(self.key)


@dataclass(frozen=True)
class UnpinAll(Command):
    """Let all picked rows go."""

    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.inspector.unpin(None)


@dataclass(frozen=True)
class ShowMoment(Command):
    """Pause, and show bodies as of a moment of the last step, by its number; None: as of its end.

    `row`: with the sweep that ends at the moment done up to this row.
    """

    moment: int | None = None
    row: int | None = None
    replaceable: ClassVar[bool] = True
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.paused = True
        session.inspector.moment, session.inspector.row = self.moment, self.row
