"""Seams that nobody can be at: faces that something hides, and faces that no dynamic body reaches."""
from __future__ import annotations

import copy

import numpy as np
import pytest

from physics import Box, Plane, Sphere, World
from physics.bodies.rotation import matrix
from physics.collision.seams.flush_faces import face_bit
from physics.collision.seams.reached_faces import Faces, may_reach
from physics.pipeline import seams

FOOT = face_bit(2, False)
TILTED = (0.18257419, 0.36514837, 0.54772256, 0.73029674)


def walls(world, bottom=0.0):
    """Two walls side by side, flush on all sides but where they meet."""
    for x in (-0.5, 0.5):
        world.add_body(shape=Box(half=(0.5, 0.2, 1)), type="static", position=(x, 0, 1 + bottom))


def marks(world):
    """Bits of the flush faces of all bodies after a step, in order of creation."""
    world.add_body(shape=Sphere(radius=0.1), position=(0, 5, 5))
    world.step()
    return world._bodies.living(world._bodies.arrays.flush).tolist()


@pytest.mark.parametrize("floor", ["box", "plane", "lower box", None])
def test_the_foot_of_a_wall_is_hidden_by_what_it_stands_on(floor):
    world = World(gravity=(0, 0, 0))
    walls(world)
    if floor == "plane":
        world.add_body(shape=Plane(), type="static")
    elif floor:
        world.add_body(shape=Box(half=(3, 3, 0.5)), type="static", position=(0, 0, -0.5 - (0.01 if floor != "box" else 0)))
    first, second = marks(world)[:2]
    assert bool(first & FOOT) == bool(second & FOOT) == (floor not in ("box", "plane"))
    assert first & face_bit(1, True) and second & face_bit(1, True), "sides stay"


def test_a_wall_that_stands_out_over_its_floor_has_a_foot():
    world = World(gravity=(0, 0, 0))
    walls(world)
    world.add_body(shape=Box(half=(3, 0.1, 0.5)), type="static", position=(0, 0, -0.5))
    assert all(flush & FOOT for flush in marks(world)[:2])


def test_a_tile_let_into_a_floor_keeps_its_top():
    """Its corners are in the floor, what is above them is not."""
    world = World(gravity=(0, 0, 0))
    world.add_body(shape=Box(half=(3, 3, 0.5)), type="static", position=(0, 0, -0.5))
    world.add_body(shape=Box(half=(0.3, 0.3, 0.1)), type="static", position=(0.2, 0.1, -0.1))
    assert marks(world)[1] == face_bit(2, True)


@pytest.mark.parametrize(("low", "high", "slack", "reached"), [
    ((-1, -1, -1), (0.9, 9, 9), 0.0, False), ((-1, -1, -1), (1.1, 0, 0), 0.0, True), ((-1, -1, -1), (0.9, 0, 0), 0.2, True),
    ((-2.1, 0, 0), (0, 0, 0), 0.0, True)])
def test_what_reaches_beyond_a_face(low, high, slack, reached):
    faces = Faces(np.array([(1.0, 0, 0), (-1, 0, 0)]), np.array([1.0, 2.0]))
    assert may_reach(faces, np.array((*low, *high), float), slack) == reached


@pytest.fixture
def looked(monkeypatch):
    """How often a step has looked for contacts at seams."""
    calls, look = [], seams.leave_out_covered
    monkeypatch.setattr(seams, "leave_out_covered", lambda *given: (calls.append(1), look(*given)))
    return calls


def pit(rotation=(0, 0, 0, 1)):
    """A pit with balls in it, and a ball outside, far off; its axes turned."""
    world = World(gravity=(0, 0, 0), sleep=False)
    turn = matrix(np.array(rotation, float))
    for place, half in (((1.5, 0, 1), (0.5, 2, 1)), ((-1.5, 0, 1), (0.5, 2, 1)), ((0, 1.5, 1), (2, 0.5, 1)),
                        ((0, -1.5, 1), (2, 0.5, 1)), ((0, 0, -0.5), (2, 2, 0.5))):
        world.add_body(shape=Box(half=half), type="static", position=tuple(turn @ place), rotation=rotation)
    balls = [world.add_body(shape=Sphere(radius=0.2), position=tuple(turn @ place))
             for place in ((0.8, 0.8, 0.2), (-0.8, 0.5, 0.2))]
    return world, balls, turn


def test_in_a_pit_no_step_looks_for_seams(looked):
    world, _, _ = pit()
    for _ in range(5):
        world.step()
    assert not looked and len(world.contacts) >= 4 and world._contacts.flush.number > 0


@pytest.mark.parametrize("way", ["set", "fly", "restore", "copy", "added"])
def test_a_body_that_comes_to_the_rim_is_looked_at(looked, way):
    world, (ball, _), turn = pit()
    kept = world.snapshot()
    for _ in range(3):
        world.step()
    assert not looked
    if way == "set":
        ball.position = (1.5, 1.5, 2.19)
    elif way == "fly":
        ball.position, ball.velocity = (0.5, 0.5, 1.5), (10, 10, 7.5)
    elif way == "added":
        world.add_body(shape=Sphere(radius=0.2), position=(1.5, 1.5, 2.19))
    elif way == "copy":
        world = copy.deepcopy(world)
        world.body(ball.uid).position = (1.5, 1.5, 2.19)
    else:
        ball.position = (1.5, 1.5, 2.19)
        world.step()
        raised = world.snapshot()
        world.restore(kept)
        for _ in range(3):
            world.step()
        looked.clear()
        world.restore(raised)
    for _ in range(8):
        world.step()
    assert looked


def test_larger_margins_are_seen_at_once(looked):
    """What was found holds for the margins with which it was found, also where no fat box changes."""
    world, _, _ = pit()
    for _ in range(3):
        world.step()
    state, before = world._contacts, world._contacts.flush_reached
    assert before[1] is False and seams.reaches_flush_faces(world) is False
    world._bodies.margins = world._bodies.margins._replace(fixed=2.0)
    assert seams.reaches_flush_faces(world) and state.flush_reached[0][0] == before[0][0] and not looked


def test_faces_of_turned_boxes_are_where_these_are(looked):
    """A ball beyond the rim of a tilted pit is seen, and balls in it are not."""
    world, balls, turn = pit(TILTED)
    for _ in range(3):
        world.step()
    faces = world._contacts.flush.faces
    inside = np.array([ball.position for ball in balls]) @ faces.normal.T + 0.2
    assert (inside < faces.offset).all()
    above = turn @ (1.2, 1, 2.2) @ faces.normal.T + 0.2
    assert (above > faces.offset).any()


def test_looking_changes_nothing_where_nothing_is_reached(monkeypatch):
    """The bits of a pit in which every step looks."""
    hashes = []
    for always in (False, True):
        with monkeypatch.context() as patch:
            if always:
                patch.setattr(seams, "reaches_flush_faces", lambda world: True)
            world, _, _ = pit()
            world.gravity = (1, 2, -9.81)
            for _ in range(60):
                world.step()
            hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]
