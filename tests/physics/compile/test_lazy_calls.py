"""Calls from kernel to kernel: the called one is compiled by its first call, and found again in the cache."""
from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from physics.compile import lazy_calls
from physics.compile.cache import ROOT

MODULE = '''
import sys
import numpy as np
from numba.core import event
from physics.compile.decorators import fill_cells, kernel
from physics.compile.lazy_calls import CELLS
from physics.compile.registry import KERNELS

@kernel
def double(numbers):
    numbers[0] *= 2

@kernel
def count(numbers) -> int:
    return len(numbers)

@kernel
def untold(numbers):
    return len(numbers)

@kernel
def caller(numbers, times):
    for _ in range(times):
        double(numbers)
    if times > 0:
        numbers[1] = count(numbers)
    if times > 5:
        untold(numbers)

compiled = []
class Listener(event.Listener):
    def on_start(self, record): compiled.append(record.data["dispatcher"].py_func.__name__)
    def on_end(self, record): pass
event.register("numba:compile", Listener())
numbers = np.ones(3)
'''


def lines(folder, code: str) -> list[str]:
    """What a process prints that runs MODULE and then `code`."""
    (folder / "called.py").write_text(MODULE)
    run = subprocess.run([sys.executable, "-c", "from called import *\n" + code], cwd=folder, text=True, capture_output=True,
                         env=os.environ | {"PYTHONPATH": str(ROOT), "IMPULSE_CACHE_DIR": str(folder / "cache")}, timeout=100)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_a_kernel_is_compiled_by_its_first_call(tmp_path):
    """And by none that is not made: where nothing is called the cells stay empty."""
    out = lines(tmp_path, "caller(numbers, 0); print(*compiled); caller(numbers, 3); print(*compiled); print(*numbers)")
    assert out == ["caller", "caller double count", "8.0 3.0 1.0"]
    out = lines(tmp_path, "caller(numbers, 3); print(*compiled); print(*numbers)")
    assert out == ["", "8.0 3.0 1.0"], "not found in the cache"


def test_cells_can_be_filled_ahead(tmp_path):
    code = ("caller(numbers, 0); fill_cells(lambda name: 'untold' not in name); print(*compiled)\n"
            "caller(numbers, 1); print(*compiled)")
    assert lines(tmp_path, code) == ["caller double count"] * 2


def test_what_another_process_has_claimed_is_left_to_it(tmp_path):
    """Two that claim in one folder compile each kernel once; the largest first."""
    claims = tmp_path / "claims"
    claims.mkdir()
    code = ("from physics.warmup import Claims\n"
            f"caller(numbers, 0); claim = Claims({str(claims)!r})\n"
            "mine = []; first = lambda symbol: not mine and (mine.append(symbol) or claim(symbol))\n"
            "size = {'double': 1, 'count': 2}\n"
            "known = lambda name: name.split('.')[-1] in size\n"
            "fill_cells(known, first, lambda name: size[name.split('.')[-1]]); print(*compiled)\n"
            f"fill_cells(known, Claims({str(claims)!r})); print(*compiled)\n"
            "fill_cells(known, lambda symbol: symbol not in mine and not claim(symbol)); print(*compiled)")
    assert lines(tmp_path, code) == ["caller count", "caller count double", "caller count double"]


def test_a_result_has_to_be_told(tmp_path):
    """A caller knows what comes back by the annotation alone; a lie is an error of the call and no crash."""
    code = "try: caller(numbers, 6)\nexcept TypeError as error: print(error)"
    out = lines(tmp_path, code)
    assert len(out) == 1 and "untold" in out[0] and "annotate it with -> int" in out[0]


def test_what_filling_a_cell_raised_is_told_by_its_outermost_frame():
    """Python 3.13 does not say which callback raised an exception; what others raise goes to the hook that was there."""
    usual = []
    for call, argument in ((lazy_calls._fill, -1), (int, "none")):
        try:
            call(argument)
        except (KeyError, ValueError) as error:
            dropped = SimpleNamespace(object=None, exc_value=error, exc_traceback=error.__traceback__.tb_next)
            lazy_calls._keep_dropped(dropped, usual.append)
    assert len(usual) == 1 and isinstance(usual[0].exc_value, ValueError)
    with pytest.raises(KeyError, match="-1"):
        lazy_calls.raise_dropped()


@pytest.mark.parametrize("environment", [{"HOME": "/proc/nowhere"}, {"HOME": "/proc/nowhere", "XDG_CACHE_HOME": "/proc/none"}])
def test_a_home_that_cannot_be_written(environment):
    """One message, and a temporary folder."""
    clean = {k: v for k, v in os.environ.items() if k not in ("IMPULSE_CACHE_DIR", "XDG_CACHE_HOME")}
    probe = "from physics.compile.cache import CACHE; print(CACHE.name)"
    run = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, text=True,
                         capture_output=True, env=clean | environment, timeout=100)
    assert run.returncode == 0 and run.stdout.startswith("impulse-kernels-")
    assert run.stderr.count("cannot write") == 1


def test_importing_compiles_and_writes_nothing(tmp_path):
    run = subprocess.run([sys.executable, "-c", "import physics"], cwd=ROOT, text=True, capture_output=True, timeout=100,
                         env=os.environ | {"IMPULSE_CACHE_DIR": str(tmp_path / "kernels")})
    assert run.returncode == 0 and not run.stderr
    assert not list((tmp_path / "kernels").iterdir())
