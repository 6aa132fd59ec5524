"""The table of bodies in views: rebuilt only for added and removed bodies, equal to that of a new publisher."""
from __future__ import annotations

from dataclasses import fields

import numpy as np

from app.published.view import Parts
from app.simulation.publisher import Publisher
from physics import Box, Plane, Sphere, World

SHAPES = (Sphere(radius=0.5), Box(half=(0.1, 0.2, 0.3)), Plane(normal=(0, 0, 1), offset=-2.0))


def _add(world: World, k: int):
    kind, place = ("static", (0, 0, 0)) if k % 3 == 2 else ("dynamic", (k, 0, 3))
    return world.add_body(shape=SHAPES[k % 3], type=kind, position=place, name=f"body {k}")


def _same(one, other) -> bool:
    return all(getattr(one, field.name) == getattr(other, field.name) if isinstance(getattr(one, field.name), (tuple, list))
               else np.array_equal(getattr(one, field.name), getattr(other, field.name))
               and getattr(one, field.name).dtype == getattr(other, field.name).dtype for field in fields(one))


def test_bodies_that_come_and_go():
    world = World()
    bodies = [_add(world, k) for k in range(9)]
    publisher = Publisher(world)
    first = publisher.table(world.uids)
    assert publisher.table(world.uids) is first and first.names[4] == "body 4"
    for body in (bodies[0], bodies[4], bodies[8]):
        world.remove(body)
    assert _same(publisher.table(world.uids), Publisher(world).table(world.uids))
    _add(world, 9)
    world.remove(bodies[5])
    _add(world, 11)
    latest = publisher.table(world.uids)
    assert _same(latest, Publisher(world).table(world.uids)) and latest.names[-2:] == ("body 9", "body 11")
    for body in world.bodies:
        world.remove(body)
    assert _same(publisher.table(world.uids), Publisher(world).table(world.uids)) and not len(publisher.table(world.uids).uids)


def test_occupied_sensors():
    world = World(gravity=(0, 0, 0))
    ball, gate, empty = (world.add_body(shape=Sphere(radius=1), position=(x, 0, 0), sensor=x != 0) for x in (0, 1, 9))
    publisher = Publisher(world)
    view = lambda: publisher.view(None, (), Parts())        # noqa: E731
    assert view().table.sensors.tolist() == [False, True, True] and view().occupied.tolist() == [False] * 3
    world.step()
    assert view().occupied.tolist() == [False, True, False]
    world.remove(gate)
    world.remove(empty)
    assert view().occupied is None
    assert ball.overlaps == []


def test_the_overlap_of_a_pause_is_not_an_old_one():
    world = World(gravity=(0, 0, 0))
    for x in (0, 1.9):
        world.add_body(shape=Sphere(radius=1), position=(x, 0, 0), can_sleep=False)
    publisher = Publisher(world)
    overlap = lambda exact: publisher.view(None, (), Parts(overlap=exact)).max_penetration        # noqa: E731
    world.step()
    first = overlap(False)
    assert first == float(world.max_penetration()) > 0.05
    world.step()
    assert overlap(False) == first
    assert overlap(True) == float(world.max_penetration()) < first


def test_only_those_that_came_are_asked(monkeypatch):
    """A ball shot into a pile of thousands costs the work for one body."""
    world = World()
    for k in range(30):
        _add(world, k)
    publisher = Publisher(world)
    publisher.table(world.uids)
    asked = []
    body_of = world.body
    monkeypatch.setattr(world, "body", lambda uid: (asked.append(uid), body_of(uid))[1])
    shot = _add(world, 0)
    publisher.table(world.uids)
    assert asked == [shot.uid]
