"""Shared fixtures of tests of the session."""
from __future__ import annotations

import pytest

from app.render.offscreen import choose_egl
from app.simulation.commands import AddVariant, LoadScene, SetWorld
from app.simulation.session import Session
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from tests.support.fake_world import FakeSource, apply

choose_egl()                                                     # before any test module imports GL


@pytest.fixture
def session():
    """A session with the scene "one" open and its kernels loaded."""
    session = Session(FakeSource())
    apply(session, LoadScene("one"))
    session.ready = True
    return session


@pytest.fixture
def compared(session):
    """The state of a window in which variant b, without gravity, is beside variant a, ten steps on."""
    apply(session, AddVariant(), SetWorld("gravity", (0.0, 0.0, 0.0)))
    for _ in range(10):
        session.advance()
    state = UiState(session.submit, ViewSettings(), output_folder=None)
    state.session = session
    state.take(session.publish(), 0.0)
    return state
