"""Pictures in motion have as many pixels as come in time, whatever a frame costs; those at rest have all."""
from __future__ import annotations

import pytest

from app.window.resolution import FAST, SETTLE, SLOW, STEPS, Resolution


def frames(resolution: Resolution, least: float, pixels: float, count: int = 300) -> list[float]:
    """Details of frames that take `least` seconds and `pixels` more with all pixels."""
    details = []
    for _ in range(count):
        details.append(resolution.detail(moving=True))
        resolution.note(least + pixels * details[-1] ** 2)
    return details


def test_fast_frames_have_all_pixels():
    assert set(frames(Resolution(), 0.002, 0.010)) == {1.0}


@pytest.mark.parametrize("least", [0.0, 0.005, 0.015])
@pytest.mark.parametrize("pixels", [0.02, 0.03, 0.04, 0.06, 0.1, 0.5])
def test_slow_frames_lose_pixels_until_they_come_in_time(least, pixels):
    details = frames(Resolution(), least, pixels)
    last = details[-1]
    assert least + pixels * last**2 <= SLOW or last == STEPS[-1]
    assert set(details[-100:]) == {last}, "it settles"
    fewer = STEPS.index(last) - 1
    assert last == 1.0 or least + pixels * STEPS[fewer] ** 2 > FAST, "and has no fewer than it must"


def test_they_come_back():
    resolution = Resolution()
    assert frames(resolution, 0.01, 0.1)[-1] < 0.7
    assert frames(resolution, 0.002, 0.01)[-1] == 1.0


def test_one_slow_frame_changes_nothing():
    resolution = Resolution()
    frames(resolution, 0.002, 0.02)
    resolution.note(0.08)
    assert resolution.detail(moving=True) == 1.0


def test_what_stands_still_has_all_pixels():
    resolution = Resolution()
    frames(resolution, 0.02, 0.1, 10 * SETTLE)
    assert resolution.detail(moving=True) < 1.0 and resolution.detail(moving=False) == 1.0


def test_no_step_goes_back_and_forth():
    assert all(FAST * (finer / coarser) ** 2 < SLOW for finer, coarser in zip(STEPS, STEPS[1:]))
