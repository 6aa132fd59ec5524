"""An excerpt: a second world takes the last steps again, bit for bit, while the recorded one goes on."""
from __future__ import annotations

import pytest

from physics import History, Sphere
from physics.history import ReplayError
from physics.history.excerpt import Again, excerpt_of
from physics.joints import Hinge
from tests.support.recorded_worlds import Drop, Push, heap, run_to


def jointed(**settings):
    """A heap with a joint between its first two parts."""
    world = heap(**settings)
    bodies = {body.name: body for body in world.bodies}
    world.add_joint(Hinge(a=bodies["part_0"], b=bodies["part_1"], anchor=(0.0, 0.0, 0.7), axis=(0.0, 1.0, 0.0)))
    return world


def taken(excerpt, world) -> dict[int, str]:
    """Hashes of a second world by step."""
    again = Again(excerpt, world)
    hashes = {}
    while not again.there:
        again.step()
        hashes[world.step_count] = world.state_hash()
    again.follow()
    return hashes


@pytest.mark.parametrize("precision", ["single", "double"])
def test_a_second_world_takes_the_last_steps_again(precision):
    world = jointed(precision=precision)
    history = History(world)
    run_to(world, 30)
    history.record(Push(4, (3.0, 0.0, 2.0)))
    run_to(world, 50)
    history.record(Drop(4.0))
    world.gravity = (0.0, 0.0, -4.0)                           # by hand, which no command does
    hashes = run_to(world, 90)
    excerpt = excerpt_of(history, 40)
    run_to(world, 120)                                         # the recorded world goes on
    found = taken(excerpt, jointed(precision=precision))
    assert excerpt.begins.step < 40 and set(range(41, 91)) <= set(found)
    assert all(found[step] == hashes[step] for step in range(51, 91))


def test_it_ends_with_what_was_done_after_the_last_step():
    world, other = heap(), heap()
    history = History(world)
    run_to(world, 20)
    history.record(Drop(5.0))
    taken(excerpt_of(history, 20), other)
    assert other.step_count == 20 and len(other.bodies) == len(world.bodies)
    assert run_to(world, 40)[40] == run_to(other, 40)[40]


def test_in_the_past_it_ends_at_the_present():
    world, other = heap(), heap()
    history = History(world)
    hashes = run_to(world, 60)
    history.record(Drop(5.0))
    history.at(35)
    assert taken(excerpt_of(history, 0), other)[35] == hashes[35]
    assert other.step_count == 35 and len(other.bodies) == len(world.bodies)


def test_bodies_of_its_joints_are_its_own():
    world, other = jointed(), jointed()
    history = History(world)
    run_to(world, 10)
    taken(excerpt_of(history, 0), other)
    assert {other.joints[0].a, other.joints[0].b} <= set(other.bodies)


def test_a_step_that_differs_is_named():
    world, other = heap(), heap()
    history = History(world)
    run_to(world, 20)
    again = Again(excerpt_of(history, 0), other)
    other.add_body(shape=Sphere(radius=0.3), position=(0.0, 0.0, 9.0))
    with pytest.raises(ReplayError, match="step 20"):
        while not again.there:
            again.step()
