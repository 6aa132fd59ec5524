"""A saved file is the old one or the new one, whatever happens in between."""
from __future__ import annotations

import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from impulse.files import writing
from impulse.files.reading import FileError
from impulse.files.writing import PartFile, replacing, write_text

ROOT = Path(writing.__file__).parents[2]
WRITER = """
import itertools, sys
sys.path.insert(0, sys.argv[2])
from impulse.files.writing import write_text
print("ready", flush=True)
for n in itertools.count():
    write_text(sys.argv[1], f"{n % 10}" * 200_000)
"""


def test_writes_what_it_is_given(tmp_path):
    write_text(tmp_path / "a.txt", "für\n")
    assert (tmp_path / "a.txt").read_bytes() == "für\n".encode()
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_failure_keeps_the_old_file(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old")
    with pytest.raises(RuntimeError, match="halfway"), replacing(target) as partial:
        partial.write_text("new, not comp")
        raise RuntimeError("halfway")
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_cancel_keeps_the_old_file(tmp_path):
    target = tmp_path / "a.txt"
    with pytest.raises(KeyboardInterrupt), replacing(target) as partial:
        partial.write_text("new, not comp")
        raise KeyboardInterrupt
    assert os.listdir(tmp_path) == []


def test_a_file_that_is_filled_over_time(tmp_path):
    target = tmp_path / "film.mp4"
    target.write_text("old")
    file = PartFile(target)
    file.part.write_text("new")
    assert target.read_text() == "old"
    assert file.commit() == target and target.read_text() == "new" and os.listdir(tmp_path) == ["film.mp4"]
    cut = PartFile(target)
    cut.part.write_text("half")
    cut.discard()
    cut.discard()
    assert target.read_text() == "new" and os.listdir(tmp_path) == ["film.mp4"]


def test_the_partial_file_keeps_the_ending(tmp_path):
    with replacing(tmp_path / "film.mp4") as partial:
        assert partial.suffix == ".mp4"
        assert partial.parent == tmp_path
        partial.write_bytes(b"x")


def test_the_mode_is_that_of_an_ordinary_file(tmp_path):
    plain, ours, kept = tmp_path / "plain", tmp_path / "ours", tmp_path / "kept"
    plain.write_text("")
    write_text(ours, "")
    assert stat.S_IMODE(ours.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)
    kept.write_text("")
    kept.chmod(0o640)
    write_text(kept, "new")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640


def test_a_missing_folder_is_an_error_that_names_it(tmp_path):
    with pytest.raises(FileError, match="nowhere.*No such file or directory"):
        write_text(tmp_path / "nowhere" / "a.txt", "x")


def test_a_folder_is_not_replaced(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(FileError, match="is a folder, not a regular file"):
        write_text(tmp_path / "a", "x")
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")
def test_a_pipe_or_a_device_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="is a pipe, not a regular file"):
        write_text(tmp_path / "pipe", "x")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_link_stays_one(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL on this system")
def test_killed_while_writing(tmp_path):
    """Twenty writers killed at random moments: the file is always one whole version."""
    target = tmp_path / "a.txt"
    pauses = random.Random(1)
    for _ in range(20):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(target), str(ROOT)], stdout=subprocess.PIPE)
        writer.stdout.readline()
        time.sleep(pauses.uniform(0.005, 0.05))
        writer.kill()
        writer.wait()
        if target.exists():
            text = target.read_text()
            assert len(text) == 200_000 and len(set(text)) == 1
    assert target.exists()
