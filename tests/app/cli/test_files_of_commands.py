"""Every file of every subcommand, by kinds of files that are none, damaged, or somebody else's.

Seen: `/dev/zero` at `watch`, `validate --cases`, `--script` and logs of cells took all memory, a pipe there waited for ever;
`--journal scene.yaml`, `validate --cases c.json -o c.json` and `run s.npz --save s.npz` replaced their inputs, with exit code 0.
Expected: exit code 2, a message with the file's name, and no file is touched.  The tables come from the records of the command
line, so a new option is in them.
"""
from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from app.cli.main import commands, load
from app.cli.shared.files import marks_of
from tests.support.command_files import SCENE, STRANGE, UNREADABLE, entries, words_for

INPUTS = [entry for entry in entries() if entry.reads]
OUTPUTS = [entry for entry in entries() if entry.writes]
READ = [(entry, kind) for entry in INPUTS for kind in (STRANGE if entry.writes else UNREADABLE)
        if not (kind == "folder" and entry.command == "lesson")]                     # a lesson is a folder
WRITTEN = [(entry, kind) for entry in OUTPUTS for kind in STRANGE if not entry.is_folder]
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")


@pytest.fixture(autouse=True)
def nowhere(monkeypatch, tmp_path):
    """Without a display, in an empty folder."""
    monkeypatch.delenv("DISPLAY", raising=False)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def _is_refused(impulse, words: list[str], name: str) -> None:
    before = _state()
    begin = time.monotonic()
    outcome = impulse(*words)
    assert time.monotonic() - begin < 5
    assert outcome.code == 2, outcome
    assert name in outcome.err and "Traceback" not in outcome.err and "fault of its own" not in outcome.err
    assert _state() == before


def _state() -> dict[str, tuple[int, int, int]]:
    """What the current folder has: kind, size and time of each."""
    return {path.name: (stat.S_IFMT((found := path.lstat()).st_mode), found.st_size, found.st_mtime_ns)
            for path in Path().iterdir()}


@pytest.mark.parametrize(("entry", "kind"), READ, ids=[f"{entry}-{kind}" for entry, kind in READ])
def test_what_cannot_be_read(impulse, tmp_path, entry, kind):
    for ending in (".yaml", ".impulse") if entry.reads.what == "scene" else (".yaml",):
        path = Path(f"odd{ending}")
        UNREADABLE[kind](path)
        _is_refused(impulse, words_for(entry, path, tmp_path), "odd")


@pytest.mark.parametrize(("entry", "kind"), WRITTEN, ids=[f"{entry}-{kind}" for entry, kind in WRITTEN])
def test_what_cannot_be_written(impulse, tmp_path, entry, kind):
    path = Path(f"odd{entry.endings[-1]}")
    STRANGE[kind](path)
    _is_refused(impulse, words_for(entry, path, tmp_path), "odd" if entry.command != "advise" else "")


PAIRS = [(output, one) for output in OUTPUTS for one in INPUTS if output.command == one.command and output.option != one.option]


@pytest.mark.parametrize(("output", "one"), PAIRS, ids=[f"{output} {one.option}" for output, one in PAIRS])
def test_no_output_is_an_input(impulse, tmp_path, output, one):
    for name in ("same", "link", "hard"):
        path, other = Path(f"{name}{output.endings[-1]}"), Path(f"other{output.endings[-1]}")
        path.write_text(SCENE, encoding="utf-8")
        if name == "link":
            other.unlink(missing_ok=True)
            other.symlink_to(path)
        elif name == "hard":
            other.unlink(missing_ok=True)
            os.link(path, other)
        target = other if name != "same" else path
        words = words_for(output, target, tmp_path, scene=path)
        if one.option.startswith("-"):
            words[1:1] = [one.option, str(path)]
        elif str(path) not in words:
            words += [str(path)]
        if one.command in ("watch", "lesson") and not one.option.startswith("-"):
            words = [*words[:3], str(path)]
        _is_refused(impulse, words, "name another file")


TWINS = [(a, b) for a in OUTPUTS for b in OUTPUTS if a.command == b.command and OUTPUTS.index(a) < OUTPUTS.index(b)]


@pytest.mark.parametrize(("a", "b"), TWINS, ids=[f"{a} {b.option}" for a, b in TWINS])
def test_no_output_is_another_output(impulse, tmp_path, a, b):
    path = Path(f"new{a.endings[-1]}")
    _is_refused(impulse, [a.command, b.option, str(path), *words_for(a, path, tmp_path)[1:]], "name another file")


def test_the_same_output_twice(impulse, tmp_path):
    (tmp_path / "falling.yaml").write_text(SCENE, encoding="utf-8")
    _is_refused(impulse, ["sweep", str(tmp_path / "falling.yaml"), "--vary", "solver.substeps=1,2", "-o", "a.csv", "-o", "a.csv"],
                "is an output already")


def test_a_log_of_somebody_else(impulse, tmp_path):
    """A journal, or a log of cells, is written over no file that is none."""
    (tmp_path / "falling.yaml").write_text(SCENE, encoding="utf-8")
    texts = {"notes.txt": "my own notes\n", "a.csv.cells.jsonl": "important\n", "a.md.cells.jsonl": "[" * 100_000}
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    scene = str(tmp_path / "falling.yaml")
    _is_refused(impulse, ["open", scene, "--journal", "notes.txt"], "notes.txt")
    _is_refused(impulse, ["sweep", scene, "--vary", "solver.substeps=1,2", "-o", "a.csv"], "a.csv.cells.jsonl")
    _is_refused(impulse, ["methods", scene, "-o", "a.md"], "a.md.cells.jsonl")


@pytest.mark.parametrize("kind", STRANGE)
def test_a_log_of_cells_that_cannot_be_read(impulse, tmp_path, kind):
    (tmp_path / "falling.yaml").write_text(SCENE, encoding="utf-8")
    STRANGE[kind](Path("a.csv.cells.jsonl"))
    _is_refused(impulse, ["sweep", str(tmp_path / "falling.yaml"), "--vary", "solver.substeps=1,2", "-o", "a.csv"],
                "a.csv.cells.jsonl")


def test_pictures_over_the_scene(impulse, tmp_path):
    Path("pictures").mkdir()
    Path("pictures/frame_0000.png").write_text(SCENE, encoding="utf-8")
    _is_refused(impulse, ["render", "pictures/frame_0000.png", "-o", "pictures"], "the scene itself")


def test_every_path_has_a_mark():
    """An option whose value is a path has a mark: without one no test here and no check knows of it."""
    bare = [f"{name} {parameter}" for name in commands() for parameter, hint in load(name).__annotations__.items()
            if "Path" in str(hint_of(name, parameter)) and parameter not in marks_of(load(name))]
    assert not bare, f"these options of a file have neither Reads nor Writes: {bare}"


def hint_of(command: str, parameter: str) -> object:
    """The annotation of a parameter."""
    import inspect
    return inspect.get_annotations(load(command), eval_str=True)[parameter]
