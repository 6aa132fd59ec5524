"""`impulse open` without a display, or with a broken one: a message, a film and a picture."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.cli import open as command
from app.headless.options import RunOptions
from tests.architecture.sources import ROOT

SHORT = "format: 1\ntitle: Short\nbodies:\n  - {name: a, shape: {sphere: {radius: 1}}, position: [0, 0, 3], mass: 2}\n"


@pytest.fixture
def scene(tmp_path):
    path = tmp_path / "short.yaml"
    path.write_text(SHORT)
    return path


def start(folder, display, *arguments):
    """The command in a folder of its own, filming a tenth of a second."""
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "PYOPENGL_PLATFORM")} | {"PYTHONPATH": str(ROOT)}
    if display:
        environment["DISPLAY"] = display
    code = ("import sys; from app.cli import open as command; from app.cli.main import run; "
            f"command.FILM = command.PICTURE = 0.1; sys.exit(run({list(arguments)!r}))")
    return subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_no_display_makes_a_film_and_a_picture(tmp_path, scene):
    import av
    from PIL import Image
    outcome = start(tmp_path, None, str(scene))
    assert outcome.returncode == 0, outcome.stderr
    assert "no display" in outcome.stderr and "welcome.mp4" in outcome.stderr
    assert outcome.stdout.split() == [str(tmp_path / "out" / "welcome.mp4"), str(tmp_path / "out" / "welcome.png")]
    with Image.open(tmp_path / "out" / "welcome.png") as picture:
        assert picture.size == (1280, 720)
    with av.open(tmp_path / "out" / "welcome.mp4") as film:
        assert sum(1 for _ in film.decode(video=0)) == 6


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_a_broken_display_is_told_and_filmed_around(monkeypatch):
    asked = []

    def run_again(words, env):
        asked.append((words, env))
        return 0

    monkeypatch.setattr(command, "run_again", run_again)
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setattr(command, "show", lambda wanted: "the display cannot be opened")
    monkeypatch.setattr(command, "prepare_platform", lambda: None)
    monkeypatch.setattr(command, "open_scene", lambda scene, options: None)
    with pytest.raises(command.typer.Exit) as end:
        command.open("x")
    assert end.value.exit_code == 0
    assert "DISPLAY" not in asked[0][1] and asked[0][0][:2] == ["-m", "app"]


@pytest.mark.parametrize(("arguments", "text"), [(("--size", "big"), "WIDTHxHEIGHT"), (("--script", "/none.jsonl"), "none.jsonl"),
                                                 (("--journal", "/no/such/folder/j"), "no such folder")])
def test_bad_options_are_told(impulse, arguments, text):
    outcome = impulse("open", "welcome", *arguments)
    assert outcome.code == 2 and text in outcome.err


def test_a_bad_scene_opens_no_window(impulse, tmp_path, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setattr(command, "show", lambda wanted: pytest.fail("a window was opened"))
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: 1\ntitle: Bad\nbodies: 3\n")
    for arguments in (("open", str(bad)), (str(bad),), ("open", "welcome", "--set", "solver.iterations=-1")):
        outcome = impulse(*arguments)
        assert outcome.code == 2 and "Traceback" not in outcome.err
        assert "bad.yaml:3" in outcome.err or "iterations" in outcome.err


def test_a_bad_scene_without_a_display_is_one_message(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: 1\nbodies: 3\n")
    from scenes.schema.problems import SceneError
    for word, message in ((str(bad), "bad.yaml:2"), ("wellcome", "there is no scene 'wellcome'")):
        with pytest.raises(SceneError, match=message):
            command.film_instead(word, RunOptions(), "no display")
        assert capsys.readouterr().err == "" and not (tmp_path / "out").exists()
