"""Files of a command line: which options read a file and which write one, and that no output is an input or another output.

An option of a file has a mark beside typer's record, in the same `Annotated`: `Reads`, `Writes`, or both for a file of settings.
`with_checked_files` compares the files of one command line before the command begins, so nothing is touched where two are one.
"""
from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from app.headless.errors import InputError
from impulse.files.writing import check_log

OURS = tuple(Path(__file__).resolve().parents[3] / name for name in ("scenes/library", "lessons"))    # scenes named by a word


class Reads(NamedTuple):
    """The mark of an option whose file is read; of a folder, the files in it are.  `what`: its name in messages."""

    what: str = "scene"


class Writes(NamedTuple):
    """The mark of an option whose file, or folder of numbered pictures, is written.  `begins`: the first bytes of a log."""

    begins: bytes = b""


class NamedFile(NamedTuple):
    """A file that a command line names.  `option`: as it is typed, or the word for an argument in the help."""

    option: str
    path: Path
    mark: Reads | Writes


def marks_of(command: Callable) -> dict[str, tuple[str, tuple[Reads | Writes, ...]]]:
    """The name of each parameter of a file -> the option as it is typed, and its marks."""
    found = {}
    for name, hint in get_type_hints(inspect.unwrap(command), include_extras=True).items():
        records = getattr(hint, "__metadata__", ())
        if marks := tuple(one for one in records if isinstance(one, (Reads, Writes))):
            about = next(one for one in records if hasattr(one, "param_decls"))
            typed = [word for word in (about.default, *(about.param_decls or ())) if str(word).startswith("-")]
            found[name] = (typed[0] if typed else about.metavar or name, marks)
    return found


def with_checked_files(command: Callable) -> Callable:
    """`command`, refused by InputError where one of its outputs is an input or another output."""
    marked = marks_of(command)
    if not any(isinstance(mark, Writes) for _, marks in marked.values() for mark in marks):
        return command

    @functools.wraps(command)
    def checked(*args: Any, **given: Any) -> Any:
        check_files([NamedFile(option, Path(value), mark) for name, (option, marks) in marked.items()
                     for value in _values(given.get(name)) for mark in marks])
        return command(*args, **given)
    return checked


def check_files(named: Sequence[NamedFile]) -> None:
    """Raise InputError where an output is an input, another output or a file of the program, FileError for a log of others."""
    inputs = [one._replace(path=path) for one in named if isinstance(one.mark, Reads) for path in _files_in(one.path)]
    outputs = [one for one in named if isinstance(one.mark, Writes)]
    for number, one in enumerate(outputs):
        for other in inputs:
            if other.option != one.option and _covers(one.path, other.path):
                raise InputError(f"{one.option}: {one.path} is the {other.mark.what} itself; name another file")
        for other in outputs[:number]:
            if _same(one.path, other.path):
                raise InputError(f"{one.option}: {one.path} is an output already, of {other.option}; name another file")
        if one.path.is_file() and any(_real(one.path).is_relative_to(folder) for folder in OURS):
            raise InputError(f"{one.option}: {one.path} is a file of the program; name another file")
        if one.mark.begins:
            check_log(one.path, one.mark.begins)


def _values(given: Any) -> Iterator[str | Path]:
    """The files of an option: none, one or several."""
    yield from given if isinstance(given, (list, tuple)) else () if given is None else (given,)


def _files_in(path: Path) -> list[Path]:
    """The path itself; of a folder the texts in it."""
    return [one for one in path.iterdir() if one.suffix in (".md", ".yaml", ".yml")] if path.is_dir() else [path]


def _covers(output: Path, path: Path) -> bool:
    """Whether writing an output replaces a file: it is the same, or one of a sequence of pictures."""
    from app.capture.formats.png_frames import is_sequence, sequence_at
    if _same(output, path):
        return True
    if not is_sequence(output):
        return False
    place = sequence_at(output)
    return place.matches(path.name) and path.exists() and _same(place.folder, path.parent)


def _same(a: Path, b: Path) -> bool:
    """Whether two paths are one file, by their links or in a folder."""
    try:
        return os.path.samefile(a, b)
    except (OSError, ValueError):
        return _real(a) == _real(b)


def _real(path: Path) -> Path:
    """A path without links; as it is where the current folder is gone."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path
