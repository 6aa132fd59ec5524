"""How many threads numpy's linear algebra takes: one.

Matrices of the laboratory have at most some hundred rows, which several threads do not solve sooner; where another program
has a core they wait for each other, and a step of a net under `global_direct` takes twenty times as long.
"""
from __future__ import annotations

import os

LIBRARIES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def take_one_thread() -> None:
    """Ask the libraries for one thread, unless somebody asked for another number; numpy must not be loaded yet."""
    for name in LIBRARIES:
        os.environ.setdefault(name, "1")
