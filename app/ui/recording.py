"""A film that is being recorded, as the window shows it."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recording:
    """A running recording: its progress, 0 to 1, or -1 without a planned end."""

    label: str
    path: str
    progress: float = -1.0
    seconds: float = 0.0            # of film so far
