"""`impulse warmup` without a cache and with wrong options; `tests/determinism/test_same_run.py` fills an empty cache with it."""
from __future__ import annotations

import os

import pytest


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
