"""A card in a session: its scene, variants, knobs and ticks."""
from __future__ import annotations

import pytest

from app.simulation.commands import CloseCard, LoadScene, OpenCard, Restart, TurnKnob, decode, encode
from app.simulation.replay import OnVariant
from physics.definitions.tunable import SettingError
from tests.support.fake_world import FakeSource, apply

FAST = "speed(ball_0) > 1"            # after 7 steps: 7 g / 60 = 1.14 m/s


def board(session):
    """What is published of the tasks."""
    return session.publish().tasks


def advance(session, steps):
    for _ in range(steps):
        session.advance()


def test_a_task_ticks_when_its_check_holds_after_a_step_and_stays_ticked(session):
    apply(session, OpenCard(5, "two", checks=(FAST, "speed(ball_0) > 100")))
    assert session.scene.card.id == "two" and board(session).card == 5
    advance(session, 6)
    assert [task.ticked for task in board(session).tasks] == [False, False]
    advance(session, 1)
    assert [task.ticked for task in board(session).tasks] == [True, False]
    session.variants[0].world.body(2).velocity[:] = 0
    advance(session, 1)
    reading = board(session).tasks
    assert reading[0].ticked and reading[1].limit == 100 and 0 < reading[1].value < 1


def test_it_waits_before_the_first_step_where_that_is_asked_for(session):
    apply(session, OpenCard(1, "two", paused=True))
    assert session.paused and session.step_count == 0
    apply(session, OpenCard(2, "two"))
    assert not session.paused


def test_each_variant_has_its_settings_and_a_check_may_look_at_one(session):
    apply(session, OpenCard(1, "two", variants=((), ("world.gravity=[0,0,0]",)), checks=(f"b: {FAST}", f"a: {FAST}", FAST)))
    assert [variant.tuning.gravity[2] for variant in session.variants] == [-9.81, 0.0]
    advance(session, 8)
    assert [task.ticked for task in board(session).tasks] == [False, True, True]


def test_another_card_has_no_variants_of_the_one_before(session):
    apply(session, OpenCard(1, "two", variants=((), ("solver.iterations=9",))))
    apply(session, OpenCard(2, "two"))
    assert len(session.variants) == 1 and session.variants[0].tuning == session.variants[0].scene_tuning


def test_a_knob_turns_in_all_variants_and_a_restart_keeps_it(session):
    apply(session, OpenCard(1, "two", variants=((), ("solver.iterations=9",)), knobs=(("bodies.ball_0.friction", 0.1),)))
    apply(session, TurnKnob("solver.beta", 0.7), TurnKnob("world.gravity", 3.0), TurnKnob("bodies.ball_1.friction", 0.9))
    for _ in range(2):
        for variant in session.variants:
            frictions = [body.friction for body in variant.world.bodies if body.name]
            assert variant.tuning.solver.beta == 0.7 and variant.tuning.gravity == (0.0, 0.0, -3.0)
            assert frictions == [0.5, 0.1, 0.9]
        apply(session, Restart())


def test_a_restart_begins_the_checks_anew(session):
    apply(session, OpenCard(1, "two", checks=("speed(ball_0) > 1 and start(speed(ball_0)) < 0.1",)))
    advance(session, 7)
    assert board(session).tasks[0].ticked
    apply(session, Restart())
    assert not board(session).tasks[0].ticked
    advance(session, 7)
    assert board(session).tasks[0].ticked


def test_another_scene_ends_the_card(session):
    apply(session, OpenCard(1, "two", checks=(FAST,)))
    apply(session, LoadScene("nothing"))
    assert board(session).card == 1                     # it could not be opened
    apply(session, LoadScene("one"))
    assert board(session).card == 0 and not board(session).tasks
    apply(session, OpenCard(2, "two", checks=(FAST,)), CloseCard())
    assert board(session).card == 0
    advance(session, 8)


def test_a_wrong_check_or_value_is_a_message_and_no_fault_of_the_program(session):
    apply(session, OpenCard(1, "two", checks=("speed(ball_0) >",)))
    assert "ends too early" in session.publish().status.fault.text and board(session).card == 0
    apply(session, OpenCard(2, "two", variants=(("solver.iteratons=9",),)))
    assert "iterations" in session.publish().status.fault.text
    apply(session, OpenCard(3, "two"), TurnKnob("solver.beta", 7))
    assert "out of range" in session.publish().status.fault.text


def test_values_of_a_scene_reach_its_source():
    from app.simulation.session import Session

    class Noting(FakeSource):
        """Notes what it is asked for."""
        asked = ()

        def read(self, name, values=()):
            """As FakeSource does."""
            self.asked = (*self.asked, (name, tuple(values)))
            return super().read(name, values)

    source = Noting()
    session = Session(source)
    apply(session, OpenCard(1, "two", values=("bodies.ball.mass=3",)))
    assert source.asked == (("two", ("bodies.ball.mass=3",)),) and session.values == ("bodies.ball.mass=3",)


@pytest.mark.parametrize("command", [OpenCard(1, "two", ("a=1",), ((), ("b=2",)), (("solver.beta", 0.1),), ("x > 1",), True),
                                     TurnKnob("solver.beta", 0.5), CloseCard()])
def test_they_can_be_written_down(command):
    assert type(decode(encode(command))) is type(command)


def test_a_history_turns_knobs_again_and_a_wrong_one_is_told(session):
    apply(session, OpenCard(1, "two"), TurnKnob("world.gravity", 3.0))
    variant = session.variants[0]
    OnVariant(TurnKnob("world.gravity", 5.0)).apply(variant)
    OnVariant(TurnKnob("bodies.ball_1.friction", 0.9)).apply(variant)
    assert variant.tuning.gravity[2] == -5.0
    assert [body.friction for body in variant.world.bodies if body.name == "ball_1"] == [pytest.approx(0.9)]
    with pytest.raises(SettingError, match="no setting of the running world; did you mean 'gravity'"):
        OnVariant(TurnKnob("world.gravty", 5.0)).apply(variant)
