"""Of late frames every second keeps the panels: the scene moves in all of them, panels stand still and show new numbers."""
from __future__ import annotations

import sys
import time

import numpy as np
import pytest

from tests.support.desktop import COLD, App, Display, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
LATE = "import sys, app.window.late_frames as frames; frames.LATE = 0.0; from app.__main__ import main; main()"
SCENE = """format: 1
title: Turning
bodies:
  - {name: bar, shape: {box: {half: [2, 0.3, 0.3]}}, position: [0, 0, 1], angular_velocity: [0, 0, 3]}
world: {gravity: [0, 0, 0]}
"""


class LateApp(App):
    """A window whose frames are all late."""

    def words(self, scene: str) -> list[str]:
        """The command line that opens it."""
        return [sys.executable, "-c", LATE, "open", *self.options(), scene]


@pytest.fixture
def app(display, tmp_path):
    (tmp_path / "turning.yaml").write_text(SCENE)
    app = LateApp(display, tmp_path, str(tmp_path / "turning.yaml"), quality="software", introduction=False, metrics=True)
    app.wait(lambda s: s["ready"] and s["step"] and s["step"] > 30, "the first steps", COLD)
    app.wait(lambda s: s["kept"] > 10, "frames that keep the panels: toasts are gone", COLD)
    yield app
    app.close()


def grabs(display: Display, app: App, count: int = 12) -> list[np.ndarray]:
    """The screen at some moments, between which frames are drawn."""
    found = []
    for _ in range(count):
        found.append(display.pixels().astype(int))
        drawn = app.state()["drawn"]
        app.wait(lambda s: s["drawn"] > drawn + 2, "frames")
    return found


def part(pixels: np.ndarray, box) -> np.ndarray:
    """The pixels in left, top, right, bottom."""
    left, top, right, bottom = (round(value) for value in box)
    return pixels[top:bottom, left:right]


def test_panels_keep_their_pixels_while_the_scene_moves(display, app):
    before = app.state()
    shown = grabs(display, app)
    after = app.state()
    drawn, kept = (after[key] - before[key] for key in ("drawn", "kept"))
    assert 0.3 * drawn < kept <= 0.5 * drawn + 1, f"{kept} of {drawn} frames"
    left, top, right, bottom = after["widgets"]["window:panel"]
    sliders = [part(pixels, (left + 12, top + 12, right - 12, top + 0.3 * (bottom - top))) for pixels in shown]
    assert sliders[0].std() > 10, "there is something in the panel"
    assert all(np.array_equal(pixels, sliders[0]) for pixels in sliders), "and it stays as it is"
    height, width = shown[0].shape[:2]
    middle = (0.35 * width, 0.2 * height, 0.65 * width, 0.7 * height)
    moved = [np.abs(part(a, middle) - part(b, middle)).max() for a, b in zip(shown, shown[1:])]
    assert sum(change > 30 for change in moved) > 6, "the bar turns"


def test_numbers_go_on_and_input_is_answered_at_once(display, app):
    box = app.state()["widgets"]["window:statistics"]
    first = part(display.pixels(), box)
    time.sleep(0.5)
    assert not np.array_equal(part(display.pixels(), box), first), "time runs in the panel"
    app.pause()
    step = app.state()["step"]
    app.settle(6)
    assert app.state()["step"] == step


def test_an_open_sheet_dims_the_panels_in_all_frames_alike(display, app):
    app.key("ctrl+h")                          # a sheet without a field, whose cursor would ask for every frame
    app.wait(lambda s: s["sheet"] == "welcome", "the welcome sheet")
    _, top, right, bottom = app.state()["widgets"]["window:panel"]
    grabs(display, app)                              # until the sheet is in the picture
    edges = [part(pixels, (right - 8, top + 60, right - 3, bottom - 60)).mean() for pixels in grabs(display, app)]
    assert max(edges) - min(edges) < 1, edges
