"""Events: begin and end of contacts, once each, in order."""
from __future__ import annotations

from physics import Plane, SolverSettings, Sphere, World
from physics.views.events import ContactBegin, ContactEnd


def test_landing_resting_leaving():
    world = World(precision="double")
    floor = world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 1))
    seen = []
    for k in range(90):
        if k == 60:
            ball.velocity = (0, 0, 3)
        world.step()
        seen += [(k, event) for event in world.events]
    kinds = [event for _, event in seen]
    assert kinds == [ContactBegin(floor.uid, ball.uid), ContactEnd(floor.uid, ball.uid)]
    assert 15 < seen[0][0] < 25 and seen[1][0] == 60


def test_bounces_begin_and_end():
    world = World(precision="double", solver=SolverSettings(restitution_threshold=0.1))
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 2), restitution=1)
    events = []
    for _ in range(300):
        world.step()
        events += world.events
    assert len(events) >= 6
    assert [type(e) for e in events] == [ContactBegin, ContactEnd] * (len(events) // 2) + [ContactBegin] * (len(events) % 2)


def test_order_is_by_the_two_uids():
    world = World(precision="double")
    balls = [world.add_body(shape=Sphere(radius=0.5), position=(2 * k, 0, 0.495)) for k in range(40)]
    floor = world.add_body(shape=Plane(), type="static")
    world.step()
    assert world.events == [ContactBegin(ball.uid, floor.uid) for ball in balls]


def test_a_body_that_is_gone_ends_its_contacts():
    world = World(precision="double")
    floor = world.add_body(shape=Plane(), type="static")
    balls = [world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.495 + 0.99 * k)) for k in range(3)]
    for _ in range(5):
        world.step()
    world.remove(balls[0])
    world.step()
    assert ContactEnd(floor.uid, balls[0].uid) in world.events
    assert ContactEnd(balls[0].uid, balls[1].uid) in world.events
    assert sum(balls[0].uid in event for event in world.events) == 2
    world.step()
    assert not any(balls[0].uid in event for event in world.events)


def test_restoring_brings_back_what_was_pushed():
    """No second beginning after going back to a moment of contact."""
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.49))
    for _ in range(10):
        world.step()
    saved = world.snapshot()
    for _ in range(10):
        world.step()
    world.restore(saved)
    world.step()
    assert world.events == []
