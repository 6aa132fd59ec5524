"""`impulse bench`: bad input, engines that are missing, a small run from end to end, and cancelling."""
from __future__ import annotations

import json
import os
import signal
import time

import pytest

from app.studies import engines


def _is_told(outcome, *words: str) -> None:
    assert outcome.code == 2, outcome
    assert outcome.out == "" and "Traceback" not in outcome.err
    for word in words:
        assert word in outcome.err


BAD = {
    "two studies": (["--kernels", "--scale"], ["one at a time"]),
    "scenes of kernels": (["A", "--kernels"], ["neither scenes"]),
    "bodies of scenes": (["--bodies", "5"], ["--scale"]),
    "unknown scene": (["colunm"], ["colunm", "column"]),
    "unknown peer": (["G", "--peer", "havok"], ["havok", "rapier3d", "none"]),
    "none and another": (["G", "--peer", "none", "--peer", "rapier3d"], ["none"]),
    "clock": (["G", "--peer", "none", "--clock", "sun"], ["sun", "wall", "cpu"]),
    "plot": (["G", "--peer", "none", "--plot", "plot.svg"], [".png"]),
    "not neutral": (["welcome", "--peer", "none"], ["is a plane"]),
}


@pytest.mark.parametrize(("arguments", "words"), BAD.values(), ids=BAD.keys())
def test_bad_input(impulse, tmp_path, arguments, words):
    _is_told(impulse("bench", *arguments, "-o", tmp_path), *words)
    assert not list(tmp_path.iterdir())


def test_no_such_folder(impulse, tmp_path):
    _is_told(impulse("bench", "G", "--peer", "none", "-o", tmp_path / "missing"), "missing", "no such folder")


def test_a_peer_that_is_missing(impulse, tmp_path, monkeypatch):
    monkeypatch.setattr(engines, "installed", lambda name: name == engines.OURS)
    _is_told(impulse("bench", "G", "--peer", "mujoco", "-o", tmp_path), "mujoco is not installed", "pip install .[peers]")


def test_peers_that_are_missing_are_left_out(impulse, tmp_path, monkeypatch):
    monkeypatch.setattr(engines, "installed", lambda name: name == engines.OURS)
    outcome = impulse("bench", "G", "--rounds", "1", "--steps", "3", "-o", tmp_path)
    assert outcome.code == 0 and "mujoco, panda3d, pybullet, rapier3d; pip install .[peers]" in outcome.err


def test_ours_from_end_to_end(impulse, tmp_path):
    outcome = impulse("bench", "G", "j", "--peer", "none", "--rounds", "2", "--steps", "5", "-o", tmp_path)
    assert outcome.code == 0, outcome.err
    assert "Scenes, 1 thread" in outcome.out and "impulse" in outcome.out
    data, table = sorted(tmp_path.iterdir())
    rows = json.loads(data.read_text())["rows"]
    assert [(row["scene"], row["turns"], row["steps"]) for row in rows] == [("G", 2, 5), ("J", 2, 5)]
    assert rows[0]["ratio"] == 1 and rows[0]["quality"]["standing"] and rows[1]["quality"]["joint_gap"] < 0.1
    assert table.suffix == ".md" and "| G | impulse |" in table.read_text()
    for path in (data, table):
        assert str(path) in outcome.err


def test_json(impulse, tmp_path):
    outcome = impulse("bench", "G", "--peer", "none", "--rounds", "1", "--steps", "2", "--json", "-o", tmp_path)
    assert json.loads(outcome.out)["rows"][0]["engine"] == "impulse"


@pytest.mark.skipif(os.name == "nt", reason="signals differ on this system")
def test_cancel(impulse_process, tmp_path):
    """Ctrl-C during a turn: the results so far are shown, the other process ends, no file remains."""
    results, turns = tmp_path / "results", tmp_path / "turns"
    results.mkdir(), turns.mkdir()
    started = impulse_process("bench", "G", "--peer", "none", "--rounds", "1000", "-o", results, TMPDIR=str(turns))
    end = time.monotonic() + 120
    while not list(turns.glob("impulse-turn-*/order.json")) and time.monotonic() < end:
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert started.returncode == 130, err
    assert "cancelled after 0 of 1000 turns; nothing was written" in err and "Traceback" not in out + err
    assert not list(results.iterdir()) and not list(turns.glob("impulse-turn-*"))
