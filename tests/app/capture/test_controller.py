"""Pictures and films of the window are encoded and written on other threads; the window's thread continues and reports the
end."""
from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from app.capture import picture as pictures
from app.capture.controller import RecordingController
from app.capture.offline import OfflineRecorder
from app.published.status import Publication
from app.render.resources import readback
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings

SIZE = (64, 48)
SOON = 20.0                     # [s] for a thread to end


@pytest.fixture
def controller(tmp_path, monkeypatch):
    state = UiState(lambda command: None, ViewSettings(), tmp_path / "pictures")
    state.size = SIZE
    monkeypatch.setattr(readback, "read_rgb", lambda w, h, corner: np.full((h, w, 3), 90, np.uint8))
    controller = RecordingController(state, None, Publication, lambda publication, alpha: None)
    yield controller
    controller.close()


@pytest.fixture
def held(monkeypatch):
    """Writing waits for this event; `held.threads` are the writing threads."""
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


def _ask(controller: RecordingController, times: int = 1) -> None:
    controller._state.requests.extend(["screenshot"] * times)
    controller.serve(SIZE)
    controller.scene_drawn(SIZE, with_panels=False)
    controller.work()


def _said(controller: RecordingController) -> list[str]:
    return [toast.text for toast in controller._state.toasts.current(controller._state.now)]


def _finish(controller: RecordingController) -> None:
    end = time.monotonic() + SOON
    while controller.busy:
        assert time.monotonic() < end
        controller.work()
        time.sleep(0.002)


def test_frames_go_on_while_a_picture_is_written(controller, held):
    _ask(controller, times=2)
    for _ in range(5):
        controller.work()
    assert controller.busy and not controller._state.files and not _said(controller)
    held.set()
    _finish(controller)
    assert threading.main_thread() not in held.threads
    assert len(set(controller._state.files)) == 2, "two pictures of one second have names of their own"
    from PIL import Image
    for path in controller._state.files:
        with Image.open(path) as found:
            assert found.size == SIZE and found.getpixel((5, 5)) == (90, 90, 90)
    assert _said(controller) == ["Screenshot saved"] * 2


def test_a_picture_that_cannot_be_written_is_told(controller, monkeypatch):
    def full(path, rgb):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(pictures, "screenshot", full)
    _ask(controller)
    _finish(controller)
    assert not controller._state.files
    assert _said(controller) == ["The screenshot could not be written: No space left on device"]


def test_closing_waits_for_what_is_written(controller, held):
    _ask(controller)
    threading.Timer(0.05, held.set).start()
    controller.close()
    assert len(controller._state.files) == 1


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
