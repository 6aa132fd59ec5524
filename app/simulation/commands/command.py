"""Command: a frozen dataclass with `apply`, and the stamp with the step before which it was applied."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.target import Target


@dataclass(frozen=True)
class Command:
    """One action of the user.

    `replaceable` commands give a present value (a drag, a slider): of several in a row for the same step only the last is
    applied and logged, because the others have no effect.  The same holds of edits of the scene in one series `merges` that
    change the same keys of one thing, which the field named by `drags` says.  `formerly` maps the names in older scripts to
    functions that convert their fields.  `recorded` commands may change worlds: histories keep those that do, and they wait for
    the end of a way through the history.  `watching` commands are possible on a world that a script makes and steps; the others
    load, restart, go back, add or remove.  A command that `ends_scene` drops edits of the open scene that are not saved.
    """

    replaceable: ClassVar[bool] = False
    drags: ClassVar[str] = ""
    recorded: ClassVar[bool] = True
    watching: ClassVar[bool] = True
    ends_scene: ClassVar[bool] = False
    formerly: ClassVar[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {}

    def apply(self, session: Target) -> None:
        """Apply it, on the simulation thread, between two steps."""
        raise NotImplementedError(f"{type(self).__name__} has no apply()")

    def replaces(self, earlier: "Command") -> bool:
        """Whether this one makes `earlier`, queued directly before it, ineffective."""
        return type(earlier) is type(self) and (self.replaceable or bool(self.drags) and self._goes_on(earlier))

    def _goes_on(self, earlier: Any) -> bool:
        """Whether an edit of this kind and `earlier` are places of one drag."""
        one, other = ((edit.merges, getattr(edit, self.drags), set(getattr(edit, "values", ()))) for edit in (self, earlier))
        return bool(one[0]) and one == other


@dataclass(frozen=True)
class Stamped:
    """A command and the step count at which it was applied, in run `run` of the session."""

    run: int
    step: int
    command: Command
