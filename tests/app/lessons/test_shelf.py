"""The shelf finds lessons by scanning folders, and one of them by number, name or path."""
from __future__ import annotations

import pytest

from app.lessons.reader import LessonError
from app.lessons.shelf import entries, find, lesson_of
from tests.support.lesson_folder import LESSON, write_lesson


@pytest.fixture
def shelf(tmp_path):
    """Two lessons of the course and a puzzle."""
    for place, title in (("course/10_last", "Last"), ("course/02_falling_boxes", "Falling"), ("bugs/01_sign", "A sign")):
        write_lesson(tmp_path / place, LESSON.replace("# Falling", f"# {title}"))
    (tmp_path / "course" / "notes").mkdir()
    return tmp_path


def test_lessons_stand_in_order_the_course_first(shelf):
    found = entries(shelf)
    assert [(entry.id, entry.number, entry.title, entry.cards) for entry in found] == [
        ("course/falling_boxes", 2, "Falling", 3), ("course/last", 10, "Last", 3), ("bugs/sign", 1, "A sign", 3)]
    assert found[0].about == "A box falls."


@pytest.mark.parametrize("word", ["2", "02", "falling_boxes", "falling-boxes", "course/falling_boxes", "boxes"])
def test_one_is_found_by_number_name_and_part(shelf, word):
    assert find(word, shelf).name == "falling_boxes"


def test_a_wrong_name_names_the_nearest(shelf):
    with pytest.raises(LessonError, match="did you mean falling_boxes"):
        find("faling_boxes", shelf)
    with pytest.raises(LessonError, match="several lessons match"):
        find("s", shelf)
    with pytest.raises(LessonError, match="impulse lessons"):
        find("xyz", shelf)


def test_a_folder_without_a_lesson_is_no_missing_folder(shelf):
    with pytest.raises(LessonError, match="there is no lesson.md in this folder"):
        lesson_of(str(shelf / "course" / "notes"), folder=shelf)


def test_a_broken_lesson_is_listed_and_its_loading_says_why(shelf):
    (shelf / "bugs" / "01_sign" / "lesson.md").write_bytes(b"\xff\xfe")
    assert entries(shelf)[2].title == "Sign"
    with pytest.raises(LessonError, match="lesson.md:1:1: byte 0xff is not UTF-8 text"):
        lesson_of("sign", folder=shelf)


def test_a_lesson_knows_its_id_and_number(shelf):
    lesson = lesson_of("falling_boxes", folder=shelf)
    assert (lesson.id, lesson.number, len(lesson.cards)) == ("course/falling_boxes", 2, 3)


def test_a_folder_is_a_lesson_too(shelf):
    assert lesson_of(str(shelf / "bugs" / "01_sign")).title == "A sign"
