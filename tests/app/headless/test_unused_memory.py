"""Freed memory goes back to the system when asked, and is asked for when a run begins."""
from __future__ import annotations

import subprocess
import sys

import pytest

from app.headless import unused_memory
from app.simulation.commands import LoadScene, Restart
from app.simulation.session import Session
from app.simulation.thread import SimulationThread
from tests.support.fake_world import FakeSource

# Pieces of 40 kB, of which every fourth stays: the C library keeps what is between them.
PIECES = """
from pathlib import Path
from app.headless.unused_memory import give_back
def resident(): return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
pieces = [bytearray(40_000) for _ in range(2000)]
del pieces[::4], pieces[::3], pieces[::2]
before = resident()
give_back()
print(before - resident())
"""


@pytest.mark.skipif(unused_memory._trim() is None, reason="the C library is not glibc")
def test_freed_memory_goes_back():
    found = subprocess.run([sys.executable, "-c", PIECES], capture_output=True, text=True, check=True, timeout=60)
    assert float(found.stdout) > 20                        # of 60 MB that are free


def test_nothing_happens_without_glibc(monkeypatch):
    monkeypatch.setattr(unused_memory.sys, "platform", "darwin")
    unused_memory._trim.cache_clear()
    unused_memory.give_back()
    unused_memory._trim.cache_clear()


def test_it_is_given_back_once_for_each_run(monkeypatch):
    given = []
    monkeypatch.setattr(unused_memory, "_trim", lambda: given.append)
    thread = SimulationThread(Session(FakeSource()), print)
    for command in (LoadScene("one"), Restart()):
        thread.session.submit(command)
        for _ in range(5):
            thread.turn()
    assert given == [0, 0]
