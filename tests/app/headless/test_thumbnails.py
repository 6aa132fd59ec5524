"""Files of thumbnails: what is written is read, damaged and foreign files are none, and the user's own are limited in number."""
from __future__ import annotations

import os

import numpy as np
import pytest

from app.headless import thumbnails
from app.headless.thumbnails import SIZE, decoded, encoded, file_of, keep_own, mark_in, mark_of, own_file


def picture(width, height, left=(200, 40, 40), right=(40, 40, 200)):
    """Half in one colour, half in another."""
    found = np.empty((height, width, 3), np.uint8)
    found[:, :width // 2], found[:, width // 2:] = left, right
    return found


def test_a_picture_comes_back_small_and_the_right_way_round(tmp_path):
    path = tmp_path / "a.webp"
    shades = picture(768, 432)
    shades[:100] = (30, 200, 30)                                   # the top
    path.write_bytes(encoded(shades, "abc"))
    found = decoded(path)
    assert found.shape == (SIZE[1], SIZE[0], 4) and (found[..., 3] == 255).all()
    assert found[60, 20, 0] > 150 > found[60, 20, 2] and found[60, 170, 2] > 150 > found[60, 170, 0]
    assert found[5, 20, 1] > 150 and mark_in(path) == "abc" and path.stat().st_size < 10_000


def test_of_another_shape_the_middle_is_kept(tmp_path):
    path = tmp_path / "a.webp"
    wide = np.zeros((100, 900, 3), np.uint8)
    wide[:, 400:500] = 255
    path.write_bytes(encoded(wide))
    found = decoded(path)[..., 0].astype(int)
    assert found.shape == (SIZE[1], SIZE[0]) and found[50, 96] > 200 and found[50, 5] < 50


@pytest.mark.parametrize("data", [b"", b"RIFF", b"\x89PNG\r\n", b"x" * (thumbnails.LARGEST + 1)])
def test_what_is_no_picture_is_none(tmp_path, data):
    path = tmp_path / "a.webp"
    path.write_bytes(data)
    assert decoded(path) is None and mark_in(path) == ""


def test_a_missing_file_and_one_of_another_size_are_none(tmp_path):
    from PIL import Image
    Image.new("RGB", (500, 500)).save(tmp_path / "large.webp")
    Image.new("RGB", SIZE).save(tmp_path / "other.webp", format="PNG")
    assert decoded(tmp_path / "none.webp") is decoded(tmp_path / "large.webp") is decoded(tmp_path / "other.webp") is None
    assert mark_in(tmp_path / "none.webp") == ""


def test_a_mark_is_of_all_texts_in_their_order():
    assert mark_of("a", "b") == mark_of("a", "b") and len(mark_of("a")) == 16
    assert len({mark_of("a", "b"), mark_of("b", "a"), mark_of("ab"), mark_of("a", "b", "")}) == 4


def test_pictures_of_own_scenes_are_found_by_path_and_limited(tmp_path, monkeypatch):
    monkeypatch.setattr(thumbnails, "MOST_KEPT", 3)
    shades = picture(64, 36)
    for number in range(5):
        path = keep_own(f"/home/me/{number}.yaml", shades, tmp_path / "kept")
        os.utime(path, (number, number))
    assert len(list((tmp_path / "kept").iterdir())) == 3
    assert not own_file("/home/me/0.yaml", tmp_path / "kept").exists() and own_file("/home/me/4.yaml", tmp_path / "kept").exists()
    assert decoded(own_file("/home/me/4.yaml", tmp_path / "kept")) is not None


def test_own_pictures_lie_in_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("IMPULSE_CACHE_DIR", str(tmp_path))
    assert own_file("a.yaml") == own_file(os.path.abspath("a.yaml")) and own_file("a.yaml").parent == tmp_path / "thumbnails"
    monkeypatch.delenv("IMPULSE_CACHE_DIR")
    assert own_file("a.yaml").parent.name == "thumbnails" and "impulse" in own_file("a.yaml").parts


def test_those_of_the_program_are_part_of_it():
    assert file_of("stacking/tower").parts[-4:] == ("thumbnails", "scenes", "stacking", "tower.webp")
