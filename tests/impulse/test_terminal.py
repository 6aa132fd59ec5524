"""Text of strangers on a terminal is shown, not obeyed, in any encoding.

Seen: names of expectations, titles, case ids, unknown keys and file names reached the terminal with their escape sequences, so a
stranger's scene set its title and colours; `impulse scenes` failed under latin-1, cp1252 and C; a full standard error gave exit
code 1, which is that of a failed expectation.
"""
from __future__ import annotations

import io
import os
import sys

import pytest

from impulse import terminal
from impulse.terminal import begin, console, say, shown

EVIL = "\x1b[31mEVIL\x1b]0;pwn\x07\x9b2J\u202e"
SHOWN = "\\x1b[31mEVIL\\x1b]0;pwn\\x07\\x9b2J\\u202e"


def test_signs_are_shown(capsys):
    say(EVIL)
    say(EVIL, err=True)
    assert capsys.readouterr() == (SHOWN + "\n", SHOWN + "\n")
    assert shown("a\tb\nö 漢 \udcff") == "a\tb\nö 漢 \\udcff"


def test_tables_show_signs(capsys):
    from rich.table import Table
    table = Table(title=EVIL)
    table.add_column(EVIL)
    table.add_row(EVIL)
    console(width=200).print(table)
    out = capsys.readouterr().out
    assert "\x1b]" not in out and out.count("\\x1b]0;pwn") == 3


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "ascii"])
def test_what_the_encoding_lacks(monkeypatch, encoding):
    data = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(data, encoding=encoding))
    begin()
    say("ö 漢")
    console(width=40).print("漢")
    sys.stdout.flush()
    assert data.getvalue().splitlines()[1] == b"\\u6f22"
    assert b"\\u6f22" in data.getvalue().splitlines()[0]


class Full(io.StringIO):
    """A stream on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")

    def fileno(self) -> int:
        raise OSError("none")


def test_a_full_standard_error_is_given_up(monkeypatch):
    from app.cli.main import run
    monkeypatch.setattr(sys, "stderr", Full())
    assert run(["run", "nope.yaml"]) == 2
    monkeypatch.setattr(sys, "stdout", Full())
    assert run(["lessons", "--json"]) == 2


@pytest.mark.parametrize(("columns", "wide"), [("0", None), ("1", "20"), ("100000000", "400"), ("many", None), ("90", "90")])
def test_the_width_has_bounds(monkeypatch, columns, wide):
    monkeypatch.setenv("COLUMNS", columns)
    begin()
    assert os.environ.get("COLUMNS") == wide


def test_a_strangers_scene(capsys, tmp_path, monkeypatch):
    """Names in a scene, unknown keys, words of the command line and the file's own name."""
    from app.cli.main import run
    path = tmp_path / "\x1b[31mX\x07.yaml"
    path.write_text('format: 1\n"\\e[31mX\\a": 1\ntitle: "\\e]0;pwn\\a"\n'
                    'bodies: [{name: "\\e[0m", shape: {sphere: {radius: -1}}}]\n')
    for words in (["run", str(path)], ["run", "--\x1b[31m"], ["\x1b[31m.yaml"], ["exact", str(path)]):
        run(words)
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err and "\x07" not in out + err and "x1b" in err
    assert terminal.OBEYED.search("\x1b")
