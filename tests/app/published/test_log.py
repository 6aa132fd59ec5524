"""The log and the events of the time line as one list, and which of its steps can be gone to."""
from __future__ import annotations

import numpy as np
import pytest

from app.published.log import DONE, ELSEWHERE, EVENT_TEXTS, LEFT, NO_STEP, SAID, Entries, LogLine
from app.published.timeline import CONTACT, INPUT, JOINT, TimeLine

LINE = TimeLine(first=20, last=100, present=60, event_steps=np.array([30, 31, 32, 40, 50, 60]),
                event_kinds=np.array([CONTACT, CONTACT, CONTACT, JOINT, INPUT, INPUT], np.uint8))
LINES = (LogLine(1, "compiled", SAID, 2, 0), LogLine(2, "of the run before", SAID, 1, 25, 25),
         LogLine(3, "stopped", SAID, 2, 55, 55),
         LogLine(4, "You: set solver beta, 0.3", DONE, 2, 50, 50), LogLine(5, "left", SAID, 2, 60, 60, True),
         LogLine(6, "early", SAID, 2, 3, 3))


@pytest.fixture
def entries():
    return Entries(LINES, LINE, run=2)


def test_lines_and_events_stand_in_the_order_of_their_steps(entries):
    found = [entries[place] for place in range(len(entries))]
    assert [entry.text for entry in found] == [
        "of the run before", "compiled", "early", EVENT_TEXTS[CONTACT], EVENT_TEXTS[JOINT], "You: set solver beta, 0.3",
        "stopped", "left", EVENT_TEXTS[INPUT]]
    assert entries.steps.tolist() == [-1, 0, 3, 30, 40, 50, 55, 60, 60]


def test_what_cannot_be_gone_to_says_why(entries):
    refusals = {entries[place].text: entries[place].refusal for place in range(len(entries))}
    assert refusals["compiled"] == NO_STEP and refusals["of the run before"] == ELSEWHERE and refusals["left"] == LEFT
    assert refusals["early"] == "Step 3 has left the history, which begins with step 20"
    assert refusals["stopped"] == refusals[EVENT_TEXTS[JOINT]] == ""


def test_the_lines_of_a_step_are_those_that_belong_to_it(entries):
    assert [entries[int(place)].text for place in entries.at(60)] == [EVENT_TEXTS[INPUT]], "none of the future that was left"
    assert [entries[int(place)].text for place in entries.at(55)] == ["stopped"]
    assert not len(entries.at(0)) and not len(entries.at(77)), "a line without a step belongs to none"


@pytest.mark.parametrize("text, kinds, found", [
    ("", {SAID}, ["of the run before", "compiled", "early", "stopped", "left"]),
    ("BETA set", {SAID, DONE}, ["You: set solver beta, 0.3"]),
    ("", {"contact", "joint"}, [EVENT_TEXTS[CONTACT], EVENT_TEXTS[JOINT]]), ("joint", {"contact", SAID}, []),
    ("did", {"input"}, [EVENT_TEXTS[INPUT]]), ("e", set(), []), ("compiled early", {SAID}, [])])
def test_lines_are_chosen_by_kind_and_words(entries, text, kinds, found):
    assert [entries[int(place)].text for place in entries.chosen(text, frozenset(kinds))] == found


def test_without_lines_none_is_chosen():
    assert len(Entries((), TimeLine(), 1).chosen("", frozenset({SAID, "contact"}))) == 0


def test_a_step_outside_of_the_history_has_a_reason():
    assert LINE.refusal(60) == "" and "first" not in LINE.refusal(20) and "was not taken" in LINE.refusal(101)
    assert TimeLine().refusal(0) == "No steps are kept"
    assert TimeLine(note="a state needs 3 MB").refusal(5) == "No steps are kept: a state needs 3 MB"


@pytest.mark.parametrize("step, reach, event", [(33, 2, 32), (36, 2, None), (36, 4, 32), (37, 4, 40), (200, 10, None),
                                                (0, 30, 30)])
def test_the_nearest_event_within_reach(step, reach, event):
    assert LINE.event_near(step, reach) == event


def test_without_events_none_is_near():
    assert TimeLine(last=10).event_near(5, 100) is None
