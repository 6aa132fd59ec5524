"""A variant that leaves the session is gone with its world and its history at once, not when Python's collector looks next.

A history has 256 MB, and the collector looks at what has lived for a while only when there is a quarter more of it.
"""
from __future__ import annotations

import gc
import weakref

import pytest

from app.headless.options import RunOptions
from app.simulation.commands import (
    AddVariant,
    Autopsy,
    GoTo,
    LoadScene,
    ReloadScene,
    RemoveVariant,
    Restart,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.published.view import Parts
from tests.support.sessions import give

SCENE = "collision/dominoes_short"


@pytest.fixture
def without_collector():
    """What is freed here is freed by its last reference."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def session():
    session = Session(SceneReader(RunOptions(), print))
    session.keep_history(64)
    session.observe(Parts(readings=True))
    give(session, LoadScene(SCENE))
    return session


def run(session: Session) -> list[weakref.ref]:
    """Some steps, a look at them and at what burst; weak references to what the variants hold."""
    session.loaded()
    for _ in range(8):
        session.advance()
    session.publish()
    give(session, GoTo(5))
    while not session.travel.go():
        pass
    give(session, Autopsy())
    while not session.travel.go():
        pass
    session.publish()
    held = [thing for variant in session.variants for thing in (variant, variant.history, variant.world)]
    assert None not in held
    return [weakref.ref(thing) for thing in held]


@pytest.mark.parametrize("command", [Restart(), ReloadScene(), LoadScene("collision/thin_wall"), AddVariant()], ids=repr)
def test_variants_that_a_command_replaces_are_freed(session, without_collector, command):
    give(session, AddVariant())
    held = run(session)
    give(session, command)
    session.publish()
    assert [type(one()).__name__ for one in held if one() is not None] == []


def test_a_removed_variant_is_freed_and_the_other_goes_on(session, without_collector):
    give(session, AddVariant())
    held = run(session)
    give(session, RemoveVariant(1))
    session.publish()
    alive = [type(one()).__name__ for one in held if one() is not None]
    assert alive[:3] == ["Variant", "History", "World"]
    assert set(alive[3:]) <= {"World"}                     # whose energy the alarm has seen last; it is small
    session.advance()
    assert session.variant.history.taken >= session.variant.world.step_count
