"""Pictures are read on another thread when somebody asks, and are there when they were uploaded."""
from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest

from app.ui.pictures import Pictures
from app.window import textures

ONE, OTHER = Path("one.webp"), Path("other.webp")
GREY = np.full((4, 4, 4), 90, np.uint8)


def read_all(pictures, count):
    """What was read, once that are so many."""
    found, end = [], time.monotonic() + 20
    while len(found) < count and time.monotonic() < end:
        found += pictures.take(10)
    return found


def test_a_picture_is_there_once_it_was_uploaded():
    asked = []
    pictures = Pictures(lambda path: asked.append((path, threading.current_thread())) or GREY)
    assert pictures.of(ONE) == 0 and pictures.busy and pictures.of(None) == 0
    ((path, shades),) = read_all(pictures, 1)
    assert path == ONE and shades is GREY and asked[0][1] is not threading.current_thread()
    assert pictures.of(ONE) == 0 and pictures.put(ONE, 7) == 0
    assert pictures.of(ONE) == 7 and not pictures.busy and len(asked) == 1


def test_where_there_is_no_picture_nobody_asks_again():
    asked = []
    pictures = Pictures(lambda path: asked.append(path))
    pictures.of(ONE)
    assert read_all(pictures, 1) == [(ONE, None)]
    pictures.put(ONE, 0)
    assert pictures.of(ONE) == 0 and not pictures.busy and asked == [ONE]


def test_a_damaged_picture_is_none():
    pictures = Pictures(lambda path: 1 / 0)
    pictures.of(ONE)
    assert read_all(pictures, 1) == [(ONE, None)]


def test_a_changed_file_is_read_again_and_shown_until_then():
    pictures = Pictures(lambda path: GREY)
    pictures.again(ONE)
    assert not pictures.busy, "nobody has asked for it"
    pictures.of(ONE)
    read_all(pictures, 1)
    pictures.put(ONE, 7)
    pictures.again(ONE)
    assert pictures.busy and pictures.of(ONE) == 7
    read_all(pictures, 1)
    assert pictures.put(ONE, 8) == 7 and pictures.of(ONE) == 8


@pytest.fixture
def gl(monkeypatch):
    """A graphics card that numbers textures."""
    from app.render.resources import texture
    made, freed = [], []
    monkeypatch.setattr(texture, "upload", lambda picture: made.append(picture) or len(made))
    monkeypatch.setattr(texture, "delete", freed.append)
    return made, freed


def test_a_few_are_uploaded_in_each_frame_and_all_are_freed(gl):
    made, freed = gl
    pictures = Pictures(lambda path: GREY if path != OTHER else None)
    window = textures.Textures(pictures)
    window.serve()
    paths = [Path(f"{number}.webp") for number in range(textures.AT_ONCE + 2)]
    for path in (OTHER, *paths):
        pictures.of(path)
    end = time.monotonic() + 20
    while len(pictures._ready) <= len(paths) and time.monotonic() < end:
        time.sleep(0.001)
    window.serve()
    assert len(made) == textures.AT_ONCE - 1, "and one that is none"
    window.serve()
    assert not pictures.busy and [pictures.of(path) for path in (OTHER, *paths)] == [0, *range(1, len(paths) + 1)]
    pictures.again(paths[0])
    end = time.monotonic() + 20
    while pictures.busy and time.monotonic() < end:
        window.serve()
    assert freed == [1]
    window.close()
    assert sorted(freed) == list(range(1, len(paths) + 2))
