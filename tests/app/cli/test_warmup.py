"""`impulse warmup`: compiles into an empty cache, finds everything there the second time, copes without a cache."""
from __future__ import annotations

import os
import re

import pytest

COMPILED = re.compile(r"compiled (\d+) kernels in [\d.]+ s; they are kept in (\S+)\n")


def test_cold_then_warm(impulse_process, tmp_path, falling):
    """One precision, an empty cache: the second warmup and a run find nothing left to compile."""
    cache = tmp_path / "kernels"
    out, err = impulse_process("warmup", IMPULSE_CACHE_DIR=str(cache)).communicate(timeout=600)
    assert (found := COMPILED.fullmatch(out)), out + err
    assert int(found[1]) > 10 and found[2].startswith(str(cache))
    files = sorted(cache.rglob("*.code"))
    assert files

    again, _ = impulse_process("warmup", IMPULSE_CACHE_DIR=str(cache)).communicate(timeout=600)
    assert again.startswith("all kernels were there already")
    process = impulse_process("run", falling, "--steps", "3", "--precision", "single", IMPULSE_CACHE_DIR=str(cache))
    _, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    assert sorted(cache.rglob("*.code")) == files, "a run compiled what warmup had left out"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="file modes differ on this system")
@pytest.mark.soak                                # compiles everything once more
def test_a_cache_that_cannot_be_written(impulse_process, tmp_path, falling):
    (tmp_path / "file").write_text("")
    process = impulse_process("run", falling, "--steps", "1", IMPULSE_CACHE_DIR=str(tmp_path / "file" / "kernels"))
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    assert "IMPULSE_CACHE_DIR" in err and "Traceback" not in err


def test_an_unknown_precision(impulse):
    outcome = impulse("warmup", "--precision", "quadruple")
    assert outcome.code == 2 and "single, double, both" in outcome.err
