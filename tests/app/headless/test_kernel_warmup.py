"""Processes that compile: an interrupt of the terminal does not reach them."""
from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from app.headless.kernel_warmup import starting

BLOCKED = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs POSIX signals")
def test_what_is_started_takes_no_interrupt_and_this_process_takes_it_later():
    with pytest.raises(KeyboardInterrupt):
        with starting():
            signal.raise_signal(signal.SIGINT)
            told = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True).stdout
    assert told.strip() == "True"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
