"""Options of all commands that step a world: opening a scene with them, and checking output files."""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.headless.errors import InputError
from impulse.files.reading import is_file

if TYPE_CHECKING:
    from scenes import Document, Runner

PICTURE, TABLE, SHARE = ".png", ".csv", ".impulse"
STUDY_ENDINGS = (".html", PICTURE, TABLE)      # of the files that studies write
JOURNAL_BEGINS = b'{"clock": '         # the first bytes of every journal of a window
CHECKED_FLAG = "IMPULSE_CHECKED"      # read by physics.compile.decorators on import


@dataclass(frozen=True)
class RunOptions:
    """The options of a world: `--set`, `--precision`, `--threads` and `--checked`."""

    settings: tuple[str, ...] = ()
    precision: str | None = None
    threads: int = 1
    checked: bool = False


@dataclass(frozen=True)
class OpenedScene:
    """A scene that is ready to step: its document, its world at time 0 and the runner of its events."""

    document: "Document"
    world: Any
    runner: "Runner"


def open_scene(scene: str, options: RunOptions) -> OpenedScene:
    """Read, check and build a scene.  Raises SceneError with every error in it or in the options."""
    choose_build(options.checked)
    from app.headless.kernel_warmup import start_compile_worker
    start_compile_worker()
    import scenes
    return open_document(scenes.load(scene), options)


def open_document(document: "Document", options: RunOptions) -> OpenedScene:
    """Build a scene that was read, with the values of the options.  Raises SceneError with every error in them."""
    import scenes
    document = scenes.varied(document, options.settings)
    world = scenes.build(document, precision=options.precision, threads=options.threads, overrides=options.settings,
                         stops_on_nan=False)
    return OpenedScene(document, world, scenes.Runner(document, world))


def is_share(name: str | Path) -> bool:
    """Whether a name is that of a share file: by its ending.  Asked before the kernels' build is chosen, so it loads nothing."""
    return Path(name).suffix.lower() == SHARE


def set_stop(opened: OpenedScene, expression: str | None, look: str) -> None:
    """End the scene's run where `expression` holds.  Raises InputError for a wrong one, or for a `look` that is not known."""
    from physics.definitions.tunable import nearest
    from physics.expressions.error import ExpressionError
    from physics.stopping.condition import StopCondition
    from physics.stopping.stopped import LOOKS, STEP
    if look not in LOOKS:
        raise InputError(f"--stop-look: {look!r} is not known; {nearest(look, LOOKS)}allowed are {', '.join(LOOKS)}")
    if expression is None:
        raise InputError("--stop-look: says where --stop-when looks, which is missing")
    opened.runner.stop_when, opened.runner.look = StopCondition(expression), look
    try:
        opened.runner.stop_when.begin(opened.world, inside=look != STEP)
    except ExpressionError as error:
        raise InputError(f"--stop-when: {error}") from None


def writable(path: Path) -> Path:
    """`path`, if a file can be written there; raises InputError or FileError otherwise, before any work is done."""
    folder = Path(os.path.realpath(path)).parent
    is_file(path)
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder")
    if not os.access(folder, os.W_OK):
        raise InputError(f"{folder}: this folder cannot be written")
    return path


def output_file(path: Path, endings: Sequence[str], option: str = "--output") -> Path:
    """`path`, if it ends in one of these and can be written; raises InputError that names `option` otherwise."""
    if path.suffix.lower() not in endings:
        allowed = " or ".join(filter(None, (", ".join(endings[:-1]), endings[-1])))
        raise InputError(f"{option}: {path} must end in {allowed}")
    return writable(path)


def choose_build(checked: bool) -> None:
    """Choose the checked or the unchecked build of the kernels, which is fixed when they are imported."""
    if not checked:
        return
    if "physics.compile.decorators" in sys.modules and os.environ.get(CHECKED_FLAG, "0") in ("", "0"):
        raise InputError(f"--checked: the kernels are loaded already; start with {CHECKED_FLAG}=1 in the environment")
    os.environ[CHECKED_FLAG] = "1"
