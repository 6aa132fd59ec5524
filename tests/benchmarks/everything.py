"""Frames a second with everything shown: 1,000 boxes in a pit, every overlay, time line, plots, the table of rows and X-ray.

    python -m tests.benchmarks.everything [SCENE] [--set KEY=VALUE] [--seconds 20] [--rounds 1] [--panels-alone] [--each]
                                         [--picture FILE.png]

The real window of 1280 x 720 on an X server without a screen, in the Software preset.  The scene runs; a body is selected and
two rows are picked by the mouse, so that loads and X-ray cards have their content.  A frame begins when it is due and ends when
it is shown.  Printed are frames a second, their median and percentiles, and the processor time of a frame by threads, which
says more on a machine that has other work to do; exit code 1 when there are fewer than LEAST frames a second.

`--each` then opens a window with the panels and no overlay, and one with each overlay alone.
"""
from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

from app.draw.view_setting import INSIDE, OVERLAYS, placements
from app.panels.stack import window_settings
from tests.benchmarks.frames import START, lines_of
from tests.benchmarks.processor_time import Spent, spent
from tests.support.desktop import App, Display, missing

LEAST = 30.0                            # frames a second
PIT = ("benchmark/c_box_pit", ("generate.body.count=995",))           # with floor and walls 1,000 bodies
SETTLED = 240                           # steps before anything is picked: the boxes have met
ROW = "constraint row:"
PANELS = ("time_line", "inside_step", "metric_plots", "metrics")


def overlays() -> dict[str, bool]:
    """Every overlay."""
    return {name: True for name, (about, place) in placements(window_settings()).items()
            if place.group in (OVERLAYS, INSIDE) and about.kind == "switch"}


def shown() -> dict[str, bool]:
    """Every overlay, and the panels beside the scene."""
    return overlays() | dict.fromkeys(PANELS, True)


def pick(app: App) -> None:
    """Select a body, and pick two rows of the table, while the scene is paused."""
    app.key("space")
    app.wait(lambda s: s["paused"], "the pause")
    body = max(app.state()["bodies"], key=lambda one: one["position"][2] if one["in_front"] else -1e9)
    app.click(*body["pixel"])
    for place in (2, 3):
        state = app.wait(lambda s: any(name.startswith(ROW) for name in s["widgets"]), "the table of rows")
        rows = sorted((box for name, box in state["widgets"].items() if name.startswith(ROW)), key=lambda box: box[1])
        left, top, _, bottom = rows[place]
        app.click(left + 14, (top + bottom) / 2)
    app.wait(lambda s: "xray:terms" in s["widgets"], "the equation of a row")
    app.key("space")
    app.wait(lambda s: not s["paused"], "going on")


class Run(NamedTuple):
    """One run of the window, all of it shown."""

    times: np.ndarray                   # (n,) of frames [ms]
    seconds: float                      # in which they were shown
    steps: int                          # taken meanwhile
    spent: Spent                        # by threads, for a frame

    @property
    def rate(self) -> float:
        """Frames a second."""
        return len(self.times) / self.seconds

    def __str__(self) -> str:
        half, most, almost = np.percentile(self.times, (50, 95, 99))
        return (f"{self.rate:5.1f} frames a second  median {half:5.1f}  95 % {most:5.1f}  99 % {almost:5.1f} ms  "
                f"{self.steps} steps  {self.spent}")


def measured(display: Display, options: argparse.Namespace, view: dict[str, bool]) -> Run:
    """Run the window once with these settings, pick, and count its frames."""
    scene, settings = (options.scene, tuple(options.set)) if options.scene else PIT
    words = [word for text in settings for word in ("--set", text)]
    with tempfile.TemporaryDirectory() as folder:
        app = App(display, Path(folder), scene, (*words, "--threads", "1"), quality=options.quality, introduction=False,
                  capture_panels=True, **view)
        try:
            app.wait(lambda s: s["ready"] and (s["step"] or 0) > SETTLED, "the first steps", START)
            pick(app)
            time.sleep(options.after)
            run = counted(app, options.seconds)
            if options.picture:
                app.key("F12")
                (made,) = app.wait(lambda s: s["files"], "the picture")["files"]
                shutil.copyfile(made, options.picture)
        finally:
            app.close()
    return run


def counted(app: App, seconds: float) -> Run:
    """The frames of the next seconds."""
    first, before = app.state(), spent(app.process.pid)
    time.sleep(seconds)
    last, after = app.state(), spent(app.process.pid)
    lines = [line for line in lines_of(app.journal) if first["clock"] < line["clock"] <= last["clock"]]
    times = np.concatenate([line["frame_times"] for line in lines])
    return Run(times, last["clock"] - first["clock"], last["step"] - first["step"],
               after.since(before, last["drawn"] - first["drawn"]))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", default="", help="another one than the pit")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of this scene")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--after", type=float, default=5.0, help="seconds before frames are counted")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--panels-alone", action="store_true", help="without overlays")
    parser.add_argument("--each", action="store_true", help="every overlay alone, too")
    parser.add_argument("--quality", default="software")
    parser.add_argument("--picture", type=Path, default=None, metavar="FILE.png", help="of the window at the end")
    options = parser.parse_args()
    if missing():
        raise SystemExit(f"not installed: {', '.join(missing())}")
    display, runs, panels = Display(), [], dict.fromkeys(PANELS, True)
    try:
        for _ in range(options.rounds):
            runs.append(measured(display, options, panels if options.panels_alone else shown()))
            print(runs[-1], flush=True)
        for name in ("", *overlays()) if options.each else ():
            run = measured(display, options, dict.fromkeys(overlays(), False) | panels | ({name: True} if name else {}))
            print(f"{name or 'no overlay':15} {run}", flush=True)
    finally:
        display.close()
    return int(median(run.rate for run in runs) < LEAST)


if __name__ == "__main__":
    sys.exit(main())
