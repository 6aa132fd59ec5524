"""The window's process, as the script sees it: it is started, gets publications, gives commands, and goes.

Nothing here makes a script wait for the window, except its opening.  A publication is encoded and written by a thread of its
own, one at a time: the next is wanted when the window has shown the last one, so a slow window gets fewer of them and holds
nothing up.  The window ends when its pipe does, however the script's process ended.
"""
from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from app.headless.children import environment, python
from app.published.status import Publication
from app.simulation.commands.codec import decode
from app.simulation.commands.command import Command
from app.watch.codec import Encoder
from app.watch.pipe import END, OPTIONS, PUBLICATION, Message, read_line, write_message
from impulse.terminal import say
from physics.definitions.tunable import SettingError

MODULE = "app.window.watching"           # what the process runs
ENDING = 5.0                             # [s] that the window may take to close


class NoWindow(RuntimeError):
    """There is no window; the text says why."""


class WindowProcess:
    """A window for one script.  `opened` waits until it can be seen; `close` it before the script ends."""

    def __init__(self, options: bytes):
        """`options`: JSON, see `app.window.watching`."""
        self.closed = False
        self._early: list[Command] = []                       # commands that came before `_take_command` was set
        self._take_command = self._early.append
        self.wake = threading.Event()                         # set when the window has done something
        self._asked, self._told, self._failure = threading.Event(), threading.Event(), ""
        self._waiting: Publication | None = None              # to be sent
        self._sent = self._shown = 0                          # publications
        self._counting = threading.Lock()                     # of what the threads share
        self._ends = False
        self._process = subprocess.Popen(
            python("-m", MODULE), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), **apart())
        self._threads = [threading.Thread(target=work, name=f"window {name}", daemon=True)
                         for name, work in (("writer", lambda: self._write(options)), ("reader", self._read))]
        for thread in self._threads:
            thread.start()

    def opened(self) -> None:
        """Wait until the window is there.  Raises NoWindow with the reason when there is none."""
        while not self._told.wait(0.1):
            pass
        if self._failure:
            self.close()
            raise NoWindow(self._failure)

    def give_commands_to(self, take: Callable[[Command], None]) -> None:
        """Have commands taken by a function, which is called on the reader's thread; first those that have come already."""
        with self._counting:
            self._take_command = take
            early, self._early = self._early, []
            for command in early:
                take(command)

    @property
    def awaits(self) -> bool:
        """Whether the window has shown what it got, and can show more."""
        with self._counting:
            return not self.closed and self._waiting is None and self._sent == self._shown

    def send(self, publication: Publication) -> None:
        """Have a publication shown, instead of one that is not yet on its way."""
        with self._counting:
            self._waiting = publication
        self._asked.set()

    def close(self) -> None:
        """Close the window; returns when it has gone, or does not react."""
        self._ends = True
        self._asked.set()
        try:
            self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.closed = True

    def _write(self, options: bytes) -> None:
        """The writer: options, publications, the end."""
        encoder, pipe = Encoder(), self._process.stdin
        try:
            write_message(pipe, Message(OPTIONS, options))
            while not self._ends and not self.closed:
                self._asked.wait()
                self._asked.clear()
                with self._counting:
                    publication, self._waiting = self._waiting, None
                    self._sent += publication is not None
                if publication is not None:
                    write_message(pipe, Message(PUBLICATION, *encoder.encode(publication)))
            write_message(pipe, Message(END))
            pipe.close()
        except OSError:                          # the window has gone, which the reader sees too
            with suppress(OSError):
                pipe.close()

    def _read(self) -> None:
        """The reader: what the window says, until it goes."""
        while (line := read_line(self._process.stdout)) is not None:
            if "shown" in line:
                self._shown = line["shown"]
            elif "failed" in line:
                self._failure = line["failed"]
            elif "command" in line:
                self._take(line)
            if "opened" in line or "failed" in line:
                self._told.set()
            self.wake.set()
        self.closed = True
        if not self._told.is_set():
            self._failure = f"the window's process ended with code {self._process.wait()} before it opened one"
        self._told.set()
        self._asked.set()
        self.wake.set()

    def _take(self, line: dict[str, Any]) -> None:
        try:
            command = decode(line)
            with self._counting:
                self._take_command(command)
        except SettingError as error:            # a window of another version, which was installed meanwhile
            say(f"impulse: the window asks for what is not known here: {error}", err=True)


def apart() -> dict[str, Any]:
    """What keeps Ctrl+C in the terminal from the window: it is for the script, with which the window closes."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
