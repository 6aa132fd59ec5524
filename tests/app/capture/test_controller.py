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
    controller = RecordingController(state, None, Publication, lambda publication, alpha, size: None)
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
    folder = controller._state.output_folder
    assert _said(controller) == [f"The screenshot could not be written into {folder}: No space left on device"]


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


class Reader:
    """Reads black pictures back at once."""

    def __init__(self, width, height, corner=(0, 0)):
        self._size, self._tags = (height, width, 4), []

    pending = property(lambda self: len(self._tags))
    full = property(lambda self: bool(self._tags))

    def ask(self, tag):
        self._tags.append(tag)

    def take(self):
        return np.zeros(self._size, np.uint8), self._tags.pop(0)

    def release(self):
        pass


@pytest.fixture
def running(controller, monkeypatch, session):
    """A scene that runs, whose paused state follows the commands at once."""
    monkeypatch.setattr(readback, "PixelReader", Reader)
    monkeypatch.setattr(controller._state, "submit", lambda command: (session.submit(command), session.apply_pending()))
    controller._latest = lambda: session.published
    session.publish()
    controller._state.take(session.published, 0.0)
    controller._renderer = Painter()
    yield controller
    controller._film = None


def _film_live(controller, times):
    controller._state.act("record")
    for now in times:
        controller._state.now = now
        controller.serve(SIZE)
        controller.scene_drawn(SIZE, with_panels=False)
        controller.work()
        _wait(controller, controller._film._recorder._encoder._queue.empty)
    controller._state.act("record")
    controller.serve(SIZE)
    _finish(controller)
    return controller._state.toasts.current(controller._state.now)[-1]


def test_a_live_film_that_lacks_pictures_names_the_offline_one(running):
    told = _film_live(running, np.arange(20) / 20)                  # a slow window, of 60 pictures a second a third
    assert told.kind == "warning" and told.path.endswith(".mp4")
    assert "too slow for 66% of its pictures" in told.text and "offline video (Shift+F9) has every one" in told.text


def test_a_live_film_with_all_its_pictures_says_no_more(running):
    told = _film_live(running, np.arange(40) / 60)
    assert told.kind == "good" and told.text == "Film saved, 0.7 s"


def _wait(controller, condition):
    end = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < end
        controller.work()


def _film_some(running, session):
    """Let an offline film that was asked for take three pictures."""
    running.serve(SIZE)
    session.publish()

    def some():
        session.apply_pending()
        session.advance()
        session.publish()
        return running._film is not None and running._film.done >= 3
    _wait(running, some)


@pytest.mark.parametrize("request_", ["record", "record_offline"])
def test_an_offline_film_that_is_finished_early_keeps_its_pictures(running, session, monkeypatch, request_):
    from app.capture import controller as controllers
    monkeypatch.setattr(controllers, "PATIENCE", 0.0005)
    state = running._state
    state.act("record_offline")
    _film_some(running, session)
    assert state.recording.label == "Offline film" and 0 < state.recording.progress < 1
    done = running._film.done
    state.act(request_)
    running.serve(SIZE)
    _finish(running)
    import av
    with av.open(state.files[-1]) as film:
        assert sum(1 for _ in film.decode(video=0)) == done


@pytest.mark.parametrize("lost", [False, True])
def test_an_offline_film_is_kept_when_the_window_closes(running, session, monkeypatch, lost):
    """Without the graphics but for the picture that was not read yet."""
    from app.capture import controller as controllers
    monkeypatch.setattr(controllers, "PATIENCE", 0.0005)
    running._state.act("record_offline")
    _film_some(running, session)
    done, canvas = running._film.done, running._film._recorder._canvas
    unread = canvas.pending
    if lost:
        monkeypatch.setattr(canvas, "take", lambda: pytest.fail("read without graphics"))
    running.close(lost)
    import av
    with av.open(running._state.files[-1]) as film:
        assert sum(1 for _ in film.decode(video=0)) == done - (unread if lost else 0)


def test_an_offline_film_that_is_finished_at_once_leaves_nothing(running):
    running._state.act("record_offline")
    running.serve(SIZE)
    running._state.act("record_offline")
    running.serve(SIZE)
    _finish(running)
    assert _said(running)[-1] == "Nothing was filmed yet: offline film cancelled"
    assert not running._state.files and not list(running._state.output_folder.glob("*"))
