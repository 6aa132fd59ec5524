"""Bad input of every kind: exit code 2, a message with the mistake and its place, no traceback, no long wait."""
from __future__ import annotations

import os
import re
import time

import pytest

from tests.app.cli.conftest import FALLING

BALL = "{name: ball, shape: {sphere: {radius: 0.5}}"


def _with(line: str) -> str:
    return FALLING + line + "\n"


# id -> (text of the scene, what the message must hold)
SCENES = {
    "unknown key": (FALLING.replace("title:", "titel:"), ["titel", "title"]),
    "unknown body key": (FALLING.replace("mass: 2", "mas: 2"), ["mas", "mass"]),
    "negative mass": (FALLING.replace("mass: 2", "mass: -2"), ["mass", "-2"]),
    "zero radius": (FALLING.replace("radius: 0.5", "radius: 0"), ["radius"]),
    "nan": (FALLING.replace("[5, 0, 100]", "[.nan, 0, 100]"), ["position"]),
    "infinite": (FALLING.replace("[5, 0, 100]", "[.inf, 0, 100]"), ["position"]),
    "huge": (FALLING.replace("[5, 0, 100]", "[1e400, 0, 100]"), ["position"]),
    "text for a number": (FALLING.replace("mass: 2", "mass: heavy"), ["mass", "heavy"]),
    "duplicate name": (FALLING.replace("name: ball", "name: floor"), ["floor"]),
    "duplicate key": (FALLING.replace("mass: 2", "mass: 2, mass: 3"), ["mass"]),
    "unknown body in an event": (_with("events: [{at: 1, remove: {body: bal}}]"), ["bal", "ball"]),
    "unknown body in an expectation": (_with("expect: [{what: height(bal) > 1}]"), ["bal", "ball"]),
    "bad setting": (_with("solver: {iterations: 999999}"), ["iterations", "999999"]),
    "unknown preset": (_with("solver: {preset: classical}"), ["classical", "classic"]),
    "broken yaml": (_with("bodies: [}"), []),
    "python tag": (_with("camera: !!python/object/apply:os.system ['true']"), ["python"]),
    "alias bomb": ("a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{chr(98 + k)}: &{chr(98 + k)} [{','.join(['*' + chr(97 + k)] * 9)}]\n" for k in range(9)), []),
    "too deep": (_with("about: " + "[" * 500 + "]" * 500), []),
    "empty": ("", []),
    "a list": ("- 1\n- 2\n", []),
    "another format": (FALLING.replace("format: 1", "format: 99"), ["format"]),
    "too many bodies": (_with("generate: [{grid: {name: g, count: [1000, 1000, 1000], spacing: [1, 1, 1], "
                              "shape: {sphere: {radius: 0.1}}}}]"), []),
}


def _is_told(outcome, *words: str) -> None:
    assert outcome.code == 2, outcome
    assert outcome.out == ""
    assert outcome.err.strip() and "Traceback" not in outcome.err and "fault of its own" not in outcome.err
    for word in words:
        assert word in outcome.err


@pytest.mark.parametrize(("text", "words"), SCENES.values(), ids=SCENES.keys())
def test_bad_scene(impulse, tmp_path, text, words):
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    begin = time.monotonic()
    outcome = impulse("run", path)
    _is_told(outcome, str(path), *words)
    assert time.monotonic() - begin < 5
    if text:
        assert re.search(rf"{re.escape(str(path))}:\d+:\d+", outcome.err), outcome.err


def test_all_mistakes_at_once(impulse, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(FALLING.replace("mass: 2", "mass: -2").replace("mass: 1}", "mas: 1}").replace("radius: 0.5", "radius: -1"),
                    encoding="utf-8")
    outcome = impulse("run", path)
    _is_told(outcome)
    assert len(outcome.err.strip().splitlines()) == 3


def test_a_missing_file(impulse, tmp_path):
    _is_told(impulse("run", tmp_path / "missing.yaml"), "missing.yaml")


def test_a_folder(impulse, tmp_path):
    folder = tmp_path / "folder.yaml"
    folder.mkdir()
    _is_told(impulse("run", folder), "folder.yaml")


def test_noise(impulse, tmp_path):
    path = tmp_path / "noise.yaml"
    path.write_bytes(bytes((k * 7919 + (k >> 3)) & 255 for k in range(5000)))
    _is_told(impulse("run", path), "noise.yaml")


def test_ten_megabytes(impulse, tmp_path):
    path = tmp_path / "large.yaml"
    path.write_text("# " + "x" * 10_000_000 + "\n" + FALLING, encoding="utf-8")
    begin = time.monotonic()
    _is_told(impulse("run", path), "large.yaml")
    assert time.monotonic() - begin < 5


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")
def test_a_pipe_without_a_writer(impulse_process, tmp_path):
    os.mkfifo(tmp_path / "pipe.yaml")
    process = impulse_process("run", tmp_path / "pipe.yaml")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2 and "Traceback" not in err and "pipe.yaml" in err


@pytest.mark.parametrize(("arguments", "words"), [
    (["--set", "solver.iteration=3"], ["solver.iteration", "solver.iterations"]),
    (["--set", "solver.iterations=-3"], ["iterations", "-3"]),
    (["--set", "solver.iterations=many"], ["iterations", "many"]),
    (["--set", "solver.iterations"], ["solver.iterations"]),
    (["--set", "world.dt=nan"], ["dt"]),
    (["--precision", "quadruple"], ["quadruple", "double"]),
    (["--steps", "-1"], ["--steps", "equal to 0"]),
    (["--threads", "0"], ["--threads", "equal to 1"]),
    (["--nosuch"], ["--nosuch"]),
], ids=lambda value: " ".join(value) if value and value[0].startswith("--") else "")
def test_bad_options(impulse, falling, arguments, words):
    _is_told(impulse("run", falling, *arguments), *words)


def test_an_unknown_scene_names_the_nearest(impulse):
    _is_told(impulse("run", "pyramide_2d"), "pyramid_2d")


def test_a_misspelt_subcommand_names_the_nearest(impulse):
    _is_told(impulse("rnu"), "'run'")


def test_no_scene_at_all(impulse):
    _is_told(impulse("run"), "SCENE")
