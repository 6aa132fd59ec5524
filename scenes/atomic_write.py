"""Atomic writes: every saved file is complete or absent.

A writer fills a temporary file in the target's own folder, which replaces the target only when it is complete and on the disk.
A crash, a full disk or a cancellation leaves the old file unchanged.
"""
from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HIDDEN = "."               # begins the names of temporary files, which a killed process leaves behind and no list shows
NEW_FILE_MODE = 0o666      # mode of an ordinary new file, before the process's umask


class PartFile:
    """A file being written: fill `part`, then `commit` or `discard`.  `replacing` does this for a block."""

    def __init__(self, path: str | os.PathLike[str]):
        """Make the temporary file `part` with the same ending, for writers that choose a format by it.

        A link is followed: its target is replaced.  Raises OSError that names `path` when it is a folder, a device or a pipe, or
        when its folder is missing or cannot be written.
        """
        self.path = Path(path).absolute()
        self._target = Path(os.path.realpath(path))
        if self._target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder, not a file", str(path))
        if self._target.exists() and not self._target.is_file():
            raise OSError(errno.EINVAL, "is not an ordinary file", str(path))
        handle, name = tempfile.mkstemp(dir=self._target.parent, prefix=f"{HIDDEN}{self._target.stem}-",
                                        suffix=self._target.suffix)
        os.close(handle)
        self.part = Path(name)

    def commit(self) -> Path:
        """Wait until the data is on the disk and give the file its name; returns the absolute path."""
        try:
            _to_disk(self.part)
            os.chmod(self.part, _mode(self._target))
            os.replace(self.part, self._target)
        except BaseException:
            self.discard()
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
    except BaseException:
        file.discard()
        raise
    file.commit()


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8 with \\n line ends to `path`, atomically."""
    with replacing(path) as partial:
        partial.write_bytes(text.encode("utf-8"))


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
