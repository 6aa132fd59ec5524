"""Pictures and films of the window are packed and written on other threads; the window's thread goes on and tells the end."""
from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from app.capture import picture as pictures
from app.capture.controller import Studio
from app.capture.offline import OfflineRecorder
from app.published.status import Publication
from app.render.resources import readback
from app.ui.ui_state import Desk
from app.ui.view_settings import ViewSettings

SIZE = (64, 48)
SOON = 20.0                     # [s] for a thread to end


@pytest.fixture
def studio(tmp_path, monkeypatch):
    desk = Desk(lambda command: None, ViewSettings(), tmp_path / "pictures")
    desk.size = SIZE
    monkeypatch.setattr(readback, "read_rgb", lambda w, h, corner: np.full((h, w, 3), 90, np.uint8))
    studio = Studio(desk, None, Publication, lambda publication, alpha: None)
    yield studio
    studio.close()


@pytest.fixture
def held(monkeypatch):
    """Writing waits for this event; `held.threads` are those that write."""
    event = threading.Event()
    event.threads = []
    write = pictures.screenshot

    def screenshot(path, rgb):
        event.threads.append(threading.current_thread())
        assert event.wait(SOON)
        return write(path, rgb)

    monkeypatch.setattr(pictures, "screenshot", screenshot)
    yield event
    event.set()


def _ask(studio: Studio, times: int = 1) -> None:
    studio._desk.requests.extend(["screenshot"] * times)
    studio.serve(SIZE)
    studio.scene_drawn(SIZE, with_panels=False)
    studio.work()


def _said(studio: Studio) -> list[str]:
    return [toast.text for toast in studio._desk.toasts.current(studio._desk.now)]


def _finish(studio: Studio) -> None:
    end = time.monotonic() + SOON
    while studio.busy:
        assert time.monotonic() < end
        studio.work()
        time.sleep(0.002)


def test_frames_go_on_while_a_picture_is_written(studio, held):
    _ask(studio, times=2)
    for _ in range(5):
        studio.work()
    assert studio.busy and not studio._desk.files and not _said(studio)
    held.set()
    _finish(studio)
    assert threading.main_thread() not in held.threads
    assert len(set(studio._desk.files)) == 2, "two pictures of one second have names of their own"
    from PIL import Image
    for path in studio._desk.files:
        with Image.open(path) as found:
            assert found.size == SIZE and found.getpixel((5, 5)) == (90, 90, 90)
    assert _said(studio) == ["Screenshot saved"] * 2


def test_a_picture_that_cannot_be_written_is_told(studio, monkeypatch):
    def full(path, rgb):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(pictures, "screenshot", full)
    _ask(studio)
    _finish(studio)
    assert not studio._desk.files
    assert _said(studio) == ["The screenshot could not be written: No space left on device"]


def test_closing_waits_for_what_is_written(studio, held):
    _ask(studio)
    threading.Timer(0.05, held.set).start()
    studio.close()
    assert len(studio._desk.files) == 1


class Canvas:
    """Pictures of one colour."""

    def __init__(self):
        self._tags = []

    @property
    def pending(self):
        return len(self._tags)

    def draw(self, frame, tag=None):
        self._tags.append(tag)

    def take(self):
        return np.zeros((SIZE[1], SIZE[0], 4), np.uint8), self._tags.pop(0)

    def release(self):
        pass


class Painter:
    def canvas(self, size):
        return Canvas()


@pytest.mark.parametrize("ending", ["mp4", "gif"])
def test_an_offline_film_is_closed_on_another_thread(tmp_path, monkeypatch, ending):
    """Multiplexing, indexing and syncing a long film takes seconds."""
    recorder = OfflineRecorder(tmp_path / f"film.{ending}", SIZE, 25, 3, lambda moment: None)
    while recorder.tick(Painter()):
        pass
    closed = []
    film = recorder._encoder._film
    monkeypatch.setattr(film, "close", lambda close=film.close: (closed.append(threading.current_thread()), close())[1])
    finish = recorder.finish_drawing()
    assert not closed
    thread = threading.Thread(target=finish)
    thread.start()
    thread.join(SOON)
    assert closed == [thread] and (tmp_path / f"film.{ending}").exists()
