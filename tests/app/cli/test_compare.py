"""`impulse compare`: bad input, its three outputs, and cancelling."""
from __future__ import annotations

import os
import signal
import time

import av
import numpy as np
import pytest
from PIL import Image

BAD = {
    "one variant": ([], ["second variant", "--variant-b"]),
    "unknown setting": (["--variant-b", "solver.betta=1"], ["--variant-b: ", "'solver.beta'"]),
    "unknown preset": (["--variant-b", "preset=soft_stp"], ["--variant-b: ", "'soft_step'"]),
    "no value": (["--variant-b", "solver.beta"], ["--variant-b: ", "solver.iterations=20"]),
    "out of range": (["--variant-a", "solver.beta=0.1", "--variant-c", "solver.beta=7"], ["--variant-c: ", "0 to 1"]),
    "unknown body": (["--variant-b", "bodies.bal.mass=1"], ["--variant-b: ", "did you mean 'ball'?"]),
    "other bodies": (["--variant-b", "bodies[2].type=static"], ["--variant-b: its 1 freely moving bodies are not the 2 of"]),
    "bad set": (["--variant-b", "", "--set", "solver.betta=1"], ["--set: ", "'solver.beta'"]),
    "ending": (["--variant-b", "", "-o", "report.pdf"], [".html", ".png", ".csv", ".webm"]),
    "size of a film": (["--variant-b", "", "-o", "a.mp4", "--size", "63x48"], ["--size", "even"]),
    "rate of a film": (["--variant-b", "", "-o", "a.gif", "--fps", "0"], ["--fps", "1 to 240"]),
    "theme of a film": (["--variant-b", "", "-o", "a.gif", "--theme", "blue"], ["--theme", "dark, light"]),
    "plot of a film": (["--variant-b", "", "-o", "a.gif", "--plot", "kinetic_enrgy"], ["--plot", "'kinetic_energy'?"]),
    "many plots": (["--variant-b", "", "-o", "a.gif", *["--plot", "contacts"] * 7], ["--plot", "at most 6"]),
}


@pytest.mark.parametrize(("arguments", "words"), BAD.values(), ids=BAD.keys())
def test_bad_input(impulse, falling, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    outcome = impulse("compare", falling, *arguments)
    assert outcome.code == 2 and outcome.out == "" and "Traceback" not in outcome.err
    assert outcome.err.count("\n") == 1 and all(word in outcome.err for word in words), outcome.err
    assert [path.name for path in tmp_path.iterdir()] == [falling.name]


def test_outputs(impulse, falling, tmp_path):
    files = [tmp_path / f"out.{ending}" for ending in ("html", "png", "csv")]
    outcome = impulse("compare", falling, "--variant-b", "world.gravity=[0,0,-1.6]", "--variant-d", "solver.substeps=2",
                      "--set", "solver.beta=0.3", "--seconds", "0.5", *(word for path in files for word in ("-o", path)))
    assert outcome.code == 0, outcome.err
    assert all(path.stat().st_size > 1000 for path in files)
    lines = outcome.out.splitlines()
    assert [line.split()[0] for line in lines[1::2]] == ["a", "b", "d"] and lines[1].endswith("solver.beta=0.3")
    assert "the reference" in lines[2] and "apart by more than 0.001 m since step" in lines[4]


def test_a_film_shows_the_variants_beside_each_other(impulse, tmp_path):
    """With the gravity of the moon the ball has fallen less far: seen in the right half of the last picture."""
    falling = tmp_path / "near.yaml"
    falling.write_text("format: 1\nbodies: [{name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 3]}]\n"
                       "camera: {position: [0, -9, 2], target: [0, 0, 2]}\n")
    files = [tmp_path / "a.webm", tmp_path / "frames"]
    outcome = impulse("compare", falling, "--variant-b", "world.gravity=[0,0,-1.6]", "--seconds", "0.5", "--size", "320x180",
                      "--fps", "20", "--plot", "distance", "--plot", "kinetic_energy",
                      *(word for path in files for word in ("-o", path)))
    assert outcome.code == 0, outcome.err
    assert [line for line in outcome.err.splitlines() if line.startswith("written: ")] == [f"written: {path}" for path in files]
    names = sorted(path.name for path in (tmp_path / "frames").iterdir())
    assert names == [f"frame_{k:04d}.png" for k in range(10)]
    first, last = (np.asarray(Image.open(tmp_path / "frames" / name)).astype(int) for name in (names[0], names[-1]))
    assert last.shape == (180, 320, 3)
    halves = [np.abs(last[:, part] - first[:, part])[20:135].sum() for part in (slice(0, 160), slice(160, 320))]
    assert halves[0] > 1.5 * halves[1] > 0, "the left one has fallen farther"
    assert np.abs(last - first)[140:].max() > 60, "curves have grown"
    with av.open(str(files[0])) as film:
        assert sum(1 for _ in film.decode(video=0)) == 10


@pytest.mark.skipif(os.name == "nt", reason="signals differ on this system")
def test_cancelling_a_film_leaves_nothing(impulse_process, falling, tmp_path):
    out = tmp_path / "films"
    out.mkdir()
    process = impulse_process("compare", falling, "--variant-b", "solver.substeps=2", "--seconds", "20", "--size", "320x180",
                              "-o", out / "a.mp4", "-o", out / "frames")
    until = time.monotonic() + 120
    while not any(part.stat().st_size for part in out.rglob("*") if part.is_file()):
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in errors
    assert list(out.iterdir()) == []


def test_settings_without_effect_are_named_once(impulse, falling):
    outcome = impulse("compare", falling, "--variant-b", "solver.slop=0.01", "--variant-c", "preset=classic,solver.slop=0.01",
                      "--set", "solver.force_damping=3", "--seconds", "0.1")
    assert outcome.code == 0
    lines = [line for line in outcome.err.splitlines() if line.startswith("no effect")]
    assert [line.partition(",")[0] for line in lines] == ["no effect on variants a", "no effect on variant b: solver.slop"]
    assert lines[0].startswith("no effect on variants a, b, c: solver.force_damping, not used by the method")


def test_values_of_the_scene(impulse, falling, tmp_path):
    outcome = impulse("compare", falling, "--variant-b", "bodies.ball.velocity=[2, 0, 0],solver.beta=0.3", "--seconds", "0.5",
                      "--set", "bodies.ball.position[2]=50", "-o", tmp_path / "a.html", "-o", tmp_path / "a.csv")
    assert outcome.code == 0, outcome.err
    assert "apart by more than 0.001 m since step 1, " in outcome.out and "0.500 m at the end" in outcome.out
    page = (tmp_path / "a.html").read_text()
    assert "bodies.ball.velocity" in page and "the scene&#x27;s" in page and "bodies.ball.position[2]" in page


def test_presets_by_name(impulse, falling):
    outcome = impulse("compare", falling, "--variant-a", "preset=soft_step", "--variant-b", "preset=ngs,solver.iterations=4",
                      "--seconds", "0.1")
    assert outcome.code == 0, outcome.err
    assert "  b  preset=ngs, solver.iterations=4" in outcome.out.splitlines()


def test_options_by_their_old_names(impulse, falling):
    now, before = (impulse("compare", falling, name, "world.gravity=[0,0,-1.6]", "--seconds", "0.1")
                   for name in ("--variant-b", "--b"))
    assert (now.code, before.code) == (0, 0) and before.out == now.out
    assert "--b is now --variant-b\n" in before.err and "is now" not in now.err
    joined = impulse("compare", falling, "--b=", "--c=solver.beta=7")
    assert joined.code == 2 and joined.err.startswith("--b is now --variant-b; --c is now --variant-c\n--variant-c: ")


def test_tolerance(impulse, falling):
    outcome = impulse("compare", falling, "--variant-b", "world.gravity=[0,0,-1.6]", "--seconds", "0.2", "--tolerance", "5")
    assert "never apart by more than 5 m" in outcome.out


@pytest.mark.skipif(os.name == "nt", reason="signals differ on this system")
def test_cancel(impulse_process, falling, tmp_path):
    started = impulse_process("compare", falling, "--variant-b", "solver.beta=0.3", "--seconds", "3000",
                              "-o", tmp_path / "a.html")
    time.sleep(5)
    assert started.poll() is None, started.communicate()
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert (started.returncode, out) == (130, "") and "nothing was written" in err and "Traceback" not in err
    assert [path.name for path in tmp_path.iterdir()] == [falling.name]
