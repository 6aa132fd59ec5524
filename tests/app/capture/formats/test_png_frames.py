"""Sequences of PNG files: exact, numbered, whole or not there, and in place of older ones."""
from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from app.capture.film import open_film
from app.capture.formats.png_frames import is_sequence, obstacle
from tests.app.capture.test_films import SIZE, card


def read(path):
    with Image.open(path) as image:
        return np.asarray(image)


def write(path, slots, channels=3):
    film = open_film(path, SIZE, 30)
    for slot in slots:
        film.put(card(slot, channels=channels), slot)
    return film.close()


@pytest.mark.parametrize("channels", [3, 4])
def test_a_folder_of_exact_pictures(tmp_path, channels):
    path = write(tmp_path / "frames", range(12), channels)
    assert path == tmp_path / "frames" and [p.name for p in tmp_path.iterdir()] == ["frames"]
    assert sorted(p.name for p in path.iterdir()) == [f"frame_{k:04d}.png" for k in range(12)]
    assert all(np.array_equal(read(path / f"frame_{k:04d}.png"), card(k)) for k in range(12))
    assert path.stat().st_mode & 0o055, "others may look into it, as the umask says"


def test_empty_slots_repeat_the_picture_before(tmp_path):
    path = write(tmp_path / "frames", (0, 1, 4))
    assert [int(np.array_equal(read(p), card(1))) for p in sorted(path.iterdir())] == [0, 1, 1, 1, 0]


def test_a_pattern_leaves_other_files_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    path = write(tmp_path / "shot-%03d.png", range(3))
    assert path == tmp_path / "shot-000.png"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["notes.txt", "shot-000.png", "shot-001.png", "shot-002.png"]


@pytest.mark.parametrize("name", ["frames", "shot_%d.png"])
def test_a_new_sequence_replaces_an_older_one_as_a_whole(tmp_path, name):
    (tmp_path / "other.png").write_bytes(b"mine")
    write(tmp_path / name, range(12))
    write(tmp_path / name, range(5))
    left = sorted(p.name for p in (tmp_path / name if name == "frames" else tmp_path).iterdir() if p.name != "other.png")
    assert len(left) == 5 and (tmp_path / "other.png").read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["frames", "shot_%d.png"])
def test_the_old_one_stays_until_the_new_one_is_whole(tmp_path, name):
    write(tmp_path / name, range(3))
    film = open_film(tmp_path / name, SIZE, 30)
    film.put(card(7), 0)
    first = tmp_path / name / "frame_0000.png" if name == "frames" else tmp_path / "shot_0.png"
    assert np.array_equal(read(first), card(0))
    film.discard()
    assert np.array_equal(read(first), card(0)) and not [p for p in tmp_path.iterdir() if p.name.startswith(".")]


def test_a_sequence_without_pictures_is_none(tmp_path):
    with pytest.raises(ValueError, match="without pictures"):
        open_film(tmp_path / "frames", SIZE, 30).close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "is_one"), [
    ("frames", True), ("a_%d.png", True), ("a_%04d.PNG", True), ("a.png", False), ("a_%d_%d.png", False), ("50%.png", False),
    ("a_%s.png", False), ("a_%d.mp4", False), ("a_%00d.png", False), ("a_%012d.png", False)])
def test_what_is_a_sequence(name, is_one):
    assert is_sequence(name) is is_one


def test_a_folder_with_something_else_in_it_is_refused(tmp_path):
    folder = tmp_path / "frames"
    assert obstacle(folder) == ""
    write(folder, range(2))
    assert obstacle(folder) == ""
    (folder / "thesis.txt").write_text("mine")
    assert "has 'thesis.txt' in it" in obstacle(folder) and obstacle(folder / "a_%d.png") == ""
    (tmp_path / "file").write_text("x")
    assert "is a file" in obstacle(tmp_path / "file")


def test_a_file_that_came_meanwhile_is_not_removed(tmp_path):
    """While a sequence replaces an older one: it is given up, the older one and the stranger stay."""
    folder = tmp_path / "frames"
    write(folder, range(1))
    film = open_film(folder, SIZE, 30)
    film.put(card(7), 0)
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(OSError, match="notes.txt"):
        film.close()
    assert sorted(p.name for p in folder.iterdir()) == ["frame_0000.png", "notes.txt"]
    assert [p.name for p in tmp_path.iterdir()] == ["frames"] and np.array_equal(read(folder / "frame_0000.png"), card(0))
