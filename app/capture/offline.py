"""Offline recording: one simulated picture for each written one, however long each takes."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.frame import Frame


class OfflineRecorder:
    """Films `count` frames of a source; call `tick` until `done`, in the thread of the GL context."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float, count: int, source: Callable[[float], Frame]) -> None:
        """`source(time)` gives the frame at `time` [s] from the start; it is asked for rising times, i / fps."""

    def tick(self, renderer) -> bool:
        """Draw and hand over one picture; True while there are more to come."""

    @property
    def progress(self) -> float:
        """0 to 1."""

    def finish(self) -> Path:
        """Wait for the encoder and return the final path."""

    def cancel(self) -> None:
        """Stop and leave nothing behind."""
