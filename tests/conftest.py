"""What holds for every test: a run that was started in the background can still be broken off, and so can its children.

A shell starts background jobs with Ctrl-C ignored, children inherit that, and a Python that starts so never raises
KeyboardInterrupt; tests that send it to a child would wait for ever.
"""
from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
