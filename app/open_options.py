"""How the window is to be opened: what the command line said."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.run_options import RunOptions


@dataclass(frozen=True)
class OpenOptions:
    """What `impulse open` was asked for."""

    scene: str
    size: tuple[int, int] = (1280, 720)     # window units
    run: RunOptions = RunOptions()
    captures: Path | None = None            # folder for pictures and films, None: the user's
    settings: Path | None = None            # file of the view settings, None: the user's
    script: Path | None = None
    journal: Path | None = None
