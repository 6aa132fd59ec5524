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


def test_an_interrupt_while_python_tidies_up_is_too_late():
    """Seen: of 200 interrupts at random times 7 came after everything was done, and the process ended by the signal."""
    program = """
import atexit, os, signal
from app.headless.ending import leave
atexit.register(lambda: print("tidied up"))
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
leave(3)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stdout, done.stderr) == (3, "tidied up\n", "")
