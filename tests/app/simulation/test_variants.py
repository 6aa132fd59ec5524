"""Lanes: several worlds of one scene side by side, with the same commands and settings of their own."""
from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest

from app.published.status import Tuning
from app.simulation import divergence
from app.simulation.commands import (
    AddLane,
    ApplyImpulse,
    ChooseLane,
    Grab,
    LoadScene,
    MoveGrab,
    ReloadScene,
    RemoveBody,
    RemoveLane,
    ResetTuning,
    Restart,
    Select,
    SetBody,
    SetGravity,
    SetSleep,
    SetSolver,
    Shoot,
    UsePreset,
)
from app.simulation.divergence import CourseLog, Table, distance
from app.simulation.variant_diff import differences, in_words
from physics.definitions.settings import PRESETS, SolverSettings
from physics.definitions.tunable import SettingError
from tests.support.fake_world import BALL, OTHER, FakeWorld, apply


def steps(session, count):
    for _ in range(count):
        session.advance()
    return session.publish()


def test_a_new_lane_begins_with_the_chosen_ones_knobs_and_all_begin_anew(session):
    apply(session, SetSolver("iterations", 7))
    steps(session, 3)
    run = session.run
    apply(session, AddLane())
    assert session.comparing and session.chosen == 1 and session.run == run + 1
    assert [lane.world.solver.iterations for lane in session.lanes] == [7, 7]
    assert [lane.world.step_count for lane in session.lanes] == [0, 0]


def test_knobs_turn_the_chosen_lane_alone_and_survive_a_restart(session):
    apply(session, AddLane(), SetSolver("iterations", 20), SetGravity((0.0, 0.0, -1.0)), SetSleep(True))
    apply(session, ChooseLane(0), UsePreset("classic"), Restart())
    first, second = session.lanes
    assert first.world.solver == PRESETS["classic"] and first.world.gravity[2] == -9.81 and not first.world.sleep
    assert second.world.solver == SolverSettings(iterations=20) and second.world.gravity[2] == -1.0 and second.world.sleep
    apply(session, ResetTuning())
    assert first.world.solver == SolverSettings() and second.world.solver.iterations == 20


def test_what_a_hand_does_acts_on_all_lanes(session):
    apply(session, AddLane(), AddLane(), Grab(BALL, (0.1, 0, 0), (0, 0, 6)), MoveGrab((1, 2, 3)),
          ApplyImpulse(OTHER, (2.0, 0, 0)), SetBody(OTHER, "friction", 0.9), Shoot((0, 0, 9), (0, 1, 0)))
    for lane in session.lanes:
        assert lane.grip.joint.target == (1, 2, 3) and lane.grip.body is lane.body(BALL)
        assert lane.body(OTHER).velocity[0] == 1.0 and lane.body(OTHER).friction == 0.9
        assert len(lane.world.bodies) == 4


def test_what_is_gone_in_the_chosen_lane_is_told_once(session):
    apply(session, AddLane())
    session.lanes[0].remove_body(BALL)
    apply(session, ApplyImpulse(BALL, (1.0, 0, 0)))
    assert not session.status().notices
    apply(session, ChooseLane(0), ApplyImpulse(BALL, (1.0, 0, 0)))
    assert [notice.text for notice in session.status().notices] == ["The body to push is gone"]


def test_a_fifth_lane_is_refused(session):
    apply(session, *[AddLane()] * 4)
    assert len(session.lanes) == 4 and "no more" in session.status().fault.text


def test_removing_lanes_keeps_one_chosen(session):
    apply(session, AddLane(), AddLane())
    session.lanes[1].tune(sleep=True)
    keeps = session.lanes[1]
    apply(session, RemoveLane(0))
    assert session.lanes[0] is keeps and session.chosen == 1 and [card.name for card in session.status().lanes] == ["a", "b"]
    apply(session, RemoveLane(1))
    assert session.lane is keeps and session.chosen == 0 and session.status().lanes == ()
    apply(session, RemoveLane(0), RemoveLane(-1))
    assert session.lane is keeps


def test_lanes_are_published_side_by_side(session):
    alone = steps(session, 1)
    assert alone.views == () and alone.courses is None
    apply(session, AddLane(), SetGravity((0.0, 0.0, 0.0)))
    both = steps(session, 5)
    assert both.view is both.views[1] and both.views[0].positions[1, 2] < both.views[1].positions[1, 2] == 5
    assert both.status.chosen == 1 and both.status.tuning.gravity == (0.0, 0.0, 0.0)
    assert both.status.lanes[0].changes == () and both.status.lanes[1].changes == (("Gravity", "0 m/s²"),)


def test_the_courses_tell_how_far_lanes_are_apart_and_since_when(session):
    apply(session, AddLane(), SetGravity((0.0, 0.0, 0.0)))
    courses = steps(session, 30).courses
    fallen = -session.lanes[0].world.positions[1, 2] + 5
    assert courses.largest[-1] == pytest.approx([0, fallen]) and courses.rms[-1] == pytest.approx([0, fallen])
    assert list(courses.steps) == list(range(31)) and courses.first_beyond(0, 0.0) is None
    assert courses.first_beyond(1, 0.0) == (1, pytest.approx(1 / 60))
    late = courses.first_beyond(1, 0.1)
    at = session.lanes[0].world.dt ** 2 * 9.81 * np.cumsum(np.arange(1, 31))
    assert late == (int(np.flatnonzero(at > 0.1)[0]) + 1, pytest.approx((np.flatnonzero(at > 0.1)[0] + 1) / 60))
    assert courses.first_beyond(1, 100.0) is None


def test_the_courses_hold_the_readings_of_every_lane(session):
    apply(session, AddLane(), SetGravity((0.0, 0.0, 0.0)))
    for _ in range(4):
        session._log._due = 0.0                           # as if there were time enough
        courses = steps(session, 1).courses
    energy = courses.names.index("kinetic_energy")
    assert courses.readings.shape == (5, 2, len(courses.names)) and list(courses.times) == pytest.approx(np.arange(5) / 60)
    assert (np.diff(courses.readings[:, 0, energy]) > 0).all() and not courses.readings[:, 1, energy].any()


def test_a_body_that_one_lane_lost_is_infinitely_far(session):
    apply(session, AddLane())
    session.lanes[1].remove_body(BALL)
    courses = steps(session, 2).courses
    assert courses.largest[-1, 1] == np.inf and courses.rms[-1, 1] == 0.0 and courses.first_beyond(1, 1e6)[0] == 1
    apply(session, RemoveBody(BALL))
    assert steps(session, 1).courses.largest[-1, 1] == 0.0


def test_a_place_that_is_no_number_is_infinitely_far():
    here, there = np.zeros((2, 3)), np.array(((0.0, 0, 0), (np.nan, 0, 0)))
    assert distance((np.arange(2), here), (np.arange(2), there)) == (np.inf, np.inf)


def test_a_lane_that_cannot_go_on_stands_still_while_the_others_go_on(session):
    apply(session, AddLane())
    session.lanes[1].world.on_step = refuse
    steps(session, 3)
    status = session.status()
    assert [lane.world.step_count for lane in session.lanes] == [3, 0] and not session.paused
    assert status.lanes[1].trouble == "cannot solve this" and status.lanes[0].trouble == ""
    assert [notice.text for notice in status.notices] == ["Lane b stands still: cannot solve this"]
    session.lanes[0].world.on_step = refuse
    steps(session, 1)
    assert session.paused and "cannot solve this" in session.status().fault.text
    apply(session, Restart())
    assert all(not lane.trouble for lane in session.lanes)


def refuse():
    raise SettingError("method", "cannot solve this")


def test_lanes_and_what_differs_in_them_go_over_to_another_scene(session):
    apply(session, AddLane(), SetSolver("iterations", 20), LoadScene("two"))
    assert session.scene.card.id == "two" and session.lanes[0].world.solver == SolverSettings()
    assert session.lanes[1].world.solver == SolverSettings(iterations=20)
    apply(session, RemoveLane(0), ReloadScene())
    assert session.lane.world.solver == SolverSettings(), "one lane alone is opened with the scene's own settings"


def test_a_selection_holds_in_all_lanes(session):
    apply(session, AddLane(), Select(OTHER))
    assert session.publish().status.body.uid == OTHER
    apply(session, ChooseLane(0))
    assert session.publish().status.body.uid == OTHER


def test_differences_name_every_knob():
    first = Tuning()
    other = dataclasses.replace(first, solver=SolverSettings(iterations=9, warm_start=0.5, method="jacobi"), sleep=True,
                                friction=0.25, restitution=1.0, gravity=(0.0, 3.0, 4.0))
    words = dict(differences(other, first))
    assert words["Iterations"] == "9" and words["Gravity"] == "5 m/s²" and words["Friction"] == "0.25"
    assert "jacobi" in words.values() and "on" in words.values() and len(words) == 7
    assert differences(dataclasses.replace(first, solver=PRESETS["classic"]), first) == (("Preset", "Classic"),)
    assert differences(first, dataclasses.replace(first, solver=PRESETS["ngs"])) == (("Preset", "Soft step"),)
    assert in_words(()) == "the same settings" and "Iterations 9, " in in_words(differences(other, first))


def test_a_table_that_is_full_keeps_every_second_row():
    table = Table(1, room=128)
    for number in range(127):
        table.add([number])
    before = table.rows
    for number in range(127, 1000):
        table.add([number])
    rows = table.rows[:, 0]
    assert len(rows) <= 128 and rows[0] == 0 and set(np.diff(rows)) == {8.0} and rows[-1] >= 984
    assert list(before[:, 0]) == list(range(127)), "rows that were handed out are never written again"


def test_readings_take_their_share_of_the_time_only(monkeypatch):
    world = FakeWorld()
    log = CourseLog([world, FakeWorld()])
    world.step()
    log.read()
    assert len(log.courses().times) == 1
    log._due = 0.0
    log.read()
    log.read()
    assert len(log.courses().times) == 2
    clock = iter([log._due + seconds for seconds in (0.0, 0.5, 4.4, 4.6, 4.7)])
    monkeypatch.setattr(divergence, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    for read in (3, 3, 4):                           # half a second of reading, and eight times as long without
        world.step()
        log.read()
        assert len(log.courses().times) == read
