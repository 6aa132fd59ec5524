"""The handle of a window on a world of a script: `impulse.watch`.

The world tells it of its steps, on the script's thread.  There the window's commands are applied, before a step, and
publications are made, after one, so nothing reads or changes the world while the script does.  A script that takes no step for
a while calls `show`, or `wait` at its end; at the prompt of an interactive session `prompt` does.  While a step waits for a
kernel that is compiled, the window says so.
"""
from __future__ import annotations

import atexit
import contextlib
import os
import threading
import time
from typing import Any

from app.headless.errors import report
from app.published.status import Compiling
from app.simulation.commands.playback import Pause, checked_scale
from app.watch.pace import Pace
from app.watch.prompt import serve_at_prompt
from app.watch.watched_session import WatchedSession
from app.watch.window_process import WindowProcess
from impulse.terminal import say
from physics.compile.registry import reporting
from physics.definitions.tunable import SettingError

LOOK = 0.25                # [s] longest wait for a command; one that comes ends it
LEAST = 1 / 120            # [s] between two publications


def refuse(world: Any, speed: float | None) -> None:
    """Raises SettingError for a wrong `speed`, or a world that is watched already."""
    if isinstance(world._watcher, Watch) and not world._watcher.closed:
        raise SettingError("world", "world: it is watched already; close() that window first")
    if speed is not None:
        checked_scale(speed)


class Watch:
    """A window that shows a world while a script steps it.

    world       the world
    closed      whether the window has gone: the user or `close` has closed it, and steps go on without it
    paused      whether the next step waits until the user lets it go on; writable

    As a context manager it closes the window at the end of the block; else the window closes with the script.
    """

    def __init__(self, world: Any, window: WindowProcess, script: str, speed: float | None = None, paused: bool = False):
        """`window` may still be opening.  Raises SettingError for a wrong `speed`, or a world that is watched already."""
        refuse(world, speed)
        self.world, self._window, self._process = world, window, os.getpid()
        self._session = WatchedSession(world, script, None if speed is None else checked_scale(speed))
        self._session.submit(Pause(paused))
        self._pace, self._busy, self._changed = Pace(), False, True
        self._made = 0.0                         # [s] moment of the last publication
        window.give_commands_to(self._session.submit)
        self._thread = threading.get_ident()     # that steps the world
        world._watcher = self
        self._reports = contextlib.ExitStack()   # of compilations
        self._reports.enter_context(reporting(self._compiles))
        atexit.register(self.close)
        serve_at_prompt(self)

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __deepcopy__(self, memo: dict) -> None:
        """A copy of the world is not watched."""

    def __reduce__(self) -> tuple:
        return type(None), ()                    # nor is a pickled one

    @property
    def closed(self) -> bool:
        """Whether the window has gone."""
        return self._window.closed

    @property
    def paused(self) -> bool:
        """Whether the next step waits."""
        return self._session.paused

    @paused.setter
    def paused(self, on: bool) -> None:
        self._session.submit(Pause(bool(on)))
        self.show()

    def show(self) -> None:
        """Show the world as it is now and do what the user asked for meanwhile: for a script that changes it without a step, or
        works on something else for long."""
        if self._is_mine():
            self._guard(self._serve, True)

    def wait(self) -> None:
        """Wait until the user closes the window, which shows the world as it is; what the user asks for is done meanwhile."""
        while not self.closed and self._is_mine():
            self._guard(self._serve, True)
            self._sleep(LOOK)

    def close(self) -> None:
        """Close the window; the world goes on without it."""
        atexit.unregister(self.close)
        if os.getpid() == self._process:
            self._window.close()
            self._leave()

    # called at the prompt, and by the world

    def serve(self) -> None:
        """Nothing else happens on this thread: apply commands, and publish what has changed."""
        if self._thread == threading.get_ident() and self._is_mine():
            self._guard(self._serve, False)

    def before_step(self, world: Any) -> None:
        """Before a step: apply commands, and wait while the user wants it."""
        self._thread = threading.get_ident()
        if self._is_mine():
            self._guard(self._begin, world)

    def after_step(self, world: Any) -> None:
        """After a step: publish, if the window has shown the last publication."""
        if self._is_mine():
            self._guard(self._end, world)

    def _is_mine(self) -> bool:
        """Whether to do anything: not in steps that looking into the world or replaying its history takes, nor in a copy of the
        process, nor when the window has gone."""
        if self._busy or os.getpid() != self._process or getattr(self.world._recorder, "replaying", False):
            return False
        if self.closed and self.world._watcher is self:
            self._leave()
        return not self.closed

    def _guard(self, work: Any, argument: Any) -> None:
        """A fault of the program closes the window, not the script."""
        self._busy = True
        try:
            work(argument)
        except Exception as error:               # the script's own work must not end with a fault of ours
            self._busy = False
            self.world._watcher = None
            self._reports.close()
            say(f"impulse: the window closes after a fault of its own ({type(error).__name__}). The details are in "
                f"{report(error)}", err=True)
            self._window.close()
        finally:
            self._busy = False

    def _begin(self, world: Any) -> None:
        session, held = self._session, False
        self._serve()
        while session.waits and not self.closed:
            held = True
            self._serve(not session.published.status.paused)
            self._sleep(LOOK)
        if held:
            self._pace.hold()
        while (left := self._pace.wait(session.speed)) > 0 and not self.closed:
            self._sleep(min(left, LOOK))
            self._serve()
        self._pace.step(float(world.dt), session.speed)
        session.begin_step()

    def _end(self, world: Any) -> None:
        self._session.end_step()
        self._changed = True
        self._serve(self._session.waits)

    def _serve(self, at_once: bool = False) -> None:
        """Apply commands and publish what has changed, if the window can show it; `at_once`: in any case."""
        session, window = self._session, self._window
        session.variant.forget_gone()
        self._changed |= session.apply_pending() > 0
        now = time.perf_counter()
        if at_once or self._changed and window.awaits and now - self._made >= LEAST:
            self._changed, self._made = False, now
            window.send(session.publish(0.0, self._pace.real_time_factor))

    def _compiles(self, done: int, total: int, name: str) -> None:
        """A kernel is compiled in the script's step: a card tells of it, until the next publication."""
        session, compiling = self._session, Compiling(0, 0, name)
        if threading.get_ident() == self._thread and self._is_mine() and session.published.status.compiling != compiling:
            session.show_compiling(compiling)
            self._changed = True
            self._window.send(session.published)

    def _sleep(self, seconds: float) -> None:
        """Until the window does something, or so long."""
        if self._window.wake.wait(seconds):
            self._window.wake.clear()

    def _leave(self) -> None:
        """Let go of the world."""
        self._reports.close()
        if self.world._watcher is self:
            self.world._watcher = None
            self._session.variant.let_go()
