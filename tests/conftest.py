"""What holds for every test: a run that was started in the background can still be broken off, and so can its children.

A shell starts background jobs with Ctrl-C ignored, children inherit that, and a Python that starts so never raises
KeyboardInterrupt; tests that send it to a child would wait for ever.

Rows of the behaviour cases that are of tier `quality` may miss what they ask for; those that do are listed at the end of a run.

Linear algebra takes one thread, as in the program: tests run side by side.  And nothing fails for being slow, on a machine that
others use as well: random inputs have no deadline.
"""
from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

from app.headless.blas_threads import limit_blas_threads
from tests.behaviour.expectation import HEADER, MISSED

limit_blas_threads()
settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

LONG = ("tests/window/", "tests/behaviour/")              # the folders with the longest files: begun late, one would end last


def pytest_collection_modifyitems(items):
    """Long files first, so that test processes end at about the same time."""
    items.sort(key=lambda item: next((k for k, folder in enumerate(LONG) if item.nodeid.startswith(folder)), len(LONG)))


def pytest_terminal_summary(terminalreporter):
    """List what missed its quality: those tests pass, and nobody would see it otherwise."""
    reports = [report for key in ("passed", "failed") for report in terminalreporter.getreports(key)]
    missed = [row for report in reports if report.when == "call" for name, row in report.user_properties if name == MISSED]
    if missed:
        terminalreporter.section(f"{len(missed)} rows of tier quality missed")
        for line in (HEADER, *missed):
            terminalreporter.write_line(line)
