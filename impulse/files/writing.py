"""The door for writing: every saved file is complete or absent, and no file of somebody else is replaced by one of ours.

A writer fills a temporary file in the target's own folder, which replaces the target only when it is complete and on the disk.
A crash, a full disk or a cancellation leaves the old file unchanged.  A `Log` grows while the program runs; it is known by its
first bytes, and a file that begins otherwise is refused.  Settings that are not understood are set aside, see `set_aside`.
"""
from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from impulse.files.reading import FileError, beginning, is_file

HIDDEN = "."               # begins the names of temporary files, which a killed process leaves behind and no list shows
NEW_FILE_MODE = 0o666      # mode of an ordinary new file, before the process's umask
LONGEST_STEM = 40          # characters of the target's name in that of the temporary file: a name has at most 255 bytes


class PartFile:
    """A file being written: fill `part`, then `commit` or `discard`.  `replacing` does this for a block."""

    def __init__(self, path: str | os.PathLike[str]):
        """Make the temporary file `part` with the same ending, for writers that choose a format by it.

        A link is followed: its target is replaced.  Raises FileError when it is a folder, a device or a pipe, or when its folder
        is missing or cannot be written.
        """
        try:
            self.path, self._target = Path(path).absolute(), Path(os.path.realpath(path))
            is_file(path)
            handle, name = tempfile.mkstemp(dir=self._target.parent, prefix=f"{HIDDEN}{self._target.stem[:LONGEST_STEM]}-",
                                            suffix=self._target.suffix)
        except FileError:
            raise
        except (OSError, ValueError) as error:           # ValueError: a NUL in the path
            raise _not_written(path, error) from None
        os.close(handle)
        self.part = Path(name)

    def commit(self) -> Path:
        """Wait until the data is on the disk and give the file its name; returns the absolute path."""
        try:
            _to_disk(self.part)
            os.chmod(self.part, _mode(self._target))
            os.replace(self.part, self._target)
        except BaseException as error:
            self.discard()
            if isinstance(error, OSError):
                raise _not_written(self.path, error) from None
            raise
        _to_disk(self._target.parent)
        return self.path

    def discard(self) -> None:
        """Leave nothing behind."""
        self.part.unlink(missing_ok=True)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A temporary path to fill, which replaces `path` when the block ends without an exception; see `PartFile`."""
    file = PartFile(path)
    try:
        yield file.part
    except BaseException as error:
        file.discard()
        if isinstance(error, OSError) and (error.filename is None or Path(os.fsdecode(error.filename)) == file.part):
            raise _not_written(path, error) from None
        raise
    file.commit()


@contextmanager
def written(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to fill, which replaces `path` when the block ends without an exception; see `PartFile`."""
    with replacing(path) as part, part.open("wb") as file:
        yield file


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path`, atomically."""
    with written(path) as file:
        file.write(data)


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8 with \\n line ends to `path`, atomically."""
    write_bytes(path, text.encode("utf-8"))


def fill(part: Path, data: bytes, path: str | os.PathLike[str]) -> None:
    """Write a file in a hidden folder, which is moved to `path` when it is complete.  Raises FileError that names `path`."""
    try:
        with open(part, "wb") as file:
            file.write(data)
    except OSError as error:
        raise _not_written(path, error) from None


class Log:
    """A file that grows line by line while the program runs.  Every log of a kind begins with the same bytes."""

    def __init__(self, path: str | os.PathLike[str], begins: bytes, go_on: bool = False):
        """Open it, empty unless `go_on`.  Raises FileError for a file that is none of this kind."""
        check_log(path, begins)
        flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if go_on else os.O_TRUNC) | getattr(os, "O_NONBLOCK", 0)
        try:
            self._file = os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0), NEW_FILE_MODE), "ab" if go_on else "wb")
        except OSError as error:
            raise _not_written(path, error) from None
        self._path = path

    def add(self, data: bytes, sync: bool = False) -> None:
        """Append whole lines; `sync`: wait until they are on the disk.  Raises FileError."""
        try:
            self._file.write(data)
            self._file.flush()
            if sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise _not_written(self._path, error) from None

    def close(self) -> None:
        """Close the file; what a full disk does not take any more was told by `add`."""
        with suppress(OSError):
            self._file.close()


def check_log(path: str | os.PathLike[str], begins: bytes) -> None:
    """Raise FileError unless a log that begins so can be written: there is no file, an empty one, or an older log of the kind.

    Of a log whose writer was killed in its first line only a part of the beginning may be there.
    """
    if not is_file(path):
        return
    first = beginning(path, len(begins))
    if first != begins[:len(first)]:
        raise FileError(path, "there is a file of this name that Impulse has not written; move it, or choose another name")


def set_aside(path: str | os.PathLike[str]) -> Path | None:
    """Rename a file that is not ours, or not of this version, to the first free one of NAME.bak, NAME.bak2 ...; the new path, or
    None where there is no such file.  Raises OSError."""
    path, number = Path(path), 1
    while (aside := path.with_name(f"{path.name}.bak{number if number > 1 else ''}")).exists() or aside.is_symlink():
        number += 1
    try:
        os.rename(path, aside)
    except FileNotFoundError:
        return None
    return aside


def _not_written(path: str | os.PathLike[str], error: OSError | ValueError) -> FileError:
    """The error of a file that cannot be written."""
    reason = getattr(error, "strerror", None) or str(error)
    return FileError(path, f"cannot be written: {reason}", number=getattr(error, "errno", None) or errno.EINVAL)


def _mode(target: Path) -> int:
    """Mode of the replaced file, or of a new one: `mkstemp` makes files that only the owner can read."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return NEW_FILE_MODE & ~mask


def _to_disk(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on the disk."""
    if path.is_dir() and os.name == "nt":
        return                          # Windows writes folder entries through and has no handle to flush
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
