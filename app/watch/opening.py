"""Opening a window on the world of a script: the work behind `impulse.watch`."""
from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.watch.watch import Watch, refuse
from app.watch.window_process import NoWindow, WindowProcess
from physics.definitions.tunable import SettingError
from physics.world import World

__all__ = ["NoWindow", "Watch", "WindowOptions", "open_watch", "open_window"]


@dataclass(frozen=True)
class WindowOptions:
    """The window of a script, as the options of `impulse watch` describe it.

    size       width and height [window units]
    settings   file of the view settings, None: the user's
    captures   folder for pictures and films, None: the user's
    journal    file for what the window shows, as JSON lines; None: none
    script     file of actions in the window, JSON lines; None: none
    """

    size: tuple[int, int] = (1280, 720)
    settings: str | os.PathLike | None = None
    captures: str | os.PathLike | None = None
    journal: str | os.PathLike | None = None
    script: str | os.PathLike | None = None


def open_window(name: str, options: WindowOptions = WindowOptions()) -> WindowProcess:
    """A window with this name, which has nothing to show yet.  Raises NoWindow."""
    files = {"settings": options.settings, "output_folder": options.captures, "journal": options.journal,
             "script": options.script}
    told = {"name": name, "size": list(options.size)} | {key: None if path is None else str(Path(path).absolute())
                                                         for key, path in files.items()}
    window = WindowProcess(json.dumps(told).encode())
    window.opened()
    return window


def open_watch(world: Any, title: str, speed: float | None, paused: bool, options: WindowOptions | None) -> Watch:
    """See `impulse.watch`."""
    if not isinstance(world, World):
        raise SettingError("world", f"world: watch shows a physics.World; this is {_described(world)}")
    watcher = world._watcher
    if watcher is not None and not isinstance(watcher, Watch):
        watcher = watcher.given(world, speed, paused)          # `impulse watch` runs this script, and has a window for it
        if watcher is not None:
            return watcher
    refuse(world, speed)                                       # before a window opens
    window = open_window(title or script_name(), options or WindowOptions())
    watch = Watch(world, window, title or script_name(), speed, paused)
    if len(world.uids):
        watch.show()
    return watch


def script_name() -> str:
    """The name of the running script, or that there is none."""
    name = Path(getattr(sys.modules.get("__main__"), "__file__", None) or "").name
    return name or "Python"


def _described(value: Any) -> str:
    """A value in an error message."""
    kind = type(value).__name__
    return f"{kind} {value!r}" if isinstance(value, (int, float, str, type(None))) else f"a {kind}"
