"""Pictures for the panels: read on a thread of their own when a panel asks for them, shown once the window has uploaded them.

    texture = pictures.of(path)        # 0 until it is there, and for ever where there is no such picture
"""
from __future__ import annotations

import collections
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from app.headless.thumbnails import decoded

MOST = 400                # textures that are kept; a thumbnail has 83 kB
Read = Callable[[Path], "np.ndarray | None"]


class Pictures:
    """Belongs to the window's thread; only `read` runs on another one."""

    def __init__(self, read: Read = decoded):
        """`read` returns (height, width, 4) uint8, or None where there is no picture."""
        self._read = read
        self._textures: dict[Path, int] = {}             # oldest first; 0: there is no picture
        self._asked: set[Path] = set()                   # under way
        self._ready: collections.deque[tuple[Path, np.ndarray | None]] = collections.deque()
        self._reader = ThreadPoolExecutor(1, "pictures")

    def of(self, path: Path | None) -> int:
        """The texture of a picture, 0 while there is none; the first call begins to read it."""
        if path is None:
            return 0
        if path not in self._textures and path not in self._asked and len(self._textures) < MOST:
            self._ask(path)
        return self._textures.get(path, 0)

    def again(self, path: Path) -> None:
        """The file has changed: what is shown of it stays until it was read again."""
        if path in self._textures and path not in self._asked:
            self._ask(path)

    @property
    def busy(self) -> bool:
        """Whether pictures are on their way."""
        return bool(self._asked)

    def take(self, most: int) -> list[tuple[Path, np.ndarray | None]]:
        """At most so many pictures that were read, for upload."""
        return [self._ready.popleft() for _ in range(min(most, len(self._ready)))]

    def put(self, path: Path, texture: int) -> int:
        """A picture was uploaded; returns the texture that it replaces, 0 for none."""
        self._asked.discard(path)
        before = self._textures.get(path, 0)
        self._textures[path] = texture
        return before

    def close(self) -> list[int]:
        """Read nothing more; returns the textures, which are to be freed."""
        self._reader.shutdown(wait=False, cancel_futures=True)
        names = [name for name in self._textures.values() if name]
        self._textures.clear()
        return names

    def _ask(self, path: Path) -> None:
        self._asked.add(path)
        self._reader.submit(self._fill, path)

    def _fill(self, path: Path) -> None:
        try:
            picture = self._read(path)
        except Exception:               # a damaged picture is none
            picture = None
        self._ready.append((path, picture))
