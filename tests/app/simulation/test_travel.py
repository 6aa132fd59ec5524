"""A session goes back in time: all variants together, commands and mouse springs included, and on from there."""
from __future__ import annotations

import numpy as np
import pytest

from app.headless.options import RunOptions
from app.published.timeline import CONTACT, INPUT, KINDS, TimeLine
from app.simulation.commands import (
    AddVariant,
    ApplyImpulse,
    GoOn,
    GoTo,
    Grab,
    KeepHistory,
    LastEvent,
    LoadScene,
    MoveGrab,
    Observe,
    Pin,
    Release,
    RemoveBody,
    Restart,
    Select,
    SetBody,
    SetSolver,
    SetWorld,
    Shoot,
    Stay,
    Step,
    StepBack,
    decode,
    encode,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.simulation.thread import SimulationThread
from tests.support.fake_world import apply


def opened(scene: str = "stacking/tower", megabytes: int = 64, variants: int = 1) -> Session:
    """A session that keeps a history, paused at time 0."""
    session = Session(SceneReader(RunOptions(), lambda error: None))
    apply(session, LoadScene(scene), KeepHistory(megabytes), *[AddVariant()] * (variants - 1))
    session.paused = session.ready = True
    return session


def run_to(session: Session, step: int) -> dict[int, list[str]]:
    """Steps until `step`; state hashes of all variants by step."""
    found = {session.step_count: hashes(session)}
    while session.step_count < step:
        session.advance()
        found[session.step_count] = hashes(session)
    return found


def hashes(session: Session) -> list[str]:
    return [variant.world.state_hash() for variant in session.variants]


def travel(session: Session, *commands) -> None:
    """Apply commands of the history, and go the whole way."""
    apply(session, *commands)
    while session.travel.under_way:
        session.travel.go()


def test_back_to_a_step_and_on_as_before():
    session = opened()
    told = run_to(session, 70)
    travel(session, GoTo(33))
    assert session.paused and hashes(session) == told[33]
    travel(session, StepBack(2))
    assert hashes(session) == told[31]
    travel(session, StepBack(1000))
    assert session.step_count == 0
    travel(session, GoTo(1000))
    assert hashes(session) == told[70]
    travel(session, GoTo(10))
    assert session.publish().timeline.in_past
    apply(session, GoOn())
    assert not session.paused
    assert run_to(session, 70) == {step: found for step, found in told.items() if step >= 10}


def test_what_the_user_did_is_taken_again():
    session = opened()
    told, tower = run_to(session, 5), session.variant.world.bodies
    acts = {5: Grab(tower[-1].uid, (0, 0, 0), (0, 0, 5)), 6: MoveGrab((0.5, 0, 5)), 7: MoveGrab((0.9, 0, 5)), 20: Pin(),
            25: Shoot((0, -4, 1), (0, 20, 0)), 30: ApplyImpulse(tower[3].uid, (3, 0, 0)), 35: RemoveBody(tower[4].uid),
            40: SetBody(tower[1].uid, "friction", 0.1), 45: SetSolver("iterations", 3), 50: SetWorld("gravity", (0, 0, -3)),
            55: Grab(tower[2].uid, (0, 0, 0), (0, 1, 4)), 60: Release()}
    while session.step_count < 90:
        if session.step_count in acts:
            apply(session, acts[session.step_count])
        session.advance()
        told[session.step_count] = hashes(session)
    history = session.variant.history
    assert history.keyframe_steps == [0, 32, 64]
    assert [step for step, command in history.inputs() if command is not None] == list(acts)
    for step in (89, 58, 22, 61, 3, 36, 46):
        travel(session, GoTo(step))
        assert hashes(session) == told[step], step
        variant = session.variant
        assert (variant.drag is not None) == (5 < step <= 20 or 55 < step <= 60)
        assert len(variant.pins) == (step > 20)
        assert ("solver" in variant.overridden) == (step > 45)
    travel(session, GoTo(58))
    assert {step: found for step, found in run_to(session, 90).items() if step > 58} == {
        step: found for step, found in told.items() if step > 58}


def test_events_of_the_scene_are_taken_again_and_cost_no_keyframes():
    session = opened("collision/dominoes_short")
    told = run_to(session, 100)
    history = session.variant.history
    assert history.keyframe_steps == [0, 32, 64, 96] and len(list(history.inputs())) >= 1
    for step in (99, 10, 2, 0, 64):
        travel(session, GoTo(step))
        assert hashes(session) == told[step]
    assert run_to(session, 100)[100] == told[100]


def test_a_changed_knob_begins_another_future_and_the_old_one_is_its_ghost():
    session = opened()
    run_to(session, 60)
    old = session.publish().view.positions
    travel(session, GoTo(20))
    apply(session, SetWorld("gravity", (1.0, 0, -9.81)))
    session.paused = False
    run_to(session, 60)
    published = session.publish()
    assert published.timeline.ghost == (21, 60) and published.timeline.last == 60
    np.testing.assert_array_equal(published.ghost.positions, old)
    assert np.abs(published.view.positions - old).max() > 0.05
    session.advance()
    assert session.publish().ghost is None


def test_variants_go_together_and_each_keeps_its_own_future():
    session = opened(variants=2)
    apply(session, SetWorld("gravity", (0, 0, -2)))
    told = run_to(session, 50)
    travel(session, GoTo(17))
    assert hashes(session) == told[17] and told[17][0] != told[17][1]
    apply(session, SetWorld("gravity", (0, 0, -1)))
    again = run_to(session, 50)
    assert again[50][0] == told[50][0] and again[50][1] != told[50][1]
    assert session.variants[0].history.ghost is None and session.variants[1].history.ghost.last == 50
    divergence = session.publish().divergence
    assert divergence.steps.tolist() == list(range(51))


def test_the_time_line_says_what_is_kept_and_what_happened():
    session = opened()
    run_to(session, 40)
    apply(session, Shoot((0, -4, 1), (0, 20, 0)))
    run_to(session, 70)
    travel(session, GoTo(50))
    line = session.publish().timeline
    assert (line.first, line.last, line.present, line.in_past, line.going_to) == (0, 70, 50, True, None)
    assert line.keyframes.tolist() == [0, 32, 64] and 0 < line.bytes <= line.budget == 64_000_000 and line.note == ""
    mine = line.event_steps[line.event_kinds == INPUT]
    assert mine.tolist() == [40] and (np.diff(line.event_steps) >= 0).all()
    assert (line.event_kinds == CONTACT).any() and line.event_kinds.max() < len(KINDS)


def test_the_last_event_is_what_happened_before_this_step():
    contact, own = [CONTACT] * 5, [INPUT]
    line = TimeLine(first=2, last=90, present=50, event_steps=np.array([1, 7, 8, 9, 30, 40]), event_kinds=np.array(contact + own))
    assert [TimeLine(**vars(line) | {"present": step}).last_event() for step in (50, 40, 30, 9, 8, 7)] == [40, 30, 7, 7, 7, None]
    session = opened()
    run_to(session, 40)
    apply(session, ApplyImpulse(session.variant.world.bodies[3].uid, (0.01, 0, 0)))
    run_to(session, 45)
    expected = session.publish().timeline.last_event()
    travel(session, LastEvent())
    assert session.step_count == expected >= 40 and session.paused


def test_without_a_history_the_user_is_told():
    session = opened(megabytes=0)
    run_to(session, 3)
    apply(session, StepBack(), LastEvent())
    assert not session.travel.under_way and session.step_count == 3
    assert [notice.text for notice in session.status().notices] == ["No steps are kept: the history is off"] * 2
    line = session.publish().timeline
    assert line.first == line.last == line.budget == 0 and not len(line.keyframes)


def test_a_restart_and_another_scene_have_new_histories():
    session = opened()
    run_to(session, 10)
    apply(session, Restart())
    run_to(session, 5)
    assert (session.variant.history.first, session.variant.history.last) == (0, 5)
    apply(session, LoadScene("collision/bounce_row"))
    run_to(session, 3)
    assert (session.variant.history.first, session.variant.history.last) == (0, 3)


def test_a_smaller_budget_and_none_take_effect_at_once():
    session = opened()
    run_to(session, 80)
    before = session.variant.history.bytes
    apply(session, KeepHistory(1))
    assert session.variant.history.budget == 1_000_000 and session.variant.history.bytes <= min(before, 1_000_000)
    apply(session, KeepHistory(0))
    assert session.variant.history is None and session.variant.world._recorder is None


def test_a_selected_body_that_is_not_there_yet_is_no_more_selected():
    session = opened()
    run_to(session, 10)
    apply(session, Shoot((0, -4, 1), (0, 20, 0)))
    run_to(session, 12)
    apply(session, Select(int(session.variant.world.uids[-1])))
    travel(session, GoTo(5))
    assert session.selection is None and session.status().body is None


def test_a_long_way_is_gone_in_pieces_shown_with_its_end_and_ended_by_a_command(monkeypatch):
    monkeypatch.setattr("app.simulation.travel.PIECE", 0.0)
    session = opened()
    told, thread = run_to(session, 60), SimulationThread(session, lambda error: None)
    session.submit(GoTo(20))
    thread.turn()
    assert session.travel.under_way and session.published.timeline.going_to == 20
    session.submit(ApplyImpulse(session.variant.world.bodies[3].uid, (1, 0, 0)))
    session.submit(Observe(contacts=True))
    for _ in range(3):
        thread.turn()
    assert session.travel.under_way and session.variant.history.ghost is None
    while session.travel.under_way:
        thread.turn()
    assert hashes(session) == told[20] and session.published.view.step == 20
    thread.turn()
    assert session.variant.history.ghost.last == 60 and session.published.view.contacts is not None
    session.submit(GoTo(2))
    thread.turn()
    session.submit(Stay())
    thread.turn()
    assert not session.travel.under_way and session.step_count == 1


def test_a_step_that_is_not_as_it_was_gives_a_card_and_another_future():
    session = opened()
    run_to(session, 20)
    travel(session, GoTo(5))
    session.variant.world._bodies.arrays.velocity[session.variant.world.bodies[2]._row, 0] += 1
    travel(session, GoTo(9))
    fault = session.status().fault
    assert fault.title == "This step is not as it was" and "first in step 6: body" in fault.text and not fault.path
    assert session.variant.history.last == 6 and not session.travel.under_way
    run_to(session, 12)


@pytest.mark.parametrize("command", [StepBack(3), GoTo(7), GoOn(), LastEvent(), Stay(), KeepHistory(100)])
def test_commands_of_the_history_are_words_of_scripts(command):
    assert decode(encode(command)) == command and not command.recorded


def test_single_steps_in_the_past_are_the_recorded_ones():
    session = opened()
    told = run_to(session, 30)
    travel(session, GoTo(10))
    apply(session, Step(2))
    thread = SimulationThread(session, lambda error: None)
    while session.owed_steps:
        thread.turn()
    assert hashes(session) == told[12] and session.variant.history.ghost is None
