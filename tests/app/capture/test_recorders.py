"""Live and offline recording: correct times, no blocking, no file after a cancellation."""
from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from app.capture.encoder import ROOM, Encoder
from app.capture.film import film_rate
from app.capture.live import LiveRecorder
from app.capture.offline import OfflineRecorder
from tests.app.capture.test_films import SIZE, bar, card, frames_of


class FilmStub:
    """A film that records its calls; `gate` blocks it, `fault` is raised at picture number 2."""

    fps = 60.0

    def __init__(self, gate: threading.Event | None = None, fault: Exception | None = None):
        self.slots, self.gate, self.fault, self.end = [], gate, fault, ""

    def put(self, picture, slot):
        if self.gate:
            self.gate.wait(5)
        if self.fault and len(self.slots) == 2:
            raise self.fault
        self.slots.append(slot)

    def close(self):
        self.end = "closed"
        return "path"

    def discard(self):
        self.end = "discarded"


class CanvasStub:
    """Draws a frame, here a number, as a card, and returns it one call late, as the graphics card does."""

    def __init__(self):
        self._waiting = []

    @property
    def pending(self):
        return len(self._waiting)

    def draw(self, frame, tag=None):
        self._waiting.append((card(frame), tag))

    def take(self):
        return self._waiting.pop(0)

    def release(self):
        self.released = True


class PainterStub:
    """Has one canvas."""

    def __init__(self):
        self.made = CanvasStub()

    def canvas(self, size):
        assert size == SIZE
        return self.made


def give(recorder, picture, now):
    """Offer until the encoder has room: these tests are about time, not about a slow machine."""
    before = recorder.dropped
    while not recorder.offer(picture, now) and recorder.dropped > before:
        before = recorder.dropped
        time.sleep(0.005)


def test_live_film_runs_at_true_speed(tmp_path):
    """A window at 20 pictures a second gives a film in which a second takes a second."""
    recorder = LiveRecorder(tmp_path / "a.mp4", SIZE, 60)
    for i in range(10):
        give(recorder, card(i), 100.0 + i / 20)
    assert recorder.frames == 10 and recorder.seconds == pytest.approx(28 / 60)
    pictures, times = frames_of(recorder.stop())
    assert [bar(picture) for picture in pictures] == list(range(10))
    assert times == pytest.approx([i / 20 for i in range(10)], abs=1 / 120)


def test_live_film_takes_no_more_than_its_rate(tmp_path):
    recorder = LiveRecorder(tmp_path / "a.mp4", SIZE, 30)
    for i in range(24):
        assert recorder.due(i / 240) == (i in (0, 4, 12, 20)), "the first moment nearer to the next slot"
        give(recorder, card(i), i / 240)
    assert recorder.frames == 4                                    # slots 0 to 3: 23 / 240 s is nearest to slot 3
    assert frames_of(recorder.stop())[1] == pytest.approx([0, 1 / 30, 2 / 30, 3 / 30], abs=1e-4)


def test_due_spares_reading_back(tmp_path):
    recorder = LiveRecorder(tmp_path / "a.gif", SIZE, 10)
    assert recorder.due(5.0) and recorder.offer(card(0), 5.0)
    assert not recorder.due(5.04) and not recorder.offer(card(1), 5.04)
    assert recorder.due(5.06) and recorder.offer(card(1), 5.06)
    recorder.cancel()
    assert list(tmp_path.iterdir()) == []


def test_live_film_refuses_another_size(tmp_path):
    recorder = LiveRecorder(tmp_path / "a.mp4", SIZE, 60)
    with pytest.raises(ValueError, match="does not fit"):
        recorder.offer(card(0, (64, 64)), 0.0)
    recorder.cancel()


def test_stopping_an_empty_recording(tmp_path):
    recorder = LiveRecorder(tmp_path / "a.mp4", SIZE, 60)
    with pytest.raises(ValueError, match="nothing was recorded"):
        recorder.stop()
    assert list(tmp_path.iterdir()) == []


def test_a_slow_encoder_never_holds_up_the_window():
    gate = threading.Event()
    encoder = Encoder(FilmStub(gate))
    begin = time.perf_counter()
    taken = sum(encoder.put(np.zeros((2, 2, 3), np.uint8), i, wait=False) for i in range(50))
    assert time.perf_counter() - begin < 0.5 and ROOM <= taken <= ROOM + 1
    gate.set()
    encoder.finish()
    assert encoder.written == taken


def test_the_encoder_keeps_the_order_and_waits_when_told():
    film = FilmStub()
    encoder = Encoder(film)
    for i in range(40):
        assert encoder.put(np.zeros((2, 2, 3), np.uint8), i)
    assert encoder.finish() == "path" and film.slots == list(range(40)) and film.end == "closed"


def test_an_error_of_the_film_is_raised_to_its_caller():
    film = FilmStub(fault=OSError("no space left on device"))
    encoder = Encoder(film)
    with pytest.raises(OSError, match="no space left"):
        for i in range(100):
            encoder.put(np.zeros((2, 2, 3), np.uint8), i)
            time.sleep(0.002)
    with pytest.raises(OSError, match="no space left"):
        encoder.finish()
    assert film.end == "discarded" and isinstance(encoder.error, OSError)


def test_cancel_does_not_wait_for_the_queue():
    film = FilmStub(gate := threading.Event())
    encoder = Encoder(film)
    for i in range(ROOM):
        encoder.put(np.zeros((2, 2, 3), np.uint8), i)
    threading.Timer(0.1, gate.set).start()
    encoder.cancel()
    assert film.end == "discarded" and len(film.slots) <= 2


@pytest.mark.parametrize("ending, fps, count", [("mp4", 60, 12), ("gif", 60, 10)])
def test_offline_film_has_one_picture_for_each_moment(tmp_path, ending, fps, count):
    asked = []

    def source(moment):
        asked.append(moment)
        return round(moment * recorder.fps)

    recorder = OfflineRecorder(tmp_path / f"a.{ending}", SIZE, fps, round(0.2 * film_rate(f"a.{ending}", fps)), source)
    painter, shares = PainterStub(), []
    while recorder.tick(painter):
        shares.append(recorder.progress)
    path = recorder.finish()
    assert painter.made.released
    assert recorder.count == count and asked == pytest.approx([i / recorder.fps for i in range(count)])
    assert shares == pytest.approx([(i + 1) / count for i in range(count - 1)]) and recorder.progress == 1
    if ending == "mp4":
        assert [bar(picture) for picture in frames_of(path)[0]] == list(range(count))
    assert [p.name for p in tmp_path.iterdir()] == [f"a.{ending}"]


def test_a_cancelled_offline_film_leaves_nothing(tmp_path):
    recorder, painter = OfflineRecorder(tmp_path / "a.mp4", SIZE, 60, 60, lambda moment: 0), PainterStub()
    for _ in range(20):
        recorder.tick(painter)
    recorder.cancel()
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_offline_film_keeps_what_is_drawn(tmp_path):
    recorder, painter = OfflineRecorder(tmp_path / "a.mp4", SIZE, 60, 60, lambda moment: 0), PainterStub()
    for _ in range(20):
        recorder.tick(painter)
    recorder.finish()
    assert len(frames_of(tmp_path / "a.mp4")[0]) == 20 and painter.made.released


@pytest.mark.parametrize("count", [0, -3, 10_000_000])
def test_impossible_lengths_are_refused(tmp_path, count):
    with pytest.raises(ValueError, match="count"):
        OfflineRecorder(tmp_path / "a.mp4", SIZE, 60, count, lambda moment: 0)
    assert list(tmp_path.iterdir()) == []
