"""Seen: now and then a window that was closed while kernels were compiled ended by SIGABRT, "terminate called without an active
exception".  Expected: exit code 0.  Why: Python ends daemon threads at exit by unwinding them, which C++ frames do not survive.
"""
from __future__ import annotations

import subprocess
import sys

import pytest

from app.headless import ending

PROGRAM = """
import atexit, threading, time
from app.headless.ending import leave
atexit.register(lambda: print("tidied up"))
threading.Thread(target=time.sleep, args=(60,), name={name!r}, daemon=True).start()
print("written", end="")
leave(3)
"""


@pytest.mark.parametrize(("name", "printed"), [(ending.COMPILING, "written"), ("another", "writtentidied up\n")])
def test_a_thread_that_compiles_does_not_meet_pythons_end(name, printed):
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(name=name)], capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stdout, done.stderr) == (3, printed, "")
