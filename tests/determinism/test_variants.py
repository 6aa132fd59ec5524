"""Lanes with equal settings stay equal to the last bit, whatever is done to them by hand; with others they come apart."""
from __future__ import annotations

import pytest

from app.simulation.commands import AddLane, Grab, Release, SetSolver
from tests.support.drag import opened, recorded

STEPS = 600


def hashes_by_lane(session, steps=STEPS):
    """State hashes of all lanes every ten steps, with the recorded drag."""
    commands, found = recorded(), []
    for step in range(steps):
        for command in commands.get(step, ()):
            session.submit(command)
        session.apply_pending()
        session.advance()
        if step % 10 == 9:
            found.append([lane.world.state_hash() for lane in session.lanes])
    return found


def compared(*changes):
    """A session with a lane more for each setting that is changed."""
    session = opened()
    for name, value in changes:
        session.submit(AddLane())
        session.submit(SetSolver(name, value))
    session.apply_pending()
    return session


def test_the_recorded_drag_drags():
    commands = [command for found in recorded().values() for command in found]
    assert sum(isinstance(command, Grab) for command in commands) == 1 and isinstance(commands[-1], Release)
    assert len(commands) > 200
    dragged, left_alone = opened(), opened()
    hashes_by_lane(dragged, 300)
    for _ in range(300):
        left_alone.advance()
    assert dragged.lane.world.state_hash() != left_alone.lane.world.state_hash()
    uid = next(command.uid for command in commands if isinstance(command, Grab))
    moved = dragged.lane.body(uid).position - left_alone.lane.body(uid).position
    assert (moved ** 2).sum() > 0.5 ** 2


@pytest.mark.parametrize("lanes", (2, 4))
def test_equal_lanes_stay_equal_through_a_recorded_drag(lanes):
    """Done when of the solver laboratory: bit-identical for 600 steps."""
    session = opened()
    for _ in range(lanes - 1):
        session.submit(AddLane())
    session.apply_pending()
    found = hashes_by_lane(session)
    assert len(session.lanes) == lanes and all(len(set(each)) == 1 for each in found)
    assert len({each[0] for each in found}) > 0.7 * STEPS / 10, "hardly anything moved"
    courses = session.publish().courses
    assert all(courses.first_beyond(lane, 0.0) is None for lane in range(lanes))


def test_lanes_run_as_they_would_alone():
    alone = opened()
    alone.submit(SetSolver("iterations", 8))
    alone.apply_pending()
    beside = compared(("iterations", 8))
    assert [each[0] for each in hashes_by_lane(alone, 300)] == [each[1] for each in hashes_by_lane(beside, 300)]


def test_lanes_with_different_settings_come_apart():
    session = compared(("iterations", 8))
    found = hashes_by_lane(session, 300)
    assert found[-1][0] != found[-1][1]
    courses = session.publish().courses
    assert courses.first_beyond(1, 1e-3) is not None and courses.largest[-1, 1] > 1e-3
