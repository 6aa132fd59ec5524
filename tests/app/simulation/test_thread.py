"""The simulation thread, with a world that needs no kernels."""
from __future__ import annotations

import time

import pytest

from app.simulation.commands import LoadScene, Pause, Restart, SetTimeScale, Step
from app.simulation.session import Session
from app.simulation.step_clock import FixedStepClock
from app.simulation.thread import SimulationThread
from physics.definitions.tunable import SettingError
from tests.support.fake_world import FakeSource


def wait_until(condition, seconds=5.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


@pytest.fixture
def running():
    session, reports = Session(FakeSource()), []
    thread = SimulationThread(session, lambda error: reports.append(error) or "/tmp/report.txt")
    session.reports = reports
    session.submit(LoadScene("one"))
    thread.start()
    yield session
    thread.stop()
    assert not thread.alive


def test_the_thread_opens_prepares_and_steps_by_itself(running):
    wait_until(lambda: running.published.view is not None and running.published.view.step > 5)
    assert running.published.status.ready and running.published.running
    running.submit(Restart())
    wait_until(lambda: running.published.status.run == 2 and running.published.view.step > 2)
    assert [notice.text for notice in running.published.status.notices] == ["kernels are not kept"]


def test_pause_and_single_steps(running):
    wait_until(lambda: running.published.view is not None and running.published.view.step > 2)
    running.submit(Pause(True))
    wait_until(lambda: running.published.status.paused)
    step = running.published.view.step
    time.sleep(0.1)
    assert running.published.view.step == step
    running.submit(Step(5))
    wait_until(lambda: running.published.view.step == step + 5)
    assert running.published.alpha(time.perf_counter()) == 1.0


def test_time_scale_out_of_range_is_told(running):
    running.submit(SetTimeScale(1000.0))
    wait_until(lambda: running.published.status.fault is not None)
    assert "time scale" in running.published.status.fault.text


def test_a_fault_in_a_step_is_reported_shown_and_survived(running):
    wait_until(lambda: running.published.view is not None and running.published.status.ready)

    def broken():
        raise FloatingPointError("kernel went wrong")
    running.variants[0].world.on_step = broken
    wait_until(lambda: running.published.status.fault is not None)
    status = running.published.status
    assert "kernel went wrong" in status.fault.text and status.fault.path == "/tmp/report.txt" and status.paused
    assert len(running.reports) == 1
    running.submit(LoadScene("two"))
    running.submit(Pause(False))
    wait_until(lambda: running.published.status.scene.title == "Two" and running.published.view.step > 2)


def test_a_setting_that_a_step_refuses_is_told_without_a_report(running):
    """A method that cannot solve the scene is no fault of the program: it pauses, says so, and goes on when that is mended."""
    wait_until(lambda: running.published.view is not None and running.published.status.ready)

    def refused():
        raise SettingError("method", "solver.method: force_based cannot solve contacts")
    running.variants[0].world.on_step = refused
    wait_until(lambda: running.published.status.fault is not None)
    status = running.published.status
    assert "cannot solve contacts" in status.fault.text and status.fault.path == "" and status.paused
    assert "fault of its own" not in status.fault.title and running.reports == []
    running.variants[0].world.on_step = lambda: None
    step = running.published.view.step
    running.submit(Pause(False))
    wait_until(lambda: running.published.view.step > step + 2)


def test_kernels_that_cannot_be_made_are_reported_once():
    session, reports = Session(FakeSource()), []
    session.source_of_scenes.failure = RuntimeError("no compiler")
    session.submit(LoadScene("one"))
    thread = SimulationThread(session, lambda error: reports.append(error) or "x")
    thread.start()
    wait_until(lambda: session.published.status.fault is not None)
    time.sleep(0.7)
    assert len(reports) == 1 and session.published.view is not None
    session.source_of_scenes.failure = None
    session.submit(Restart())
    session.submit(Pause(False))
    wait_until(lambda: session.published.view.step > 1)
    thread.stop()


def test_a_sleeping_world_is_published_seldom(session, monkeypatch):
    """A change that wakes bodies is published at once."""
    moments = iter(1000.0 + k / 60 for k in range(100_000))
    thread = SimulationThread(session, print, FixedStepClock(now=lambda: next(moments)))
    published = []
    monkeypatch.setattr(session, "publish", lambda *told, publish=session.publish: published.append(publish(*told)))
    world = session.variants[0].world

    def turns(count: int) -> None:
        for _ in range(count):
            session.take()                               # as a window does that is faster than the world
            thread.turn()

    turns(20)
    assert len(published) >= 15, "what moves is shown step by step"
    world.resting = True
    step, seen = world.step_count, len(published)
    turns(200)
    assert world.step_count >= step + 150 and len(published) <= seen + 5
    world.resting, seen = False, len(published)
    turns(20)
    assert len(published) >= seen + 15


def test_a_view_that_no_frame_shows_is_not_made(session, monkeypatch):
    """Steps go on; commands and a pause are published at once."""
    moments = iter(1000.0 + k / 60 for k in range(100_000))
    thread = SimulationThread(session, print, FixedStepClock(now=lambda: next(moments)))
    monkeypatch.setattr("app.simulation.session.PATIENCE", 100.0)
    while session.published.view is None:
        session.take()
        thread.turn()
    world, shown = session.variants[0].world, session.published
    step = world.step_count
    for _ in range(50):
        thread.turn()
    assert session.published is shown and world.step_count >= step + 40
    session.take()
    for _ in range(3):
        thread.turn()
    assert session.published.view.step > shown.view.step
    newest = session.published
    session.submit(Pause(True))
    thread.turn()
    assert session.published is not newest and session.published.status.paused
