"""Odd surroundings of a command: it works, or one line says why not, with exit code 2.

Seen: exit code 70 where the current folder was removed, and with `NUMBA_NUM_THREADS=0`, `IMPULSE_COMPILE=junk` and
`PYTHONOPTIMIZE=2`; nothing was printed with `COLUMNS=0`, and `COLUMNS=100000000` took gigabytes; a full disk under numbered
pictures and a name of theirs with another % sign were faults of the program.
"""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app.capture.encoder import Encoder
from app.capture.formats.png_frames import PngFrames
from app.headless.errors import BAD_INPUT, explain
from impulse.files.reading import FileError
from tests.architecture.sources import ROOT


def _ends(words: list[str], where: Path | None = None, **variables: str) -> tuple[int, str, str]:
    """Exit code, output and messages of a command in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    done = subprocess.run([sys.executable, "-P", "-m", "app", *words], cwd=where, env=env, capture_output=True, text=True,
                          timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("variable", ["NUMBA_NUM_THREADS=0", "NUMBA_NUM_THREADS=abc", "IMPULSE_COMPILE=junk"])
def test_a_variable_that_is_wrong(variable):
    name, _, value = variable.partition("=")
    code, out, err = _ends(["run", "tower", "--steps", "0"], **{name: value})
    assert code == 2 and not out and err.startswith(variable) and err.count("\n") == 1


@pytest.mark.parametrize("variables", [{"PYTHONOPTIMIZE": "2"}, {"COLUMNS": "0"}, {"COLUMNS": "100000000"},
                                       {"PYTHONIOENCODING": "latin-1"}, {"HOME": "/nowhere"}], ids=str)
def test_what_does_not_matter(variables):
    code, out, err = _ends(["scenes", "tower"], **variables)
    assert code == 0 and "tower" in out and not err and len(out) < 20_000


def test_no_current_folder(tmp_path):
    """For any command that needs it."""
    here = tmp_path / "here"
    here.mkdir()
    run = f"import os, sys; os.rmdir({str(here)!r}); from app.cli.main import run; sys.exit(run(sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-P", "-c", run, "run", "tower", "--save", "t.npz"], cwd=here, text=True, timeout=120,
                          capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 2 and done.stderr == "the current folder has been removed; go to another one\n"


def test_no_place_for_temporary_files():
    said = "No usable temporary directory found in ['/tmp']"
    assert explain(FileNotFoundError(2, said)) == (said, BAD_INPUT)


@pytest.mark.parametrize("name", ["%s_%04d.png", "100%_%03d.png", "%s-%02d.png", "%%_%d.png", "50%.x%d.png"])
def test_pictures_with_other_percent_signs(tmp_path, name):
    frames = PngFrames(tmp_path / name, 25)
    for slot in range(2):
        frames.put(np.zeros((2, 2, 3), np.uint8), slot)
    frames.close()
    found = sorted(path.name for path in tmp_path.iterdir())
    assert len(found) == 2 and all(one.endswith(f"{number}.png") for number, one in enumerate(found))


def test_a_full_disk_under_pictures(tmp_path, monkeypatch):
    """The error of the disk comes through the encoder as it is, with the name that was asked for."""
    from impulse.files import writing
    frames = PngFrames(tmp_path / "pictures", 25)
    encoder = Encoder(frames)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "open", full, raising=False)
    with pytest.raises(FileError, match="pictures: cannot be written: No space left on device") as found:
        for slot in range(20):
            encoder.put(np.zeros((2, 2, 3), np.uint8), slot)
        encoder.finish()
    assert explain(found.value)[1] == BAD_INPUT and os.listdir(tmp_path) == []
