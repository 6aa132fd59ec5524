"""Running the command line: in this process for speed, or in a separate one where needed."""
from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from app.cli.main import run
from app.headless import errors
from tests.architecture.sources import ROOT

FALLING = """\
format: 1
title: Falling
about: A ball in free fall beside a box on the floor.
world: {precision: double}
bodies:
  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [5, 0, 100], mass: 2, velocity: [1, 0, 0]}
  - {shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 0.5], mass: 1}
"""


class Outcome(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


@pytest.fixture
def impulse(capsys, tmp_path, monkeypatch) -> Callable[..., Outcome]:
    """Run `impulse ARGUMENTS` in this process; fault reports go to the test's own folder."""
    monkeypatch.setattr(errors, "_log_folder", lambda: tmp_path / "log")

    def call(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        code = run([str(a) for a in arguments])
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture
def impulse_process(tmp_path) -> Callable[..., subprocess.Popen]:
    """Start `impulse ARGUMENTS` as a separate process; killed at the end of the test if it still runs."""
    started: list[subprocess.Popen] = []

    def start(*arguments: str | Path, **environment: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", "app", *map(str, arguments)], cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "XDG_STATE_HOME": str(tmp_path / "state"), "COLUMNS": "120", **environment})
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait()


@pytest.fixture
def falling(tmp_path) -> Path:
    """A small scene file."""
    path = tmp_path / "falling.yaml"
    path.write_text(FALLING, encoding="utf-8")
    return path
