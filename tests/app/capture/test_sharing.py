"""Sharing from the window: the thread of the window only asks and hands over; the file is written on another one."""
from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from app.capture import sharing
from app.capture.sharing import SharingController
from app.headless.options import RunOptions
from app.published.shared import Shared
from app.published.status import Publication
from app.render.resources import readback
from app.share.reading import read
from app.simulation.commands import KeepHistory, LoadScene, TakeRun
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from tests.support.fake_world import apply
from tests.support.pixel_reader import Reader

PLACE = (0, 0, 640, 400)
SOON = 20.0                     # [s] for a thread to end


@pytest.fixture
def window(tmp_path, monkeypatch):
    """A state, its session and the controller."""
    monkeypatch.setattr(readback, "PixelReader", Reader)
    session = Session(SceneReader(RunOptions(), lambda error: None))
    apply(session, LoadScene("stacking/tower"), KeepHistory(64))
    session.loaded()
    state = UiState(session.submit, ViewSettings(), tmp_path / "pictures")
    for _ in range(5):
        session.advance()
    state.take(session.publish(), 0.0)
    controller = SharingController(state, lambda: session.published)
    yield state, session, controller
    controller.close()


def frame(state, session, controller):
    """A frame of the window, and a turn of the simulation."""
    controller.serve()
    controller.work()
    controller.scene_drawn(PLACE)
    if session.apply_pending():
        session.publish()
    state.take(session.published, state.now)


def finish(state, session, controller):
    end = time.monotonic() + SOON
    frame(state, session, controller)
    while controller.busy:
        assert time.monotonic() < end
        frame(state, session, controller)
        time.sleep(0.002)


def said(state):
    return [toast.text for toast in state.toasts.current(state.now)]


def test_a_key_writes_a_file_and_tells_its_path(window):
    state, session, controller = window
    state.act("share")
    assert state.controls.keys("share") == "Ctrl+E" and not controller.busy
    finish(state, session, controller)
    (path,) = state.files
    share = read(path)
    assert path.startswith(str(state.output_folder)) and path.endswith(".impulse") and share.whole and share.run.last == 5
    assert share.picture.startswith(b"\x89PNG") and share.manifest.scene == "stacking/tower"
    assert said(state)[-1] == "Shared: 5 steps, 0 commands" and state.toasts.current(state.now)[-1].path == path


def test_frames_and_steps_go_on_while_it_is_written(window, monkeypatch):
    state, session, controller = window
    event, threads, write = threading.Event(), [], sharing.write

    def held(*arguments):
        threads.append(threading.current_thread())
        assert event.wait(SOON)
        return write(*arguments)

    monkeypatch.setattr(sharing, "write", held)
    state.act("share")
    for _ in range(10):
        frame(state, session, controller)
        session.advance()
    assert controller.busy and threads and threads[0] is not threading.main_thread() and not state.files
    state.act("share")                                                  # one at a time
    event.set()
    finish(state, session, controller)
    assert len(state.files) == 1 and read(state.files[0]).run.last < 10 < session.step_count


def test_why_there_is_none_is_told(window):
    state, session, controller = window
    apply(session, KeepHistory(0))
    state.act("share")
    finish(state, session, controller)
    assert said(state)[-1] == "This run cannot be shared: no steps are kept: the history is off" and not state.files


def test_a_folder_that_cannot_be_written_is_told(window):
    state, session, controller = window
    state.output_folder.write_text("no folder")
    state.act("share")
    finish(state, session, controller)
    assert said(state)[-1].startswith(f"The run could not be shared into {state.output_folder}: ") and not state.files


def test_without_a_scene_nothing_is_asked(tmp_path):
    asked = []
    state = UiState(asked.append, ViewSettings(), tmp_path)
    controller = SharingController(state, Publication)
    state.act("share")
    controller.serve()
    assert not asked and not controller.busy and said(state) == ["No scene is open yet"] and not state.requests
    controller.close()


def test_an_answer_to_another_request_does_not_count(window):
    state, session, controller = window
    session.sharing.shared = Shared(99, None, "of another one")
    state.act("share")
    controller.serve()
    assert session._queue[-1] == TakeRun(1)
    session.publish()
    for _ in range(sharing.LATE + 1):
        controller.scene_drawn(PLACE)
    controller.work()
    assert controller.busy and not said(state)
    finish(state, session, controller)
    assert len(state.files) == 1
