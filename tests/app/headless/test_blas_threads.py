"""Linear algebra uses one thread, unless the environment sets another number."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.headless.blas_threads import LIBRARIES

PROBE = ("import os; from app.headless.blas_threads import limit_blas_threads; limit_blas_threads(); "
         "print(os.environ['OPENBLAS_NUM_THREADS'])")


@pytest.mark.parametrize(("asked", "expected"), [(None, "1"), ("3", "3")])
def test_one_thread_unless_asked(asked, expected):
    environment = {name: value for name, value in os.environ.items() if name not in LIBRARIES}
    if asked:
        environment["OPENBLAS_NUM_THREADS"] = asked
    out = subprocess.run([sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, timeout=60)
    assert out.stdout.strip() == expected, out.stderr


def test_the_program_asks_before_numpy_is_loaded():
    code = "import sys, app.__main__; print('numpy' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert out.stdout.strip() == "False", out.stderr
