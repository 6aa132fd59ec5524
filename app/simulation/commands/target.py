"""What commands act on: the face that a session shows them.

A command changes the plain values here, calls a method that concerns the session as a whole, or does the same to every
variant; `app.simulation.variant.Variant` says what a variant can do.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from app.published.view import Parts


class Target(Protocol):
    """A session, as commands see it."""

    source: str                         # name of the open scene, as given; "" before the first
    variants: Sequence[Any]
    chosen: int                         # number of the variant whose settings are shown and changed
    paused: bool
    owed_steps: int                     # single steps asked for and not yet taken
    time_scale: float                   # simulated over real seconds
    selection: int | None               # uid of the selected body
    selected_joint: int | None          # uid of the selected joint; one of the two at most

    def open(self, name: str) -> None:
        """Open a scene."""

    def restart(self) -> None:
        """Time 0 of the open scene."""

    def observe(self, wants: Parts) -> None:
        """What publications carry from now on."""

    def add_variant(self) -> None:
        """One more variant."""

    def remove_variant(self, number: int) -> None:
        """One variant less."""

    def choose_variant(self, number: int) -> None:
        """The variant whose settings are shown and changed."""

    def tune(self, change: Callable[[Any], None]) -> None:
        """Change settings of the chosen variant."""

    def warn_unless(self, done: list[bool], text: str) -> None:
        """Show `text` when the chosen variant is not among those that could do what was asked for; `done` by variant."""
