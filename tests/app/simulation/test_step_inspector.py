"""The step inspector: picked rows are followed, a moment shows bodies as of it, and running ends it."""
from __future__ import annotations

import time

import numpy as np
import pytest

from app.headless.options import RunOptions
from app.published.inside import RowKey, key_of, row_of
from app.simulation.commands import (
    KeepHistory,
    LoadScene,
    Observe,
    Pause,
    PinRow,
    Select,
    SetSolver,
    ShowMoment,
    UnpinAll,
    UnpinRow,
)
from app.simulation.inside_publisher import InsidePublisher, Looking
from app.simulation.lives.earlier_steps import steps_before
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.simulation.step_inspector import MOST_PINNED, StepInspector
from tests.support.fake_world import apply
from tests.support.inside_step import crates, keys_of


@pytest.fixture
def session():
    """A tower after 20 steps, paused, looked into."""
    session = Session(SceneReader(RunOptions(), lambda error: None))
    apply(session, LoadScene("stacking/tower"), Observe(inside=True))
    session.paused = session.ready = True
    for _ in range(20):
        session.advance()
    return session


def test_without_a_panel_that_needs_it_nothing_is_looked_into(session):
    apply(session, Observe())
    assert session.publish().inside is None


def test_a_moment_shows_bodies_as_of_it_and_the_end_shows_the_end(session):
    end = session.publish()
    apply(session, ShowMoment(0))
    shown, moments = session.publish(), end.inside.moments
    assert shown.inside.moment == 0
    found = session.variant.world.bodies_at(moments[0])
    assert np.array_equal(shown.view.positions, found.positions.astype(np.float32))
    assert np.array_equal(shown.view.velocities, found.velocities.astype(np.float32))
    assert not np.array_equal(shown.view.positions, end.view.positions)
    apply(session, ShowMoment(None))
    assert np.array_equal(session.publish().view.positions, end.view.positions)


def test_a_row_in_turn_shows_the_velocities_of_its_turn(session):
    inside = session.publish().inside
    sweep = next(number for number, moment in enumerate(inside.moments) if moment.stage == 8)
    rows = inside.rows.order.argsort(kind="stable").tolist()
    apply(session, ShowMoment(sweep, rows[0]))
    first = session.publish()
    found = session.variant.world.bodies_at(inside.moments[sweep]._replace(row=rows[0]))
    assert first.inside.row == rows[0] and np.array_equal(first.view.velocities, found.velocities.astype(np.float32))
    apply(session, ShowMoment(sweep))
    done = session.publish()
    assert done.inside.row is None and not np.array_equal(done.view.velocities, first.view.velocities)
    apply(session, ShowMoment(0, rows[0]))
    assert session.publish().inside.row is None, "rows have turns in sweeps alone"


def test_running_ends_the_moment(session):
    apply(session, ShowMoment(3))
    assert session.publish().inside.moment == 3 and session.paused
    apply(session, Pause(False))
    assert session.publish().inside.moment is None and session.inspector.moment is None


def test_a_moment_that_the_step_does_not_have_shows_the_end(session):
    end = session.publish().view.positions
    apply(session, ShowMoment(10_000))
    shown = session.publish()
    assert shown.inside.moment is None and np.array_equal(shown.view.positions, end)


def test_the_selected_body_has_its_causes_load_and_matrix(session):
    uid = session.publish().view.table.uids.tolist()[1]
    apply(session, Select(uid))
    inside = session.publish().inside
    assert inside.body == uid and inside.causes and inside.load is not None and inside.coupling is not None
    assert len(inside.coupling.rows) == len(inside.coupling.matrix)


def test_a_picked_row_has_its_equation_and_is_let_go(session):
    rows = session.publish().inside.rows
    key = keys_of(session.variant.world)[0]
    apply(session, PinRow(*key), PinRow(*key))
    (pinned,) = session.publish().inside.pinned
    assert pinned.key == key and pinned.row == row_of(rows, key)
    assert sum(term.value for term in pinned.equation.terms) == pytest.approx(pinned.equation.impulse, rel=1e-5)
    assert pinned.sweeps[-1] == pytest.approx(float(rows.substep_impulse[pinned.row]), rel=1e-5)
    assert len(pinned.residuals) == len(pinned.sweeps)
    apply(session, UnpinRow(*key))
    assert session.publish().inside.pinned == ()


def test_the_oldest_of_too_many_picked_rows_goes():
    inspector, keys = StepInspector(), [RowKey("normal", 1 << 32 | 2, feature, 0) for feature in range(MOST_PINNED + 2)]
    for key in keys:
        inspector.pin(key)
    assert inspector.pinned == tuple(keys[2:])
    inspector.unpin(None)
    assert inspector.pinned == ()


def test_all_rows_are_let_go_by_one_command(session):
    apply(session, *(PinRow(*key) for key in keys_of(session.variant.world)[:3]), UnpinAll())
    assert session.publish().inside.pinned == ()


def test_the_life_of_a_row_is_followed_and_forgets_the_future_that_was_left():
    world = crates()
    publisher, key, start = InsidePublisher(world), keys_of(world)[0], world.snapshot()
    for _ in range(3):
        world.step()
        (pinned,) = publisher.look(Looking(pinned=(key,)), False).pinned
    assert pinned.steps.tolist() == [9, 10, 11]
    assert pinned.impulses[-1] == world.rows().impulse[pinned.row]
    world.restore(start)
    world.step()
    (pinned,) = publisher.look(Looking(pinned=(key,)), False).pinned
    assert pinned.steps.tolist() == [9]


def test_a_picked_row_that_is_not_there_says_so():
    (pinned,) = InsidePublisher(crates()).look(Looking(pinned=(RowKey("normal", 9 << 32 | 1, 0, 0),)), False).pinned
    assert pinned.row is None and "no such row" in pinned.refusal and np.isnan(pinned.impulses).all()


def test_before_the_first_step_there_is_a_reason():
    assert InsidePublisher(crates(0)).look(Looking(), False).refusal


def test_while_steps_are_taken_it_looks_no_more_often_than_it_may():
    world = crates()
    publisher = InsidePublisher(world)
    first = publisher.look(Looking(), True)
    world.step()
    assert publisher.look(Looking(), True) is first, "looking is not due yet"
    assert publisher.look(Looking(), False).step == world.step_count, "paused it looks at once"


def test_steps_before_a_row_was_picked_are_filled_in_from_the_history(session):
    """Each as the table of that step says, born rows from their birth on; a knob that was turned meanwhile is turned again."""
    apply(session, LoadScene("stacking/tower"), KeepHistory(50), Observe(inside=True))
    session.paused = session.ready = True
    told = {}
    for step in range(1, 31):
        if step == 20:
            apply(session, SetSolver("iterations", 3))
        session.advance()
        rows = session.variant.world.rows()
        told[step] = {key_of(rows, row): (rows.impulse[row], rows.warm[row]) for row in range(rows.size)}
    apply(session, PinRow(*next(iter(told[30]))))
    (pinned,) = session.publish().inside.pinned
    assert pinned.steps.tolist() == [30], "it looks back beside what runs"
    end = time.perf_counter() + 60
    while not session.inspector.news():
        assert time.perf_counter() < end, "the search did not end"
        time.sleep(0.02)
    (pinned,) = session.publish().inside.pinned
    assert pinned.steps.tolist() == list(range(1, 31)) and not session.inspector.news()
    for step, *done in zip(pinned.steps.tolist(), pinned.impulses, pinned.warm):
        np.testing.assert_array_equal(done, told[step].get(pinned.key, (np.nan, np.nan)))
    assert session.step_count == 30 and session.variant.history.present == 30


def test_only_a_paused_scene_with_a_history_is_looked_back_into(session):
    key = keys_of(session.variant.world)[0]
    apply(session, PinRow(*key), Pause(False))
    session.publish()
    assert session.inspector._search is None
    apply(session, Pause(True))
    session.publish()
    assert session.inspector._search is None, "this session keeps no history"


@pytest.mark.parametrize(("present", "rows", "first", "steps"), [
    (1000, 100, 0, range(880, 1000)), (1000, 40_000, 0, range(990, 1000)), (1000, 10**9, 0, range(992, 1000)),
    (50, 100, 0, range(1, 50)), (50, 100, 40, range(41, 50)), (0, 0, 0, range(1, 0))])
def test_how_far_it_looks_back_follows_the_number_of_rows(present, rows, first, steps):
    assert steps_before(present, rows, first) == steps
