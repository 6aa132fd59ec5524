"""What holds for every test: a run that was started in the background can still be broken off, and so can its children.

A shell starts background jobs with Ctrl-C ignored, children inherit that, and a Python that starts so never raises
KeyboardInterrupt; tests that send it to a child would wait for ever.

And linear algebra takes one thread, as in the program: tests run side by side.
"""
from __future__ import annotations

import signal

from app.linear_algebra import take_one_thread

take_one_thread()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
