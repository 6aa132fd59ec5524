"""The encoder: a thread that adds pictures to a film while drawing continues."""
from __future__ import annotations

import queue
import threading
from pathlib import Path

import numpy as np

from app.capture.annotations import Annotations
from app.capture.film import Film

ROOM = 6                               # pictures that may wait


class Encoder:
    """Feeds one film from a queue.  An error of the film is raised by the next `put` or by `finish`, and leaves no file."""

    def __init__(self, film: Film) -> None:
        """Start the thread."""
        self._film = film
        self._queue: queue.Queue = queue.Queue(ROOM)
        self._stopped = threading.Event()
        self._error: BaseException | None = None
        self.written = 0                                          # pictures encoded so far
        self._thread = threading.Thread(target=self._run, name="encoder", daemon=True)
        self._thread.start()

    @property
    def error(self) -> BaseException | None:
        """The error that stopped the film, None without one."""
        return self._error

    def put(self, picture: np.ndarray, slot: int, wait: bool = True, annotations: Annotations | None = None) -> bool:
        """Queue a picture, which must not be modified afterwards, and what is drawn over it; False when it is dropped because
        the queue is full and `wait` is off."""
        while True:
            self._raise_error()
            try:
                self._queue.put((picture, slot, annotations), timeout=0.2 if wait else None, block=wait)
                return True
            except queue.Full:
                if not wait:
                    return False

    def finish(self) -> Path:
        """Encode the queued pictures, close the film and return its path."""
        while self._error is None and self._thread.is_alive():
            try:
                self._queue.put(None, timeout=0.2)
                break
            except queue.Full:
                continue
        self._thread.join()
        self._raise_error()
        try:
            return self._film.close()
        except BaseException:
            self._film.discard()
            raise

    def cancel(self) -> None:
        """Drop the queued pictures and leave no file."""
        self._stopped.set()
        self._thread.join()
        if self._error is None:
            self._film.discard()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                item = self._queue.get(timeout=0.05)
            except queue.Empty:
                continue
            if item is None:
                return
            try:
                picture, slot, annotations = item
                self._film.put(_finished(picture, annotations), slot)
                self.written += 1
            except Exception as error:         # any error of codec or disk is raised again in the thread that writes the film
                self._error = error
                self._film.discard()
                return

    def _raise_error(self) -> None:
        if isinstance(self._error, OSError):             # of the disk, which has a message of its own
            raise self._error
        if self._error is not None:
            raise RuntimeError(f"the film could not be written: {self._error}") from self._error


def _finished(picture: np.ndarray, annotations: Annotations | None) -> np.ndarray:
    if annotations is None:
        return picture
    from app.capture.annotated import annotated
    return annotated(picture, annotations)
