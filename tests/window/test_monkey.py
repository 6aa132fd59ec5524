"""Monkeys in the real window, on scenes of every kind: it answers, stays small, and finds no fault of its own.

`python -m tests.support.monkey` lets one play for longer, and replays its log.
"""
from __future__ import annotations

import json

import pytest

from tests.support.desktop import missing
from tests.support.monkey.__main__ import LOG, play, replay
from tests.support.monkey.events import Events
from tests.support.monkey.monkey import Monkey

DISPLAY = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
SECONDS = 90.0                           # of each monkey
SCENES = {1: "", 2: "joint_zoo", 3: "", 4: "welcome", 5: "wrecking_ball", 6: "hills", 7: ""}        # "": a file of its own


def some(seed: int) -> list[dict]:
    """The first bursts of a seed on a window without widgets."""
    events = Events(seed)
    return [event for _ in range(20) for event in events.burst({}, True)]


def test_a_seed_gives_the_same_events_and_a_log_has_all_of_them():
    assert some(3) == some(3) != some(4)
    assert json.loads(json.dumps(some(3))) == some(3)
    assert {event["kind"] for seed in range(10) for event in some(seed)} == {
        "key", "click", "widget", "drag", "scroll", "type", "resize", "hide", "file", "rest"}


@DISPLAY
@pytest.mark.soak
@pytest.mark.parametrize("seed", SCENES)
def test_a_monkey_finds_no_fault(seed, tmp_path):
    monkey = Monkey(tmp_path, SCENES[seed])
    try:
        play(monkey, seed, SECONDS)
        monkey.end()
    finally:
        monkey.close()


@DISPLAY
@pytest.mark.soak
def test_a_log_is_replayed(tmp_path):
    for name in ("first", "again"):
        monkey = Monkey(tmp_path / name, "")
        try:
            if name == "first":
                play(monkey, 8, 20.0)
            else:
                replay(monkey, [json.loads(line) for line in (tmp_path / "first" / LOG).read_text().splitlines()])
            monkey.end()
        finally:
            monkey.close()
