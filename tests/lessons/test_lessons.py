"""Every lesson and puzzle: it keeps its format, is played to its end by its answers, and none of its checks ticks by itself."""
from __future__ import annotations

import pytest

from app.lessons.answers import load as load_answers
from app.lessons.lesson import FIND, PREDICT, Knob
from app.lessons.reader import FILE, MOST_KNOBS, MOST_WORDS
from app.lessons.rehearsal import rehearsed
from app.lessons.shelf import COURSE, FOLDER, entries, lesson_of
from app.cli.lesson import switches

ENTRIES = entries()
IDS = [entry.id for entry in ENTRIES]
WIDTH = 160                      # of a line of prose


@pytest.fixture(scope="module")
def lesson():
    """A lesson by its id, read once."""
    read = {}

    def of(id):
        if id not in read:
            read[id] = lesson_of(id, switches())
        return read[id]
    return of


def test_there_are_fourteen_lessons_and_eight_puzzles_or_more():
    numbers = [entry.number for entry in ENTRIES if entry.category == COURSE]
    assert numbers == list(range(1, 15))
    puzzles = [entry.number for entry in ENTRIES if entry.category == "find_the_bug"]
    assert puzzles == list(range(1, len(puzzles) + 1)) and len(puzzles) >= 8
    assert len(ENTRIES) == len(list(FOLDER.rglob(FILE))), "a folder is not found by the scan"


@pytest.mark.parametrize("id", IDS)
def test_cards_are_short_and_begin_with_a_question(lesson, id):
    """At most sixty words and two knobs a card; something to predict or to find, something to do, and an explanation."""
    found = lesson(id)
    assert all(card.words <= MOST_WORDS and len(card.knobs) <= MOST_KNOBS for card in found.cards)
    assert 3 <= len(found.cards) <= 8 and found.about
    assert found.cards[0].question is not None
    assert any(not card.tasks and card.question is None for card in found.cards), "nothing is explained"
    kinds = {card.question.kind for card in found.cards if card.question}
    if id.startswith(COURSE):
        assert kinds == {PREDICT} and all((card.question is not None) == bool(card.tasks) for card in found.cards)
        assert any(isinstance(piece, Knob) for card in found.cards for block in card.blocks for piece in block.pieces)
    else:
        assert kinds == {FIND}
        for card in found.cards:
            assert card.question is None or all(choice.hint for choice in card.question.choices) or card is found.cards[0]


@pytest.mark.parametrize("id", IDS)
def test_it_is_played_to_its_end_and_no_check_ticks_by_itself(lesson, id):
    """With the right action each check ticks, without it none does; right answers are found, and wrong ones are not right."""
    found = lesson(id)
    results = rehearsed(found, load_answers(found))
    assert not [fault for result in results for fault in (f"{result.title}: {text}" for text in result.faults)]
    assert all(result.done for result in results) and len(results) == len(found.cards)


def test_each_row_of_the_theory_belongs_to_one_lesson(lesson):
    from tests.theory.test_rows import ROWS
    rows = [row for id in IDS for row in lesson(id).rows]
    assert sorted(rows) == sorted(ROWS), sorted(set(ROWS) ^ set(rows))


def test_every_mistake_is_a_puzzle_or_shown_in_a_lesson(lesson):
    """No wrong formula lies about that nobody can look for."""
    from physics.definitions.method_names import mistake_names
    variants = [settings for id in IDS for card in lesson(id).cards for settings in card.stage.variants]
    used = {text.partition("=")[2] for settings in variants for text in settings}
    assert set(mistake_names()) <= used


def test_lines_are_narrow():
    wide = [f"{path.parent.name}:{number}" for path in FOLDER.rglob("*.md")
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if len(line) > WIDTH]
    assert not wide
