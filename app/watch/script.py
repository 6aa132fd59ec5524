"""Running a script with its world watched, as `impulse watch` does.

The script runs as `python SCRIPT` runs it, in this process and on its main thread.  `FirstWorlds` stands in for the watcher of
every world: it counts worlds by their first steps, and gives the window to the wanted one.
"""
from __future__ import annotations

import difflib
import os
import sys
import traceback
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from weakref import WeakSet

from app.headless.errors import EXPECTATION_FAILED, FINE, InputError
from app.watch.watch import Watch
from app.watch.window_process import WindowProcess
from impulse.files.reading import read_bytes
from impulse.shadowing import PACKAGES
from impulse.terminal import say
from physics.world import World

MOST_BYTES = 10_000_000               # of a script
RAISED = EXPECTATION_FAILED           # exit code of a script that raised an error, as Python's own


class FirstWorlds:
    """Gives the window to the world of a number, counted from 1 in the order of first steps, or to the one that the script
    gives to `impulse.watch`."""

    def __init__(self, window: WindowProcess, script: str, number: int = 1):
        self.watch: Watch | None = None
        self.count = 0                            # worlds that were stepped
        self.speed: float | None = None
        self.paused = False
        self._window, self._script, self._number = window, script, number
        self._given = self._told = False          # by the script; that there are several worlds
        self._seen: WeakSet[World] = WeakSet()

    def before_step(self, world: World) -> None:
        """A world that is not watched takes a step."""
        if world in self._seen:
            return
        self._seen.add(world)
        self.count += 1
        if self.watch is None and self.count == self._number:
            self._begin(world)
            self.watch.before_step(world)
        elif self.watch is not None and not self._told:
            self._told = True
            shown = "the one that it gives to impulse.watch" if self._given else f"number {self._number} by its first step"
            say(f"impulse: this script steps several worlds, and the window shows {shown}. `impulse watch --world N` shows "
                f"another one, and impulse.watch(world) in the script the one that it is given", err=True)

    def after_step(self, world: World) -> None:
        """After the step in which the window came, the world tells the window itself."""
        if self.watch is not None and self.watch.world is world:
            self.watch.after_step(world)

    def given(self, world: World, speed: float | None, paused: bool) -> Watch | None:
        """The window for a world that the script gives to `impulse.watch`; None when another world has it."""
        if self.watch is not None:
            return None
        self.speed, self.paused, self._given = speed or self.speed, paused or self.paused, True
        self._seen.add(world)
        self.count += 1
        self._begin(world)
        if len(world.uids):
            self.watch.show()
        return self.watch

    def _begin(self, world: World) -> None:
        self.watch = Watch(world, self._window, self._script, self.speed, self.paused)


def source_of(path: Path) -> bytes:
    """The text of a script.  Raises InputError or FileError for what cannot be one."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; watch runs a Python script")
    if path.suffix in (".yaml", ".yml"):
        raise InputError(f"{path}: is a scene, not a Python script; `impulse {path}` opens it")
    if not os.path.lexists(path):
        near = difflib.get_close_matches(path.name, [file.name for file in path.parent.glob("*.py")], n=1)
        raise InputError(f"{path}: there is no such script" + (f"; did you mean {path.with_name(near[0])}?" if near else ""))
    data = read_bytes(path, MOST_BYTES)
    if b"\0" in data:
        raise InputError(f"{path}: is no text; watch runs a Python script")
    return data


def run_script(path: Path, source: bytes, arguments: Sequence[str], worlds: FirstWorlds) -> int:
    """Run a script and return its exit code; the traceback of an error in it is printed, as Python does."""
    try:
        code = compile(source, str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        traceback.print_exception(error, limit=0)
        return RAISED
    module = types.ModuleType("__main__")
    module.__file__, module.__builtins__ = str(path), __builtins__
    before = sys.argv, sys.path, sys.modules["__main__"], World._watcher
    sys.argv, sys.path = [str(path), *arguments], [str(path.absolute().parent), *sys.path]
    sys.modules["__main__"], World._watcher = module, worlds
    try:
        exec(code, module.__dict__)
    except SystemExit as end:
        return _code(end.code)
    except Exception as error:             # the script's own, which it shows
        own = error.with_traceback(error.__traceback__.tb_next)          # without the frame of this function
        sys.excepthook(type(own), own, own.__traceback__)
        _tell_of_names(path.absolute().parent, getattr(error, "name", "") or "")
        return RAISED
    finally:
        sys.argv, sys.path, sys.modules["__main__"], World._watcher = before
    return FINE


def _tell_of_names(folder: Path, missing: str) -> None:
    """Say why a module of the script's folder is not found: here a package of Impulse has its name."""
    name = missing.partition(".")[0]
    if name in PACKAGES and any((folder / found).exists() for found in (name, f"{name}.py")):
        say(f"impulse: {folder / name} cannot be imported by a script that is watched: Impulse has a package `{name}` too. "
            "Rename yours", err=True)


def _code(given: Any) -> int:
    """The exit code of `sys.exit(given)`."""
    if given is None or isinstance(given, int):
        return given or FINE
    sys.stderr.write(f"{given}\n")              # of the script, as Python prints it
    return RAISED
