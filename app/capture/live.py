"""Live recording: what the window shows, encoded in a thread while it is shown."""
from __future__ import annotations

from pathlib import Path

import numpy as np


class LiveRecorder:
    """Records pictures as they come; `.mp4` or `.gif` by the path's ending."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float = 60) -> None:
        """Start recording pictures of `size` = (width, height) pixels, at most `fps` of them a second."""

    def offer(self, picture: np.ndarray, time: float) -> bool:
        """Give a (height, width, 3 or 4) uint8 picture shown at `time` [s of real time]; False when it was left out (too soon or encoder behind)."""

    def stop(self) -> Path:
        """Finish the file and return its final path."""

    def cancel(self) -> None:
        """Stop and leave nothing behind."""
