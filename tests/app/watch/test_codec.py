"""Publications come out of bytes as they went in; nothing else does."""
from __future__ import annotations

import dataclasses
import json
import math

import numpy as np
import pytest

from app.published.view import Parts
from app.simulation.commands import Observe, Select, SelectJoint
from app.watch.codec import Decoder, Encoder, class_called, names_of
from app.watch.watched_session import WatchedSession
from physics import Hinge
from tests.support.fake_world import apply
from tests.support.recorded_worlds import heap

EVERYTHING = Observe(**{field.name: True for field in dataclasses.fields(Parts)})


@pytest.fixture
def session():
    """A world with a joint after some steps, with all parts of publications."""
    world = heap(8)
    a, b = world.bodies[1:3]
    world.add_joint(Hinge(a=a, b=b, anchor=a.position, axis=(0, 1, 0), collide_connected=False))
    session = WatchedSession(world, "script.py")
    apply(session, EVERYTHING)
    for _ in range(60):
        session.begin_step()
        world.step()
        session.end_step()
    return session


def same(a, b) -> bool:
    """Whether two values are equal, arrays with their types; functions in descriptions of settings come as None."""
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if names_of(type(a)):
        return type(a) is type(b) and all(same(getattr(a, name), getattr(b, name)) for name in names_of(type(a)))
    if isinstance(a, (tuple, list)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, (float, np.floating)):
        return a == b or math.isnan(a) and math.isnan(b)
    return b is None if callable(a) else a == b


def carried(value):
    """A value through bytes."""
    return Decoder().decode(*Encoder().encode(value))


@pytest.mark.parametrize("select", [Select(2), SelectJoint(1)])
def test_a_publication_with_all_its_parts(session, select):
    apply(session, select)
    made = session.publish()
    assert made.inside.rows.size and made.view.contacts is not None and made.view.joints is not None and made.divergence
    assert (made.status.body or made.status.joint).settings
    assert same(made, carried(made))


def test_arrays_are_read_only(session):
    found = carried(session.publish()).view
    for array in (found.positions, found.table.masses, found.joints.anchors):
        with pytest.raises(ValueError):
            array[:] = 0


def test_tables_are_sent_once_and_stay_the_same_object(session):
    encoder, decoder = Encoder(), Decoder()
    first = encoder.encode(session.publish())
    second = encoder.encode(session.publish())
    a, b = (decoder.decode(*message) for message in (first, second))
    assert a.view.table is b.view.table and a.view.joints.table is b.view.joints.table and a.status.scene is b.status.scene
    assert len(b"".join(second)) < len(b"".join(first))
    session.variant.world.remove(session.variant.world.bodies[4])
    later = decoder.decode(*encoder.encode(session.publish()))
    assert len(later.view.table.uids) == len(a.view.table.uids) - 1


@pytest.mark.parametrize("value", [None, True, 7, -1.5, math.inf, "text", (), (1, (2.0, "x")), [1, [2]], frozenset({3}),
                                   np.zeros((0, 3)), np.array(["normal", "friction"]), np.array(3.5), np.arange(5) > 2])
def test_plain_values(value):
    assert same(value, carried(value))


def test_what_is_no_part_of_a_publication_is_refused():
    with pytest.raises(TypeError, match="complex"):
        Encoder().encode((1j,))


@pytest.mark.parametrize("name", ["subprocess:Popen", "os:system", "app.published.status:dataclass", "app.published.view:np",
                                  "physics.world:World", "app.published.view:nothing"])
def test_no_other_class_is_made(name):
    with pytest.raises(ValueError, match="no class of a publication"):
        class_called(name)


@pytest.mark.parametrize("head", [["o", "subprocess:Popen", "ls"], ["a", "|O", [1], 0], ["a", "<f8", [9], 0], ["q"], ["="], []])
def test_other_bytes_are_an_error(head):
    with pytest.raises(ValueError):
        Decoder().decode(json.dumps(head).encode(), b"")
