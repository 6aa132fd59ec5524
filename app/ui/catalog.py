"""The window's catalog, read on a separate thread because dozens of files take longer than a frame."""
from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any


def read_all() -> Iterable[Any]:
    """Every scene that comes with the program."""
    from scenes import catalog
    return catalog.entries()


class Catalog:
    """The entries of the catalog, after they were read."""

    def __init__(self, read: Callable[[], Iterable[Any]] = read_all):
        """`read` returns the entries; it runs on another thread."""
        self._read = read
        self._entries: tuple[Any, ...] = ()
        self._thread: threading.Thread | None = None

    @property
    def entries(self) -> tuple[Any, ...]:
        """All entries, none while they are being read; the first access starts reading."""
        self.begin()
        return self._entries

    @property
    def reading(self) -> bool:
        """Whether the entries are being read."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self) -> None:
        """Start to read, unless it has started; returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._fill, name="catalog", daemon=True)
            self._thread.start()

    def _fill(self) -> None:
        self._entries = tuple(self._read())
