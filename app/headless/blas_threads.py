"""Limits the linear algebra of numpy to one thread.

Matrices of the laboratory have at most some hundred rows, for which several threads bring no gain; where another program uses a
core, the threads wait for each other, and a step of a net under `global_direct` takes twenty times as long.
"""
from __future__ import annotations

import os

LIBRARIES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def limit_blas_threads() -> None:
    """Set the libraries to one thread, unless the environment sets another number; call it before numpy is imported."""
    for name in LIBRARIES:
        os.environ.setdefault(name, "1")
