"""What a session says: notices, faults, and the lines of its log with their steps."""
from __future__ import annotations

import pytest

from app.published.log import DONE, SAID
from app.simulation.commands import GoTo, SetSolver, Shoot, StopWhen
from app.simulation.telling.messages import LINES, Messages, words_of
from app.simulation.session import Session
from tests.support.fake_world import FakeSource


@pytest.fixture
def messages():
    now = [1, 10]
    made = Messages(lambda: tuple(now))
    made.moment = now
    return made


def test_a_notice_is_a_line_too_and_keeps_its_step(messages):
    messages.notify("Stopped", "info", step=10)
    messages.notify("Solver compiled", "good")
    assert [(line.text, line.kind, line.step, line.said) for line in messages.lines] == [("Stopped", SAID, 10, 10),
                                                                                      ("Solver compiled", SAID, None, 10)]
    assert [(notice.step, notice.run) for notice in messages.notices] == [(10, 1), (None, 1)]
    assert messages.lines is messages.lines, "the same object until it changes"


def test_a_fault_is_a_line_with_the_first_line_of_its_text(messages):
    messages.fail("It burst", "too stiff\n\nIt is paused", step=9)
    assert messages.fault.title == "It burst" and messages.lines[0].text == "It burst: too stiff" and messages.lines[0].step == 9


def test_one_command_after_another_of_a_kind_is_one_line(messages):
    for value in (0.1, 0.2, 0.25):
        messages.done(SetSolver("beta", value))
        messages.moment[1] += 1
    messages.done(SetSolver("beta", 0.3))
    assert [(line.text, line.step) for line in messages.lines] == [("You: set solver beta, 0.3", 13)]
    messages.notify("said between", "info")
    messages.done(SetSolver("beta", 0.4))
    assert [line.kind for line in messages.lines] == [DONE, SAID, DONE]
    messages.moment[0] = 2
    messages.done(SetSolver("beta", 0.5))
    assert len(messages.lines) == 4, "another run has lines of its own"


def test_a_future_that_was_left_leaves_its_lines_marked(messages):
    for step in (4, 8):
        messages.notify(f"at {step}", "info", step=step)
    messages.moment[1] = 6
    messages.leave()
    assert [line.left for line in messages.lines] == [False, True]


def test_the_log_has_an_end(messages):
    for number in range(LINES + 5):
        messages.notify(str(number), "info")
    assert len(messages.lines) == LINES and messages.lines[-1].text == str(LINES + 4)


def test_commands_in_words():
    assert words_of(SetSolver("beta", 0.123456)) == "You: set solver beta, 0.1235"
    assert words_of(StopWhen("")) == "You: stop when"
    assert words_of(Shoot(position=(1.0, 2.0, 3.0), radius=0.25, velocity=(0.0, 0.0, 1.5))).startswith("You: shoot (1, 2, 3), ")


def test_a_session_writes_down_what_the_user_did_and_what_stopped_it():
    session = Session(FakeSource())
    session.open("one")
    session.submit(SetSolver("beta", 0.3))
    session.submit(GoTo(3))
    session.apply_pending()
    texts = [line.text for line in session.publish().log]
    assert "You: set solver beta, 0.3" in texts and not any("go to" in text for text in texts)
    session.notify("Stopped after step 7", step=7)
    assert session.publish().log[-1].step == 7
