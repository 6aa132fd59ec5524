"""`tests.benchmarks.drawing` goes on working."""
from __future__ import annotations

import re
import sys

from tests.benchmarks import drawing


def test_a_small_table(monkeypatch, capsys):
    """One scene, two frames: a row with a time in each column."""
    words = "drawing tower --size 64x48 --seconds 0.05 --frames 2 --rounds 1"
    monkeypatch.setattr(sys, "argv", words.split())
    drawing.main()
    head, columns, row = capsys.readouterr().out.splitlines()
    assert "64 x 48 pixels" in head and all(column in columns for column in drawing.COLUMNS)
    assert row.startswith("tower") and len(re.findall(r"\d+\.\d / \d+\.\d", row)) == len(drawing.COLUMNS)
