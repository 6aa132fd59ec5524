"""A world whose step was looked into stayed in memory after its scene was left.

Seen: `b_large_pyramid`, paused, `X`: 800 MB for what the step is made of; 1.5 GB after other scenes and without the panel.
Expected: it goes with its scene, and when the panel is closed and the scene begins again.  Why: the step inspector kept the world
of its last look until the next one.
"""
from __future__ import annotations

import gc
import weakref

import pytest

from app.headless.options import RunOptions
from app.simulation.commands import LoadScene, Observe, Restart
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from tests.support.sessions import give


def looked() -> Session:
    """A session whose last step is looked into."""
    session = Session(SceneReader(RunOptions(), lambda error: None))
    give(session, LoadScene("stacking/pyramid_2d"), Observe(inside=True))
    session.ready = True
    for _ in range(30):
        session.publish()
        session.advance()
    return session


@pytest.mark.parametrize("leave", [(LoadScene("stacking/tower"),), (Observe(), LoadScene("stacking/tower")),
                                   (Observe(), Restart()), (LoadScene("welcome"),)])
def test_a_world_that_was_looked_into_goes_with_its_scene(leave):
    session = looked()
    session.paused = True
    assert session.publish().inside.rows.size > 0
    world = weakref.ref(session.variant.world)
    give(session, *leave)
    session.publish()
    session.take()
    gc.collect()
    assert world() is None


def test_a_panel_that_is_opened_again_looks_again():
    session = looked()
    session.paused = True
    before = session.publish().inside.rows.size
    give(session, Observe())
    assert session.publish().inside is None
    give(session, Observe(inside=True))
    assert session.publish().inside.rows.size == before > 0
