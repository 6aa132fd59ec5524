"""Order and filter of the table of rows."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.ui.inside_state import InsideState
from tests.support.inside_step import looked_into

NAMES = (("base", 2), ("top", 3))


@pytest.fixture(scope="module")
def inside():
    return looked_into()


def test_all_rows_stand_in_the_order_of_the_sweep(inside):
    order = InsideState().order(inside, lambda: NAMES)
    assert sorted(order.tolist()) == list(range(inside.rows.size))
    assert (np.diff(inside.rows.order[order]) >= 0).all()


@pytest.mark.parametrize("column", ["impulse", "kind", "a", "joint"])
def test_a_column_sorts_both_ways(inside, column):
    state = InsideState(column=column, falling=False)
    values = getattr(inside.rows, column)[state.order(inside, lambda: NAMES)].tolist()
    assert values == sorted(values)
    state.falling = True
    assert getattr(inside.rows, column)[state.order(inside, lambda: NAMES)].tolist() == sorted(values, reverse=True)


def test_numbers_that_are_none_come_last_when_the_largest_is_first(inside):
    unknown = dataclasses.replace(inside, rows=inside.rows._replace(error=np.where(inside.rows.kind == "normal", np.nan, 1.0)))
    values = unknown.rows.error[InsideState(column="error").order(unknown, lambda: NAMES)]
    known = np.isfinite(values)
    assert not known.all() and known[:known.sum()].all()


def test_a_filter_by_kind_number_and_name_of_a_body(inside):
    rows, state = inside.rows, InsideState(text="kind == normal and impulse > 0")
    chosen = state.order(inside, lambda: NAMES)
    assert 0 < len(chosen) < rows.size and state.mistake == ""
    assert set(chosen.tolist()) == set(np.flatnonzero((rows.kind == "normal") & (rows.impulse > 0)).tolist())
    state.text = "a == top or b == top"
    assert set(state.order(inside, lambda: NAMES).tolist()) == set(np.flatnonzero((rows.a == 3) | (rows.b == 3)).tolist())


def test_a_kind_that_is_a_column_too(inside):
    state = InsideState(text="kind == friction and friction > 0")
    assert state.order(inside, lambda: NAMES).tolist() and state.mistake == ""
    assert set(inside.rows.kind[state.shown]) == {"friction"}


def test_a_mistake_says_what_and_where_and_hides_no_row(inside):
    state = InsideState(text="kind == normal and impuls > 10")
    assert len(state.order(inside, lambda: NAMES)) == inside.rows.size
    assert "impuls" in state.mistake and "impulse" in state.mistake
    state.text = ""
    state.order(inside, lambda: NAMES)
    assert state.mistake == ""


def test_a_mistake_goes_when_the_text_is_as_it_was(inside):
    state = InsideState()
    for text, wrong in (("", False), ("impuls > 1", True), ("", False), ("impuls > 1", True)):
        state.text = text
        state.order(inside, lambda: NAMES)
        assert bool(state.mistake) == wrong, text


def test_any_name_of_a_body_can_be_written_in_quotes(inside):
    rows, names = inside.rows, (("upper", 2), ("top-most.1", 3))
    for text, uid in (('a == "upper" or b == "upper"', 2), ('a == "top-most.1" or b == "top-most.1"', 3)):
        found = InsideState(text=text).order(inside, lambda: names)
        assert set(found.tolist()) == set(np.flatnonzero((rows.a == uid) | (rows.b == uid)).tolist()) != set()
    state = InsideState(text="a == upper")
    state.order(inside, lambda: names)
    assert 'in quotes it is the name: a == "upper"' in state.mistake
