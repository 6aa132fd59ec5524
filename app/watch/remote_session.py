"""A session in another process, as the window sees it: publications come through a pipe, commands go through another.

It stands in for `Session` and `SimulationThread`.  Its first publication has no view, as before a scene is open.
"""
from __future__ import annotations

import dataclasses
import threading
import time
from typing import BinaryIO

from app.published.status import Publication, Status
from app.simulation.commands.codec import encode
from app.simulation.commands.command import Command
from app.watch.codec import Decoder
from app.watch.pipe import PUBLICATION, read_message, write_line
from app.watch.watched_session import card_of


class RemoteSession:
    """The session of a script in another process."""

    def __init__(self, source: BinaryIO, sink: BinaryIO, script: str):
        """`source` has the script's messages, after the options; `sink` takes the window's lines."""
        self.published = Publication(status=Status(scene=card_of(script), script=script))
        self.ended = False                     # the script has
        self._source, self._sink = source, sink
        self._taken = self.published
        self._count = 0                        # publications that came
        self._newest = 0, self.published
        self._thread = threading.Thread(target=self._read, name="script", daemon=True)

    def start(self) -> None:
        """Say that the window is there, and begin to read."""
        self._say({"opened": True})
        self._thread.start()

    def stop(self) -> None:
        """Nothing ends with the window but the pipe."""

    @property
    def alive(self) -> bool:
        """Whether publications can come."""
        return self._thread.is_alive()

    def submit(self, command: Command) -> None:
        """Send a command to the script."""
        self._say(encode(command))

    def take(self) -> Publication:
        """The newest publication, for a frame of the window; the script hears that it is shown."""
        count, newest = self._newest
        if newest is not self._taken:
            self._taken = newest
            self._say({"shown": count})
        return newest

    def _say(self, line: dict) -> None:
        try:
            write_line(self._sink, line)
        except OSError:
            self.ended = True

    def _read(self) -> None:
        """Take publications until the script ends."""
        decoder = Decoder()
        while (message := read_message(self._source)) is not None and message.kind == PUBLICATION:
            made = decoder.decode(message.head, message.body)
            self._count += 1
            self.published = dataclasses.replace(made, moment=time.perf_counter())         # the clock of this process
            self._newest = self._count, self.published
        self.ended = True
