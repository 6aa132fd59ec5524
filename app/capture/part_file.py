"""Part files: a file is written under a temporary name beside its place, synced, and only then given its name.

So a film that is cut short, a full disk or a crash never leaves half a file under the name that was asked for.
"""
from __future__ import annotations

import os
from pathlib import Path


class PartFile:
    """A file on its way: write to `part`, then `commit` or `discard`."""

    def __init__(self, path: Path | str) -> None:
        """Prepare to make `path`; its folder is made when missing, an OSError tells why it cannot be."""
        self.path = Path(path).expanduser().absolute()
        if self.path.is_dir():
            raise IsADirectoryError(f"{self.path} is a folder; give the name of a file in it")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        self.part.write_bytes(b"")                               # a folder that cannot be written shows now, not at the end

    def commit(self) -> Path:
        """Sync the data to disk and give the file its name; returns the absolute path."""
        with open(self.part, "rb+") as stream:
            os.fsync(stream.fileno())
        os.replace(self.part, self.path)
        if os.name == "posix":                                   # the new name is safe once its folder is synced
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        return self.path

    def discard(self) -> None:
        """Leave nothing behind."""
        self.part.unlink(missing_ok=True)
