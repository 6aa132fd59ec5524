"""Stops of the session: it pauses after the step at which an expression holds, and says what stopped it."""
from __future__ import annotations

import pytest

from app.input.actions import CONTROLS
from app.simulation.commands import AddVariant, Pause, ReloadScene, Restart, SetWorld, StopWhen
from app.simulation.step_clock import FixedStepClock
from tests.support.fake_world import BALL, FakeRun, FakeWorld, apply

FAST = "speed(ball_0) > 1"            # after 7 steps: 7 g / 60 = 1.14 m/s


def advance(session, most=100):
    """Steps taken until no other may follow."""
    return next((taken for taken in range(1, most + 1) if not session.advance()), None)


def test_it_pauses_and_says_why(session):
    apply(session, StopWhen(FAST))
    assert session.publish().status.stop.expression == FAST and session.publish().status.stop.step == 0
    assert advance(session) == 7 and session.paused
    status = session.publish().status
    assert status.paused and status.stop.step == 7 and status.stop.time == pytest.approx(7 / 60)
    assert status.stop.said == "ball_0: speed(ball_0) 1.1445" and status.stop.variant == ""
    assert status.notices[-1].text == "Stopped after step 7, at 0.116667 s: ball_0: speed(ball_0) 1.1445"


def test_it_goes_on_until_it_holds_anew(session):
    apply(session, StopWhen(FAST))
    assert advance(session) == 7
    apply(session, Pause(False))
    assert advance(session, 20) is None                              # it still holds
    session.variants[0].world.body(BALL).velocity[:] = 0
    assert advance(session) == 7


def test_steps_that_are_due_are_not_taken_after_a_stop(session):
    apply(session, StopWhen(FAST))
    now = [0.0]
    clock = FixedStepClock(lambda: now[0])
    taken = 0
    for _ in range(4):
        now[0] += 3.5 / 60
        taken += clock.advance(1 / 60, 1.0, session.advance)
        if session.paused:
            break
    assert (taken, clock.owed) == (7, 0.0)


def test_single_steps_that_were_asked_for_end_there(session):
    apply(session, StopWhen(FAST))
    session.paused, session.owed_steps = True, 50
    while session.owed_steps:
        session.owed_steps -= 1
        session.advance()
    assert session.step_count == 7


def test_a_wrong_expression_is_refused_and_the_old_one_stays(session):
    apply(session, StopWhen(FAST), StopWhen("sped(ball_0) > 1"))
    status = session.publish().status
    assert status.fault.text.startswith("column 1: ") and "did you mean 'speed'" in status.fault.text
    assert "\n" not in status.fault.text and status.stop.expression == FAST
    assert advance(session) == 7


def test_it_survives_a_restart_and_can_be_forgotten(session):
    apply(session, StopWhen(FAST))
    assert advance(session) == 7
    apply(session, Restart(), Pause(False))
    assert session.publish().status.stop.step == 0 and advance(session) == 7
    state = type("State", (), {"submit": lambda self, command: apply(session, command)})()
    next(control for control in CONTROLS if control.action == "stop_nowhere").perform(state)
    apply(session, Restart(), Pause(False))
    assert session.publish().status.stop.expression == "" and advance(session) is None


def test_a_scene_without_what_it_names_does_not_stop(session):
    apply(session, StopWhen("speed(ball_1) > 1"), ReloadScene())
    assert session.publish().status.stop.expression == "speed(ball_1) > 1" and advance(session) == 7

    def one_ball():
        run = FakeRun()
        run.world = FakeWorld(bodies=1)
        return run

    session.scene = session.scene._replace(build=one_ball)
    apply(session, Restart(), Pause(False))
    status = session.publish().status
    assert status.stop.expression == "" and "does not have what it names" in status.notices[-1].text
    assert advance(session) is None


def test_any_variant_stops_all(session):
    apply(session, AddVariant(), SetWorld("gravity", (0.0, 0.0, -20.0)), StopWhen(FAST))
    assert advance(session) == 4                                     # 4 * 20 / 60 in variant b
    status = session.publish().status
    assert status.stop.variant == "b" and status.notices[-1].text.startswith("Stopped variant b after step 4")
