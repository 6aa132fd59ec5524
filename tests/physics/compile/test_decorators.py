"""Compiled kernels: their folder, the conditions of recompiling, the forbidden flags."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import physics.warmup  # noqa: F401 - all kernels are registered
from physics.compile import cache
from physics.compile.cache import ROOT, source_files, source_hash
from physics.compile.registry import KERNELS, watch_compiling


def python(code: str, **environment: str) -> subprocess.CompletedProcess:
    """Run code in a process of its own."""
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, text=True, capture_output=True, timeout=300,
                          env={**os.environ, **environment})


def test_sources_are_followed():
    """Every file whose change changes the compiled code counts, however far down."""
    found = {path.relative_to(ROOT).as_posix() for path in source_files(ROOT / "physics/dynamics/substeps.py")}
    assert {"physics/dynamics/substeps.py", "physics/contacts/solver.py", "physics/constraints/softness.py",
            "physics/simd/vec3.py", "physics/simd/value.py", "physics/simd/transpose.py", "physics/bodies/arrays.py"} <= found
    assert "physics/collision/narrow_phase/box_box.py" not in found and "physics/world.py" not in found


@pytest.mark.parametrize("changed", ["physics/simd/vec3.py", "physics/contacts/solver.py", "physics/bodies/arrays.py"])
def test_a_change_far_down_makes_a_new_folder(changed, tmp_path, monkeypatch):
    here = ROOT / "physics/dynamics/substeps.py"
    for path in source_files(here):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    before = source_hash(here)
    monkeypatch.setattr(cache, "ROOT", tmp_path)
    there = tmp_path / here.relative_to(ROOT)
    assert source_hash(there) == before
    with (tmp_path / changed).open("a") as file:
        file.write("# something else\n")
    assert source_hash(there) != before


def test_the_checked_build_has_folders_of_its_own(monkeypatch):
    path = ROOT / "physics/bodies/integrate.py"
    monkeypatch.setenv("IMPULSE_CHECKED", "0")
    plain = source_hash(path)
    monkeypatch.setenv("IMPULSE_CHECKED", "1")
    assert source_hash(path) != plain


def test_old_folders_go(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "CACHE", tmp_path)
    for k in range(6):
        (tmp_path / f"a.module-{k}").mkdir()
        os.utime(tmp_path / f"a.module-{k}", (k, k))
    (tmp_path / "a.other-1").mkdir()
    cache.drop_old("a.module", tmp_path / "a.module-0")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.module-0", *(f"a.module-{k}" for k in (3, 4, 5)), "a.other-1"]


def test_the_folder_can_be_chosen(tmp_path):
    out = python("from physics.compile.cache import *; print(CACHE, cache_note)", IMPULSE_CACHE_DIR=str(tmp_path / "there"))
    assert out.stdout.strip() == f"{tmp_path / 'there'} None" and (tmp_path / "there").is_dir()


def test_a_folder_that_cannot_be_written():
    """A message, and a temporary folder: no crash."""
    out = python("from physics.compile.cache import *; print(cache_note); print(CACHE)", IMPULSE_CACHE_DIR="/proc/nowhere")
    assert out.returncode == 0
    note, folder = out.stdout.strip().splitlines()
    assert "cannot write" in note and "/proc/nowhere" in note and note in out.stderr
    assert Path(folder).name.startswith("impulse-kernels-")


def test_kernels_are_registered_by_their_names():
    some = {"dynamics.substeps.advance", "bodies.integrate.integrate_velocities",
            "collision.narrow_phase.box_box.collide_box_box"}
    assert some <= set(KERNELS)
    for name, dispatcher in KERNELS.items():
        assert name == f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__name__}".removeprefix("physics.")


@pytest.mark.parametrize("name", KERNELS)
def test_arithmetic_is_ieee(name):
    """No kernel is compiled with fast-math or in parallel, and all let other threads run."""
    options = KERNELS[name].targetoptions
    assert not options.get("fastmath") and not options.get("parallel")
    assert options["nogil"] and options["error_model"] == "numpy"


def test_a_kernel_does_not_allocate():
    allocating = numba.njit(lambda n: np.zeros(n), _nrt=False)
    with pytest.raises(numba.core.errors.NumbaError):
        allocating(3)


def test_compiling_is_reported():
    told = []

    def work() -> int:
        fresh = numba.njit(lambda x: x + 1)
        KERNELS["fresh"] = fresh
        try:
            return watch_compiling(lambda: fresh(1), lambda *report: told.append(report))
        finally:
            del KERNELS["fresh"]

    assert work() == 2
    total = len(KERNELS) + 1
    assert told == [(0, total, "fresh"), (1, total, "fresh")]
    assert watch_compiling(lambda: 5, None) == 5


def test_the_checked_build_finds_a_stray_access():
    """That it steps a whole scene is in tests/determinism/test_same_run.py."""
    code = """
import numpy as np
from numba import njit
from physics.simd.memory import gather_rows, load, store
@njit
def read(array, at): store(array, 0, load(array, at))
@njit
def gather(rows, index):
    return gather_rows(rows, index, 0)[0]
flat = np.zeros(48, np.float32)
read(flat, 32)
for at in (33, -1, 1000):
    try:
        read(flat, at)
        print("missed", at)
    except IndexError as error:
        print(error)
"""
    out = python(code, IMPULSE_CHECKED="1")
    assert out.stdout.splitlines() == ["lane access outside its array"] * 3, out.stderr
