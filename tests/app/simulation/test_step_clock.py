"""The fixed-step accumulator, with a clock that the test controls."""
from __future__ import annotations

import pytest

from app.simulation.step_clock import FRAME, LONGEST_GAP, FixedStepClock


class Hand:
    """A clock that the test advances."""

    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


@pytest.fixture
def hand():
    return Hand()


@pytest.fixture
def clock(hand):
    clock = FixedStepClock(hand)
    clock.advance(FRAME, 1.0, lambda: None)          # the first call only starts it
    return clock


def test_the_first_call_takes_no_step(hand):
    assert FixedStepClock(hand).advance(1 / 60, 1.0, lambda: None) == 0


def test_time_pays_for_steps_and_the_rest_is_kept(hand, clock):
    hand.time += 0.025
    assert clock.advance(0.01, 1.0, lambda: None) == 2
    assert clock.owed == pytest.approx(0.005)
    hand.time += 0.005
    assert clock.advance(0.01, 1.0, lambda: None) == 1


def test_time_scale_changes_the_number_of_steps_and_not_dt(hand, clock):
    steps = 0
    for _ in range(60):
        hand.time += 1 / 60
        steps += clock.advance(1 / 60, 0.25, lambda: None)
    assert steps in (14, 15)


def test_at_most_four_steps_and_the_rest_is_dropped(hand, clock):
    hand.time += 0.095
    assert clock.advance(0.01, 1.0, lambda: None) == 4
    assert clock.dropped == pytest.approx(0.05)
    assert clock.owed == pytest.approx(0.005)


def test_a_slow_step_ends_the_frame_but_one_is_always_taken(hand, clock):
    def slow():
        hand.time += 0.030
    hand.time += 0.05
    assert clock.advance(1 / 60, 1.0, slow) == 1
    assert clock.dropped > 0


def test_a_long_gap_does_not_pile_up(hand, clock):
    hand.time += 60.0
    clock.advance(1.0, 1.0, lambda: None)
    assert clock.owed == pytest.approx(LONGEST_GAP)


def test_hold_forgets_what_was_owed(hand, clock):
    hand.time += 0.015
    clock.advance(1 / 60, 1.0, lambda: None)
    clock.hold()
    hand.time += 5.0
    assert clock.advance(1 / 60, 1.0, lambda: None) == 0


def test_real_time_factor_is_simulated_over_real(hand, clock):
    for _ in range(120):
        hand.time += 1 / 60
        clock.advance(1 / 60, 0.5, lambda: None)
    assert clock.real_time_factor == pytest.approx(0.5, abs=0.03)


def test_real_time_factor_of_a_world_that_cannot_keep_up(hand, clock):
    def slow():
        hand.time += 0.040
    for _ in range(60):
        hand.time += 0.001
        clock.advance(1 / 60, 1.0, slow)
    assert clock.real_time_factor == pytest.approx((1 / 60) / 0.041, rel=0.1)


def test_dt_zero_steps_once_a_frame(hand, clock):
    steps = 0
    for _ in range(60):
        hand.time += 1 / 60 + 1e-9
        steps += clock.advance(0.0, 1.0, lambda: None)
    assert 58 <= steps <= 60


def test_wait_ends_when_the_next_step_is_due(hand, clock):
    hand.time += 0.004
    clock.advance(1 / 60, 1.0, lambda: None)
    assert clock.wait(1 / 60, 1.0) == pytest.approx(1 / 60 - 0.004)
    assert clock.wait(1 / 60, 0.001) == FRAME          # commands must not wait for a world in extreme slow motion
