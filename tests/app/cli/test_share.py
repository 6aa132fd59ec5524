"""`impulse share`, `impulse run FILE.impulse` and `impulse diff`: another process verifies what one wrote; exit codes."""
from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import zipfile

import pytest

from app.share.reading import read
from tests.app.cli.conftest import FALLING
from tests.architecture.sources import ROOT

LONG = FALLING.replace("about:", "run: 3000\nabout:")


@pytest.fixture
def file(impulse, falling, tmp_path):
    """A share file of the falling scene."""
    path = tmp_path / "falling.impulse"
    outcome = impulse("share", falling, "-o", path, "--steps", "40", "--set", "solver.substeps=2")
    assert outcome.code == 0, outcome.err
    assert outcome.out == f"{path}: 40 steps, 0 commands, {path.stat().st_size:,} bytes\n"
    return path


def test_another_process_verifies_it(file, impulse_process):
    process = impulse_process("run", file)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert "verified  steps 0 to 40 are as recorded" in out and "falling, 40 steps, 0 commands" in out


def test_the_build_of_the_kernels_is_chosen_before_they_are_loaded():
    """`--checked` chooses it, so these subcommands load nothing of the engine before they run."""
    code = "import sys, app.cli.run, app.cli.share, app.cli.diff; print([n for n in sys.modules if n.startswith('physics')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stdout == "[]\n", done.stderr


def test_what_it_holds(file):
    share = read(file)
    assert share.manifest.settings == ["solver.substeps=2"] and share.scene == FALLING and share.whole
    assert sorted(share.run.poses) == list(range(41))
    from PIL import Image
    with zipfile.ZipFile(file) as archive, Image.open(archive.open("picture.png")) as picture:
        assert picture.format == "PNG" and max(picture.size) == 480


def test_the_verdict_as_json(file, impulse):
    found = json.loads(impulse("run", file, "--json").out)
    assert (found["verified"], found["steps"], found["last"], found["checked"], found["differs"]) == (True, 40, 40, 41, None)
    assert found["scene"] == "falling" and found["flaws"] == [] and found["here"] == "" and found["made"]["numba"]


def test_a_step_that_differs_a_cut_and_damage_have_exit_code_1(file, impulse, tmp_path):
    data = file.read_bytes()
    cut = tmp_path / "cut.impulse"
    cut.write_bytes(data[:data.index(b"poses.bin") - 300])
    last = read(cut).run.last
    outcome = impulse("run", cut)
    assert outcome.code == 1 and f"verified  steps 0 to {last} are as recorded" in outcome.out
    assert f"DAMAGED   steps {last + 1} to 40 are missing: after step {last}: the file ends there" in outcome.out
    from app.share.writing import write
    share = read(file)
    hashes = bytearray(share.run.hashes)
    hashes[8 * 11] ^= 4
    other = write(tmp_path / "other.impulse", share._replace(run=share.run._replace(hashes=bytes(hashes))))
    outcome = impulse("run", other)
    assert outcome.code == 1 and "DIFFERS   first after step 11: no body is elsewhere, but velocities" in outcome.out
    found = json.loads(impulse("run", other, "--json").out)
    assert not found["verified"] and found["steps"] == 10 and found["differs"]["step"] == 11


@pytest.mark.parametrize("words", [
    ("--steps", "3"), ("--set", "solver.beta=0.1"), ("--save", "x.npz"), ("--stop-when", "time > 1"), ("--save-step", "x.npz"),
    ("--precision", "double"), ("--stop-look", "inside")])
def test_options_that_only_a_scene_has_are_refused(file, impulse, words):
    outcome = impulse("run", file, *words)
    said = f"{words[0]}: a share file has its own steps and settings, all of which are compared\n"
    assert (outcome.code, outcome.err) == (2, said)


def test_bad_files_and_outputs(file, impulse, falling, tmp_path):
    bad = tmp_path / "bad.impulse"
    bad.write_bytes(b"nothing at all")
    said = f"{bad}: this is no share file: it does not begin as a zip does"
    share = ("share", bad, "-o", tmp_path / "y.impulse")
    for command in (("run", bad), ("diff", bad, file), ("diff", file, bad), share, ("open", bad)):
        outcome = impulse(*command)
        assert outcome.code == 2 and outcome.err.splitlines()[-1] == said
    assert impulse("run", tmp_path / "none.impulse").code == 2
    assert impulse("run", tmp_path).code == 2
    (tmp_path / "folder.impulse").mkdir()
    assert "is a folder, not a regular file" in impulse("run", tmp_path / "folder.impulse").err
    for command in (("render", file, "-o", tmp_path / "y.html"), ("advise", file), ("compare", file, "--variant-b", "")):
        outcome = impulse(*command)
        assert outcome.code == 2 and "`impulse run` take share files" in outcome.err
    assert "must end in .impulse" in impulse("share", falling, "-o", tmp_path / "x.zip").err
    assert "there is no such folder" in impulse("share", falling, "-o", tmp_path / "no" / "x.impulse").err
    outcome = impulse("share", file, "-o", tmp_path / "y.impulse", "--set", "solver.beta=0.1")
    assert outcome.code == 2 and "a share file has settings of its own" in outcome.err
    assert not (tmp_path / "y.impulse").exists()


def test_a_file_is_taken_again_and_is_the_same(file, impulse, tmp_path):
    again = tmp_path / "again.impulse"
    assert impulse("share", file, "-o", again).code == 0
    assert read(again).run.hashes == read(file).run.hashes and read(again).manifest == read(file).manifest
    outcome = impulse("diff", file, again)
    assert outcome.code == 0 and outcome.out.splitlines()[-1] == "equal: steps 0 to 40 are the same in all bits"
    shorter = tmp_path / "shorter.impulse"
    assert impulse("share", file, "-o", shorter, "--steps", "25", "--every", "10").code == 0
    assert read(shorter).run.every == 10 and len(read(shorter).run.hashes) == 24
    assert "verified  steps 0 to 25 are as recorded, 3 of them compared" in impulse("run", shorter).out
    outcome = impulse("diff", file, shorter)
    assert outcome.code == 1 and "not of the same length: steps 0 to 25 are the same in all bits" in outcome.out
    assert impulse("diff", file, shorter, "--steps", "25").code == 0


def test_two_scenes_that_differ(impulse, falling, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text(FALLING.replace("velocity: [1, 0, 0]", "velocity: [1, 0, 0.5]"), encoding="utf-8")
    outcome = impulse("diff", falling, other, "--steps", "5")
    assert outcome.code == 1 and "different: first after step 0 (0 s)" in outcome.out
    assert "body  body 2 'ball': its velocity is (1, 0, 0) m/s in A, (1, 0, 0.5) in B" in outcome.out
    found = json.loads(impulse("diff", falling, other, "--json").out)
    assert not found["equal"] and found["difference"]["body"] == {
        "uid": 2, "name": "ball", "quantity": "velocity", "a": [1, 0, 0], "b": [1, 0, 0.5], "others": 0}
    assert found["difference"]["row"] is None
    assert impulse("diff", falling, falling).code == 0 and impulse("diff", falling, "no_such_scene").code == 2


def test_a_difference_in_a_row_has_both_numbers(impulse, falling, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text(FALLING.replace("position: [0, 0, 0.5], mass: 1", "position: [0, 0, 0.5], mass: 2"), encoding="utf-8")
    found = json.loads(impulse("diff", falling, other, "--json", "--steps", "3").out)
    row = found["difference"]["row"]
    assert found["difference"]["step"] == 1 and row["kind"] == "normal" and set(row["bodies"]) == {1, 3}
    assert row["quantity"] == "impulse" and row["b"] == pytest.approx(2 * row["a"], rel=1e-6) and row["a"] > 0


def test_a_film_is_in_the_file_on_request(impulse, falling, tmp_path):
    path = tmp_path / "film.impulse"
    assert impulse("share", falling, "-o", path, "--steps", "20", "--film").code == 0
    with zipfile.ZipFile(path) as archive:
        assert archive.read("film.mp4")[4:8] == b"ftyp"
    assert read(path).whole and read(path).run.last == 20 and impulse("run", path).code == 0


def test_without_a_display_a_file_is_compared_instead_of_opened(file, impulse, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    outcome = impulse("open", file)
    assert outcome.code == 0 and "verified  steps 0 to 40 are as recorded" in outcome.out
    assert outcome.err.splitlines()[-1] == "impulse: there is no display (DISPLAY is not set); comparing the run here instead"
    outcome = impulse("open", file, "--variant-b", "solver.beta=0.1")
    assert outcome.code == 2 and "a share file has settings of its own" in outcome.err


@pytest.mark.parametrize("command", ["share", "diff"])
def test_a_cancelled_run_leaves_no_file(impulse_process, tmp_path, command):
    path, out = tmp_path / "long.yaml", tmp_path / "long.impulse"
    path.write_text(LONG, encoding="utf-8")
    process = impulse_process(*(("share", path, "-o", out) if command == "share" else ("diff", path, path)))
    time.sleep(6)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130 and err.strip().endswith("cancelled")
    assert sorted(each.name for each in tmp_path.iterdir() if not each.name.startswith("state")) == ["long.yaml"]
