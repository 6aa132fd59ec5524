"""The time line: marks of events, a click and a drag go to a step, moments of the present step."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.panels.inside.timeline import Track, marks_of, title_of
from app.published.timeline import CONTACT, INPUT, JOINT, TimeLine
from app.simulation.commands import GoOn, GoTo, LastEvent, Pause, ShowMoment, Step, StepBack
from physics.introspection.moments import Moment
from tests.support.inside_step import kept, looked_into

TRACK = Track(100.0, 300.0, 0.0, 0, 100)


@pytest.fixture
def line(bench):
    """A bench with a history of 100 steps."""
    bench.shown = {"timeline": kept()}
    bench.state.change(time_line=True)
    bench.frame(3)
    bench.commands.clear()
    return bench


def sent(bench, kind):
    return [command for command in bench.commands if isinstance(command, kind)]


@pytest.mark.parametrize("step", [0, 37, 100])
def test_a_step_and_its_place_belong_together(step):
    assert TRACK.step(TRACK.x(step)) == step


def test_places_beside_the_track_are_its_ends():
    assert TRACK.step(0.0) == 0 and TRACK.step(1e6) == 100
    assert Track(0.0, 100.0, 0.0, 7, 7).step(50.0) == 7


def of_events(steps, kinds):
    return TimeLine(last=max(steps, default=0), event_steps=np.array(steps, np.int64), event_kinds=np.array(kinds, np.uint8))


def test_no_events_no_marks():
    assert marks_of(of_events([], []), TRACK) == []


def test_events_of_one_kind_on_one_pixel_are_one_mark_and_rare_ones_are_drawn_last():
    dense = Track(0.0, 10.0, 0.0, 0, 1000)
    marks = marks_of(of_events([500, 501, 502, 503, 900], [JOINT, CONTACT, CONTACT, INPUT, CONTACT]), dense)
    assert [kind for _, kind in marks] == [CONTACT, CONTACT, JOINT, INPUT]
    assert {step for step, kind in marks if kind == CONTACT} == {501, 900}


def test_very_many_events_are_placed_as_few_are():
    steps = list(range(5000))
    marks = marks_of(of_events(steps, [CONTACT] * 5000), Track(0.0, 200.0, 0.0, 0, 5000))
    assert [round(step / 25) for step, _ in marks] == list(range(201))


def test_a_click_goes_to_a_step(line):
    line.click("timeline", 0.25)
    assert {command.to_step for command in sent(line, GoTo)} == {25}


def test_a_drag_goes_on_and_on(line):
    line.drag("timeline", 0.9, 0.1)
    steps = [command.to_step for command in sent(line, GoTo)]
    assert steps[0] == 90 and steps[-1] == 10 and steps == sorted(steps, reverse=True) and len(set(steps)) == 5


def test_a_click_on_the_future_that_was_left_goes_to_the_last_step_that_is_kept(line):
    line.shown["timeline"] = dataclasses.replace(kept(), present=50, ghost=(60, 200))
    line.click("timeline", 0.9)
    assert {command.to_step for command in sent(line, GoTo)} == {100}


@pytest.mark.parametrize("name, command", [("last event", LastEvent()), ("step back", StepBack(1)), ("step on", Step(1))])
def test_each_button_sends_its_command(line, name, command):
    line.click(f"button:time {name}")
    assert line.commands[-1] == command


@pytest.mark.parametrize("paused, command", [(True, GoOn()), (False, Pause(True))])
def test_the_middle_button_goes_on_or_pauses(line, paused, command):
    line.changes["paused"] = paused
    line.click("button:time go on")
    assert line.commands[-1] == command


def test_a_click_on_a_moment_shows_it_and_a_right_click_ends_it(line):
    inside = line.shown["inside"] = looked_into()
    line.changes["paused"] = True
    line.click("moments", 0.5)
    moment = len(inside.moments) // 2
    assert {command.moment for command in sent(line, ShowMoment)} == {moment}
    line.shown["inside"] = dataclasses.replace(inside, moment=moment)
    line.commands.clear()
    line.click("moments", 0.5, button=1)
    assert sent(line, ShowMoment) == [ShowMoment(None)]


def test_while_it_runs_there_are_no_moments(line):
    line.shown["inside"] = looked_into()
    line.changes["paused"] = False
    assert "moments" not in line.frame(3)


def test_inside_a_sweep_the_rows_take_their_turns(line):
    inside = looked_into()
    sweep = next(number for number, moment in enumerate(inside.moments) if moment.iteration)
    line.changes["paused"] = True
    line.shown["inside"] = dataclasses.replace(inside, moment=0)
    assert "slider:row in turn" not in line.frame(3), "before the first sweep"
    line.shown["inside"] = dataclasses.replace(inside, moment=sweep)
    line.frame(3)
    line.click("slider:row in turn", 0.5)
    (command,) = {command for command in sent(line, ShowMoment)}
    turn = inside.rows.order.argsort(kind="stable").tolist().index(command.row)
    assert command.moment == sweep and abs(turn - inside.rows.size / 2) <= 0.1 * inside.rows.size


@pytest.mark.parametrize("moment, text", [(Moment(8, 1, 2), "substep 2: solve, sweep 2"), (Moment(5), "substep 1: prepare"),
                                          (Moment(8, 0, 1), "substep 1: solve, sweep 1")])
def test_a_moment_in_words(moment, text):
    assert title_of(moment) == text
