"""Errors as the user sees them: one message and an exit code, never a traceback.

Errors that the user can correct (a scene, a setting, a file) are printed unchanged.  Everything else is a fault of the program:
`report` writes the details to a file, and one line gives its path.
"""
from __future__ import annotations

import errno
import functools
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any
from impulse.files.reading import FileError
from impulse.files.writing import write_text
from impulse.terminal import give_up, say

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)            # the disk takes no more
FINE, EXPECTATION_FAILED, BAD_INPUT, FAULT, CANCELLED = 0, 1, 2, 70, 130     # 70 is EX_SOFTWARE, 130 is 128 + SIGINT
# Errors of other packages that the user can correct: what raises one has loaded its module.
TOLD = (("physics.definitions.tunable", "SettingError"), ("scenes.schema.problems", "SceneError"))
DIFFERENT = EXPECTATION_FAILED             # two runs are not the same, or one is not as it was recorded


class Explained(SystemExit):
    """The end of a command whose reason has been printed."""


class InputError(ValueError):
    """An input that cannot be used; the text gives the reason and the correct form."""


def report(exc: BaseException) -> Path:
    """Write a report of `exc` to a new file and return its path.

    The folder is the user's log folder, or the system's temporary one if that cannot be written; raises OSError when neither can
    be.
    """
    text = "".join([
        f"Impulse {version()} on Python {platform.python_version()}, {platform.platform()}\n",
        f"{time.strftime('%Y-%m-%d %H:%M:%S %z')}\n",
        f"command: {' '.join(sys.argv)}\n\n",
        *traceback.format_exception(exc),
    ])
    name = f"fault-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    try:
        return _written(_log_folder() / name, text)
    except OSError:
        return _written(Path(tempfile.gettempdir()) / name, text)


def version() -> str:
    """Version of the installed distribution, or "(not installed)" when run from a bare checkout."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed
    try:
        return installed("impulse-sandbox")
    except PackageNotFoundError:
        return "(not installed)"


def explain(exc: BaseException) -> tuple[str, int]:
    """The message and the exit code for an exception that ended a command."""
    if isinstance(exc, KeyboardInterrupt):
        return "cancelled", CANCELLED
    if _correctable(exc):
        return str(exc), BAD_INPUT
    if isinstance(exc, OSError) and exc.filename is not None:
        return f"{exc.filename}: {exc.strerror or exc}", BAD_INPUT
    if isinstance(exc, OSError) and exc.errno in FULL:
        return f"cannot write: {exc.strerror}", BAD_INPUT
    if isinstance(exc, ValueError) and str(exc).startswith("IMPULSE_"):          # a variable of the environment, which it names
        return str(exc), BAD_INPUT
    if isinstance(exc, FileNotFoundError):               # without a name: of a folder that the program is in, or writes to
        return _no_folder(exc), BAD_INPUT
    try:
        where = f"The details are in {report(exc)}"
    except OSError as full:
        where = f"The details could not be written ({full}): {exc}"
    return f"Impulse hit a fault of its own ({type(exc).__name__}). {where}", FAULT


def check_environment() -> None:
    """Raise InputError for a variable with which numba cannot be imported."""
    threads = os.environ.get("NUMBA_NUM_THREADS")
    if threads is not None and not (threads.isdecimal() and int(threads) > 0):
        raise InputError(f"NUMBA_NUM_THREADS={threads}: numba needs a whole number from 1 on; unset it, Impulse does not use it")


def guarded(command: Callable[..., Any]) -> Callable[..., Any]:
    """`command` with every exception reported as a message on standard error and an exit code."""
    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            # The reader has closed our output, as in `impulse scenes | head`.  Python flushes again at exit, so
            # standard output is redirected.
            give_up(sys.stdout)
            raise SystemExit(FINE) from None
        except (Exception, KeyboardInterrupt) as exc:     # the outermost handler: above is only the interpreter
            if _wants_exit(exc):
                raise
            message, code = explain(exc)
            say(message, err=True)
            raise Explained(code) from None
    return run


def _correctable(exc: BaseException) -> bool:
    """Whether the user can correct `exc`: an error in a scene, a setting or a command."""
    kinds = [InputError, FileError]
    kinds += [getattr(sys.modules[module], name) for module, name in TOLD if module in sys.modules]
    return isinstance(exc, tuple(kinds))


def _wants_exit(exc: BaseException) -> bool:
    """Whether `exc` is a normal end of the command line: a usage error, --help, typer.Exit."""
    import typer
    return isinstance(exc, (typer.Exit, typer.Abort, typer.BadParameter))


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text)
    return path


def _no_folder(exc: FileNotFoundError) -> str:
    """What is missing where no file is named: the current folder, or one for temporary files."""
    try:
        os.getcwd()
    except OSError:
        return "the current folder has been removed; go to another one"
    return str(exc.strerror or exc)


def _log_folder() -> Path:
    from platformdirs import user_log_path
    return user_log_path("impulse", appauthor=False)
