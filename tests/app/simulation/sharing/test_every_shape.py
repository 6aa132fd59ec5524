"""Share files of scenes with every shape, as `impulse share` writes them: another process and a fresh clone verify them; cut at
every kilobyte they play to the last whole step or say what is missing; of any changed byte they say where."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.headless.errors import InputError
from app.share.reading import read
from app.share.writing import write
from app.simulation.sharing.making import share_of
from app.simulation.sharing.playing import source_of
from app.simulation.sharing.recording import Recording
from app.simulation.sharing.verifying import verify
from scenes.schema.problems import SceneError
from tests.architecture.sources import ROOT

STEPS, SHORT = 240, 12
KILOBYTE, EVERY = 1000, 50
SCENES = ("collision/all_shapes", "collision/dice", "collision/dominoes_of_every_shape", "collision/forged_chain",
          "joints/ragdoll_rack", "gyroscopic/rolling_cones", "machines/tumbler")


def written(scene: str, path: Path, steps: int) -> Path:
    """The share file of a run."""
    recording = Recording(source_of(scene))
    while recording.world.step_count < steps:
        recording.step()
    return write(path, share_of(recording.taken(), b"\x89PNG" + bytes(range(256)) * 8))


def cut_is_played_or_told(path: Path, data: bytes, end: int, play: bool) -> None:
    """A file of the first `end` bytes."""
    path.write_bytes(data[:end])
    try:
        found = read(path)
    except InputError as error:
        assert "nothing of it can be played, for" in str(error) or "this is no share file" in str(error), (end, str(error))
        return
    assert found.flaws, end
    if play:
        source = source_of(str(path))
        verdict = verify(source, int)
        assert verdict.error is None and verdict.steps == found.run.last and not verdict.fine
        assert verdict.steps == verdict.last or any("are missing" in flaw for flaw in verdict.flaws)


def change_is_told(path: Path, data: bytes, at: int, play: bool) -> None:
    """A file whose byte at this place is another: no traceback, and where it is."""
    changed = bytearray(data)
    changed[at] ^= 0x41
    path.write_bytes(changed)
    try:
        found = read(path)
    except InputError as error:
        assert "nothing of it can be played, for" in str(error), (at, str(error))
        return
    assert found.flaws, at
    if not play:
        return
    try:
        assert not verify(source_of(str(path)), int).fine, at
    except (InputError, SceneError) as error:            # one message for a person
        assert str(path) in str(error), (at, str(error))


def sweep(scene: str, folder: Path, steps: int, apart: int = 1) -> None:
    """Cuts and changes at every `apart`th of their places; every tenth of these is played."""
    whole, damaged = written(scene, folder / "whole.impulse", steps), folder / "damaged.impulse"
    assert verify(source_of(str(whole)), int).fine
    data = whole.read_bytes()
    for number, end in enumerate(range(0, len(data), KILOBYTE * apart)):
        cut_is_played_or_told(damaged, data, end, number % 10 == 0)
    for number, at in enumerate(range(0, len(data), EVERY * apart)):
        change_is_told(damaged, data, at, number % 100 == 0)


def test_a_sample(tmp_path):
    sweep("collision/all_shapes", tmp_path, SHORT, apart=40)


@pytest.mark.soak
@pytest.mark.parametrize("scene", SCENES)
def test_at_full_size(scene, tmp_path):
    sweep(scene, tmp_path, STEPS)


@pytest.mark.soak
def test_a_fresh_clone_verifies_them(tmp_path):
    """In a process of its own, with nothing but what is committed."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(clone)], check=True, timeout=300)
    for scene in SCENES:
        path = written(scene, tmp_path / "run.impulse", STEPS)
        for place in (clone, ROOT):
            done = subprocess.run([sys.executable, "-m", "app", "run", str(path)], cwd=place, capture_output=True, text=True,
                                  timeout=600, env=os.environ | {"PYTHONPATH": str(place)})
            assert done.returncode == 0, done.stderr
            assert f"steps 0 to {STEPS} are as recorded" in done.stdout
