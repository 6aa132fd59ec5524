"""Progress of compiling: who waits is told which kernel is under way, and how many there are.

Leans on numba.core.event, which is documented.
"""
from __future__ import annotations

from collections.abc import Callable

from numba.core import event

from physics.compile.registry import KERNELS


class _Progress(event.Listener):
    """Tells `report(done, total, name)` when numba begins or ends to compile one of KERNELS."""

    def __init__(self, report: Callable[[int, int, str], None]):
        self.report, self.done = report, 0
        self.names = {id(dispatcher.py_func): name for name, dispatcher in KERNELS.items()}

    def _name(self, record) -> str | None:
        return self.names.get(id(getattr(record.data.get("dispatcher"), "py_func", None)))

    def on_start(self, record):
        if name := self._name(record):
            self.report(self.done, len(self.names), name)

    def on_end(self, record):
        if name := self._name(record):
            self.done += 1
            self.report(min(self.done, len(self.names)), len(self.names), name)


def watch_compiling(work: Callable[[], object], report: Callable[[int, int, str], None] | None):
    """Run `work()`; meanwhile `report(done, total, name)` is called for every kernel that is compiled."""
    if report is None:
        return work()
    with event.install_listener("numba:compile", _Progress(report)):
        return work()
