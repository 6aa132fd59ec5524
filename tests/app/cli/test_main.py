"""Finding subcommands: by file, one at a time, without what they do not need."""
from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from app.cli import main
from tests.architecture.sources import ROOT

HEAVY = ("pyglet", "OpenGL", "imgui_bundle", "av", "PIL")


def _loaded(*arguments: str) -> set[str]:
    """Which heavy packages `impulse ARGUMENTS` has imported when it ends."""
    code = (f"import sys\nfrom app.cli.main import run\nrun({list(arguments)!r})\n"
            f"print('LOADED', *[n for n in {HEAVY!r} if n in sys.modules])")
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert out.returncode == 0, out.stderr
    return set(out.stdout.rpartition("LOADED")[2].split())


def test_every_file_is_a_subcommand():
    assert {"open", "render", "run", "scenes", "warmup"} <= set(main.commands())


@pytest.mark.parametrize("name", main.commands())
def test_every_subcommand_has_help(impulse, name):
    outcome = impulse(name, "--help")
    assert outcome.code == 0 and "Usage: impulse" in outcome.out and outcome.err == ""


def test_help_lists_all(impulse):
    outcome = impulse("--help")
    assert outcome.code == 0
    for name in main.commands():
        assert f" {name} " in outcome.out


def test_version(impulse):
    from importlib.metadata import version
    assert impulse("--version") == (0, f"impulse {version('impulse-sandbox')}\n", "")


def test_help_needs_no_window():
    """On a machine without OpenGL the help still comes."""
    assert _loaded("--help") == set()


def test_run_needs_no_window(falling):
    assert _loaded("run", str(falling), "--steps", "1") == set()


def test_a_scene_alone_is_opened(monkeypatch):
    asked = []
    monkeypatch.setattr(main, "_command_line", lambda names: lambda arguments, prog_name: asked.append((names, arguments)))
    main.run([])
    main.run(["pyramid_2d"])
    main.run(["my/scene.yaml", "--theme", "light"])
    assert asked == [(["open"], ["open"]), (["open"], ["open", "pyramid_2d"]),
                     (["open"], ["open", "my/scene.yaml", "--theme", "light"])]


def test_the_module_is_the_command():
    out = subprocess.run([sys.executable, "-m", "app", "--version"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert out.returncode == 0 and out.stdout.startswith("impulse ")


def test_an_interrupt_while_arguments_are_read_says_so(monkeypatch, capsys):
    """typer ends it with exit code 130 and without a word."""
    def line(names):
        found = typer.Typer(add_completion=False)

        @found.callback(invoke_without_command=True)
        def read(version: bool = False):
            raise KeyboardInterrupt
        return found
    monkeypatch.setattr(main, "_command_line", line)
    assert main.run(["--version"]) == 130 and capsys.readouterr().err.strip() == "cancelled"


@pytest.mark.parametrize("end", [SystemExit(130), KeyboardInterrupt()])
def test_whatever_ends_by_an_interrupt_says_so_once(end, monkeypatch, capsys):
    def line(names):
        def read(arguments, prog_name):
            raise end
        return read
    monkeypatch.setattr(main, "_command_line", line)
    assert main.run(["--version"]) == 130 and capsys.readouterr().err.split() == ["cancelled"]
