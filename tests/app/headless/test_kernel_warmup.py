"""Processes that compile: an interrupt of the terminal does not reach them, and they end with the one that started them."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from app.headless import kernel_warmup
from app.headless.kernel_warmup import starting
from tests.architecture.sources import ROOT

BLOCKED = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs POSIX signals")
def test_what_is_started_takes_no_interrupt_and_this_process_takes_it_later():
    with pytest.raises(KeyboardInterrupt):
        with starting():
            signal.raise_signal(signal.SIGINT)
            told = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True).stdout
    assert told.strip() == "True"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


PARENT = """
import multiprocessing, sys
from tests.app.headless.test_kernel_warmup import waits
if __name__ == "__main__":
    child = multiprocessing.get_context("spawn").Process(target=waits, daemon=True)
    child.start()
    print(child.pid, flush=True)
    sys.stdin.read()
"""


def waits() -> None:
    """The main function of a process that would go on for long."""
    kernel_warmup._end_with_parent()
    time.sleep(600)


@pytest.mark.skipif(os.name == "nt", reason="a signal of POSIX asks whether the process is there")
def test_processes_that_compile_end_with_the_one_that_started_them(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    parent = subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              env=os.environ | {"PYTHONPATH": str(ROOT)})
    child = int(parent.stdout.readline())
    time.sleep(0.5)
    os.kill(child, 0)                                       # it is there
    parent.kill()
    parent.communicate()
    assert ends(child)


def ends(process: int) -> bool:
    """Whether a process ends within a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
