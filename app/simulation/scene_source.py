"""Scene source: the interface from a session to the scenes package, which is imported when the first scene is opened.

The session depends only on the protocols here, so tests can supply worlds of their own.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from app.headless.file_stamp import stamp_of
from app.published.status import SceneCard
from physics.history import RunRecord


class Run(Protocol):
    """A world, which the caller steps, and the timed events of its scene."""

    world: Any
    document: Any                       # of the scene, with what was varied in it
    events: tuple[Any, ...]             # what is applied and when

    def apply_events(self) -> None:
        """Apply the events that are due before the next step."""


class Origin(NamedTuple):
    """What the runs of a scene are built from, here and in another process.

    scene      its id
    text       its text
    settings   as for `--set`
    precision  of the world, None: the scene's
    """

    scene: str
    text: str
    settings: tuple[str, ...] = ()
    precision: str | None = None


class FileRun(NamedTuple):
    """The run of a share file.

    changes  of the settings that the variant begins with
    run      its steps, whose commands act on a variant
    last     the step with which it should end; the file may be cut short
    flaws    what is missing or damaged in the file, each in a sentence
    made     what is otherwise where the file was made, in words, "" for nothing
    """

    changes: dict[str, Any]
    run: RunRecord
    last: int
    flaws: tuple[str, ...] = ()
    made: str = ""


class OpenScene(NamedTuple):
    """A scene that was read: its card, the function that makes a fresh run at time 0, what that is built from, and of a share
    file its run."""

    card: SceneCard
    build: Callable[[], Run]
    origin: Origin | None = None
    file: FileRun | None = None


class Source(Protocol):
    """Reads scenes and loads the kernels."""

    def read(self, name: str, values: Sequence[str] = ()) -> OpenScene:
        """Scene `name`, a file or a catalog name, with these values of it and settings, as for `--set`; raises SceneError, whose
        text lists all errors, or InputError for a share file that cannot be played."""

    def with_document(self, scene: OpenScene | None, document: Any, text: str) -> OpenScene:
        """An open scene with another document, which an edit has made, and its text; None: the document's own scene."""

    def prepare(self, run: Run, progress: Callable[[int, int, str], None]) -> str:
        """Compile or load the kernels that `run` needs; `progress(done, total, name)` around each that is compiled.

        Returns a notice for the user, or "".
        """


def cannot_open(name: str) -> str:
    """Title of the fault card: a file without its folders, or the requested name."""
    return f"{Path(name).name if Path(name).suffix else name} cannot be opened"


def reason(name: str, error: Exception) -> str:
    """Why the scene of this name cannot be opened; of a file that cannot be read, its name and what the system says."""
    return f"{error.filename or name}: {error.strerror or error}" if isinstance(error, OSError) else str(error)


def file_of(name: str, error: Exception) -> str:
    """The file that has to be mended, where the scene of this name cannot be opened: the first with a mistake, if it is there,
    else the one that was asked for."""
    problems = getattr(error, "problems", ())
    found = problems[0].file if problems else str(getattr(error, "filename", None) or name)
    return found if stamp_of(found) is not None else name


def first_uids(document: Any) -> list[int]:
    """The uids that the bodies of a document have in a world that was just built, in order."""
    from scenes.moment.state import first_uids as of_state
    return of_state(document.scene.state, len(document.bodies))
