"""The end of the program, while a thread may still compile kernels.

Python ends threads of its own at exit by unwinding them.  Inside the compiler, which is C++, that aborts the process: "terminate
called without an active exception".  A compilation cannot be stopped either, so the process then ends without Python's tidying
up; everything is written and closed by then.

Python also remembers a KeyboardInterrupt that left code made from text, as dataclasses and named tuples make while they are
imported, and then ends `python -m` by the signal, whatever the exit code.  Executing an empty text makes it forget (CPython's
`_Py_UnhandledKeyboardInterrupt`, cleared by `run_eval_code_obj`).  An interrupt that comes while Python tidies up would end the
process by the signal as well, so none is taken any more.
"""
from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from types import FrameType
from typing import NoReturn

COMPILING = "kernels"                  # name of threads that compile
ENDS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))     # other signals to end
TIDY = (("app.headless.kernel_warmup", "close_idle"), ("physics.compile.cache", "remove_temporary"))


def end_as_interrupted() -> None:
    """From here on SIGTERM, and SIGHUP unless it is ignored, end the program as Ctrl+C does: nothing is left half done.  Call it
    on the main thread."""
    for number in ENDS:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """What Ctrl+C does now: the compiler delays it.  Where Ctrl+C is ignored, as in the background of a shell, as by default."""
    handler = signal.getsignal(signal.SIGINT)
    (handler if callable(handler) else signal.default_int_handler)(signal.SIGINT, frame)


def leave(code: int) -> NoReturn:
    """End the process with an exit code; from here on an interrupt is too late to change it."""
    for number in ENDS:
        if signal.getsignal(number) is _interrupt:
            signal.signal(number, signal.SIG_IGN)
    while signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        with suppress(KeyboardInterrupt):                # of a signal that has just come
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    exec("")                                             # forget an interrupt that was handled
    if not any(thread.name == COMPILING for thread in threading.enumerate()):
        sys.exit(code)
    import multiprocessing
    for child in multiprocessing.active_children():
        child.terminate()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:                # its reader has gone
            pass
    for module, tidy in TIDY:
        if module in sys.modules:
            getattr(sys.modules[module], tidy)()
    os._exit(code)
