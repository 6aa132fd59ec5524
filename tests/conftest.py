"""Common setup of all tests: a run in the background, and its children, can be interrupted.

A shell starts background jobs with Ctrl-C ignored, children inherit that, and such a Python never raises KeyboardInterrupt;
tests that send it to a child would wait forever.

Rows of the behaviour cases of tier `quality` may miss their targets; those that do are listed at the end of a run.

Linear algebra uses one thread, as in the program, because tests run in parallel.  Random inputs have no deadline: on a shared
machine no test may fail for being slow.

Python's garbage collector looks seldom while tests are collected and passes over what that has made, as in the program: looking
through modules and 17,000 tests again and again takes a third of the collection.
"""
from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

from app.headless import collector
from app.headless.blas_threads import limit_blas_threads
from app.studies.validate.expectation import HEADER, MISSED

collector.begin()
limit_blas_threads()
settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

LONG = ("tests/window/", "tests/behaviour/", "tests/physics/lab/methods/", "tests/scenes/test_scenes_run")     # these start first


def pytest_collection_modifyitems(items):
    """Long files first, so that test processes end at about the same time."""
    items.sort(key=lambda item: next((k for k, folder in enumerate(LONG) if item.nodeid.startswith(folder)), len(LONG)))


def pytest_collection_finish():
    """What exists now lives as long as the tests: worlds and views that they make are all that the collector looks at."""
    collector.settle()


def pytest_terminal_summary(terminalreporter):
    """List the rows that missed their quality: their tests pass, so no other output shows them."""
    reports = [report for key in ("passed", "failed") for report in terminalreporter.getreports(key)]
    missed = [row for report in reports if report.when == "call" for name, row in report.user_properties if name == MISSED]
    if missed:
        terminalreporter.section(f"{len(missed)} rows of tier quality missed")
        for line in (HEADER, *missed):
            terminalreporter.write_line(line)
