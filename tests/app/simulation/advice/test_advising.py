"""A session asks the adviser: findings are published, the world goes on meanwhile, and what changed since is said."""
from __future__ import annotations

import threading
import time

import pytest

from app.adviser.ill_scenes import FOLDER
from app.headless.options import RunOptions
from app.published.advice import CANCELLED, DONE, FAILED, RUNNING, UNASKED
from app.simulation.advice import look
from app.simulation.commands import (
    AddVariant,
    Advise,
    ApplyImpulse,
    CancelAdvice,
    ChooseVariant,
    GoTo,
    KeepHistory,
    LoadScene,
    Restart,
    Select,
    SetSolver,
    StopWhen,
    TryAdvice,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.simulation.thread import SimulationThread
from tests.support.fake_world import apply

BOUNCE, LEANS = FOLDER / "bounce_missing" / "threshold.yaml", FOLDER / "stack_leans" / "few_sweeps.yaml"
PATIENCE = 120.0


def opened(scene, megabytes: int = 64) -> Session:
    """A session that keeps a history, paused at time 0."""
    session = Session(SceneReader(RunOptions(), lambda error: None))
    apply(session, LoadScene(str(scene)), KeepHistory(megabytes))
    session.paused = session.ready = True
    return session


def run(session: Session, steps: int) -> None:
    for _ in range(steps):
        session.advance()


def ended(session: Session):
    """The advice of a look that has ended."""
    until = time.monotonic() + PATIENCE
    while not session.advising._look.ended:
        assert time.monotonic() < until
        time.sleep(0.01)
    return session.publish().advice


@pytest.fixture
def gate(monkeypatch):
    """Holds each look before its first step until it is set."""
    event = threading.Event()
    built = look.Look._find
    monkeypatch.setattr(look.Look, "_find", lambda self: event.wait(PATIENCE) and built(self))
    yield event
    event.set()


def test_nothing_was_asked_at_first():
    assert opened(BOUNCE).publish().advice.state == UNASKED


def test_findings_of_the_steps_that_were_taken():
    session = opened(BOUNCE)
    run(session, 200)
    apply(session, Advise())
    advice = ended(session)
    assert advice.state == DONE and advice.done == advice.of == 300 and advice.changed == ""
    assert advice.looked == "steps 0 to 200, 3.33 s, and 1.67 s ahead of step 200" and "A stack leans" in advice.asked
    finding = advice.findings[0]
    assert (finding.symptom, finding.cause) == ("A bounce that never was", "slower than the restitution threshold")
    assert finding.knobs[0].label == "Restitution threshold" and finding.knobs[0].after == "0.2 m/s"
    assert finding.settings == ("solver.restitution_threshold=0.2",) and not finding.refusal
    assert dict(finding.numbers)["threshold"].endswith("m/s")


def test_the_world_goes_on_and_is_not_touched(gate):
    session, other = opened(BOUNCE), opened(BOUNCE)
    for one in (session, other):
        run(one, 60)
    apply(session, Advise())
    run(session, 60)                                            # the look has not begun yet
    assert session.publish().advice.state == RUNNING and session.publish().advice.done == 0
    gate.set()
    run(session, 30)
    assert ended(session).state == DONE
    run(other, 90)
    assert session.variant.world.state_hash() == other.variant.world.state_hash()


def test_a_healthy_world_has_no_findings():
    session = opened("stacking/tower")
    run(session, 30)
    apply(session, Advise())
    advice = ended(session)
    assert advice.state == DONE and advice.findings == ()


def test_without_a_history_it_looks_ahead():
    session = opened(LEANS, megabytes=0)
    apply(session, Advise())
    advice = ended(session)
    assert advice.looked == "5 s ahead of step 0" and advice.findings[0].symptom == "A stack leans"


def test_it_looks_at_what_followed_the_last_change():
    session = opened("stacking/tower")
    run(session, 40)
    apply(session, SetSolver("iterations", 3))
    run(session, 20)
    apply(session, Select(2), Advise())
    assert ended(session).looked == "steps 40 to 60, 0.333 s, since you changed something last, and 4.67 s ahead of step 60"


def test_it_ends_where_the_past_is_shown():
    session = opened(BOUNCE)
    run(session, 400)
    apply(session, GoTo(350))
    while not session.travel.go():
        pass
    apply(session, Advise())
    assert ended(session).looked == "steps 0 to 350, 5.83 s"


def test_a_cancelled_look_ends():
    session = opened("stacking/tower")
    run(session, 10)
    apply(session, Advise(), CancelAdvice())
    assert ended(session).state == CANCELLED and session.publish().advice.findings == ()


def test_a_new_look_takes_the_place_of_the_one_before(gate):
    session = opened(BOUNCE)
    apply(session, Advise())
    first = session.advising._look
    apply(session, Advise())
    gate.set()
    assert first.cancelled and ended(session).state == DONE


@pytest.mark.parametrize(("commands", "changed"), [
    ((), ""), ((Select(1), StopWhen("time > 99"), KeepHistory(32)), ""), ((Restart(),), "the scene was restarted since"),
    ((SetSolver("substeps", 7),), "settings were changed since"),
    ((ApplyImpulse(2, (1.0, 0.0, 0.0)),), "something was changed since"),
    ((TryAdvice(("solver.substeps=8",)),), "the scene was restarted since")])
def test_what_changed_since_is_said(commands, changed):
    session = opened(BOUNCE)
    apply(session, Advise())
    ended(session)
    apply(session, *commands)
    assert session.publish().advice.changed == changed


def test_of_several_variants_it_looks_at_the_chosen_one():
    session = opened(LEANS)
    apply(session, AddVariant(), SetSolver("iterations", 20))
    session.ready = True
    apply(session, Advise())
    assert ended(session).findings == () and ended(session).looked.startswith("variant b: ")
    apply(session, ChooseVariant(0))
    assert ended(session).changed == "another variant is chosen now"
    apply(session, Advise())
    assert ended(session).findings[0].symptom == "A stack leans"


def test_the_change_is_tried_beside():
    session = opened(LEANS)
    apply(session, Advise())
    finding = ended(session).findings[0]
    apply(session, TryAdvice(finding.settings))
    status = session.publish().status
    assert status.chosen == 1 and [finding.made_in(card.tuning) for card in status.variants] == [False, True]


def test_what_no_variant_can_have_is_refused():
    session = opened(FOLDER / "sleeps_in_motion" / "loose_rest.yaml")
    run(session, 300)
    apply(session, Advise())
    finding = ended(session).findings[0]
    assert "impulse compare" in finding.refusal and finding.goal == ()
    assert [knob.label for knob in finding.knobs] == ["Sleep speed", "Sleep way", "Sleep horizon"]


def test_another_scene_has_no_advice_yet():
    session = opened(BOUNCE)
    apply(session, Advise())
    ended(session)
    apply(session, LoadScene("stacking/tower"))
    assert session.publish().advice.state == UNASKED


def test_before_a_scene_it_says_so(session):
    session.ready = False
    apply(session, Advise())
    assert session.publish().status.notices[-1].kind == "warning" and session.publish().advice.state == UNASKED


def test_a_fault_of_its_own_is_shown_and_reported_once(monkeypatch):
    def break_down(self):
        raise RuntimeError("a number too many")
    monkeypatch.setattr(look.Look, "_find", break_down)
    session, reported = opened(BOUNCE), []
    thread = SimulationThread(session, reported.append)
    apply(session, Advise())
    assert ended(session).state == FAILED and session.publish().advice.failure == "RuntimeError: a number too many"
    thread.turn()
    thread.turn()
    assert [str(error) for error in reported] == ["a number too many"] and session.publish().status.fault is None


def test_progress_is_published_while_the_scene_is_paused(gate):
    session = opened(BOUNCE)
    thread = SimulationThread(session, lambda error: "")
    thread.start()
    session.submit(Advise())
    gate.set()
    seen, until = set(), time.monotonic() + PATIENCE
    while session.published.advice.state != DONE and time.monotonic() < until:
        seen.add(session.published.advice.done)
        time.sleep(0.002)
    thread.stop()
    assert session.published.advice.state == DONE and len(seen) > 5
