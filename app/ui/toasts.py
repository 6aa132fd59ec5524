"""Toasts: short messages for the user, which disappear by themselves."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

LIFE = 5.0                # [s] a toast is shown
LONG_LIFE = 12.0          # [s] one with a path to copy, or a warning
MOST = 3                  # shown at a time


@dataclass(frozen=True)
class Toast:
    """One message; `path` is its file, which the user can copy, `step` the step of run `run` to which a click goes."""

    text: str
    kind: str = "info"        # "info", "good" or "warning"
    path: str = ""
    born: float = 0.0         # [s]
    step: int | None = None
    run: int = 0

    @property
    def life(self) -> float:
        """Seconds to show it."""
        return LONG_LIFE if self.path or self.kind == "warning" else LIFE


class Toasts:
    """The messages on the screen, oldest first."""

    def __init__(self):
        self._shown: list[Toast] = []
        self._seen = 0                 # number of the newest notice taken from the session

    def add(self, toast: Toast) -> None:
        """Show a toast in place of one that says the same; the oldest is dropped when there are too many."""
        self._shown = [*(t for t in self._shown if (t.text, t.path) != (toast.text, toast.path)), toast][-MOST:]

    def drop(self, toast: Toast) -> None:
        """Remove a toast."""
        self._shown = [t for t in self._shown if t is not toast]

    def begin(self, run: int) -> None:
        """Run `run` has begun: what names a step of another goes; the log keeps it."""
        self._shown = [t for t in self._shown if t.step is None or t.run == run]

    def take(self, notices, now: float, keys: Callable[[str], str] = str) -> None:
        """Show the session's new notices; keys(control) are the keys of an action."""
        for notice in notices:
            if notice.number > self._seen:
                self._seen = notice.number
                hint = f"  ({keys(notice.control)})" if notice.control else ""
                self.add(Toast(notice.text + hint, notice.kind, born=now, step=notice.step, run=notice.run))

    def current(self, now: float) -> list[Toast]:
        """The toasts to show at `now` [s]."""
        self._shown = [t for t in self._shown if now - t.born < t.life]
        return list(self._shown)
