"""Files that are dropped on the window: which of them is opened, and what is said about others."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

OPENED = (".yaml", ".yml", ".impulse")


def opened(paths: Sequence[str]) -> tuple[str | None, str]:
    """The last file that can be opened, None for none; and what to say, "" for nothing."""
    fit = [path for path in paths if Path(path).suffix.lower() in OPENED]
    if fit:
        return fit[-1], f"Of {len(paths)} dropped files {Path(fit[-1]).name} is opened" if len(paths) > 1 else ""
    name = Path(paths[-1]).name or paths[-1] if paths else ""
    return None, f"{name} is not opened: drop a scene (.yaml) or a share file (.impulse)" if paths else ""
