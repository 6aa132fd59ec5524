"""A window in which nothing changes costs next to nothing, and wakes with the first thing that happens."""
from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.support.desktop import COLD, App, missing

pytestmark = [pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}"),
              pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is read from /proc")]
SECONDS, SHARE = 1.5, 0.10      # [s] that are looked at, and the share of a core that a window at rest may take in them
SLEEPERS = """format: 1
title: Asleep
world: {sleep: true}
bodies:
  - {name: floor, shape: {plane: {}}, type: static}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 0.5]}
"""


def processor_seconds(app: App) -> float:
    """Of all threads of the window so far."""
    fields = Path(f"/proc/{app.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def share(app: App) -> float:
    """Of a core, over some seconds."""
    begun, spent = time.monotonic(), processor_seconds(app)
    time.sleep(SECONDS)
    return (processor_seconds(app) - spent) / (time.monotonic() - begun)


def rests(app: App) -> bool:
    """Whether it comes to rest: kernels that the scene does not need yet are loaded first."""
    end = time.monotonic() + COLD
    while time.monotonic() < end:
        app.wait(lambda s: s["idle"], "rest", COLD)
        if share(app) < SHARE:
            return True
    return False


def test_a_paused_window(display, tmp_path):
    app = App(display, tmp_path, "stacking/pyramid_2d")
    try:
        app.wait(lambda s: s["ready"] and s["step"] and s["step"] > 2, "the first steps", COLD)
        assert not app.state()["idle"]
        app.move(600, 640)
        app.pause()
        assert rests(app)
        frames = app.state()["drawn"]
        time.sleep(1.0)
        assert app.state()["drawn"] - frames <= 2
        app.key("space")
        step = app.state()["step"]
        app.wait(lambda s: not s["paused"] and not s["idle"] and s["step"] > step + 5, "steps again")
    finally:
        app.close()


def test_a_window_of_sleepers(display, tmp_path):
    """Time goes on, and is shown now and then."""
    scene = tmp_path / "asleep.yaml"
    scene.write_text(SLEEPERS)
    app = App(display, tmp_path, str(scene))
    try:
        app.wait(lambda s: s["ready"] and s["step"] and s["step"] > 60, "the first steps", COLD)
        assert rests(app)
        begun = app.state()["time"]
        app.wait(lambda s: s["time"] > begun + 1.0, "time")
        assert not app.state()["paused"]
    finally:
        app.close()
