"""Progress is plain data: choices, ticks and steps turn it into new data."""
from __future__ import annotations

import json

import pytest

from app.lessons import progress as steps
from app.lessons.reader import load
from tests.support.lesson_folder import LESSON, write_lesson


@pytest.fixture
def lesson(tmp_path):
    return load(write_lesson(tmp_path / "falling"))


def test_a_prediction_comes_first_and_is_made_once(lesson):
    start = steps.begun(lesson)
    assert steps.waits(start, lesson) and not steps.is_done(start, lesson)
    made = steps.answered(start, lesson, 0)
    assert not steps.waits(made, lesson) and made.here.answer == 0
    assert steps.answered(made, lesson, 1) == made
    assert steps.answered(start, lesson, 7) == start and start.here.answer is None


def test_it_is_told_which_was_right_when_the_tasks_are_done(lesson):
    made = steps.answered(steps.begun(lesson), lesson, 0)
    assert not steps.is_revealed(made, lesson)
    done = steps.ticked(made, [True])
    assert steps.is_revealed(done, lesson) and steps.is_done(done, lesson)      # a wrong prediction is no failure


def test_what_is_to_be_found_is_tried_until_it_is_right(tmp_path):
    lesson = load(write_lesson(tmp_path / "falling", LESSON.replace("> Predict:", "> Find:")))
    start = steps.ticked(steps.begun(lesson), [True])
    assert not steps.waits(start, lesson) and not steps.is_done(start, lesson)
    wrong = steps.answered(start, lesson, 0)
    assert steps.is_revealed(wrong, lesson) and not steps.is_done(wrong, lesson)
    assert steps.is_done(steps.answered(wrong, lesson, 1), lesson)


def test_ticks_stay_and_belong_to_a_card(lesson):
    start = steps.begun(lesson)
    once = steps.ticked(start, [True])
    assert steps.ticked(once, [False]) is once
    assert steps.ticked(once, [True, True]) is once and steps.ticked(once, []) is once
    assert steps.at(once, 1).here.ticks == (False,)


def test_a_card_anew_has_nothing_done_and_the_others_stay(lesson):
    progress = steps.at(steps.ticked(steps.answered(steps.begun(lesson), lesson, 1), [True]), 1)
    progress = steps.ticked(progress, [True])
    again = steps.anew(progress, lesson)
    assert again.here.ticks == (False,) and again.cards[0] == progress.cards[0]


def test_it_stays_within_the_lesson_and_ends_on_its_last_card(lesson):
    progress = steps.begun(lesson)
    assert steps.at(progress, -3).card == 0 and steps.at(progress, 9).card == 2
    for number, choice in ((0, 1), (1, None), (2, None)):
        progress = steps.at(progress, number)
        assert steps.is_finished(progress, lesson) is (number == 2)          # on the last card there is nothing to do
        progress = progress if choice is None else steps.answered(progress, lesson, choice)
        progress = steps.ticked(progress, [True] * len(progress.here.ticks))
    assert steps.is_finished(progress, lesson)


def test_it_can_be_written_down(lesson):
    assert json.loads(json.dumps(steps.as_data(steps.begun(lesson))))["cards"][0] == {"answer": None, "ticks": [False]}
