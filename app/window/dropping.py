"""Files that are dropped on the window: which of them is opened, and what is said about others."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.ui.file_dialog import ENDINGS

FAULTY = "_event_drag"             # how names of pyglet's functions begin that take a drag and drop on X11


def opened(paths: Sequence[str]) -> tuple[str | None, str]:
    """The last file that can be opened, None for none; and what to say, "" for nothing."""
    fit = [path for path in paths if Path(path).suffix.lower() in ENDINGS]
    if fit:
        return fit[-1], f"Of {len(paths)} dropped files {Path(fit[-1]).name} is opened" if len(paths) > 1 else ""
    name = Path(paths[-1]).name or paths[-1] if paths else ""
    return None, f"{name} is not opened: drop a scene (.yaml) or a share file (.impulse)" if paths else ""


def is_of_drag(error: TypeError) -> bool:
    """Whether an error comes from pyglet's own handling of a drag.

    pyglet 2.1 adds a number to an array where a program offers at most three forms of what is dragged, and puts None into a
    number where none of them is a list of files.  Nothing is dropped then, and the window goes on.
    """
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return last is not None and last.tb_frame.f_code.co_name.startswith(FAULTY)
