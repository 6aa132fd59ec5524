"""A sample of every campaign; the commands run them at full size, `make soak` a part of that."""
from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from physics import SolverSettings
from tests.reliability.damage import mutation
from tests.reliability.editor_storm import Storm
from tests.reliability.killed_writers import KINDS, Killing
from tests.reliability.load import Sample, verdict
from tests.reliability.load import run as run_load
from tests.reliability.loader_mutations import Loading
from tests.reliability.moved_worlds import FORMS as SMOOTH
from tests.reliability.moved_worlds import Moving
from tests.reliability.random_runs import FORMS, HILLS, Running, random_world
from tests.reliability.same_bits import SCENES, Comparing
from tests.reliability.size_ratios import rests, trial_of
from tests.support.desktop import missing

ROOT = Path(__file__).resolve().parents[2]
needs_kills = pytest.mark.skipif(not hasattr(signal, "SIGKILL") or not hasattr(signal, "setitimer"),
                                 reason="no such signals here")


@pytest.fixture(scope="module")
def loading():
    return Loading()


@pytest.mark.parametrize("first, count", [(0, 60), pytest.param(1000, 4000, marks=pytest.mark.soak)])
def test_loader_mutations(loading, first, count):
    for seed in range(first, first + count):
        loading(seed)


def test_mutations_are_different_and_the_same_each_time():
    texts = [mutation(seed) for seed in range(25)]
    assert texts == [mutation(seed) for seed in range(25)] and len(set(texts)) > 22


def test_a_slow_mutation_would_be_found(loading, monkeypatch):
    monkeypatch.setattr("tests.reliability.loader_mutations.SECONDS", 0.0)
    with pytest.raises(AssertionError, match="took"):
        loading(0)


@needs_kills
@pytest.mark.parametrize("count", [2 * len(KINDS), pytest.param(500, marks=pytest.mark.soak)])
def test_killed_writers(tmp_path, count):
    killing = Killing(tmp_path)
    for seed in range(count):
        killing(seed)
    assert killing.litter > 0, "no kill hit a writer while it wrote"


def in_a_process(module: str, *words: str) -> str:
    """What a campaign's command prints; a hang fails by the limit."""
    done = subprocess.run([sys.executable, "-m", f"tests.reliability.{module}", *words], cwd=ROOT, capture_output=True, text=True,
                          timeout=550)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@needs_kills
@pytest.mark.parametrize("count", [18, pytest.param(1000, marks=pytest.mark.soak)])
def test_interrupted_worlds(count):
    assert ", 0 failed" in in_a_process("interrupted_worlds", "--count", str(count))


@pytest.mark.parametrize("steps, count", [(150, 2 * len(FORMS)), pytest.param(10_000, 60, marks=pytest.mark.soak)])
def test_random_runs(steps, count):
    running = Running(steps)
    for seed in range(count):
        running(seed)


@pytest.mark.parametrize("steps, count", [(300, 2), pytest.param(10_000, 60, marks=pytest.mark.soak)])
def test_random_runs_on_hills(steps, count):
    running = Running(steps, HILLS)
    for seed in range(count):
        running(seed)


@pytest.mark.parametrize("storms, actions", [(1, 70), pytest.param(100, 100, marks=pytest.mark.soak)])
def test_editor_storm(tmp_path, storms, actions):
    storm = Storm(tmp_path, actions)
    for seed in range(storms):
        storm(seed)
    assert storm.given["Undo"] > 0 and len(storm.given) > 35


@pytest.mark.parametrize("count", [len(SMOOTH), pytest.param(20, marks=pytest.mark.soak)])
def test_moved_worlds(count):
    moving = Moving()
    for seed in range(count):
        moving(seed)


@pytest.mark.parametrize("count", [40, pytest.param(3000, marks=pytest.mark.soak)])
def test_size_ratios(count):
    for seed in range(count):
        rests(trial_of(seed))


def test_tangents_along_the_worlds_axes_would_be_found(monkeypatch):
    """A pyramid of friction has corners along axes of its own, so a world that is turned slides elsewhere."""
    monkeypatch.setattr("tests.reliability.moved_worlds.PRESETS", {"classic": None})
    monkeypatch.setattr("physics.SolverSettings.preset", lambda _name: SolverSettings(friction_model="pyramid"))
    with pytest.raises(AssertionError, match="apart"):
        for seed in range(0, 5 * len(SMOOTH), len(SMOOTH)):
            Moving()(seed)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(SCENES)), ids=SCENES)
def test_same_bits(number):
    Comparing(1000)(number)


def test_a_body_under_the_floor_would_be_found():
    world, running = random_world(0), Running(1)
    next(body for body in world.bodies if body.type == "dynamic").position = (0, 0, -3)
    with pytest.raises(AssertionError, match="through the floor"):
        running._look(world, FORMS[0], 0.0)


def test_a_body_under_the_hills_would_be_found():
    world, running = random_world(0, HILLS), Running(1, HILLS)
    next(body for body in world.bodies if body.type == "dynamic").position = (0, 0, -1)
    with pytest.raises(AssertionError, match="below the ground"):
        running._look(world, HILLS, 0.0)


def test_energy_from_nowhere_would_be_found():
    with pytest.raises(AssertionError, match="energy rose"):
        Running(1)._look(random_world(0), FORMS[0], 0.02)


def test_the_verdict_of_a_load():
    """Growth after an hour, and threads at any time, are bad; a short run's memory is only told."""
    def run(minutes, more, threads=0):
        count = 40
        return [Sample(60 * minutes * k / count, 500 * (1 + more * (k > 20)), 13 + threads * (k > 20), 40, (16.0,))
                for k in range(count)]
    assert verdict(run(15, 0.2))[1] == [] and "+20.0 %" in verdict(run(15, 0.2))[0]
    assert verdict(run(480, 0.2))[1] == ["memory grew by 20.0 %"] and verdict(run(480, 0.04))[1] == []
    assert verdict(run(15, 0, threads=5))[1] == ["threads grew by 5"]


@pytest.mark.soak
@pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
def test_load(tmp_path):
    assert run_load(tmp_path, 5.0, 0) == 0
