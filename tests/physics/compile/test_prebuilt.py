"""Prebuilt kernels are used regardless of their date, and never with different sources, versions or processors."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from physics.compile import prebuilt
from physics.compile.cache import ROOT
from physics.compile.level import AVX2, AVX512, LEVELS, SWITCH, fitting, levels_up_to

MODULE = '''
import sys
from pathlib import Path
import numpy as np
from numba.core import event
from physics.compile import cache

if len(sys.argv) > 1:
    cache.PREBUILT = Path(sys.argv[1])

from physics.compile.decorators import kernel

@kernel
def double(numbers):
    """numbers *= 2"""
    for k in range(len(numbers)):
        numbers[k] *= 2

@kernel
def caller(numbers):
    """Call another kernel."""
    double(numbers)

compiled = []
class Listener(event.Listener):
    def on_start(self, record): compiled.append(record.data["dispatcher"].py_func.__name__)
    def on_end(self, record): pass
event.register("numba:compile", Listener())
numbers = np.ones(40, np.float32)
caller(numbers)
print(*compiled, numbers.sum())
'''
CODE = "import sys; sys.path.insert(0, {!r}); import tiny"
LEVEL = (prebuilt.here() or ["host"])[-1]


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A folder of prebuilt kernels of a tiny module, and what a start with an empty cache prints when it may use them."""
    (tmp_path / "tiny.py").write_text(MODULE)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    code = CODE.format(str(tmp_path))
    assert prebuilt.build(tmp_path / "prebuilt", [LEVEL], code) == 2

    def start(cache: str, **settings: str) -> str:
        environment = os.environ | {"IMPULSE_CACHE_DIR": str(tmp_path / cache)} | settings
        run = subprocess.run([sys.executable, "-c", code, str(tmp_path / "prebuilt")], cwd=tmp_path, text=True,
                             capture_output=True, env=environment, timeout=100)
        assert run.returncode == 0, run.stderr
        return run.stdout.strip()

    return tmp_path, start


def test_they_are_taken(built):
    """Also when sources were unpacked later than they were compiled; nothing is written beside them, and nothing to the cache."""
    folder, start = built
    before = {path: path.stat().st_mtime_ns for path in (folder / "prebuilt").rglob("*")}
    os.utime(folder / "tiny.py", (1, 1))
    assert start("empty") == "80.0"
    assert not list((folder / "empty").rglob("*.code"))
    assert {path: path.stat().st_mtime_ns for path in (folder / "prebuilt").rglob("*")} == before


def test_what_was_compiled_here_is_taken_first(built):
    """For the host's model, into the cache; with prebuilt kernels there the cache is read before them."""
    folder, start = built
    assert start("cache", IMPULSE_PREBUILT="0") == "caller double 80.0"
    for file in (folder / "prebuilt").rglob("*.code"):
        file.write_bytes(b"not to be read")
    assert start("cache") == "80.0"


def test_what_does_not_match_is_compiled(built):
    """Another processor, another build, another source."""
    folder, start = built
    assert start("host", **{SWITCH: "host"}) == "caller double 80.0"
    assert start("checked", IMPULSE_CHECKED="1") == "caller double 80.0"
    (folder / "tiny.py").write_text(MODULE + "\n# another\n")
    assert start("source") == "caller double 80.0"
    assert start("source") == "80.0", "not kept in the cache"


def test_levels():
    """The highest that a processor has all features of, and those below it."""
    everything, nothing = dict.fromkeys(AVX512, True), dict.fromkeys(AVX512, False)
    assert fitting("x86_64", everything) == fitting("AMD64", everything) == "x86-64-v4"
    assert fitting("x86_64", nothing | dict.fromkeys(AVX2, True)) == "x86-64-v3"
    for missing in AVX2:
        assert fitting("x86_64", everything | {missing: False}) == "host"
    for missing in set(AVX512) - set(AVX2):
        assert fitting("x86_64", everything | {missing: False}) == "x86-64-v3"
    assert fitting("arm64", {}) == fitting("aarch64", {}) == "aarch64" and fitting("riscv64", {}) == "host"
    assert levels_up_to("x86-64-v4") == ["x86-64-v3", "x86-64-v4"] and levels_up_to("host") == []
    assert all(name == level.name for name, level in LEVELS.items())


def test_an_unknown_level_is_an_error():
    run = subprocess.run([sys.executable, "-c", "import physics"], cwd=ROOT, text=True, capture_output=True, timeout=100,
                         env=os.environ | {SWITCH: "x86-64-v9"})
    assert run.returncode != 0 and "expected one of x86-64-v4, x86-64-v3, aarch64, host" in run.stderr
