"""Beginning: how a variant came to the state at which its history begins, and the run of a share file that is to follow there."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from app.simulation.commands.command import Command
from physics.history import History, RunRecord


class Begun(Protocol):
    """A variant, as its beginning sees it."""

    world: Any

    def kept(self) -> tuple[Any, ...]:
        """The state that it has beside the world."""


class Beginning:
    """What a variant began with.

    changes   of the settings, as they were given to it
    commands  applied before its history began, in order
    run       of a share file, whose steps are to come; None without one, and once something else was done
    """

    def __init__(self, changes: dict[str, Any]):
        self.changes = changes
        self.commands: list[Command] = []
        self.run: RunRecord | None = None

    @contextmanager
    def recording(self, variant: Begun, command: Command) -> Iterator[None]:
        """What is done within is what a command does, before there is a history; it is kept if it changes something at time 0."""
        world = variant.world
        before = world.edits, variant.kept()
        yield
        if before == (world.edits, variant.kept()) or world.step_count:
            return
        if self.commands and command.replaces(self.commands[-1]):
            self.commands.pop()
        self.commands.append(command)
        self.run = None

    def expect(self, history: History) -> None:
        """Let the run of the file, if there is one, be the future of a history that has just begun.  Raises ReplayError where
        the state is another already; the run is followed nevertheless."""
        run, self.run = self.run, None
        if run is not None:
            history.expect(run)
