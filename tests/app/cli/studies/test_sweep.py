"""`impulse sweep`: bad input, tables and pictures, cancelling and going on."""
from __future__ import annotations

import csv
import io
import os
import signal
import time

import pytest

TWO = ("--vary", "solver.beta=0.1,0.3", "--vary", "solver.substeps=1,2", "--seconds", "0.2", "--backend", "sequential")

BAD = {
    "unknown setting": (["--vary", "solver.bta=1,2"], ["'solver.beta'"]),
    "unknown body": (["--vary", "bodies.bal.mass=1,2"], ["--vary bodies.bal.mass=1,2: ", "did you mean 'ball'?"]),
    "unknown key": (["--vary", "bodies.ball.mas=1,2"], ["'mass'"]),
    "value out of range": (["--vary", "bodies.ball.mass=-1,2"], ["bodies.ball.mass: -1 is out of range"]),
    "range of a word": (["--vary", "bodies.ball.type=a:b:2"], ["has no range"]),
    "set and varied": (["--vary", "bodies.ball.mass=1,2", "--set", "bodies.ball.mass=3"], ["is varied and set as well"]),
    "unknown metric": (["--vary", "solver.beta=0.1", "--metric", "max_penetraton"], ["--metric", "'max_penetration'"]),
    "metric of many": (["--vary", "solver.beta=0.1", "--metric", "height()"], ["max(height())"]),
    "empty range": (["--vary", "solver.beta=0.3:0.3:5"], ["empty"]),
    "nothing varied": ([], ["--vary"]),
    "too many": (["--vary", "solver.beta=0:1:101", "--vary", "solver.slop=0:0.1:101"], ["10201 cells", "10000"]),
    "bad set": (["--vary", "solver.beta=0.1", "--set", "solver.betta=1"], ["'solver.beta'"]),
    "ending": (["--vary", "solver.beta=0.1", "-o", "sweep.svg"], [".csv", ".png", ".html"]),
    "four in a picture": (["--vary", "solver.beta=0.1", "--vary", "solver.slop=0.1", "--vary", "solver.margin=0.1",
                           "--vary", "solver.iterations=1", "-o", "a.png"], ["up to 3"]),
    "backend": (["--vary", "solver.beta=0.1", "--backend", "loki"], ["'loky'"]),
    "precision": (["--vary", "solver.beta=0.1", "--precision", "half"], ["single"]),
}


@pytest.mark.parametrize(("arguments", "words"), BAD.values(), ids=BAD.keys())
def test_bad_input(impulse, falling, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    outcome = impulse("sweep", falling, *arguments)
    assert outcome.code == 2 and outcome.out == "" and "Traceback" not in outcome.err
    assert outcome.err.count("\n") == 1 and all(word in outcome.err for word in words), outcome.err
    assert [path.name for path in tmp_path.iterdir()] == [falling.name]


def test_unknown_scene(impulse):
    outcome = impulse("sweep", "pyramid_2e", *TWO)
    assert outcome.code == 2 and "pyramid_2d" in outcome.err


def test_the_table_is_printed(impulse, falling):
    outcome = impulse("sweep", falling, *TWO, "--metric", "last(energy)")
    assert outcome.code == 0, outcome.err
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert len(rows) == 4 and float(rows[0]["last(energy)"]) > 1000
    assert rows[1]["open"] == f"impulse {falling} --set solver.beta=0.1 --set solver.substeps=2"


def test_settings_without_effect_are_named_once(impulse, falling):
    """beta is not used by soft contacts and joints; as soon as one cell uses it, it has an effect."""
    outcome = impulse("sweep", falling, *TWO)
    assert outcome.err.count("no effect") == 1 and "no effect on any cell: solver.beta, not used by" in outcome.err
    assert "substeps" not in outcome.err
    outcome = impulse("sweep", falling, *TWO, "--vary", "solver.stabilization=soft,baumgarte")
    assert outcome.code == 0 and "no effect" not in outcome.err


def test_anything_of_the_scene_varies(impulse, falling):
    """A fall from rising heights with rising masses: energy is m g h and that of the sideways flight."""
    outcome = impulse("sweep", falling, "--vary", "bodies.ball.position[2]=50:100:2", "--vary", "bodies.ball.mass=1,4", "--vary",
                      "bodies.ball.shape={sphere: {radius: 1}},{box: {half: [1, 1, 1]}}", "--metric", "start(energy)",
                      "--seconds", "0", "--backend", "sequential", "--set", "bodies.ball.velocity=[0, 0, 0]")
    assert outcome.code == 0, outcome.err
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [(row["bodies.ball.position[2]"], row["bodies.ball.mass"]) for row in rows[::2]] == [
        ("50.0", "1.0"), ("50.0", "4.0"), ("100.0", "1.0"), ("100.0", "4.0")]
    for row in rows:
        height, mass = float(row["bodies.ball.position[2]"]), float(row["bodies.ball.mass"])
        assert float(row["start(energy)"]) == pytest.approx(9.81 * (mass * height + 0.5))
    assert rows[0]["open"].endswith("--set 'bodies.ball.position[2]=50.0' --set bodies.ball.mass=1.0 "
                                    "--set 'bodies.ball.shape={sphere: {radius: 1}}'")


def test_files(impulse, falling, tmp_path):
    outcome = impulse("sweep", falling, *TWO, "-o", tmp_path / "a.csv", "-o", tmp_path / "a.png",
                      "-o", tmp_path / "a.html", "--precision", "single")
    assert outcome.code == 0 and outcome.out == "", outcome.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.csv", "a.html", "a.png", falling.name]      # no log is left
    assert "--set world.precision=single" in (tmp_path / "a.csv").read_text()
    again = impulse("sweep", falling, *TWO, "--precision", "single")
    assert again.out == (tmp_path / "a.csv").read_text()


@pytest.mark.skipif(os.name == "nt", reason="signals differ on this system")
def test_a_worker_that_dies(impulse, falling, tmp_path, monkeypatch):
    """A worker's process is killed, as by a system without memory: a line reports it, and finished cells are kept."""
    from app.studies.cells import cell_runs
    monkeypatch.setattr(cell_runs, "run_numbered", lambda number, cell: os.kill(os.getpid(), signal.SIGKILL))
    outcome = impulse("sweep", falling, *TWO[:-1], "loky", "--jobs", "2", "-o", tmp_path / "a.csv")
    assert outcome.code == 2 and "lack of memory, after 0 of 4 cells" in outcome.err and "Traceback" not in outcome.err


@pytest.mark.skipif(os.name == "nt", reason="signals differ on this system")
@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGKILL])
def test_a_sweep_that_is_ended_goes_on(impulse, impulse_process, falling, tmp_path, kill):
    """A sweep that is ended leaves only its log; the same command continues and gives the table of an undisturbed one."""
    wanted = ("--vary", "solver.beta=0:0.3:4", "--vary", "solver.substeps=1,2", "--seconds", "8", "--metric", "max_speed")
    log = tmp_path / "a.csv.cells.jsonl"
    started = impulse_process("sweep", falling, *wanted, "--jobs", "1", "-o", tmp_path / "a.csv")
    end = time.monotonic() + 120
    while not (log.exists() and log.read_bytes().count(b"\n")) and started.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    started.send_signal(kill)
    _, err = started.communicate(timeout=60)
    done = log.read_bytes().count(b"\n")
    assert 0 < done < 8 and not (tmp_path / "a.csv").exists()
    if kill == signal.SIGINT:
        assert started.returncode == 130 and f"cancelled after {done} of 8 cells" in err and "Traceback" not in err
    here = ("--backend", "sequential", "--jobs", "1")
    outcome = impulse("sweep", falling, *wanted, *here, "-o", tmp_path / "a.csv")
    assert outcome.code == 0 and f"{done} of 8 cells are done already" in outcome.err and not log.exists()
    assert impulse("sweep", falling, *wanted, *here).out == (tmp_path / "a.csv").read_text()
