"""The file watch: another program's change is told once, the program's own is not."""
from __future__ import annotations

import os

import pytest

from app.window.file_watch import PERIOD, SETTLE, FileWatch


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


def test_the_programs_own_change_is_none(path):
    watch = FileWatch()
    watch.changed(str(path), 0.0)
    write(path, "two", 10**9)
    watch.accept()
    assert not any(watch.changed(str(path), 1.0 + k * PERIOD) for k in range(6))
    write(path, "three", 2 * 10**9)
    assert not watch.changed(str(path), 9.0), "seen before it is accepted"
    watch.accept()
    assert not any(watch.changed(str(path), 10.0 + k * PERIOD) for k in range(6))
    write(path, "four", 3 * 10**9)
    watch.changed(str(path), 20.0)
    assert watch.changed(str(path), 20.0 + 2 * SETTLE), "later ones are told"
