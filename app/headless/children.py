"""Child processes: every Python that this one starts leaves the current folder out of its search for modules.

Python looks for modules first in the folder in which `-m` and `-c` are started.  A file `numpy.py` there, which a stranger may
have packed beside a scene, would be executed in place of the package.
"""
from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

SAFE_PATH = "PYTHONSAFEPATH"           # as -P, for processes whose command line a library writes


def python(*arguments: str) -> list[str]:
    """The command line of a child process of this Python."""
    return [sys.executable, "-P", *arguments]


def environment() -> dict[str, str]:
    """The environment of a child process, which finds the same program wherever it was started."""
    root, inherited = str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([root, *([inherited] if inherited else [])])}


@contextmanager
def safe_path() -> Iterator[None]:
    """Processes that libraries start in the block are started as by -P; afterwards the environment is as before."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SAFE_PATH, None)
        else:
            os.environ[SAFE_PATH] = before


def run_again(arguments: list[str], env: Mapping[str, str]) -> int:
    """Run a child process to its end and return its exit code.  It is in a session of its own, so that Ctrl+C comes to this
    process alone, which passes it on."""
    with subprocess.Popen(python(*arguments), env=dict(env), start_new_session=True) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                child.send_signal(signal.SIGINT)
