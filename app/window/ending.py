"""Ending: why the window ends, by its user, by a signal or with its display, and what is kept of unsaved edits then.

A signal, and a display that goes, ask nobody: films are finished, settings are written, and unsaved edits are kept as a draft,
which the next start offers.
"""
from __future__ import annotations

import ctypes
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.headless.errors import InputError
from app.simulation.editing.kept_draft import kept
from app.ui.scene.drafts import FOLDER, save
from app.ui.ui_state import UiState
from impulse.terminal import say

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")            # Windows has no SIGHUP
KILLED = 128                                       # added to a signal's number: the exit code of a process that it ended
REQUESTS = {"quit", "discard"}                     # of the state; after the second unsaved edits are given up


class DisplayLost(InputError):
    """The display of the window has gone."""

    def __init__(self) -> None:
        super().__init__("The window's display has gone. Your settings are saved")


class Ending:
    """Belongs to the window's thread."""

    def __init__(self, state: UiState, folder: Path):
        """`folder` is that of the view settings, where drafts are kept."""
        self._state, self._folder = state, folder / FOLDER
        self._signal = 0                           # number of the signal that came
        self.display_lost = False

    @property
    def wanted(self) -> bool:
        """Whether the window is to end.  Raises DisplayLost."""
        if self.display_lost:
            raise DisplayLost
        return bool(self._signal) or not REQUESTS.isdisjoint(self._state.requests)

    @contextmanager
    def signals(self) -> Iterator[None]:
        """In the block signals that end a program are noted, so that all is kept first; at its end they end it.  A second
        Ctrl+C does not wait."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
        heard = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self._note) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        if self._signal == signal.SIGINT:
            raise KeyboardInterrupt
        if self._signal:
            raise SystemExit(KILLED + self._signal)

    def _note(self, number: int, _frame: Any) -> None:
        if number == self._signal == signal.SIGINT:
            raise KeyboardInterrupt
        self._signal = self._signal or number

    def keep(self, session: Any) -> None:
        """Keep what is unsaved as a draft, unless the user gave it up; the session's thread has ended."""
        state = self._state
        given_up = "discard" in state.requests
        draft = None if given_up else kept(session, state.film.unsaved if state.film.editor.edited else None)
        if draft is not None:
            try:
                path = save(self._folder, draft)
            except OSError as error:
                say(f"impulse: unsaved edits could not be kept in {self._folder}: {error.strerror or error}", err=True)
                return
            say(f"impulse: unsaved edits are kept in {path}; the next start offers them", err=True)
        if given_up or draft is not None:
            state.drafts.forget_restored()

    def watch_display(self, display: Any) -> None:
        """Note that the X server of a display has gone, instead of letting Xlib end the process; from then on Xlib does
        nothing."""
        address = getattr(display, "_display", None)
        if address is None:
            return
        from pyglet.libs.x11 import xlib
        library = getattr(xlib, "_lib")
        if not hasattr(library, "XSetIOErrorExitHandler"):          # libX11 before 1.7
            return
        kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
        self._quiet = xlib.XIOErrorHandler(lambda _display: 0)
        self._noted = kind(lambda _display, _data: setattr(self, "display_lost", True))
        xlib.XSetIOErrorHandler(self._quiet)
        library.XSetIOErrorExitHandler(address, self._noted, None)
