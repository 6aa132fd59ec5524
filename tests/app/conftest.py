"""What tests of the session share."""
from __future__ import annotations

import pytest

from app.render.offscreen import choose_egl
from app.simulation.commands import LoadScene
from app.simulation.session import Session
from tests.support.fake_world import FakeSource, apply

choose_egl()                                                     # before any test module imports GL


@pytest.fixture
def session():
    """The scene "one" is open and its kernels are there."""
    session = Session(FakeSource())
    apply(session, LoadScene("one"))
    session.ready = True
    return session
