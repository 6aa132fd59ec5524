"""Where a session gets its scenes from: the scenes package, imported when the first one is opened.

The session knows only the two protocols here, so a test can give it worlds of its own.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from app.published.status import SceneCard


class Run(Protocol):
    """A world and the timed events of its scene."""

    world: Any

    def advance(self) -> None:
        """Apply the events that are due, then take one step."""


class OpenScene(NamedTuple):
    """A scene that was read: what to show about it, and how to make a fresh run at time 0."""

    card: SceneCard
    build: Callable[[], Run]


class Source(Protocol):
    """Reads scenes and gets the kernels ready."""

    def read(self, name: str) -> OpenScene:
        """Scene `name`, a file or a catalog name; raises SceneError, whose text lists all that is wrong with it."""

    def prepare(self, run: Run, progress: Callable[[int, int, str], None]) -> str:
        """Compile or load the kernels that `run` needs; `progress(done, total, name)` around each that is compiled.

        What the person should know about it, "" when nothing.
        """
