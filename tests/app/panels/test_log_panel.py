"""The log in a panel of its own: kinds and words choose lines, a click goes to a step, and what is shown can be copied."""
from __future__ import annotations

import numpy as np
import pytest
from imgui_bundle import imgui

from app.panels.inside.log_panel import MOST_COPIED, text_of
from app.published.log import DONE, SAID, Entries, LogLine
from app.published.timeline import CONTACT, JOINT, TimeLine
from app.simulation.commands import GoTo

LINE = TimeLine(first=0, last=100, present=60, event_steps=np.array([30, 40]), event_kinds=np.array([CONTACT, JOINT], np.uint8))


@pytest.fixture
def log(bench):
    run = bench.session.publish().status.run
    bench.shown = {"timeline": LINE, "log": (LogLine(1, "The pile leans", SAID, run, 20, 20),
                                             LogLine(2, "You: set beta", DONE, run, 50, 50))}
    assert bench.state.act_by_chord("Alt+L")
    bench.frame(3)
    return bench


def lines(bench):
    return sum(name.startswith("log line:") for name in bench.frame(3))


def test_the_panel_shows_the_whole_log(log):
    assert "window:log" in log.frame() and lines(log) == 4


def test_kinds_are_hidden_and_shown(log):
    log.click(f"log kind:{SAID}")
    assert lines(log) == 3
    log.click("log kind:contact")
    log.click("log kind:joint")
    assert lines(log) == 1
    log.click(f"log kind:{SAID}")
    assert lines(log) == 2


def test_typed_words_choose_lines(log):
    log.click("search:log")
    log.type("BETA")
    assert lines(log) == 1 and log.state.log.text == "BETA"


def test_a_click_on_a_line_goes_to_its_step(log):
    log.state.log.text = "leans"
    log.frame(3)
    place = next(name for name in log.frame() if name.startswith("log line:"))
    log.commands.clear()
    log.click(place)
    assert log.commands == [GoTo(20)]


def test_the_shown_lines_are_copied(log):
    copied = []
    imgui.get_platform_io().platform_set_clipboard_text_fn = lambda _context, text: copied.append(text)
    log.click("log kind:contact")
    log.click("log kind:joint")
    log.click("button:copy log")
    assert copied == ["20\tThe pile leans\n50\tYou: set beta\n"]
    assert log.state.toasts.current(log.now)[-1].text == "2 lines of the log copied"


def test_of_too_many_lines_the_last_are_copied():
    entries = Entries(tuple(LogLine(n, f"line {n}", SAID, 1, n, n) for n in range(MOST_COPIED + 5)), TimeLine(), 1)
    text = text_of(entries, entries.chosen("", frozenset({SAID})))
    assert text.count("\n") == MOST_COPIED and text.startswith("5\tline 5\n")


def test_it_takes_the_place_of_other_panels_there(log):
    log.state.act("inside_step")
    assert log.state.settings.inside_step and not log.state.settings.log
    log.state.act("log")
    assert log.state.settings.log and not log.state.settings.inside_step
