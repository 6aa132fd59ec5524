"""A process that forks while another of its threads steps a world, or compiles.

Seen: in the child a new world never came back from its first step (4 of 6).  Expected: it steps.  Why: the other thread held the
lock of the compiler or of LLVM at the moment of the fork, and in the child nobody was left to release it.
"""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHILD = """
import faulthandler, os, threading, time
from physics import Box, Plane, World

def made():
    world = World(threads={threads})
    world.add_body(shape=Plane(), type="static")
    for k in range(20):
        world.add_body(shape=Box(half=(.3, .3, .3)), position=(k % 5, 0, 1 + k * .3))
    return world

old, holding, leave = made(), threading.Event(), threading.Event()
{hold}
def hold():
    with lock:
        holding.set()
        leave.wait({seconds})
threading.Thread(target=hold, daemon=True).start()
holding.wait()
pid = os.fork()
if pid == 0:
    faulthandler.dump_traceback_later(30, exit=True)
    made().step(2)
    old.step(2)
    os._exit(0)
leave.set()
print(os.waitpid(pid, 0)[1])
"""
LOCKS = {"compiler": "from numba.core.compiler_lock import global_compiler_lock as lock",
         "llvm": "from llvmlite.binding.ffi import lib; lock = lib._lock",
         "hulls": "from physics.collision.solids.hulls import ADDING as lock", "world": "lock = old._entrance"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
@pytest.mark.parametrize("lock", LOCKS)
def test_a_child_steps(lock):
    """A thread that holds the lock leaves it after a second, as one does that has compiled a kernel."""
    text = CHILD.format(threads=1, hold=LOCKS[lock], seconds=1.0)
    done = subprocess.run([sys.executable, "-c", text], cwd=ROOT, timeout=60, capture_output=True, text=True)
    assert done.stdout == "0\n", done.stderr
