"""Shared fixtures of tests of the session."""
from __future__ import annotations

import pytest

from app.render.offscreen import choose_egl
from app.simulation.commands import LoadScene
from app.simulation.session import Session
from tests.support.fake_world import FakeSource, apply

choose_egl()                                                     # before any test module imports GL


@pytest.fixture
def session():
    """A session with the scene "one" open and its kernels loaded."""
    session = Session(FakeSource())
    apply(session, LoadScene("one"))
    session.ready = True
    return session
