"""A rehearsal plays a lesson by its answers: it finds tasks that do not tick, and those that tick by themselves."""
from __future__ import annotations

import pytest

from app.lessons.answers import load as load_answers
from app.lessons.reader import LessonError, load
from app.lessons.rehearsal import rehearsed, total_steps
from app.simulation.session import Session
from tests.support.lesson_folder import LESSON, write_lesson

ANSWERS = """\
format: 1
cards:
  - card: What falls
    answer: 2
    run: 1.5
    do: [{at: 0.5, turn: {world.gravity: 18}}]
  - card: The door
    run: 1
    do: [{at: 0.2, turn: {joints.hinge.motor_speed: 3}}]
"""


@pytest.fixture
def play(tmp_path):
    """Plays a lesson by answers; title -> result."""
    def playing(text=LESSON, answers=ANSWERS):
        lesson = load(write_lesson(tmp_path / "falling", text))
        (tmp_path / "falling" / "answers.yaml").write_text(answers, encoding="utf-8")
        return {result.title: result for result in rehearsed(lesson, load_answers(lesson))}
    return playing


def test_a_good_lesson_has_no_faults(play):
    results = play()
    assert [result.faults for result in results.values()] == [(), (), ()] and all(result.done for result in results.values())
    assert [(task.ticked, task.idle) for result in results.values() for task in result.tasks] == [(True, False)] * 2


def test_a_task_that_the_action_does_not_tick_is_a_fault(play):
    result = play(answers=ANSWERS.replace("world.gravity: 18", "world.gravity: 12"))["What falls"]
    assert not result.done and "did not tick with the action" in result.faults[0]


def test_a_task_that_ticks_by_itself_is_a_fault(play):
    result = play(LESSON.replace("setting(world.gravity) > 15 and ", ""))["What falls"]
    assert result.faults == ("height(box) < 0.6 ticked without the action",)


def test_what_is_to_be_found_needs_the_right_answer(play):
    found = LESSON.replace("> Predict:", "> Find:")
    assert play(found)["What falls"].faults == ()
    assert "another answer" in play(found, ANSWERS.replace("answer: 2", "answer: 1"))["What falls"].faults[0]


def test_pushes_grabs_and_restarts(play):
    text = LESSON.replace("setting(world.gravity) > 15 and height(box) < 0.6", "pull(box) > 20 and x(box) > 0.5")
    hands = "[{at: 0.1, push: {body: box, impulse: [0, 0, 3]}}, {at: 0.2, restart: true}, " \
            "{at: 0.3, grab: {body: box, to: [0, 0, 2]}}, {at: 0.5, drag: [1, 0, 2]}, {at: 1.4, release: true}]"
    assert play(text, ANSWERS.replace("[{at: 0.5, turn: {world.gravity: 18}}]", hands))["What falls"].faults == ()


@pytest.mark.parametrize(("old", "new", "said"), [
    ("card: The door", "card: The dor", "did you mean 'The door'"), ("answer: 2", "answer: 4", "4 is no choice; there are 3"),
    ("answer: 2", "answer: 0", "0 is no choice"), ("world.gravity: 18", "world.gravity: 21", "beyond the range of the knob"),
    ("world.gravity: 18", "solver.beta: 1", "no knob of this card; it has world.gravity"),
    ("run: 1.5", "run: 500", "out of range"), ("turn: {world.gravity: 18}", "trun: 1", "did you mean 'turn'"),
    ("at: 0.5, turn: {world.gravity: 18}", "at: 0.5", "exactly one of"), ("run: 1\n", "rnu: 1\n", "did you mean 'run'"),
    ("turn: {world.gravity: 18}", "turn: {world.gravity: x}", "is not a number")])
def test_wrong_answers_are_named(play, old, new, said):
    with pytest.raises(LessonError, match=said):
        play(answers=ANSWERS.replace(old, new, 1))


def test_a_card_with_tasks_needs_answers(play, tmp_path):
    with pytest.raises(LessonError, match="The door: the card has tasks or a question, and no answers"):
        play(answers=ANSWERS[:ANSWERS.index("  - card: The door")])


def test_how_long_it_takes_is_known_beforehand(tmp_path):
    lesson = load(write_lesson(tmp_path / "falling"))
    (tmp_path / "falling" / "answers.yaml").write_text(ANSWERS, encoding="utf-8")
    answers, seen = load_answers(lesson), []
    rehearsed(lesson, answers, seen.append)
    assert seen[-1] == total_steps(lesson, answers) == 300


def test_a_step_is_published_once(play, monkeypatch):
    """Only what was applied since the last step makes a publication of its own."""
    made, advanced = [], []
    publish, advance = Session.publish, Session.advance
    monkeypatch.setattr(Session, "publish", lambda session, *rest: made.append(1) or publish(session, *rest))
    monkeypatch.setattr(Session, "advance", lambda session, *rest: advanced.append(1) or advance(session, *rest))
    play()
    assert len(advanced) <= len(made) < 1.2 * len(advanced)
