"""Commands with what cannot be, as a file of actions may hold them: a card with the reason, and the session goes on.

Found by `python -m tests.reliability.editor_storm`: a shape that does not exist and a budget below zero ended a turn of the
simulation by a KeyError and a ValueError, which the window shows as a fault of its own.
"""
from __future__ import annotations

import pytest

from app.headless.options import RunOptions
from app.simulation.commands import CreateBody, KeepHistory, LoadScene
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session


@pytest.fixture
def session():
    session = Session(SceneReader(RunOptions(), lambda error: None))
    session.submit(LoadScene("welcome"))
    session.apply_pending()
    return session


@pytest.mark.parametrize("command, words", [(CreateBody("boxx", (0.0, 0.0, 1.0)), "did you mean 'box'"),
                                            (CreateBody("donut", (0.0, 0.0, 1.0)), "there is no 'donut'"),
                                            (KeepHistory(-1), "megabytes: -1 is out of range"),
                                            (KeepHistory(10**9), "allowed is 0 to 65536")])
def test_the_reason_is_told(session, command, words):
    bodies = len(session.variant.world.bodies)
    session.submit(command)
    session.apply_pending()
    assert words in session.status().fault.text and len(session.variant.world.bodies) == bodies
    session.advance()
    assert session.step_count == 1
