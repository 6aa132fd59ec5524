"""Scene source: the interface from a session to the scenes package, which is imported when the first scene is opened.

The session depends only on the protocols here, so tests can supply worlds of their own.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from app.published.status import SceneCard


class Run(Protocol):
    """A world, which the caller steps, and the timed events of its scene."""

    world: Any
    document: Any                       # of the scene, with what was varied in it

    def apply_events(self) -> None:
        """Apply the events that are due before the next step."""


class OpenScene(NamedTuple):
    """A scene that was read: its card, and the function that makes a fresh run at time 0."""

    card: SceneCard
    build: Callable[[], Run]


class Source(Protocol):
    """Reads scenes and loads the kernels."""

    def read(self, name: str, values: Sequence[str] = ()) -> OpenScene:
        """Scene `name`, a file or a catalog name, with these values of it and settings, as for `--set`; raises SceneError, whose
        text lists all errors."""

    def prepare(self, run: Run, progress: Callable[[int, int, str], None]) -> str:
        """Compile or load the kernels that `run` needs; `progress(done, total, name)` around each that is compiled.

        Returns a notice for the user, or "".
        """


def cannot_open(name: str) -> str:
    """Title of the fault card: a file without its folders, or the requested name."""
    return f"{Path(name).name if Path(name).suffix else name} cannot be opened"
