"""What belongs to a scene ends with it.

Seen: after a comparison, or a riddle whose variant b has a wrong solver, the next scene ran with these variants; picked rows of
the scene before stood first among the X-ray cards, and the new one was out of sight; the stop condition, the log, a pause and
the filters came along too.  With one variant the settings were reset, with two they were kept.  Expected: another scene begins
with one variant, its own settings, running, without any of these.  The same scene, read again after its file was saved, keeps
them.
"""
from __future__ import annotations

import pytest

from app.published.inside import RowKey
from app.simulation.commands import (
    AddVariant,
    ChooseVariant,
    LoadScene,
    OpenCard,
    Pause,
    PinRow,
    ReloadScene,
    SetSolver,
    ShowMoment,
    Step,
    StopWhen,
    UseSettings,
)
from app.simulation.session import Session
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from physics.definitions.settings import SolverSettings
from tests.support.fake_world import FakeSource, apply

ROW = RowKey("normal", 7, 0, 0)
OTHERS = {
    "another scene": LoadScene("two"),
    "the same scene from the picker": LoadScene("one"),
    "a card of a lesson": OpenCard(1, "two"),
}


def used() -> Session:
    """A session in which everything is set that belongs to a scene."""
    session = Session(FakeSource())
    apply(session, LoadScene("one"), AddVariant(), SetSolver("iterations", 20), StopWhen("speed(ball_1) > 1"), PinRow(*ROW),
          ShowMoment(3), Step(4))
    session.notify("Something was said")
    return session


@pytest.mark.parametrize("open_it", OTHERS.values(), ids=OTHERS)
def test_another_scene_begins_clean(open_it):
    session = used()
    apply(session, open_it)
    published = session.publish()
    assert published.status.variants == () and published.status.chosen == 0
    assert session.variant.world.solver == SolverSettings() and session.variant.changes() == {}
    assert published.status.stop.expression == "" and published.log == ()
    assert session.inspector.pinned == () and session.inspector.moment is None
    assert not session.paused and session.owed_steps == 0


@pytest.mark.parametrize("leave", [LoadScene("two"), LoadScene("one")])
def test_the_wrong_solver_of_a_riddle_stays_in_the_riddle(leave):
    session = Session(FakeSource())
    apply(session, OpenCard(1, "one", variants=((), ("solver.iterations=33",)), paused=True))
    assert session.variants[1].world.solver.iterations == 33
    apply(session, ChooseVariant(1), leave)
    assert [one.world.solver for one in session.variants] == [SolverSettings()] and not session.paused


def test_a_scene_that_is_read_again_keeps_what_belongs_to_it():
    session = used()
    apply(session, ReloadScene())
    published = session.publish()
    assert [card.changes for card in published.status.variants] == [(), (("Iterations", "20"),)]
    assert published.status.stop.expression == "speed(ball_1) > 1" and published.log
    assert session.inspector.pinned == (ROW,) and session.paused


def test_a_scene_that_cannot_be_read_ends_nothing():
    session = used()
    apply(session, LoadScene("broken"))
    assert len(session.variants) == 2 and session.inspector.pinned == (ROW,) and session.paused and session.publish().log


def test_the_card_of_a_lesson_keeps_picked_rows_while_its_knobs_are_turned():
    session = Session(FakeSource())
    apply(session, OpenCard(1, "one"), PinRow(*ROW), OpenCard(2, "one", values=("bodies.ball.mass=2",)))
    assert session.inspector.pinned == (ROW,)
    apply(session, OpenCard(3, "two"))
    assert session.inspector.pinned == ()


@pytest.mark.parametrize("word, remains", [(LoadScene("two"), False), (LoadScene("one"), False), (ReloadScene(), True)])
def test_filters_of_the_window_end_with_the_scene(word, remains):
    session = Session(FakeSource())
    state = UiState(session.submit, ViewSettings(), output_folder=None)
    apply(session, LoadScene("one"))
    state.take(session.publish(), 0.0)
    state.inside.text, state.inside.stop, state.log.text = "impulse > 3", "max_speed > 2", "contact"
    state.log.switch("said")
    apply(session, Pause(True))
    state.take(session.publish(), 0.1)
    apply(session, word)
    state.take(session.publish(), 0.2)
    kept = (state.inside.text, state.inside.stop, state.log.text, state.log.hidden)
    assert kept == (("impulse > 3", "max_speed > 2", "contact", {"said"}) if remains else ("", None, "", set()))


def test_settings_that_the_command_line_gives_to_variants_hold():
    session = Session(FakeSource())
    apply(session, LoadScene("one"), AddVariant(), UseSettings(("solver.iterations=7",)))
    assert session.variants[1].world.solver.iterations == 7
