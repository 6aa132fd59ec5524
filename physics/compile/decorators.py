"""Decorators: `kernel`, `formula`, `routine` and `verb`, compiled the fast way or, if that is not possible, the plain way.

`compile.plain` explains what each means.  $IMPULSE_COMPILE selects the way, fast or plain.  The fast way uses numba internals; if
a release of numba has changed these, its import fails and the plain way replaces it, in this process and in those that it starts,
with one line on standard error.
"""
from __future__ import annotations

import os
import sys

import numba

SWITCH, WAYS = "IMPULSE_COMPILE", ("fast", "plain")

if os.environ.get(SWITCH, WAYS[0]) not in ("", *WAYS):
    raise ValueError(f"{SWITCH}={os.environ[SWITCH]}: expected one of {', '.join(WAYS)}")
try:
    if os.environ.get(SWITCH) == "plain":
        from physics.compile.plain import (
            fill_cells, forget_records, formula, keep_lock, kernel, record_over, routine, stop_keeping, verb)
    else:
        from physics.compile.fast import (
            fill_cells, forget_records, formula, keep_lock, kernel, record_over, routine, stop_keeping, verb)
except (ImportError, AttributeError, TypeError) as error:
    if os.environ.get(SWITCH) == "plain":
        raise
    print(f"impulse: numba {numba.__version__} is not as expected ({error}): kernels are compiled the plain way, which is slower",
          file=sys.stderr)
    os.environ[SWITCH] = "plain"
    from physics.compile.plain import (
        fill_cells, forget_records, formula, keep_lock, kernel, record_over, routine, stop_keeping, verb)

PLAIN = os.environ.get(SWITCH) == "plain"

__all__ = ["PLAIN", "fill_cells", "forget_records", "formula", "keep_lock", "kernel", "record_over", "routine",
           "stop_keeping", "verb"]
