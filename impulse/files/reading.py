"""The door for reading: regular files only, opened without waiting, read up to a limit.

A device, a pipe, a socket or a folder is refused by its name, also behind a link, before it is opened: opening a pipe waits for a
writer, and a device may never end.  The limit holds while reading, because the size that a file states need not be that of its
content: files of /proc state 0, and another program may write meanwhile.
"""
from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

KINDS = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"),
         (stat.S_ISBLK, "a device"))
# A pipe that takes the place of a file between the look and the opening is not waited for either.
READ_ONLY = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
MOST_OF_OURS = 10_000_000           # [bytes] of a file that comes with the program, or of the system
MOST_DIGITS = 300                  # of a whole number in JSON: a longer one has no double


class FileError(OSError):
    """A file that cannot be used; `str()` is a message with its name and, where `line` is not 0, the place in it."""

    def __init__(self, path: str | os.PathLike[str], reason: str, place: tuple[int, int] = (0, 0), number: int = errno.EINVAL):
        """`place`: line and column from 1; `number`: as of `errno`."""
        super().__init__(number, reason, os.fspath(path))
        self.line, self.column = place

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line else ""
        return f"{self.filename}{place}: {self.strerror}"


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A regular file, open for reading.  Raises FileError; errors of reading in the block get the file's name too."""
    try:
        check_kind(path, os.stat(path).st_mode)
        handle = os.open(path, READ_ONLY)
    except FileError:
        raise
    except (OSError, ValueError) as error:               # ValueError: a NUL in the path
        raise FileError(path, _reason(path, error), number=getattr(error, "errno", None) or errno.EINVAL) from None
    with os.fdopen(handle, "rb") as file:
        check_kind(path, os.fstat(handle).st_mode)
        try:
            yield file
        except OSError as error:
            if error.filename is None:
                raise FileError(path, f"cannot be read: {error.strerror or error}", number=error.errno or errno.EIO) from None
            raise


def read_bytes(path: str | os.PathLike[str], most: int) -> bytes:
    """The content of a regular file of at most `most` bytes.  Raises FileError."""
    data = beginning(path, most + 1)
    if len(data) > most:
        raise FileError(path, f"more than {most:,} bytes; a file of this kind is at most that long", number=errno.EFBIG)
    return data


def beginning(path: str | os.PathLike[str], count: int) -> bytes:
    """The first `count` bytes of a regular file, or all where it has fewer.  Raises FileError."""
    with opened(path) as file:
        data = file.read(count)
    if data is None:                                     # of /proc, as yet without content
        raise FileError(path, "cannot be read: it has no content yet", number=errno.EAGAIN)
    return data


def read_text(path: str | os.PathLike[str], most: int) -> str:
    """The text of a UTF-8 file of at most `most` bytes, with or without a byte order mark.  Raises FileError."""
    data = read_bytes(path, most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise FileError(path, f"byte 0x{data[error.start]:02x} is not UTF-8 text", (line, column)) from None


def read_json(path: str | os.PathLike[str], most: int) -> Any:
    """The value in a JSON file of at most `most` bytes.  Raises FileError."""
    text = read_text(path, most)
    try:
        return json_value(text)
    except ValueError as error:
        place = (getattr(error, "lineno", 0), getattr(error, "colno", 0))
        raise FileError(path, f"is not JSON: {getattr(error, 'msg', error)}", place) from None


def json_value(text: str | bytes) -> Any:
    """The value of a JSON text; a number beyond the doubles is infinite.  Raises ValueError for any other text."""
    try:
        return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < MOST_DIGITS else float(digits))
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether there is a regular file at a path, also behind a link; False where there is nothing.  Raises FileError for anything
    else, as for a link that leads back to itself."""
    try:
        check_kind(path, os.stat(path).st_mode)
    except FileNotFoundError:
        return False
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(path, _reason(path, error), number=getattr(error, "errno", None) or errno.EINVAL) from None
    return True


def check_kind(path: str | os.PathLike[str], mode: int) -> None:
    """Raise FileError unless a mode, as of `os.stat`, is that of a regular file."""
    if not stat.S_ISREG(mode):
        kind = next((name for is_kind, name in KINDS if is_kind(mode)), "something else")
        number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        raise FileError(path, f"is {kind}, not a regular file", number=number)


def _reason(path: str | os.PathLike[str], error: Exception) -> str:
    """Why a file cannot be opened."""
    if isinstance(error, FileNotFoundError):
        if os.path.islink(path):
            return f"is a link to {os.readlink(path)}, which does not exist"
        if not _has_current_folder() and not os.path.isabs(path):
            return "the current folder has been removed"
        return "there is no such file"
    if getattr(error, "errno", None) == errno.ELOOP:
        return "is a link that leads back to itself"
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"


def _has_current_folder() -> bool:
    try:
        return Path.cwd().is_dir()
    except OSError:
        return False
