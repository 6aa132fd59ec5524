"""Registry: every kernel by its name, for warm-up and calls between kernels, and a report of which one is being compiled.

Uses numba.core.event, which is documented, and no numba internals.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import event

KERNELS: dict[str, Any] = {}                     # module.name -> dispatcher, in order of definition


def kernel_name(function) -> str:
    """module.name, without `physics`."""
    return f"{function.__module__.removeprefix('physics.')}.{function.__name__}"


class _Progress(event.Listener):
    """Calls `report(done, total, name)` when numba begins or ends the compilation of one of KERNELS."""

    def __init__(self, report: Callable[[int, int, str], None]):
        self.report, self.done = report, 0

    @staticmethod
    def _name(record) -> str | None:
        function = getattr(record.data.get("dispatcher"), "py_func", None)
        return next((name for name, kernel in KERNELS.items() if kernel.py_func is function), None)

    def on_start(self, record):
        if name := self._name(record):
            self.report(self.done, len(KERNELS), name)

    def on_end(self, record):
        if name := self._name(record):
            self.done += 1
            self.report(min(self.done, len(KERNELS)), len(KERNELS), name)


def watch_compiling(work: Callable[[], object], report: Callable[[int, int, str], None] | None):
    """Run `work()`, with a call of `report(done, total, name)` at the begin and end of each compilation."""
    if report is None:
        return work()
    with reporting(report):
        return work()


def reporting(report: Callable[[int, int, str], None]):
    """A context in which `report(done, total, name)` is called at the begin and end of each compilation, of all threads."""
    return event.install_listener("numba:compile", _Progress(report))
