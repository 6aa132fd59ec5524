"""The prompt of an interactive session: while Python waits for the next line, windows of the session's worlds are served.

Python calls the function at `PyOS_InputHook` ten times a second while it waits for a line, on the main thread: with readline,
and at the prompt of Python 3.13 (https://docs.python.org/3/c-api/veryhigh.html).  A hook that is there already, as that of
tkinter, stays.  IPython and notebooks have no such hook: their windows are served by the next step, or by `show`.
"""
from __future__ import annotations

import ctypes
import sys
from typing import Protocol
from weakref import WeakSet


class Served(Protocol):
    """What has something to do while Python waits."""

    def serve(self) -> None:
        """Do it; returns soon."""


_served: WeakSet[Served] = WeakSet()
_kept: list[object] = []                   # the hook, which Python's C code calls, has to live on


def serve_at_prompt(one: Served) -> None:
    """Have `one.serve()` called while Python waits at a prompt, as long as it lives; without a prompt never."""
    _served.add(one)
    if _kept or not (sys.flags.interactive or hasattr(sys, "ps1")):
        return
    hook = ctypes.PYFUNCTYPE(ctypes.c_int)(_serve_all)
    place = ctypes.c_void_p.in_dll(ctypes.pythonapi, "PyOS_InputHook")
    if not place.value:
        _kept.append(hook)
        place.value = ctypes.cast(hook, ctypes.c_void_p).value


def _serve_all() -> int:
    for one in list(_served):
        one.serve()
    return 0
