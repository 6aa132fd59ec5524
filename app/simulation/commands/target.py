"""Target: the interface of a session for commands.

A command changes the plain values here, calls a method of the session as a whole, or acts on every variant by the methods of
`app.simulation.variant.Variant`.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from app.published.view import Parts


class Target(Protocol):
    """A session, as commands see it."""

    source: str                         # name of the open scene, as requested; "" before the first
    values: Sequence[str]               # of that scene, as for `--set`
    variants: Sequence[Any]
    chosen: int                         # number of the variant whose settings are shown and changed
    paused: bool
    owed_steps: int                     # single steps requested and not yet taken
    time_scale: float                   # simulated over real seconds
    opening: Any                        # of scenes, an `app.simulation.opening.opening.Opening`
    stops: Any                          # where it pauses by itself, an `app.simulation.stops.Stops`
    travel: Any                         # through the history, an `app.simulation.travel.Travel`
    inspector: Any                      # of the last step, an `app.simulation.step_inspector.StepInspector`
    advising: Any                       # the adviser's last look, an `app.simulation.advice.advising.Advising`
    editing: Any                        # the draft of the scene, an `app.simulation.editing.editing.Editing`
    sharing: Any                        # share files, an `app.simulation.sharing.session_sharing.Sharing`
    card: Any                           # of a lesson, an `app.simulation.lesson.running_card.RunningCard`
    selection: int | None               # uid of the selected body
    selected_joint: int | None          # uid of the selected joint; at most one of the two is set

    def perform(self, command: Any) -> None:
        """Apply another command now; histories keep what a recorded one does."""

    def open(self, name: str, values: Sequence[str] = (), settings: Sequence[Sequence[str]] = (), again: bool = False) -> bool:
        """Open a scene, with values of it and settings of each variant as for `--set`; `again`: it is the open one.  Returns
        whether it is open."""

    def close_fault(self, number: int | None = None) -> None:
        """Show a fault no more; None: whichever is shown."""

    def notify(self, text: str, kind: str = "info", control: str = "", step: int | None = None) -> None:
        """Show the user one line."""

    def restart(self) -> None:
        """Return to time 0 of the open scene."""

    def keep_history(self, megabytes: int) -> None:
        """Keep a history in at most so much memory, 0: none."""

    def observe(self, wants: Parts) -> None:
        """Set the parts of publications."""

    def add_variant(self) -> None:
        """Add a variant."""

    def remove_variant(self, number: int) -> None:
        """Remove a variant."""

    def choose_variant(self, number: int) -> None:
        """Choose the variant whose settings are shown and changed."""

    def tune(self, change: Callable[[Any], None]) -> None:
        """Change settings of the chosen variant."""

    def warn_unless(self, done: list[bool], text: str) -> None:
        """Show `text` when the action failed in the chosen variant; `done` by variant."""
