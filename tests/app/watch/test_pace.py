"""The pace of a script's steps, on a clock of the test's own."""
from __future__ import annotations

import pytest

from app.watch.pace import BEHIND, Pace

DT = 1 / 50


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self):
        self.now = 10.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


def run(clock: Clock, speed: float | None, steps: int, work: float) -> float:
    """Seconds that steps take, each with so much `work` [s]; and the speed measured."""
    pace, begun = Pace(clock), clock.now
    for _ in range(steps):
        clock.now += pace.wait(speed)
        pace.step(DT, speed)
        clock.now += work
    return clock.now - begun, pace.real_time_factor


@pytest.mark.parametrize("speed", [0.1, 0.5, 1.0, 4.0])
def test_steps_take_the_time_that_they_stand_for(clock, speed):
    seconds, measured = run(clock, speed, 101, 0.001)
    assert seconds == pytest.approx(100 * DT / speed + 0.001, rel=1e-9)
    assert measured == pytest.approx(speed, rel=0.02)


def test_without_a_limit_nothing_waits(clock):
    seconds, measured = run(clock, None, 100, 0.001)
    assert seconds == pytest.approx(0.1) and measured == pytest.approx(DT / 0.001)


def test_a_slow_script_does_not_catch_up_for_long(clock):
    pace = Pace(clock)
    pace.step(DT, 1.0)
    clock.now += 5.0                                    # it worked on something else
    hurried = 0
    while pace.wait(1.0) == 0:
        pace.step(DT, 1.0)
        hurried += 1
    assert hurried <= BEHIND / DT + 1


def test_a_pause_counts_for_nothing(clock):
    pace = Pace(clock)
    pace.step(DT, 1.0)
    pace.hold()
    assert pace.wait(1.0) == 0 and pace.real_time_factor == 0
