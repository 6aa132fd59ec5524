"""Python's garbage collector: it looks seldom while modules are imported, and passes over what they have made.

Modules, schemas and compiled code live as long as the program.  Looking through them again and again takes a tenth of the time of
a start, and a tenth of a second of a frame.
"""
from __future__ import annotations

import gc

YOUNG = 50_000             # objects made before the collector looks at them; imports make several hundred thousand, which stay
_usual = gc.get_threshold()


def begin() -> None:
    """Call at the program's start: look seldom."""
    gc.set_threshold(YOUNG, *_usual[1:])


def settle() -> None:
    """Pass over everything that exists now and look as often as usual.  Call once: what is passed over is never freed."""
    gc.freeze()
    gc.set_threshold(*_usual)
