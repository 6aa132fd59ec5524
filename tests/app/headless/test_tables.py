"""Tables that are wider than the terminal."""
from __future__ import annotations

import pytest
import rich.console

from app.headless.tables import FRAME, parts, print_table, width_of

HEAD = ("<scene", "<engine", "ms", "p99 / ms", "overlap mm", "J per body", "")
ROWS = [("A", "impulse", "0.751", "1.25", "8.90", "0.0000012", ""), ("B", "rapier3d", "15.32", "1.1", "12.70", "0.00031", "")]


def shown(monkeypatch, capsys, width: int, terminal: bool = True) -> list[str]:
    """The lines of the table on a terminal of this width, or in a file."""
    real = rich.console.Console
    monkeypatch.setattr(rich.console, "Console", lambda **how: real(**{"width": width, "force_terminal": terminal,
                                                                       "color_system": None, **how}))
    print_table("Scenes", HEAD, ROWS)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("width", [40, 50, 60, 79, 80, 120])
def test_no_figure_is_cut(width, monkeypatch, capsys):
    """Every cell is printed, no line is wider than the terminal, and every part begins with the names of its rows."""
    lines = shown(monkeypatch, capsys, width)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= width and "…" not in text
    for row in ROWS:
        assert all(cell in text for cell in row)
        assert text.count(f" {row[1]} ") == text.count("┏")
    assert (text.count("┏") == 1) == (width >= 60), "as few parts as fit"


def test_a_file_is_as_wide_as_the_table(monkeypatch, capsys):
    """For any width of the terminal."""
    lines = shown(monkeypatch, capsys, 40, terminal=False)
    assert sum("impulse" in line for line in lines) == 1 and any("J per body" in line for line in lines)


def test_columns_without_words_say_nothing(monkeypatch, capsys):
    """The last one has neither a name nor a cell."""
    assert all(line.count("│") in (0, len(HEAD)) for line in shown(monkeypatch, capsys, 120))


def test_parts_hold_every_column_once():
    """Except the columns of words, which begin each part; a column that is too wide stands alone."""
    found = list(parts(HEAD[:-1], [row[:-1] for row in ROWS], 10))
    assert found == [[0, 1, k] for k in range(2, 6)]
    assert list(parts(HEAD[:-1], [row[:-1] for row in ROWS], 1000)) == [[0, 1, 2, 3, 4, 5]]
    assert width_of("J per body", ["0.0000012"]) == 9 and width_of("<engine", []) == 6 and FRAME == 3
