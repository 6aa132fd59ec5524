"""Late frames of a slow renderer are shown after the next picture is made; all others at once, and none is left out or twice."""
from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.window import late_frames
from app.window.late_frames import LATE, LateFrames

BEGUN = 100.0


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand [s]."""
    found = SimpleNamespace(now=BEGUN)
    monkeypatch.setattr(late_frames.time, "perf_counter", lambda: found.now)
    return found


@pytest.fixture
def done():
    """What was done, in order."""
    return []


@pytest.fixture
def frames(done):
    return LateFrames(lambda: done.append("shown"), lambda: done.append("begun"), lambda seconds: done.append(round(seconds, 4)))


def test_a_frame_in_time_is_shown_at_once_and_once(clock, frames, done):
    clock.now = BEGUN + 0.5 * LATE
    assert frames.finish(BEGUN, BEGUN - 0.001, True) == pytest.approx(0.5 * LATE)
    assert done == ["shown", pytest.approx(0.5 * LATE + 0.001, abs=1e-4)]
    frames.show()
    assert len(done) == 2


def test_a_late_frame_is_shown_later_and_its_time_counted_then(clock, frames, done):
    clock.now = BEGUN + 2 * LATE
    frames.finish(BEGUN, BEGUN, True)
    assert done == ["begun"]
    clock.now += 0.01
    frames.show()
    frames.show()
    assert done == ["begun", "shown", pytest.approx(2 * LATE + 0.01, abs=1e-4)]


def test_where_frames_may_not_wait_late_ones_are_shown_at_once(clock, frames, done):
    clock.now = BEGUN + 2 * LATE
    frames.finish(BEGUN, BEGUN, False)
    assert done[0] == "shown"


def test_late_frames_take_the_time_from_one_to_the_next(clock, frames):
    clock.now = BEGUN + 2 * LATE
    assert frames.finish(BEGUN, BEGUN, True) == pytest.approx(2 * LATE)
    frames.show()
    clock.now = BEGUN + 4.5 * LATE
    assert frames.finish(BEGUN + 3 * LATE, BEGUN, True) == pytest.approx(3 * LATE), "with the pixels of the first"
