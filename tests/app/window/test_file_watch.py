"""The file watch: each change is told once, when it rests; the session tells the program's own from others."""
from __future__ import annotations

import os

import pytest

from app.window.file_watch import SETTLE, FileWatch


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("one")
    return path


def write(path, text, stamp):
    path.write_text(text)
    os.utime(path, ns=(stamp, stamp))


def test_a_change_is_told_once_it_rests(path):
    watch = FileWatch()
    assert not watch.changed(str(path), 0.0)
    write(path, "two", 10**9)
    assert not watch.changed(str(path), 1.0), "seen, and an editor may still be writing"
    assert watch.changed(str(path), 1.0 + 2 * SETTLE) and not watch.changed(str(path), 3.0)
    write(path, "three", 2 * 10**9)
    watch.changed(str(path), 20.0)
    assert watch.changed(str(path), 20.0 + 2 * SETTLE), "later ones are told"
